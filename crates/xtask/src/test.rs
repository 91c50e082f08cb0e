//! Every test, with one count at the end.

use std::process::{Command, Stdio};
use std::time::Instant;

use crate::build;
use crate::shell::{Done, Failure, files, program, root, target};

/// What ran, so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

/// Runs the tests whose title contains one of the filters; all of them without a filter.
pub(crate) fn test(filters: &[String]) -> Done {
    let mut tally = Tally::default();
    let wanted = |title: &str| filters.is_empty() || filters.iter().any(|filter| title.contains(filter.as_str()));
    let mut run = |title: &str, count: fn(&str) -> (usize, usize), help: &str, command: &mut Command| {
        if wanted(title) {
            tally.run(title, count, help, command);
        }
    };

    run("format", one, "Run `cargo fmt --all`.", program("cargo").args(["fmt", "--all", "--check"]));
    let clippy = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
    run("clippy", one, "Mend what it names.", program("cargo").args(clippy));
    let clippy = ["clippy", "-p", "mcp-tool-risk-wasm", "--target", "wasm32-unknown-unknown", "--quiet", "--", "-D", "warnings"];
    run("clippy for wasm", one, "Mend what it names.", program("cargo").args(clippy));
    run("native tests and doc tests", cargo, "", program("cargo").args(["test", "--workspace", "--no-fail-fast"]));

    eprintln!("the package:");
    build::build()?;
    install_package()?;
    run("package in Node", tap, "", &mut node_tests("tests/package")?);

    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed > 0 {
        return Err(Failure::new("tests failed", "Their output stands above; `cargo xtask test NAME` runs the steps with that name."));
    }
    Ok(())
}

/// Node's test runner over the `*.test.mjs` files of a folder.
fn node_tests(folder: &str) -> Done<Command> {
    let mut node = program("node");
    node.args(["--test", "--test-reporter=tap"]);
    node.args(files(&root().join(folder))?.iter().filter(|path| path.to_string_lossy().ends_with(".test.mjs")));
    Ok(node)
}

/// Packs the package as it would be published and unpacks it where the tests import it from.
fn install_package() -> Done {
    let modules = root().join("tests/node_modules");
    let mut pack = program("npm");
    pack.args(["pack", "--silent", "--pack-destination"]).arg(target("npm")).current_dir(build::package());
    crate::shell::step("npm pack", &mut pack, "")?;
    let folder = modules.join("mcp-tool-risk");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| Failure::file("remove", &folder, &error))?;
    }
    std::fs::create_dir_all(&folder).map_err(|error| Failure::file("create", &folder, &error))?;
    let archive = target("npm").join(concat!("mcp-tool-risk-", env!("CARGO_PKG_VERSION"), ".tgz"));
    let mut unpack = program("tar");
    unpack.arg("-xzf").arg(archive).args(["--strip-components=1", "-C"]).arg(folder);
    crate::shell::step("unpack", &mut unpack, "").map(drop)
}

impl Tally {
    /// Runs one program; what it counts is added, and a program that fails without a count is one failure.
    fn run(&mut self, title: &str, count: fn(&str) -> (usize, usize), help: &str, command: &mut Command) {
        eprint!("{title} ... ");
        let start = Instant::now();
        let (text, ok) = match command.stdin(Stdio::null()).output() {
            Ok(output) => (String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(), output.status.success()),
            Err(error) => (format!("`{}` does not start: {error}", command.get_program().display()), false),
        };
        let (passed, mut failed) = count(&text);
        // A runner that ran nothing has proved nothing.
        if failed == 0 && (!ok || passed == 0) {
            failed = 1;
        }
        self.passed += passed;
        self.failed += failed;
        let seconds = start.elapsed().as_secs_f64();
        if failed == 0 {
            eprintln!("{passed} passed, {seconds:.1} s");
        } else {
            eprintln!("{failed} FAILED, {seconds:.1} s\n{}\n{help}", text.trim_end());
        }
    }
}

/// A step that passes or fails as a whole.
fn one(_: &str) -> (usize, usize) {
    (1, 0)
}

/// The sums of `test result: ok. 3 passed; 0 failed; ...`.
fn cargo(text: &str) -> (usize, usize) {
    let mut sums = (0, 0);
    for line in text.lines().filter(|line| line.starts_with("test result:")) {
        let number = |word: &str| -> usize {
            let before = line.split(word).next().unwrap_or_default().trim_end();
            before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
        };
        sums.0 += number(" passed");
        sums.1 += number(" failed");
    }
    sums
}

/// The sums of Node's TAP reporter.
fn tap(text: &str) -> (usize, usize) {
    let number = |word: &str| text.lines().filter_map(|line| line.strip_prefix(word)?.trim().parse::<usize>().ok()).sum();
    (number("# pass "), number("# fail "))
}
