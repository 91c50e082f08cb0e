//! Every test, with one count at the end.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::build;
use crate::shell::{Done, Failure, files, program, root};
use crate::{tools, www};

/// How a step's tests are counted.
#[derive(Clone, Copy)]
enum Count {
    /// The step passes or fails as a whole.
    One,
    /// From its output: passed, failed.
    Of(fn(&str) -> (usize, usize)),
}

/// What ran, so far.
struct Tally<'f> {
    filters: &'f [String],
    passed: usize,
    failed: usize,
}

/// Runs the steps whose title contains one of the filters; all of them without a filter.
pub(crate) fn test(filters: &[String]) -> Done {
    let mut tally = Tally { filters, passed: 0, failed: 0 };
    native(&mut tally);
    if PACKAGE_STEPS.iter().any(|title| tally.wants(title)) {
        eprintln!("the package:");
        build::build()?;
        let archive = build::install(&root().join("tests"))?;
        package(&mut tally, &archive)?;
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed > 0 {
        return Err(Failure::new("tests failed", "Their output stands above; `cargo xtask test NAME` runs the steps with that name."));
    }
    if tally.passed == 0 {
        return Err(Failure::new(
            "no step has such a name",
            format!("The steps: {}", [&NATIVE_STEPS[..], &PACKAGE_STEPS[..]].concat().join(", ")),
        ));
    }
    Ok(())
}

const NATIVE_STEPS: [&str; 7] = ["format", "clippy", "clippy for wasm", "native tests", "generated documents", "rustdoc", "grades"];
const PACKAGE_STEPS: [&str; 10] =
    ["package in node", "documents", "types", "publint", "attw", "hosts", "browser", "electron", "next", "playground"];
/// Those that open pages.
const BROWSER_STEPS: [&str; 5] = ["hosts", "browser", "electron", "next", "playground"];

/// What needs no package.
fn native(tally: &mut Tally<'_>) {
    let [format, clippy, clippy_wasm, tests, documents, rustdoc, grades] = NATIVE_STEPS;
    let deny = ["--", "-D", "warnings"];
    tally.run(format, Count::One, "Run `cargo fmt --all`.", program("cargo").args(["fmt", "--all", "--check"]));
    let lint = |options: &[&str]| {
        let mut cargo = program("cargo");
        cargo.args(["clippy", "--quiet"]).args(options).args(deny);
        cargo
    };
    tally.run(clippy, Count::One, "Mend what it names.", &mut lint(&["--workspace", "--all-targets"]));
    let wasm = ["--package", "mcp-tool-risk-wasm", "--target", "wasm32-unknown-unknown"];
    tally.run(clippy_wasm, Count::One, "Mend what it names.", &mut lint(&wasm));
    tally.run(tests, Count::Of(cargo), "", program("cargo").args(["test", "--workspace", "--no-fail-fast"]));
    // The published schema and typings are those that the types give.
    let generated = ["test", "--package", "mcp-tool-risk-policy", "--features", "schema,ts", "--test", "schema", "--test", "catalogue"];
    tally.run(documents, Count::Of(cargo), "Run it with UPDATE=1 and look at what changes.", program("cargo").args(generated));
    let mut doc = program("cargo");
    doc.args(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings");
    tally.run(rustdoc, Count::One, "Mend what it names.", &mut doc);
    // By name: the folder holds the installed servers too.
    tally.run(grades, Count::Of(tap), "", program("node").args(["--test", "--test-reporter=tap", "eval/grades.test.mjs"]));
}

/// What tests the package as it would be published.
fn package(tally: &mut Tally<'_>, archive: &PathBuf) -> Done {
    let [node, documents, types, publint, attw, hosts, browser, electron, next, playground] = PACKAGE_STEPS;
    tally.run(node, Count::Of(tap), "", &mut node_tests("tests/package")?);
    tally.run(documents, Count::Of(tap), "", &mut node_tests("tests/docs")?);
    for compiler in ["typescript", "typescript5"] {
        for resolution in ["node16", "nodenext", "bundler"] {
            let mut tsc = program("node");
            tsc.arg(format!("node_modules/{compiler}/bin/tsc")).args(["-p", &format!("tests/types/tsconfig.{resolution}.json")]);
            tally.run(&format!("{types}: {compiler}, {resolution}"), Count::One, "", &mut tsc);
        }
    }
    tally.run(publint, Count::One, "", program("publint").arg("--strict").arg(archive));
    // The module is no JavaScript: only bundlers and edge workers import it.
    let exclude = ["--profile", "node16", "--exclude-entrypoints", "mcp-tool-risk.wasm"];
    tally.run(attw, Count::One, "", program("attw").arg(archive).args(exclude));
    if !BROWSER_STEPS.iter().any(|title| tally.wants(title)) {
        return Ok(());
    }
    let chromium = tools::chromium()?;
    let in_browser = |folder: &str| -> Done<Command> {
        let mut tests = node_tests(folder)?;
        tests.env("CHROMIUM", &chromium);
        Ok(tests)
    };
    if tally.wants(hosts) {
        tools::node_modules(&root().join("tests/hosts"), "the hosts")?;
        tally.run(hosts, Count::Of(tap), "", &mut in_browser("tests/hosts")?);
    }
    tally.run(browser, Count::Of(tap), "", &mut in_browser("tests/browser")?);
    tally.run(electron, Count::Of(tap), "", &mut in_browser("tests/electron")?);
    if tally.wants(next) {
        tools::node_modules(&root().join("tests/next"), "Next.js")?;
        tally.run(next, Count::Of(tap), "", &mut in_browser("tests/next")?);
    }
    if tally.wants(playground) {
        www::build()?;
        tally.run(playground, Count::Of(tap), "", &mut in_browser("tests/www")?);
    }
    Ok(())
}

/// Node's test runner over the `*.test.mjs` files of a folder.
fn node_tests(folder: &str) -> Done<Command> {
    let mut node = program("node");
    node.args(["--test", "--test-reporter=tap"]);
    let is_test = |path: &&PathBuf| path.to_string_lossy().ends_with(".test.mjs");
    node.args(files(&root().join(folder))?.iter().filter(is_test));
    Ok(node)
}

impl Tally<'_> {
    fn wants(&self, title: &str) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| title.contains(filter.as_str()))
    }

    /// Runs one program; what it counts is added, and a program that fails without a failed test is one failure.
    fn run(&mut self, title: &str, count: Count, help: &str, command: &mut Command) {
        if !self.wants(title) {
            return;
        }
        eprint!("{title} ... ");
        let start = Instant::now();
        let (text, ok) = match command.stdin(Stdio::null()).output() {
            Ok(output) => (String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(), output.status.success()),
            Err(error) => (format!("`{}` does not start: {error}", command.get_program().display()), false),
        };
        let (passed, failed) = match count {
            Count::One => (usize::from(ok), usize::from(!ok)),
            Count::Of(count) => match count(&text) {
                // A runner that ran nothing has proved nothing.
                (passed @ 1.., 0) if ok => (passed, 0),
                (passed, failed) => (passed, failed.max(1)),
            },
        };
        self.passed += passed;
        self.failed += failed;
        let seconds = start.elapsed().as_secs_f64();
        if failed == 0 {
            eprintln!("{passed} passed, {seconds:.1} s");
            for skipped in text.lines().filter_map(not_run) {
                eprintln!("  not run: {skipped}");
            }
        } else {
            eprintln!("{failed} FAILED, {seconds:.1} s\n{}\n{help}", text.trim_end());
        }
    }
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

/// The title of a test in Node's TAP that did not run, with the reason.
fn not_run(line: &str) -> Option<String> {
    let (_, rest) = line.trim_start().strip_prefix("ok ")?.split_once(" - ")?;
    rest.split_once(" # SKIP").map(|(title, reason)| [title, ": ", reason.trim_start()].concat())
}

#[cfg(test)]
mod tests {
    use super::{cargo, not_run, tap};

    #[test]
    fn the_counts_of_the_runners_are_summed() {
        let text = "test result: ok. 3 passed; 0 failed; 0 ignored\nnoise\ntest result: FAILED. 1 passed; 2 failed; 0 ignored\n";
        assert_eq!(cargo(text), (4, 2));
        assert_eq!(tap("# tests 5\n# pass 4\n# fail 1\n"), (4, 1));
    }

    #[test]
    fn a_test_that_did_not_run_says_why() {
        assert_eq!(not_run("    ok 3 - Bun # SKIP no Bun here").as_deref(), Some("Bun: no Bun here"));
        assert_eq!(not_run("ok 3 - Bun"), None);
    }
}
