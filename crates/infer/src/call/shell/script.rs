//! The small languages of sed and awk, as far as a script can be told to only transform text.

use mcp_tool_risk_types::mentions;

/// Whether a sed script has no command that writes, reads or runs something. Only the usual forms are known.
pub(super) fn sed_is_pure(script: &str) -> bool {
    script.split([';', '\n']).all(|command| {
        let command = command.trim().trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '$' | '~' | '+' | ' ' | '!'));
        let mut chars = command.chars();
        match chars.next() {
            None | Some('#') => true,
            Some('p' | 'd' | 'q' | '=' | 'g' | 'G' | 'h' | 'H' | 'x' | 'n' | 'N' | 'D' | 'P') => chars.as_str().trim().is_empty(),
            Some('s' | 'y') => {
                let Some(mark) = chars.next() else { return false };
                let rest = chars.as_str();
                // An escaped delimiter moves the end; such scripts aren't followed.
                if mark.is_alphanumeric() || mark == '\\' || mentions(rest, &format!("\\{mark}")) {
                    return false;
                }
                let mut parts = rest.split(mark);
                let (Some(_), Some(_), Some(flags), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else { return false };
                flags.trim().bytes().all(|b| matches!(b, b'g' | b'i' | b'I' | b'p' | b'0'..=b'9'))
            }
            // `/pattern/p` and `/a/,/b/p`
            Some('/') => {
                let mut parts = chars.as_str().split('/');
                let last = parts.next_back().unwrap_or_default();
                !command.contains('\\') && parts.count() <= 3 && matches!(last.trim(), "p" | "d" | "q" | "=")
            }
            _ => false,
        }
    })
}

/// Whether a text is one command of psql (`\\dt`) or sqlite3 (`.tables`) that only shows what there is.
pub(super) fn client_looks(text: &str) -> bool {
    let text = text.trim();
    let (command, rest) = text.split_once(' ').unwrap_or((text, ""));
    let describes =
        command.strip_prefix("\\d").is_some_and(|kind| kind.len() <= 8 && kind.bytes().all(|b| b.is_ascii_alphabetic() || b == b'+'));
    let shows = matches!(command, "\\l" | "\\l+" | "\\conninfo" | ".tables" | ".schema" | ".databases" | ".indexes");
    (describes || shows) && rest.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'*' | b' '))
}

/// Whether an awk program can't run commands, write files or read others.
pub(super) fn awk_is_pure(program: &str) -> bool {
    !["system", "getline", "|", ">", "@", "close", "fflush", "ENVIRON", "extension", "printf(", "\\"]
        .iter()
        .any(|word| mentions(program, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_act_are_told() {
        for script in ["5p", "1,5p", "$d", "s/a/b/g", "s|a|b|; s/c/d/2", "/error/p", "1!G;h;$!d", "10q"] {
            assert!(sed_is_pure(script), "{script}");
        }
        for script in
            ["w /tmp/x", "s/a/b/w /tmp/x", "s/a/id/e", "e id", "1e id", "r /etc/passwd", "s/x/\\/y/e", "/a/w x", "R f", "s/a/b/ge"]
        {
            assert!(!sed_is_pure(script), "{script}");
        }
        for text in ["\\d", "\\dt+ public.*", "\\l", ".tables", ".schema users"] {
            assert!(client_looks(text), "{text}");
        }
        for text in
            ["\\lo_import /etc/passwd", "\\d `id`", "\\dt \\! id", ".tables; .shell id", "\\i x", ".schema a\n.shell id", "\\d\n\\! id"]
        {
            assert!(!client_looks(text), "{text}");
        }
        assert!(awk_is_pure("{print $1, $NF}"));
        assert!(awk_is_pure("/error/ {n++} END {print n}"));
        for program in ["BEGIN{system(\"id\")}", "{print > \"x\"}", "{print | \"sh\"}", "{\"id\" | getline x}"] {
            assert!(!awk_is_pure(program), "{program}");
        }
    }
}
