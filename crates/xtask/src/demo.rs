//! `demo`: the package at work on real servers, or on a file.

use std::process::Stdio;

use crate::build;
use crate::shell::{Done, Failure, program};

/// Builds the package and prints the tools of two servers, or of the files.
pub(crate) fn demo(files: &[String]) -> Done {
    build::build()?;
    let mut node = program("node");
    node.arg("crates/xtask/js/demo.mjs").arg(build::package().join("dist/cli.js")).args(absolute(files)?);
    let status = node.stdin(Stdio::null()).status().map_err(|error| Failure::new(format!("node does not start: {error}"), ""))?;
    if status.success() { Ok(()) } else { Err(Failure::new("the demo failed", "What stands above says why.")) }
}

/// The script runs in the root; the paths were given where the command was typed.
fn absolute(files: &[String]) -> Done<Vec<std::path::PathBuf>> {
    let absolute = |file: &String| std::path::absolute(file).map_err(|error| Failure::file("find", file.as_ref(), &error));
    files.iter().map(absolute).collect()
}
