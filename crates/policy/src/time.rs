//! Time windows. The host says what time it is; there is no clock here.

use crate::truth::Truth;

/// A moment, as the clock on the host's wall shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Days since 1970-01-01, of the wall's date.
    day: i64,
    /// Minutes since midnight on the wall.
    minute: u32,
    /// Seconds since the epoch.
    second: i64,
}

impl Moment {
    /// Reads an RFC 3339 time: `2026-11-30T17:05:00+01:00`. Its offset says where the wall is.
    pub fn parse(text: &str) -> Option<Self> {
        let (date, time) = text.split_once(['T', 't', ' '])?;
        let day = parse_day(date)?;
        let at = time.find(['Z', 'z', '+', '-'])?;
        let (clock, offset) = time.split_at_checked(at)?;
        let clock = clock.split_once('.').map_or(clock, |(whole, _)| whole);
        let (minutes, seconds) = clock.rsplit_once(':')?;
        let (minute, second) = (parse_minute(minutes)?, two_digits(seconds).filter(|second| *second <= 60)?);
        let offset = match offset {
            "Z" | "z" => 0,
            _ => {
                let (sign, rest) = offset.split_at_checked(1)?;
                let minutes = i64::from(parse_minute(rest)?);
                if sign == "-" { -minutes } else { minutes }
            }
        };
        Some(Self { day, minute, second: day * 86_400 + i64::from(minute) * 60 + i64::from(second) - offset * 60 })
    }
}

/// Days since 1970-01-01.
pub(crate) fn parse_day(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let year = parts.next().filter(|year| year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()))?.parse::<i64>().ok()?;
    let (month, day) = (i64::from(two_digits(parts.next()?)?), i64::from(two_digits(parts.next()?)?));
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let length = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    if parts.next().is_some() || !(1..=length).contains(&day) {
        return None;
    }
    // Years that start in March have the leap day at their end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1;
    Some(days - 719_468)
}

/// `09:30` as minutes since midnight.
pub(crate) fn parse_minute(text: &str) -> Option<u32> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute) = (two_digits(hour)?, two_digits(minute)?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

fn two_digits(text: &str) -> Option<u32> {
    (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// The days of a week, Monday first.
pub(crate) const DAYS: &[&str] = &["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// When a rule applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Window {
    /// A bit for each day; zero for every day. A window over midnight belongs to the day on which it starts.
    pub(crate) days: u8,
    /// Minutes since midnight; from the first to before the second.
    pub(crate) hours: Option<(u32, u32)>,
    pub(crate) after: Option<Moment>,
    pub(crate) before: Option<Moment>,
}

impl Window {
    pub(crate) fn holds(&self, now: Option<Moment>) -> Truth {
        let Some(now) = now else { return Truth::Unknown };
        let mut day = now.day;
        if let Some((from, to)) = self.hours {
            let inside = if from <= to {
                (from..to).contains(&now.minute)
            } else if now.minute < to {
                day -= 1;
                true
            } else {
                now.minute >= from
            };
            if !inside {
                return Truth::False;
            }
        }
        // 1970-01-01 was a Thursday.
        let weekday = (day + 3).rem_euclid(7);
        let on_day = self.days == 0 || self.days & (1 << weekday) != 0;
        let after = self.after.is_none_or(|after| now.second >= after.second);
        let before = self.before.is_none_or(|before| now.second < before.second);
        (on_day && after && before).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Option<Moment> {
        Some(Moment::parse(text).unwrap())
    }

    #[test]
    fn moments() {
        assert_eq!(Moment::parse("1970-01-01T00:00:00Z").unwrap().second, 0);
        assert_eq!(Moment::parse("2026-11-30T17:05:01.5+01:00").unwrap().second, 1_796_054_701);
        assert_eq!(Moment::parse("2000-02-29T23:59:60-00:30").unwrap().second, 951_870_600);
        for bad in ["", "2026-11-30", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T10:00:00", "é"] {
            assert_eq!(Moment::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn windows_are_of_the_wall() {
        let office = Window { days: 0b001_1111, hours: Some((9 * 60, 17 * 60)), ..Window::default() };
        assert_eq!(office.holds(at("2026-11-30T09:00:00+05:00")), Truth::True);
        assert_eq!(office.holds(at("2026-11-30T17:00:00Z")), Truth::False);
        assert_eq!(office.holds(at("2026-11-29T12:00:00Z")), Truth::False);
        assert_eq!(office.holds(None), Truth::Unknown);
        let night = Window { days: 0b001_0000, hours: Some((22 * 60, 6 * 60)), ..Window::default() };
        assert_eq!(night.holds(at("2026-11-28T05:00:00Z")), Truth::True, "the night of Friday goes on into Saturday");
        assert_eq!(night.holds(at("2026-11-27T05:00:00Z")), Truth::False);
        let freeze = Window { after: at("2026-12-20T00:00:00Z"), before: at("2027-01-02T00:00:00Z"), ..Window::default() };
        assert_eq!(freeze.holds(at("2026-12-24T00:00:00Z")), Truth::True);
        assert_eq!(freeze.holds(at("2027-01-02T00:00:00Z")), Truth::False);
    }
}
