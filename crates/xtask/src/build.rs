//! The npm package: wasm-pack, wasm-opt, and the hand-written files of `pkg-template`.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mcp_tool_risk_types::json::parse;

use crate::shell::{Done, Failure, copy, files, program, read, root, step, target, write};
use crate::{tools, wasm};

/// What the package and its files are called.
pub(crate) const NAME: &str = "mcp-tool-risk";

/// The folder of the finished package.
pub(crate) fn package() -> PathBuf {
    target("npm").join(NAME)
}

/// Builds the package.
pub(crate) fn build() -> Done {
    tools::ensure()?;
    wasm::build()?;
    assemble()
}

/// Packs the package as it would be published and unpacks it where the code of `folder` imports it from.
pub(crate) fn install(folder: &Path) -> Done<PathBuf> {
    let mut pack = program("npm");
    pack.args(["pack", "--silent", "--pack-destination"]).arg(target("npm")).current_dir(package());
    step("npm pack", &mut pack, "")?;
    let folder = folder.join("node_modules/mcp-tool-risk");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| Failure::file("remove", &folder, &error))?;
    }
    std::fs::create_dir_all(&folder).map_err(|error| Failure::file("create", &folder, &error))?;
    let archive = target("npm").join(concat!("mcp-tool-risk-", env!("CARGO_PKG_VERSION"), ".tgz"));
    step("unpack", program("tar").arg("-xzf").arg(&archive).args(["--strip-components=1", "-C"]).arg(folder), "")?;
    Ok(archive)
}

fn assemble() -> Done {
    let (template, package) = (root().join("pkg-template"), package());
    let dist = package.join("dist");
    if package.exists() {
        std::fs::remove_dir_all(&package).map_err(|error| Failure::file("remove", &package, &error))?;
    }
    let manifest = read(&template.join("package.json"))?;
    write(
        &package.join("package.json"),
        manifest.replace("\"version\": \"0.0.0\"", &format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"))),
    )?;

    scripts(&template.join("src"), &dist)?;
    copy(&wasm::file(), &dist.join("mcp-tool-risk.wasm"))?;

    write(&dist.join("generated.d.cts"), generated_types()?)?;
    for path in files(&template.join("types"))? {
        copy_into(&path, &dist)?;
    }
    for folder in ["catalogue", "presets", "schema"] {
        for path in files(&root().join(folder))?.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
            // For programs: without the white space, which is two thirds of a schema.
            let text = read(path)?;
            let parsed = parse(&text).map_err(|error| Failure::new(format!("{}: {error}", path.display()), ""))?;
            write(&package.join(folder).join(path.file_name().unwrap_or_default()), parsed.value.to_string())?;
        }
    }
    copy_into(&template.join("README.md"), &package)?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        copy_into(&root().join(name), &package)?;
    }
    Ok(())
}

