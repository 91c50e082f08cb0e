//! Running other programs: a progress line for each, and a failure that says what to do.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Why a step failed and what helps.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    help: String,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: help.into() }
    }

    /// A file that cannot be read, written or copied.
    pub(crate) fn file(what: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(format!("cannot {what} {}: {error}", path.display()), "")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.what)?;
        if !self.help.is_empty() {
            write!(f, "\n{}", self.help)?;
        }
        Ok(())
    }
}

pub(crate) type Done<T = ()> = Result<T, Failure>;

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_path_buf()
}

/// Where the build puts things.
pub(crate) fn target(path: &str) -> PathBuf {
    root().join("target").join(path)
}

/// A program with the project's own tools first in its `PATH`, run from the root.
pub(crate) fn program(name: &str) -> Command {
    let mut paths = vec![target("tools/bin"), root().join("node_modules/.bin")];
    if let Some(path) = std::env::var_os("PATH") {
        paths.extend(std::env::split_paths(&path));
    }
    let path = std::env::join_paths(paths).unwrap_or_else(|_| OsString::new());
    // `Command` looks the program up in the `PATH` of the child.
    let mut command = Command::new(name);
    command.current_dir(root()).env("PATH", path);
    command
}

/// Runs one step, showing its output only where it fails.
pub(crate) fn step(title: &str, command: &mut Command, help: &str) -> Done<String> {
    eprint!("  {title} ... ");
    let start = Instant::now();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Failure::new(format!("{title}: `{}` does not start: {error}", command.get_program().display()), help))?;
    if !output.status.success() {
        eprintln!("FAILED");
        let text = [output.stdout, output.stderr].concat();
        return Err(Failure::new(format!("{title}\n{}\n{}", shown(command), String::from_utf8_lossy(&text).trim_end()), help));
    }
    eprintln!("{:.1} s", start.elapsed().as_secs_f64());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first line that a program prints; `None` where it does not run.
pub(crate) fn first_line(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned)
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let mut text = format!("$ {}", command.get_program().display());
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

pub(crate) fn read(path: &Path) -> Done<String> {
    std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))
}

pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Done {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file("create", folder, &error))?;
    }
    std::fs::write(path, contents).map_err(|error| Failure::file("write", path, &error))
}

pub(crate) fn copy(from: &Path, to: &Path) -> Done {
    std::fs::copy(from, to).map(drop).map_err(|error| Failure::file("copy", from, &error))
}

/// Every file below a folder, sorted; not what npm installed there.
pub(crate) fn files(folder: &Path) -> Done<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| Failure::file("list", &folder, &error))?;
        for entry in entries.flatten() {
            let path = entry.path();
            if !path.is_dir() {
                found.push(path);
            } else if !path.ends_with("node_modules") {
                folders.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
