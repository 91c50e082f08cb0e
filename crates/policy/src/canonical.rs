//! Canonical JSON (RFC 8785), for digests.

use core::fmt::Write as _;

use mcp_tool_risk_types::json::{Json, number_text};
use mcp_tool_risk_types::sorted;

/// The canonical text: keys sorted by UTF-16 code units, numbers as ECMAScript prints them, no spaces.
/// A value that is nested too deeply stays as it was written.
///
/// ```
/// use mcp_tool_risk_policy::canonical;
/// use mcp_tool_risk_types::json::parse;
/// let json = parse(r#"{"b": 1.0, "a": [1e21, 0.000001]}"#)?.value;
/// assert_eq!(canonical(&json), r#"{"a":[1e+21,0.000001],"b":1}"#);
/// # Ok::<(), mcp_tool_risk_types::json::JsonError>(())
/// ```
pub fn canonical(json: &Json<'_>) -> String {
    let mut text = String::new();
    write(&mut text, json);
    text
}

fn write(text: &mut String, json: &Json<'_>) {
    match json {
        Json::Number(written) => match json.as_f64().filter(|number| number.is_finite()) {
            Some(number) => text.push_str(&number_text(number)),
            None => text.push_str(written),
        },
        Json::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(text, item);
            }
            text.push(']');
        }
        Json::Object(object) => {
            let entries: Vec<(&str, &Json<'_>)> = object.iter().collect();
            let entries = sorted(entries, &|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            text.push('{');
            for (at, (key, value)) in entries.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                // A string is written as JSON.stringify does, which is what the RFC wants.
                let _ = write!(text, "{}", Json::String(key.into()));
                text.push(':');
                write(text, value);
            }
            text.push('}');
        }
        other => {
            let _ = write!(text, "{other}");
        }
    }
}

#[cfg(test)]
mod tests {
    use mcp_tool_risk_types::json::parse;

    use super::*;

    /// Samples of RFC 8785, appendix B.
    #[test]
    fn numbers() {
        for (bits, text) in [
            (0x0000_0000_0000_0001_u64, "5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
        ] {
            assert_eq!(number_text(f64::from_bits(bits)), text);
        }
        assert_eq!(number_text(-0.0), "0");
    }

    #[test]
    fn keys_are_sorted_by_utf_16() {
        let json = parse(r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#).unwrap().value;
        let canonical = canonical(&json);
        let order: Vec<char> = canonical.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(order, ['2', '1', '4', '6', '7', '1', '5', '3'], "{canonical}");
    }
}
