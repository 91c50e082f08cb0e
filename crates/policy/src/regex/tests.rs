use super::Regex;

fn fits(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}")).is_match(text)
}

#[test]
fn what_fits_and_what_does_not() {
    for (pattern, fitting, others) in [
        ("", &["", "a"][..], &[][..]),
        ("b", &["abc"], &["", "a", "B"]),
        ("^ab$", &["ab"], &["xab", "abx", "ab\n"]),
        ("^(GET|HEAD) /", &["GET /", "HEAD /x"], &["POST /", " GET /"]),
        ("^a|b$", &["ax", "xb"], &["xa", "bx"]),
        ("^(?:a||bc)$", &["a", "", "bc"], &["b", "abc"]),
        ("^ab*c+d?$", &["acd", "abbbcc"], &["abd", "acdd"]),
        ("^a{3}$", &["aaa"], &["aa", "aaaa"]),
        ("^a{2,}$", &["aa", "aaaaa"], &["a"]),
        ("^(ab){ 1 , 2 }?$", &["ab", "abab"], &["", "ababab"]),
        ("^a{0}$", &[""], &["a"]),
        ("^(a*)*$", &["", "aaa"], &["b"]),
        ("^.$", &["x", "é", "\r"], &["", "\n", "xy"]),
        ("^(?s:.)$", &["\n"], &[""]),
        ("^(?R:.)$", &["x"], &["\n", "\r"]),
        ("(?m)^b$", &["a\nb\nc", "b"], &["a\r\nb\r"]),
        ("(?mR)^b$", &["a\r\nb\rc"], &["ab"]),
        ("(?i)straße", &["STRAßE"], &["STRASSE"]),
        ("a(?i)b|c", &["aB", "C"], &["AB"]),
        ("a((?i)b)c", &["aBc"], &["aBC"]),
        ("(?x) a \\  b # c", &["a b"], &["ab"]),
        ("^[a-cx]$", &["a", "c", "x"], &["d", "-"]),
        ("^[^a-c]$", &["d", "\n", "é"], &["b", ""]),
        ("^[]a-]$", &["]", "a", "-"], &["b"]),
        ("^[-a]$", &["-", "a"], &["b"]),
        ("^[\\d_\\-\\]]+$", &["1_-]"], &["a"]),
        ("^[^\\W_]$", &["a", "1"], &["_", " ", "é"]),
        ("^(?i)[a-b]$", &["B"], &["c"]),
        ("^[[:alpha:][:^ascii:]]$", &["x", "é"], &["1"]),
        (r"^\d\D\s\S\w\W$", &["1a a_ ", "0é\tx1é"], &["aa a_ ", "1aa a_"]),
        (r"^\x41\u{e9}\u00e9\U0001F600\x{1f600}$", &["Aéé😀😀"], &["A"]),
        (r"\bid\b", &["an id", "id"], &["idea", "void"]),
        (r"\Bid", &["void"], &["id"]),
        (r"\<id\>", &["an id"], &["ids"]),
        (r"^\b{start}x\b{end}$|\b{start-half}\{\b{end-half}", &["x", "{"], &["xy", "{a"]),
        (r"\Aa\z", &["a"], &["a\n"]),
        (r"^\.\*\+\?\(\)\[\]\{\}\|\^\$\\\/\-\t$", &[".*+?()[]{}|^$\\/-\t"], &["a"]),
        ("^(?P<year>[0-9]{4})-(?<month>[0-9]{2})$", &["2026-01"], &["26-01"]),
        ("^日本+$", &["日本本"], &["日"]),
    ] {
        for text in fitting {
            assert!(fits(pattern, text), "{pattern} should fit {text:?}");
        }
        for text in others {
            assert!(!fits(pattern, text), "{pattern} should not fit {text:?}");
        }
    }
}

