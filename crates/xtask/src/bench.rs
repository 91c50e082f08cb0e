//! `bench`: the package against what clients use today.

use std::process::Stdio;

use crate::shell::{Done, Failure, program, root, target};
use crate::{build, tools};

/// Builds the package, prints the table and writes `target/bench/report.json`.
pub(crate) fn bench() -> Done {
    build::build()?;
    tools::node_modules(&root().join("benches"), "what is compared")?;
    let mut node = program("node");
    node.arg("benches/bench.mjs").arg(build::package()).arg(build::sources()).arg(target("bench/report.json"));
    let status = node.stdin(Stdio::null()).status().map_err(|error| Failure::new(format!("node does not start: {error}"), ""))?;
    if status.success() { Ok(()) } else { Err(Failure::new("the benchmarks failed", "What stands above says why.")) }
}