/// The JavaScript: one file for what all entries share, because an engine takes longer to find a dozen files than to read them.
fn scripts(template: &Path, dist: &Path) -> Done {
    let source = sources();
    if source.exists() {
        std::fs::remove_dir_all(&source).map_err(|error| Failure::file("remove", &source, &error))?;
    }
    for path in files(template)? {
        copy_into(&path, &source)?;
    }
    let glue = source.join("glue.js");
    let injected = format!("--inject:{}", source.join("text.js").display());
    write(&glue, sparing(&read(&target("wasm/glue/mcp-tool-risk.js"))?)?)?;
    bundle(&[&glue], &["--format=esm", "--minify", "--allow-overwrite", &injected], &glue)?;
    // Meanings are for people: as a text beside the module they cost those nothing who never show them.
    let vocabulary = mcp_tool_risk_types::json::to_text(&mcp_tool_risk_wasm::vocabulary());
    write(&source.join("vocabulary.js"), format!("export default {vocabulary};\n"))?;

    // Others' libraries travel inside, so that the package depends on nothing; their licences go with them.
    let mut licences = String::from("What this folder contains of other packages, and under which licences.\n");
    for (file, packages) in [("inflate.js", &["fflate"][..]), ("formats.js", &["yaml", "smol-toml"])] {
        let path = source.join(file);
        bundle(&[&path], &["--format=esm", "--minify", "--main-fields=module,main", "--allow-overwrite"], &path)?;
        for name in packages {
            let _ = write!(licences, "\n{name}\n\n{}", read(&root().join("node_modules").join(name).join("LICENSE"))?);
        }
    }
    write(&dist.join("LICENSES.txt"), licences)?;
    copy_into(&source.join("formats.js"), dist)?;

    let entries = ["index.js", "slim.js", "workerd.js", "edge-light.js", "cli.js", "internals.js"].map(|entry| source.join(entry));
    let apart = ["./wasm-inline.js", "./formats.js", "*.wasm", "*.wasm?module", "node:*"].map(|name| format!("--external:{name}"));
    // Names stay: they stand in stack traces, and where an object is printed. So do lines: an engine prints the one that threw.
    let small = ["--minify-whitespace", "--minify-syntax", "--line-limit=120"];
    let mut options = vec!["--format=esm", "--splitting", "--chunk-names=shared-[hash]"];
    options.extend(small);
    options.extend(apart.iter().map(String::as_str));
    bundle_to(&entries, &options, &format!("--outdir={}", dist.display()))?;
    // One bundle serves both CommonJS entries, so that they share one instance.
    bundle(&[source.join("commonjs.js")], &[&["--format=cjs"], &small[..]].concat(), &dist.join("slim.cjs"))?;
    let commonjs = read(&source.join("index.cjs"))?;
    write(&dist.join("index.cjs"), commonjs.replace("MODULE_BYTES", &wasm::bytes()?.len().to_string()))?;
    write(&dist.join("wasm-inline.js"), format!("export default '{}';\n", wasm::inline()?))
}

/// The glue, which for a text that is not ASCII would take three times its length in the module's memory, which never shrinks. Long
/// ones are encoded outside, as it does for engines that cannot encode in place; that is faster, too.
fn sparing(glue: &str) -> Done<String> {
    let (asked, better) = ("if (realloc === undefined) {", "if (realloc === undefined || arg.length > 4096) {");
    if glue.matches(asked).count() != 1 {
        return Err(Failure::new(
            "wasm-bindgen's glue passes texts in another way than it did",
            "Look at `sparing` in crates/xtask/src/build.rs.",
        ));
    }
    Ok(glue.replace(asked, better))
}

/// What the package's JavaScript is bundled from.
pub(crate) fn sources() -> PathBuf {
    target("js")
}

fn bundle(entries: &[impl AsRef<OsStr>], options: &[&str], out: &Path) -> Done {
    bundle_to(entries, options, &format!("--outfile={}", out.display()))
}

fn bundle_to(entries: &[impl AsRef<OsStr>], options: &[&str], out: &str) -> Done {
    let mut esbuild = program("esbuild");
    esbuild.args(entries).args(["--bundle", "--platform=neutral", "--target=es2022", "--log-level=warning"]).args(options);
    step("esbuild", esbuild.arg(out), "Delete node_modules and run again.").map(drop)
}

/// The TypeScript declarations of the Rust types: everything in the bindings before the functions, which are no API.
fn generated_types() -> Done<String> {
    let bindings = read(&target("wasm/pack/mcp-tool-risk.d.ts"))?;
    let mut types = String::from("// Generated from the Rust types.\n");
    let mut comment = String::new();
    for line in bindings.lines().skip_while(|line| line.starts_with("/* ")) {
        if line.starts_with("export function") || line.starts_with("export class") || line.starts_with("export type InitInput") {
            break;
        }
        // A comment belongs to what follows it, which may be the first function.
        if line.starts_with("/**") || line.starts_with(" *") {
            let _ = writeln!(comment, "{line}");
        } else {
            types.push_str(&std::mem::take(&mut comment));
            let _ = writeln!(types, "{line}");
        }
    }
    // A module without an export would be a script.
    types.push_str("export {};\n");
    Ok(types)
}

fn copy_into(file: &Path, folder: &Path) -> Done {
    let name = file.file_name().unwrap_or_default();
    std::fs::create_dir_all(folder).map_err(|error| Failure::file("create", folder, &error))?;
    copy(file, &folder.join(name))
}