#[test]
fn what_is_no_expression_or_not_supported_is_an_error() {
    for pattern in [
        "(",
        ")",
        "a)",
        "(a",
        "*",
        "a|*",
        "(?i)+",
        "a{",
        "a{}",
        "a{,3}",
        "a{3,2}",
        "a{1",
        "a{x}",
        "a{1 2}",
        "[",
        "[a",
        "[]",
        "[b-a]",
        "[\\d-z]",
        "[a-\\d]",
        "[[a]]",
        "[a&&b]",
        "[a--b]",
        "[a~~b]",
        "[[:nothing:]]",
        "[\\b]",
        "\\",
        "\\1",
        "\\pL",
        "\\y",
        "\\é",
        "\\x",
        "\\x4",
        "\\xg0",
        "\\x{}",
        "\\x{110000}",
        "\\ud800",
        "(?",
        "(?)",
        "(?i",
        "(?ii)",
        "(?i-)",
        "(?--i)",
        "(?y)",
        "(?=a)",
        "(?!a)",
        "(?<=a)",
        "(?<!a)",
        "(?P<>a)",
        "(?P<1>a)",
        "(?P<a>a)(?P<a>a)",
        "(?P<a",
        "\\b{middle}",
        "\\b{start",
    ] {
        assert!(Regex::new(pattern).is_err(), "{pattern} should be refused");
        assert!(regex_lite::Regex::new(pattern).is_err(), "{pattern}");
    }
}

#[test]
fn what_would_take_long_is_refused() {
    for pattern in ["a{20000}", "((a{100}){100}){100}", "(a{99999999}){99999999}", &"(".repeat(200), &"a".repeat(20_000)] {
        assert!(Regex::new(pattern).is_err());
    }
    assert!(Regex::new("(){4294967295}").is_ok());
    assert!(!fits("(a*)*(a|aa)*(b|b*)*c", &"ab".repeat(20_000)));
}

/// Whatever the reference implementation takes, this one takes, and the same texts fit.
#[test]
fn it_agrees_with_the_reference() {
    let pieces = [
        "a",
        "b",
        "B",
        "é",
        ".",
        "^",
        "$",
        "|",
        "(",
        "(",
        ")",
        ")",
        "(?:",
        "(?i)",
        "(?m)",
        "(?s)",
        "(?R)",
        "(?x)",
        "(?i-s:",
        "*",
        "+",
        "?",
        "{2}",
        "{1,}",
        "{0,2}",
        "{ 2 }",
        "[",
        "]",
        "[^",
        "-",
        "[ab]",
        "[^b-é]",
        "[[:upper:]]",
        "[[:^word:]",
        "\\d",
        "\\W",
        "\\s",
        "\\b",
        "\\B",
        "\\<",
        "\\b{end}",
        "\\b{start-half}",
        "\\x61",
        "\\n",
        "\\.",
        "\\-",
        " ",
        "#",
        "\n",
        "_",
        "1",
        "\\A",
        "\\z",
        "&",
        "~",
    ];
    let letters = ['a', 'b', 'A', 'B', 'é', '\n', '\r', ' ', '_', '1', '-', '.', ']'];
    let mut seed = 1_u32;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed as usize % below
    };
    let (mut taken, mut fitting) = (0, 0);
    for _ in 0..40_000 {
        let pattern: String = (0..1 + random(8)).map(|_| pieces[random(pieces.len())]).collect();
        let Ok(reference) = regex_lite::Regex::new(&pattern) else { continue };
        let regex = Regex::new(&pattern).unwrap_or_else(|error| panic!("{pattern:?}: {error}"));
        taken += 1;
        for _ in 0..8 {
            let text: String = (0..random(6)).map(|_| letters[random(letters.len())]).collect();
            assert_eq!(regex.is_match(&text), reference.is_match(&text), "{pattern:?} on {text:?}");
            fitting += usize::from(regex.is_match(&text));
        }
    }
    assert!(taken > 5_000 && fitting > 5_000, "{taken} {fitting}");
}
