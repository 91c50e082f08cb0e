//! The JSON reader against another one, on random documents.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::Random;
use mcp_tool_risk_types::json::{Json, NoteKind, from_text, parse};

const SCALARS: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1",
    "-17",
    "3.25",
    "1e3",
    "2E-2",
    "9007199254740993",
    "-1.5e+2",
    r#""""#,
    r#""a""#,
    r#""__proto__""#,
    r#""\u00e9\n\"\\\/""#,
    r#""\ud83d\ude00""#,
    "\"ß\u{2028}\"",
    "{}",
    "[]",
];

/// A random document; sometimes with a random byte changed, so that it is mostly no JSON any more.
fn document(random: &mut Random, depth: usize) -> String {
    let space = [" ", "", "", "\n", "\t\r\n"];
    let space = |random: &mut Random| *space.get(random.below(space.len())).unwrap();
    let count = random.below(4);
    match if depth == 0 { 0 } else { random.below(3) } {
        0 => SCALARS.get(random.below(SCALARS.len())).unwrap().to_string(),
        1 => {
            let items: Vec<String> = (0..count).map(|_| format!("{}{}", space(random), document(random, depth - 1))).collect();
            format!("[{}]", items.join(","))
        }
        _ => {
            // Few keys, so that some come twice.
            let entry = |random: &mut Random| format!("{}\"k{}\":{}", space(random), random.below(5), document(random, depth - 1));
            let entries: Vec<String> = (0..count).map(|_| entry(random)).collect();
            format!("{{{}{}}}", entries.join(","), space(random))
        }
    }
}

/// For JavaScript, and so for us, 1e3 is 1000 and -0 is 0.
fn as_javascript(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value::{Array, Number, Object};
    match value {
        Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 => (float as i64).into(),
            // The other reader is off by a few units in the last place.
            Some(float) if number.is_f64() => format!("{float:.9e}").into(),
            _ => Number(number),
        },
        Array(items) => items.into_iter().map(as_javascript).collect(),
        Object(entries) => entries.into_iter().map(|(key, value)| (key, as_javascript(value))).collect(),
        other => other,
    }
}

fn agree(text: &str) {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).map(as_javascript);
    let theirs = read(text);
    let ours = parse(text);
    match (&theirs, &ours) {
        (Ok(theirs), Ok(ours)) => {
            assert_eq!(&as_javascript(serde_json::to_value(&ours.value).unwrap()), theirs, "{text}");
            let written = ours.value.to_string();
            assert_eq!(&read(&written).unwrap(), theirs, "{text}");
            let (owned, _) = from_text::<Json>(&written).unwrap();
            assert_eq!(&read(&owned.to_string()).unwrap(), theirs, "{text}");
        }
        // Only JavaScript, and so we, take these.
        (Err(_), Ok(ours)) if ours.notes.iter().any(|note| note.kind == NoteKind::LoneSurrogate) => {}
        (Err(error), Ok(_)) if error.to_string().starts_with("number out of range") => {}
        _ => assert_eq!(theirs.is_ok(), ours.is_ok(), "{text:?}: {theirs:?} {ours:?}"),
    }
}

#[test]
fn the_reader_agrees_with_another_one() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..4000 {
        let text = document(&mut random, 5);
        agree(&text);
        let mut bytes = text.into_bytes();
        let at = random.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte = b"{}[],:\"\\019-eE.+tfn u\x01"[random.below(22)];
        }
        if let Ok(text) = String::from_utf8(bytes) {
            agree(&text);
        }
    }
}

#[test]
fn what_only_parse_of_javascript_takes_is_taken() {
    // A lone surrogate is JSON for JavaScript, and so is any nesting.
    let parsed = parse(r#"{"a":"x\ud800y","b":"\udc00\ud800\u0041"}"#).unwrap();
    assert_eq!(parsed.value.get("a").and_then(Json::as_str), Some("x\u{fffd}y"));
    assert_eq!(parsed.value.get("b").and_then(Json::as_str), Some("\u{fffd}\u{fffd}A"));
    assert_eq!(
        parsed.notes.iter().map(|note| (note.kind, note.pointer.as_str())).collect::<Vec<_>>(),
        [(NoteKind::LoneSurrogate, "/a"), (NoteKind::LoneSurrogate, "/b"), (NoteKind::LoneSurrogate, "/b")]
    );
    let deep = format!("{}0{}", r#"[{"k":"#.repeat(5000), "}]".repeat(5000));
    let parsed = parse(&deep).unwrap();
    assert_eq!((parsed.notes.len(), parsed.value.to_string()), (1, deep));
    for broken in
        [r#"[{"k":"#.repeat(5000), format!("{}{}", "[".repeat(500), "}".repeat(500)), format!("{}1 2{}", "[".repeat(500), "]".repeat(500))]
    {
        assert!(parse(&broken).is_err());
    }
}

#[test]
fn an_error_says_where() {
    for (text, line, column) in [("{\n \"ä\": x}", 2, 7), ("[1,]", 1, 4), ("\u{feff}?", 1, 1), ("[1] 2", 1, 5), ("\"\n\"", 1, 2)] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:?} {error}");
    }
}
