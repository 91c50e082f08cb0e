//! One entry for everything: `cargo xtask build | test | demo | eval | classify | bench`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks")]

mod bench;
mod build;
mod catalogue;
mod classify;
mod demo;
mod eval;
mod order;
mod score;
mod shell;
mod test;
mod tools;
mod wasm;
mod www;

use std::process::ExitCode;

use shell::Failure;

const HELP: &str = "\
cargo xtask COMMAND

  demo [-- FILE]         the tools of two real MCP servers, or of a tools/list file, graded
  bench                  the package against what clients use today; target/bench/report.json
  test [FILTER ...]      runs every test: native, wasm, package, browser, documents
  eval [FILE.jsonl ...]  classifies labelled tools and prints the score; without a file those of pinned servers
  classify FILE          one line of JSON for each tool, from the native core
  catalogue NAME DATE FILE.jsonl ...  a catalogue of curated profiles from graded tools
  build                  the npm package in target/npm/mcp-tool-risk/, the playground in target/www/
  www                    builds both, and serves the playground on this machine

Everything that is missing is installed into target/ and node_modules/ first.";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next();
    let rest: Vec<String> = args.filter(|arg| arg != "--").collect();
    let result = match command.as_deref() {
        Some("build") => build::build().and_then(|()| www::build()),
        Some("www") => www::serve(),
        Some("demo") => demo::demo(&rest),
        Some("bench") => bench::bench(),
        Some("test") => test::test(&rest),
        Some("eval") => eval::eval(&rest),
        Some("catalogue") => catalogue::print(&rest),
        Some("classify") => classify::print(&rest),
        Some("help" | "--help" | "-h") => {
            println!("{HELP}");
            Ok(())
        }
        Some(other) => Err(Failure::new(format!("there is no command `{other}`"), HELP)),
        None => Err(Failure::new("a command is missing", HELP)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}
