//! Numbers between decimal text and doubles, exactly as JavaScript reads and writes them.
//!
//! The standard library does the same faster, with tables and code of 25 KB in the compressed module. Numbers are rare in tool
//! definitions; what follows works on decimal digits, a few steps of 59 bits each.

/// More digits of a number than this cannot change the nearest double; of what is cut off only counts that it was not zero.
const MAX_DIGITS: usize = 800;

/// Bits per step: 9 << 59 and a carry fit into 64 bits.
const STEP: u32 = 59;

/// The bits of a double's significand without the leading one.
const FRACTION: u32 = 52;

/// The nearest double to a JSON number; infinite where it is out of range.
///
/// ```
/// use mcp_tool_risk_types::json::number_value;
/// assert_eq!(number_value("1.50e1"), 15.0);
/// assert_eq!(number_value("1e999"), f64::INFINITY);
/// ```
pub fn number_value(text: &str) -> f64 {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let mut decimal = Decimal::default();
    let mut seen_point = false;
    for byte in digits.bytes() {
        match byte {
            b'.' => seen_point = true,
            b'0' if decimal.digits.is_empty() => decimal.point -= i32::from(seen_point),
            _ => {
                decimal.point += i32::from(!seen_point);
                decimal.push(byte.wrapping_sub(b'0'));
            }
        }
    }
    // A longer exponent is out of range whatever the digits, of which a text has fewer than that.
    let exponent: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 });
    decimal.point = exponent.saturating_add(decimal.point.into()).clamp(-9_999, 9_999) as i32;
    decimal.trim();
    let value = decimal.value();
    if negative { -value } else { value }
}

