//! The playground: the page of `www-demo` on the package as it would be published.

use std::process::Stdio;

use crate::build;
use crate::shell::{Done, Failure, program, root, step, target};
use crate::tools;

/// Builds the page into `target/www/`, from a package that is built already.
pub(crate) fn build() -> Done {
    let folder = root().join("www-demo");
    tools::node_modules(&folder, "npm dependencies of the playground")?;
    build::install(&folder)?;
    let mut check = program("node");
    check.args(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "www-demo/tsconfig.json"]);
    step("types of the playground", &mut check, "Mend what it names.")?;
    let mut vite = program("node");
    step("vite", vite.args(["node_modules/vite/bin/vite.js", "build"]).current_dir(&folder), "Mend what it names.").map(drop)
}

/// Builds everything and serves the page on this machine, until it is stopped.
pub(crate) fn serve() -> Done {
    build::build()?;
    build()?;
    let mut node = program("node");
    node.arg("crates/xtask/js/serve.mjs").arg(target("www")).stdin(Stdio::inherit());
    match node.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("the server ended: {status}"), "")),
        Err(error) => Err(Failure::new(format!("`node` does not start: {error}"), "")),
    }
}
