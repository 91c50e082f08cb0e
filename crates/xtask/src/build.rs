//! The npm package: wasm-pack, wasm-opt, and the hand-written files of `pkg-template`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::order::named_by_likeness;
use crate::shell::{Done, Failure, copy, files, program, read, root, step, target, write};
use crate::tools;

const NAME: &str = "mcp-tool-risk";
/// What rustc emits since 1.87, so that every engine of the last years takes the module.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-sign-ext",
];

/// What makes the compressed module small. Inlining and shared expressions make it shorter by 2 % and less regular, so that it compresses
/// to 7 % more.
const OPTIMISE: [&str; 4] =
    ["-Os", "--always-inline-max-function-size=0", "--one-caller-inline-max-function-size=0", "--skip-pass=local-cse"];

/// The folder of the finished package.
pub(crate) fn package() -> PathBuf {
    target("npm").join(NAME)
}

/// Builds the package.
pub(crate) fn build() -> Done {
    tools::ensure()?;
    wasm()?;
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

fn wasm() -> Done {
    let mut pack = program("wasm-pack");
    pack.args(["build", "crates/wasm", "--target", "web", "--no-pack", "--mode", "no-install", "--out-name", NAME, "--out-dir"]);
    step("wasm-pack", pack.arg(target("wasm/pack")), "The compiler's message says what is wrong in the crates.")?;
    // Once more without wasm-pack, which has no option for the function that replaces the instance after a trap.
    let mut bindgen = program("wasm-bindgen");
    bindgen.args(["--target", "web", "--omit-default-module-path", "--experimental-reset-state-function", "--no-typescript"]);
    bindgen.args(["--remove-producers-section", "--out-name", NAME, "--out-dir"]).arg(target("wasm/glue"));
    bindgen.arg(target("wasm32-unknown-unknown/release/mcp_tool_risk_wasm.wasm"));
    step("wasm-bindgen", &mut bindgen, "Delete target/tools and run again.")?;

    // wasm-opt takes far longer than all else, and most builds leave the module as it was.
    let (module, before, optimised) = (target("wasm/glue/mcp-tool-risk_bg.wasm"), target("wasm/before-opt.wasm"), wasm_file());
    let same = |a: &Path, b: &Path| std::fs::read(a).ok().zip(std::fs::read(b).ok()).is_some_and(|(a, b)| a == b);
    let (options, given) = (OPTIMISE.join(" "), target("wasm/opt-options"));
    if optimised.exists() && same(&module, &before) && std::fs::read_to_string(&given).is_ok_and(|last| last == options) {
        return Ok(());
    }
    let (unsorted, help) = (target("wasm/unsorted.wasm"), "Delete node_modules and run again.");
    let mut opt = program("wasm-opt");
    opt.args(OPTIMISE).args(FEATURES).arg(&module).arg("-o").arg(&unsorted);
    step("wasm-opt", &mut opt, help)?;
    let bytes = std::fs::read(&unsorted).map_err(|error| Failure::file("read", &unsorted, &error))?;
    let named = named_by_likeness(&bytes).ok_or_else(|| Failure::new("the module's functions cannot be sorted", help))?;
    write(&unsorted, named)?;
    let mut sort = program("wasm-opt");
    sort.args(["--reorder-functions-by-name", "--strip-debug", "--strip-producers", "--strip-target-features"]).args(FEATURES);
    step("wasm-opt, sorting", sort.arg(&unsorted).arg("-o").arg(&optimised), help)?;
    write(&given, options)?;
    copy(&module, &before)
}

/// The optimised module.
pub(crate) fn wasm_file() -> PathBuf {
    target("wasm/mcp-tool-risk.wasm")
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

    for path in files(&template.join("src"))? {
        copy_into(&path, &dist)?;
    }
    let glue = target("wasm/glue/mcp-tool-risk.js");
    let injected = format!("--inject:{}", dist.join("text.js").display());
    bundle(&glue, &["--format=esm", &injected], &dist.join("glue.js"))?;
    remove(&dist.join("text.js"))?;
    copy(&wasm_file(), &dist.join("mcp-tool-risk.wasm"))?;
    // Meanings are for people: as a text beside the module they cost those nothing who never show them.
    let vocabulary = mcp_tool_risk_types::json::to_text(&mcp_tool_risk_wasm::vocabulary());
    write(&dist.join("vocabulary.js"), format!("export default {vocabulary};\n"))?;
    let bytes = std::fs::read(wasm_file()).map_err(|error| Failure::file("read", &wasm_file(), &error))?;
    let inline = base64(&bytes);
    write(&dist.join("wasm-inline.js"), format!("export default '{inline}';\n"))?;
    write(&dist.join("wasm-inline.cjs"), format!("module.exports = '{inline}';\n"))?;

    // One bundle serves both CommonJS entries, so that they share one instance.
    bundle(&dist.join("commonjs.js"), &["--format=cjs"], &dist.join("slim.cjs"))?;
    remove(&dist.join("commonjs.js"))?;

    // The command line's parsers travel inside, so that the package depends on nothing; their licences go with them.
    let formats = dist.join("formats.js");
    let mut bundle = program("esbuild");
    bundle.arg(&formats).args(["--bundle", "--format=esm", "--platform=neutral", "--target=es2022", "--minify", "--log-level=warning"]);
    bundle.args(["--main-fields=module,main", "--allow-overwrite"]);
    step("esbuild", bundle.arg(format!("--outfile={}", formats.display())), "Delete node_modules and run again.")?;
    let mut licences = String::from("formats.js contains yaml and smol-toml under these licences.\n");
    for name in ["yaml", "smol-toml"] {
        let _ = write!(licences, "\n{name}\n\n{}", read(&root().join("node_modules").join(name).join("LICENSE"))?);
    }
    write(&dist.join("formats.LICENSES.txt"), licences)?;

    write(&dist.join("generated.d.ts"), generated_types()?)?;
    for path in files(&template.join("types"))? {
        copy_into(&path, &dist)?;
    }
    for name in ["index", "generated"] {
        let types = read(&dist.join(format!("{name}.d.ts")))?;
        write(&dist.join(format!("{name}.d.cts")), types.replace(".js'", ".cjs'"))?;
    }
    for folder in ["catalogue", "presets", "schema"] {
        for path in files(&root().join(folder))?.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
            copy_into(path, &package.join(folder))?;
        }
    }
    copy_into(&template.join("README.md"), &package)?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        copy_into(&root().join(name), &package)?;
    }
    Ok(())
}

fn bundle(entry: &Path, options: &[&str], out: &Path) -> Done {
    let mut esbuild = program("esbuild");
    esbuild.arg(entry).args(["--bundle", "--platform=neutral", "--target=es2022", "--log-level=warning"]).args(options);
    esbuild.arg(format!("--outfile={}", out.display()));
    step("esbuild", &mut esbuild, "Delete node_modules and run again.").map(drop)
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

fn remove(file: &Path) -> Done {
    std::fs::remove_file(file).map_err(|error| Failure::file("remove", file, &error))
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: [u8; 64] = *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |bits: u32| char::from(*ALPHABET.get((bits & 63) as usize).unwrap_or(&b'A'));
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            text.push(if i <= chunk.len() { digit(bits >> (18 - 6 * i)) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_pads_as_rfc_4648_does() {
        let texts = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, encoded) in texts {
            assert_eq!(base64(plain.as_bytes()), encoded);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }
}
