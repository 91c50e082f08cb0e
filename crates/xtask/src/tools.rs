//! The tools that the build needs, at pinned versions, installed below `target/` and `node_modules/`.

use std::path::{Path, PathBuf};

use crate::shell::{Done, Failure, first_line, program, read, root, step, target, write};

const WASM_PACK: &str = "0.15.1";
const NODE: u32 = 20;
const NETWORK: &str = "Needs the network the first time; run the command again when it is there.";

/// Everything that a build of the package needs.
pub(crate) fn ensure() -> Done {
    wasm_target()?;
    node_modules(&root(), "npm dependencies")?;
    cargo_tool("wasm-pack", "wasm-pack", WASM_PACK, &["--locked"])?;
    // The version must be that of the library, to the last digit. The lock file of the CLI names a version that was
    // withdrawn, so it is resolved anew; unoptimised it builds in a third of the time and is fast enough.
    cargo_tool("wasm-bindgen", "wasm-bindgen-cli", &locked_version("wasm-bindgen")?, &["--debug"])
}

/// The version of a crate in `Cargo.lock`.
fn locked_version(name: &str) -> Done<String> {
    let lock = read(&root().join("Cargo.lock"))?;
    let wanted = format!("name = \"{name}\"");
    let mut lines = lock.lines().skip_while(|line| *line != wanted).skip(1);
    lines
        .next()
        .and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'))
        .map(str::to_owned)
        .ok_or_else(|| Failure::new(format!("Cargo.lock has no {name}"), "Run `cargo update --workspace`."))
}

fn wasm_target() -> Done {
    let library = first_line(program("rustc").args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]));
    if library.is_some_and(|path| Path::new(&path).exists()) {
        return Ok(());
    }
    step(
        "wasm32-unknown-unknown",
        program("rustup").args(["target", "add", "wasm32-unknown-unknown"]),
        "Install Rust with rustup, or add the wasm32-unknown-unknown standard library of your rustc some other way.",
    )
    .map(drop)
}

fn cargo_tool(binary: &str, package: &str, version: &str, options: &[&str]) -> Done {
    let installed = first_line(program(&target(&format!("tools/bin/{binary}")).to_string_lossy()).arg("--version"));
    if installed.is_some_and(|line| line.split(' ').nth(1) == Some(version)) {
        return Ok(());
    }
    let mut install = program("cargo");
    install.arg("install").arg("--root").arg(target("tools")).args(["--force", "--quiet", "--version", version]);
    // Not the workspace's target folder: its lock would hold up other builds.
    install.args(options).arg(package).env("CARGO_TARGET_DIR", target("tools/build"));
    step(&format!("{binary} {version} (a few minutes, once)"), &mut install, NETWORK).map(drop)
}

/// `npm ci` in the folder, where its lock file changed since the last time.
pub(crate) fn node_modules(folder: &Path, title: &str) -> Done {
    let major = first_line(program("node").arg("--version"))
        .and_then(|line| line.strip_prefix('v')?.split('.').next()?.parse::<u32>().ok())
        .ok_or_else(|| Failure::new("Node.js does not run", format!("Install Node.js {NODE} or later.")))?;
    if major < NODE {
        return Err(Failure::new(format!("Node.js {major} is too old"), format!("Install Node.js {NODE} or later.")));
    }
    let lock = read(&folder.join("package-lock.json"))?;
    let stamp = folder.join("node_modules/.installed-lock");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    step(title, program("npm").args(["ci", "--no-progress", "--loglevel=error"]).current_dir(folder), NETWORK)?;
    write(&stamp, lock)
}

/// Where a Chromium stands, installed with the system's packages where there is none.
pub(crate) fn chromium() -> Done<PathBuf> {
    let found = || {
        let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
        let mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
        named.into_iter().chain(usual.map(PathBuf::from)).chain([PathBuf::from(mac)]).find(|path| path.exists())
    };
    if let Some(path) = found() {
        return Ok(path);
    }
    let help = "Install Chromium or Chrome, and say where with the variable CHROMIUM.";
    step("apt-get update", program("apt-get").arg("update"), help)?;
    step(
        "apt-get install chromium",
        program("apt-get").args(["install", "-y", "chromium"]).env("DEBIAN_FRONTEND", "noninteractive"),
        help,
    )?;
    found().ok_or_else(|| Failure::new("Chromium was installed and is not to be found", help))
}