/// The shortest text that reads as the same double, as `String(value)` in JavaScript; NaN and infinities are `null`, as in `JSON.stringify`.
///
/// ```
/// use mcp_tool_risk_types::json::number_text;
/// assert_eq!(number_text(0.1), "0.1");
/// assert_eq!(number_text(1e21), "1e+21");
/// assert_eq!(number_text(-0.0), "0");
/// ```
pub fn number_text(value: f64) -> String {
    if !value.is_finite() {
        return "null".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimal = Decimal::shortest(value.abs());
    let digits: String = decimal.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let (sign, count, point) = (if value < 0.0 { "-" } else { "" }, digits.len() as i32, decimal.point);
    let zeros = |n: i32| "0".repeat(usize::try_from(n).unwrap_or(0));
    if count <= point && point <= 21 {
        format!("{sign}{digits}{}", zeros(point - count))
    } else if 0 < point && point <= 21 {
        let (whole, fraction) = digits.split_at_checked(point as usize).unwrap_or_default();
        format!("{sign}{whole}.{fraction}")
    } else if -6 < point && point <= 0 {
        format!("{sign}0.{}{digits}", zeros(-point))
    } else {
        let (first, rest) = digits.split_at_checked(1).unwrap_or_default();
        let dot = if rest.is_empty() { "" } else { "." };
        let plus = if point > 0 { "+" } else { "" };
        format!("{sign}{first}{dot}{rest}e{plus}{}", point - 1)
    }
}

/// The number 0.d₁d₂d₃… · 10^point. Neither the first nor the last digit is zero; without digits it is zero.
#[derive(Default, Clone)]
struct Decimal {
    digits: Vec<u8>,
    point: i32,
    /// Digits that were not zero were cut off.
    cut: bool,
}

impl Decimal {
    fn of(mut integer: u64) -> Self {
        let mut digits = Vec::new();
        while integer > 0 {
            digits.push((integer % 10) as u8);
            integer /= 10;
        }
        digits.reverse();
        let mut decimal = Self { point: digits.len() as i32, digits, cut: false };
        decimal.trim();
        decimal
    }

    fn push(&mut self, digit: u8) {
        if self.digits.len() < MAX_DIGITS { self.digits.push(digit) } else { self.cut |= digit > 0 }
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }

    /// The digit at a place behind the first of a number with the given point.
    fn digit(&self, point: i32, place: i32) -> u8 {
        usize::try_from(place - (point - self.point)).ok().and_then(|at| self.digits.get(at)).copied().unwrap_or(0)
    }

    /// Multiplies by 2^bits, of at most one step.
    fn double(&mut self, bits: u32) {
        let mut reversed = Vec::with_capacity(self.digits.len() + 18);
        let mut carry = 0_u64;
        for digit in self.digits.iter().rev() {
            carry += u64::from(*digit) << bits;
            reversed.push((carry % 10) as u8);
            carry /= 10;
        }
        while carry > 0 {
            reversed.push((carry % 10) as u8);
            carry /= 10;
        }
        self.point += (reversed.len() - self.digits.len()) as i32;
        self.digits.clear();
        for digit in reversed.into_iter().rev() {
            self.push(digit);
        }
        self.trim();
    }

    /// Divides by 2^bits, of at most one step.
    fn halve(&mut self, bits: u32) {
        let digits = std::mem::take(&mut self.digits);
        let mask = (1_u64 << bits) - 1;
        let (mut rest, mut place) = (0_u64, 0);
        while place < digits.len() || (rest > 0 && self.digits.len() < MAX_DIGITS) {
            rest = rest * 10 + u64::from(digits.get(place).copied().unwrap_or(0));
            place += 1;
            match (rest >> bits) as u8 {
                0 if self.digits.is_empty() => self.point -= 1,
                digit => self.push(digit),
            }
            rest &= mask;
        }
        self.cut |= rest > 0;
        self.trim();
    }

    /// Multiplies by a power of two.
    fn scale(&mut self, mut exponent: i32) {
        while exponent != 0 && !self.digits.is_empty() {
            let bits = exponent.unsigned_abs().min(STEP);
            if exponent > 0 {
                self.double(bits);
                exponent -= bits as i32;
            } else {
                self.halve(bits);
                exponent += bits as i32;
            }
        }
    }

    /// The nearest double.
    fn value(mut self) -> f64 {
        if self.digits.is_empty() || self.point < -330 {
            return 0.0;
        }
        if self.point > 310 {
            return f64::INFINITY;
        }
        // Bring it to at least one half and below one; 8 < 10, so three bits a decimal place never overshoot.
        let mut exponent = 0;
        while self.point > 0 {
            let bits = ((self.point - 1) * 3).clamp(1, STEP as i32);
            self.halve(bits as u32);
            exponent += bits;
        }
        while self.point < 0 || self.digits.first().is_some_and(|digit| *digit < 5) {
            let bits = (-self.point * 3).clamp(1, STEP as i32);
            self.double(bits as u32);
            exponent -= bits;
        }
        // 53 bits before the point, fewer below the normal doubles.
        let least = -1021;
        let bits = FRACTION as i32 + 1 - (least - exponent).max(0);
        self.scale(bits);
        let significand = self.rounded();
        // The hidden bit of the significand, where it has one, adds one to the exponent's bits, and so does a carry into it.
        let bits = (((exponent.max(least) - least) as u64) << FRACTION) + significand;
        f64::from_bits(bits.min(f64::INFINITY.to_bits()))
    }

    /// The nearest integer, the even one of two.
    fn rounded(&self) -> u64 {
        let integer = (0..self.point).fold(0_u64, |sum, place| sum.wrapping_mul(10) + u64::from(self.digit(self.point, place)));
        integer + u64::from(self.rounds_up(self.point, integer % 2 == 1))
    }

    /// Whether cutting off at the place rounds up; `odd` tells whether the digit before it is.
    fn rounds_up(&self, place: i32, odd: bool) -> bool {
        match usize::try_from(place).ok().and_then(|at| Some((self.digits.get(at)?, self.digits.len() == at + 1))) {
            Some((5, true)) => self.cut || odd,
            Some((digit, _)) => *digit >= 5,
            None => false,
        }
    }

    /// The fewest digits that only this double is nearest to; of several such numbers, the nearest.
    fn shortest(value: f64) -> Self {
        let bits = value.to_bits();
        let (fraction, biased) = (bits & ((1 << FRACTION) - 1), (bits >> FRACTION) as i32);
        let significand = if biased == 0 { fraction } else { fraction | 1 << FRACTION };
        let exponent = biased.max(1) - 1023 - FRACTION as i32;
        let scaled = |integer: u64, exponent: i32| {
            let mut decimal = Self::of(integer);
            decimal.scale(exponent);
            decimal
        };
        let mut exact = scaled(significand, exponent);
        // Half-way to the neighbours; below a power of two the neighbour is half as far.
        let high = scaled(significand * 2 + 1, exponent - 1);
        let low =
            if fraction == 0 && biased > 1 { scaled(significand * 4 - 1, exponent - 2) } else { scaled(significand * 2 - 1, exponent - 1) };
        // The bounds themselves are read as the even significand.
        let even = significand % 2 == 0;
        let point = high.point;
        let ends = |bound: &Self, place: i32| place + 1 >= bound.digits.len() as i32 + (point - bound.point);
        // How far the digits so far are below those of the upper bound: not at all, by one in the last place, or by more.
        let mut below = 0;
        for place in 0.. {
            let digit = exact.digit(point, place);
            let top = high.digit(point, place);
            below = match below {
                0 => i32::from(top.saturating_sub(digit)).min(2),
                1 if digit == 9 && top == 0 => 1,
                _ => 2,
            };
            let down = low.digit(point, place) != digit || (even && ends(&low, place));
            let up = below > 1 || (below == 1 && (even || !ends(&high, place)));
            let kept = place + 1 - (point - exact.point);
            if down || up {
                let odd = digit % 2 == 1;
                let round_up = if down && up { exact.rounds_up(kept, odd) } else { up };
                exact.keep(kept, round_up);
                break;
            }
            if ends(&exact, place) && kept > 0 {
                break;
            }
        }
        exact
    }

    /// Keeps the first digits, the last one rounded up on demand.
    fn keep(&mut self, count: i32, round_up: bool) {
        self.digits.truncate(usize::try_from(count).unwrap_or(0));
        if round_up {
            while self.digits.last() == Some(&9) {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(digit) => *digit += 1,
                None => {
                    self.digits.push(1);
                    self.point += 1 - count.min(0);
                }
            }
        }
        self.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::{number_text, number_value};

    /// What the standard library reads and writes is right.
    fn check(value: f64) {
        let text = number_text(value);
        assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{value:e} was written as {text}");
        let digits = |text: &str| {
            let digits: String = text.split('e').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
            digits.trim_matches('0').len()
        };
        // Of two texts that are as short and as near, JavaScript writes the even one, Rust the greater.
        assert_eq!(digits(&text), digits(&format!("{value:e}")), "{value:e}");
        for text in [text, format!("{value:e}"), format!("{value:.20e}"), format!("{value:.3e}")] {
            assert_eq!(number_value(&text).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
    }

    #[test]
    fn doubles_of_every_size_go_both_ways() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..4_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let value = f64::from_bits(state);
            if value.is_finite() {
                check(value);
            }
            check((state >> 40) as f64 / 1000.0);
        }
    }

    #[test]
    fn powers_and_their_neighbours_go_both_ways() {
        for exponent in 0..2047_u64 {
            let bits = exponent << 52;
            for bits in [bits, bits + 1, bits.wrapping_sub(1)] {
                let value = f64::from_bits(bits);
                if value.is_finite() && value > 0.0 {
                    check(value);
                }
            }
        }
        for exponent in -330..315 {
            for digit in 1..10 {
                let text = format!("{digit}e{exponent}");
                assert_eq!(number_value(&text).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
            }
        }
    }

    #[test]
    fn texts_are_read_as_javascript_reads_them() {
        let half = "9007199254740993";
        let texts = [
            "0",
            "-0",
            "0.0",
            "0e5",
            "-1",
            "10",
            "0.1",
            "00.10e-0",
            "1e23",
            "8.5e22",
            half,
            "9007199254740993.00000000000000000001",
            "2.2250738585072011e-308",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "123456789012345678901234567890",
            "1e99999999999999999999",
            "-1e-99999999999999999999",
        ];
        for text in texts {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(number_value(text).to_bits(), expected.to_bits(), "{text}");
        }
        let long = format!("{half}.{}1", "0".repeat(2000));
        assert_eq!(number_value(&long), 9_007_199_254_740_994.0);
        assert_eq!(number_value(&format!("0.{}1e5001", "0".repeat(5000))), 1.0);
        assert_eq!(number_value(&format!("1{}e-5000", "0".repeat(5000))), 1.0);
    }

    #[test]
    fn texts_are_written_as_javascript_writes_them() {
        let written = [
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (123e-8, "0.00000123"),
            (1.5e-7, "1.5e-7"),
            (-12.5, "-12.5"),
            (5e-324, "5e-324"),
            (1.797_693_134_862_315_7e308, "1.7976931348623157e+308"),
            (f64::NAN, "null"),
            (0.1 + 0.2, "0.30000000000000004"),
            (f64::from_bits(0x4317_9085_685d_83c9), "1658206780088562.2"),
        ];
        for (value, text) in written {
            assert_eq!(number_text(value), text);
        }
    }
}
