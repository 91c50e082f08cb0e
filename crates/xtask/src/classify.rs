//! `classify` by the native core: the same lines as the package's command line prints.

use std::io::{Read as _, Write as _};
use std::path::Path;

use mcp_tool_risk_wasm::{ClassifyOptions, classify};

use crate::shell::{Done, Failure, read};

const USAGE: &str = "usage: cargo xtask classify FILE    (- reads standard input)";

/// The lines for a text.
pub(crate) fn native(text: &str) -> Done<String> {
    let mut lines = String::new();
    classify(text, &ClassifyOptions::default(), &mut |piece| lines.push_str(piece))
        .map_err(|error| Failure::new(format!("{error} ({})", error.code.word()), ""))?;
    Ok(lines)
}

/// Prints the lines for a file.
pub(crate) fn print(args: &[String]) -> Done {
    let [path] = args else { return Err(Failure::new("classify takes one FILE", USAGE)) };
    let text = if path == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(|error| Failure::file("read", Path::new("-"), &error))?;
        text
    } else {
        read(Path::new(path))?
    };
    // A reader that has seen enough, as `head` does, is no failure.
    let _ = std::io::stdout().write_all(native(&text)?.as_bytes());
    Ok(())
}
