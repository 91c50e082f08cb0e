//! The WebAssembly module: wasm-pack, wasm-opt, and the text in which it travels.

use std::path::{Path, PathBuf};

use crate::build::NAME;
use crate::order::named_by_likeness;
use crate::shell::{Done, Failure, copy, program, step, target, write};

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

/// Builds the module, its glue and its typings.
pub(crate) fn build() -> Done {
    let mut pack = program("wasm-pack");
    pack.args(["build", "crates/wasm", "--target", "web", "--no-pack", "--mode", "no-install", "--out-name", NAME, "--out-dir"]);
    // Messages of panics name source files. Where this machine keeps them is nobody's business, and would make every build another.
    let registry = home().join("registry/src").display().to_string();
    pack.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", format!("--remap-path-prefix={registry}=crates"));
    step("wasm-pack", pack.arg(target("wasm/pack")), "The compiler's message says what is wrong in the crates.")?;
    // Once more without wasm-pack, which has no option for the function that replaces the instance after a trap.
    let mut bindgen = program("wasm-bindgen");
    bindgen.args(["--target", "web", "--omit-default-module-path", "--experimental-reset-state-function", "--no-typescript"]);
    bindgen.args(["--remove-producers-section", "--out-name", NAME, "--out-dir"]).arg(target("wasm/glue"));
    bindgen.arg(target("wasm32-unknown-unknown/release/mcp_tool_risk_wasm.wasm"));
    step("wasm-bindgen", &mut bindgen, "Delete target/tools and run again.")?;

    // wasm-opt takes far longer than all else, and most builds leave the module as it was.
    let (module, before, optimised) = (target("wasm/glue/mcp-tool-risk_bg.wasm"), target("wasm/before-opt.wasm"), file());
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

/// The optimised module itself.
pub(crate) fn bytes() -> Done<Vec<u8>> {
    std::fs::read(file()).map_err(|error| Failure::file("read", &file(), &error))
}

/// The core as it travels inside JavaScript: compressed, as text.
pub(crate) fn inline() -> Done<String> {
    let mut packed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Deflate, &*bytes()?, &mut packed)
        .map_err(|error| Failure::file("compress", &file(), &error))?;
    Ok(base64(&packed))
}

/// Where Cargo keeps what it downloads.
fn home() -> PathBuf {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.unwrap_or_else(|| PathBuf::from(std::env::var_os("HOME").or(std::env::var_os("USERPROFILE")).unwrap_or_default()).join(".cargo"))
}

/// Where the optimised module is.
pub(crate) fn file() -> PathBuf {
    target("wasm/mcp-tool-risk.wasm")
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
