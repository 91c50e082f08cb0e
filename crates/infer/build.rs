#![allow(clippy::indexing_slicing, clippy::print_stderr, reason = "a build script reports mistakes by stopping")]
//! Compiles the lexicon (data/*.tsv) into static tables. Whoever edits a table gets its mistakes here, by file and line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// The rows of a table: line number and cells. Empty lines and lines that start with `#` are comments.
fn rows(name: &str, columns: usize) -> Vec<(usize, Vec<String>)> {
    let path = Path::new("data").join(name);
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(&path).unwrap_or_else(|e| fail(name, 0, &e.to_string()));
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(i, line)| {
            let cells: Vec<String> = line.split('\t').map(|cell| cell.trim().to_owned()).collect();
            if cells.len() != columns {
                fail(name, i + 1, &format!("expected {columns} tab-separated cells, found {}", cells.len()));
            }
            (i + 1, cells)
        })
        .collect()
}

fn fail(table: &str, line: usize, message: &str) -> ! {
    eprintln!("data/{table}:{line}: {message}");
    process::exit(1)
}

fn pascal(word: &str) -> String {
    word.split(['_', '-', ' '])
        .map(|part| {
            let mut chars = part.chars();
            chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
        })
        .collect()
}

fn option(cell: &str, render: impl Fn(&str) -> String) -> String {
    if cell == "-" { "None".to_owned() } else { format!("Some({})", render(cell)) }
}

/// The letter that a number is written as in the tables.
fn letter(number: usize) -> char {
    char::from(FIRST_LETTER + number as u8)
}

/// The first printable character that is no space; src/lexicon.rs reads letters by it.
const FIRST_LETTER: u8 = b'!';

/// The letter of a weight that is nothing; each letter from it is a quarter.
const ZERO: u8 = b'm';

/// What the tables say of each word, one cell for each kind of thing; `Known` in src/lexicon.rs reads them in this order, which is
/// that of the smallest module.
type Words = BTreeMap<String, [Option<(usize, String)>; 7]>;
const WEIGHTS: usize = 0;
const WEIGHTS_IN_NAME: usize = 1;
const HOME: usize = 2;
const WORD: usize = 3;
const OBJECT: usize = 4;
const SENSE: usize = 5;
const PARAM: usize = 6;

/// Fills a cell of a word.
fn insert(words: &mut Words, cell: usize, (table, line): (&str, usize), key: &str, value: impl Into<String>) {
    if key.contains(|c: char| c.is_ascii_uppercase()) {
        fail(table, line, &format!("`{key}` has a capital letter"));
    }
    if let Some((first, _)) = words.entry(key.to_owned()).or_default()[cell].replace((line, value.into())) {
        fail(table, line, &format!("`{key}` stands already in line {first}"));
    }
}

/// All words with their cells, packed as src/table.rs says.
fn packed(out: &mut String, words: &Words) {
    let mut by_value: BTreeMap<String, (&str, String)> = BTreeMap::new();
    for (key, cells) in words {
        let cells: Vec<&str> = cells.iter().map(|cell| cell.as_ref().map_or("", |(_, value)| value.as_str())).collect();
        let (last, packed) = by_value.entry(cells.join(" ").trim_end().to_owned()).or_default();
        // Cut at a character, so that what is packed is a text.
        let same = key.chars().zip(last.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>();
        let shared = if same < 26 { same } else { 0 };
        packed.push(char::from(b'A' + shared as u8));
        packed.push_str(key.get(shared..).unwrap_or_default());
        *last = key;
    }
    let packed: String = by_value.into_iter().map(|(value, (_, keys))| format!("{value}\t{keys}\n")).collect();
    let longest: usize = words.keys().map(|key| key.len() + 3).sum();
    if longest >= 1 << 20 || words.len() > usize::from(u16::MAX) {
        fail("*.tsv", 0, "the words are longer than src/table.rs has room for");
    }
    // Half of the index stays free.
    let slots = (2 * words.len()).next_power_of_two();
    writeln!(out, "static TABLE: Table<Known> = Table::new({packed:?}, {slots}, Known::read);").ok();
}

/// The table of commands without its examples, which are for readers and tests alone, in the order that the search needs.
fn commands() {
    let mut rows = rows("commands.tsv", 4);
    rows.sort_by(|(_, a), (_, b)| a.first().cmp(&b.first()));
    let lines: String = rows.iter().map(|(_, cells)| cells.get(..3).unwrap_or_default().join("\t") + "\n").collect();
    let path = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("commands.tsv");
    fs::write(path, lines).unwrap_or_else(|e| fail("commands.tsv", 0, &e.to_string()));
}

/// The lower case of every character, as runs: where a run starts, how many characters it has, how far these are apart, and what to add.
fn lower() {
    let mut runs: Vec<(u32, u32, u32, i32)> = Vec::new();
    for upper in '\u{80}'..=char::MAX {
        let mut lower = upper.to_lowercase();
        let (Some(first), None) = (lower.next(), lower.next()) else { continue };
        let (from, add) = (u32::from(upper), first as i32 - upper as i32);
        // Where the next character is the lower case, every second one is upper case.
        let step = if add == 1 { 2 } else { 1 };
        match runs.last_mut() {
            _ if add == 0 => {}
            Some((start, count, _, same)) if *same == add && *start + *count * step == from && *count < 255 => *count += 1,
            _ => runs.push((from, 1, step, add)),
        }
    }
    let path = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("lower.rs");
    fs::write(path, format!("static RUNS: &[(u32, u8, u8, i32)] = &{runs:?};\n")).unwrap_or_else(|e| fail("", 0, &e.to_string()));
}

fn main() {
    commands();
    lower();
    println!("cargo::rerun-if-changed=build.rs");
    let mut out = String::new();

    // acts.tsv: act category risk blast reversibility outcome destructive open effects destination source meaning
    let acts = rows("acts.tsv", 12);
    let names: Vec<&str> = acts.iter().filter_map(|(_, c)| c.first().map(String::as_str)).collect();
    let known = |table: &str, line: usize, act: &str| {
        if !names.contains(&act) {
            fail(table, line, &format!("`{act}` is no act of acts.tsv"));
        }
        format!("Act::{}", pascal(act))
    };
    writeln!(out, "/// What a tool does, as the lexicon distinguishes it.\n#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub enum Act {{").ok();
    for (_, c) in &acts {
        writeln!(out, "    /// The tool {}.\n    {},", c[11], pascal(&c[0])).ok();
    }
    writeln!(
        out,
        "}}\nimpl Act {{\n    /// Every act.\n    pub const ALL: &'static [Act] = &[{}];\n}}",
        names.iter().map(|n| format!("Act::{}", pascal(n))).collect::<Vec<_>>().join(", ")
    )
    .ok();
    writeln!(out, "pub(crate) static PROFILES: &[Profile] = &[").ok();
    for (_, c) in &acts {
        let effects: Vec<String> = if c[8] == "-" { vec![] } else { c[8].split(',').map(|e| format!("{e:?}")).collect() };
        writeln!(
            out,
            "    Profile {{ name: {:?}, category: Category::{}, risk: RiskLevel::{}, blast: BlastRadius::{}, reversibility: Reversibility::{}, outcome: Outcome::{}, destructive: {}, open: {}, effects: &[{}], destination: Destination::{}, source: {}, meaning: {:?} }},",
            c[0], pascal(&c[1]), pascal(&c[2]), pascal(&c[3]), pascal(&c[4]), pascal(&c[5]),
            option(&c[6], str::to_owned), option(&c[7], str::to_owned), effects.join(", "),
            pascal(&c[9]), option(&c[10], |s| format!("Source::{}", pascal_source(s))), c[11]
        )
        .ok();
    }
    writeln!(out, "];").ok();

    // words.tsv: word kind act lang example
    let mut words = Words::new();
    for (line, c) in rows("words.tsv", 5) {
        let kind = match c[1].as_str() {
            "verb" => 'v',
            "weak" => 'w',
            "noun" => 'n',
            "agent" => 'a',
            other => fail("words.tsv", line, &format!("kind `{other}` is none of verb, weak, noun, agent")),
        };
        known("words.tsv", line, &c[2]);
        let act = letter(names.iter().position(|name| **name == c[2]).unwrap_or_default());
        insert(&mut words, WORD, ("words.tsv", line), &c[0], format!("{kind}{act}"));
    }

    // senses.tsv: word behind act example
    for (line, c) in rows("senses.tsv", 4) {
        known("senses.tsv", line, &c[2]);
        let act = letter(names.iter().position(|name| **name == c[2]).unwrap_or_default());
        for behind in c[1].split(',') {
            insert(&mut words, SENSE, ("senses.tsv", line), &format!("{} {behind}", c[0]), act);
        }
        // The word alone says that it has senses.
        words.entry(c[0].clone()).or_default()[SENSE].get_or_insert((line, act.to_string()));
    }

    // objects.tsv: word classes example
    let rows_of_objects = rows("objects.tsv", 2);
    let mut classes: Vec<String> = rows_of_objects.iter().flat_map(|(_, c)| c[1].split(',')).map(str::to_owned).collect();
    classes.sort();
    classes.dedup();
    for (line, c) in rows_of_objects {
        let number = |class| letter(classes.iter().position(|known| known == class).unwrap_or_default());
        insert(&mut words, OBJECT, ("objects.tsv", line), &c[0], c[1].split(',').map(number).collect::<String>());
    }
    if classes.len() > 64 {
        fail("objects.tsv", 0, "more than 64 classes");
    }
    writeln!(out, "/// What kind of thing a noun names.\n#[derive(Debug, Clone, Copy, PartialEq, Eq)]\n#[allow(dead_code, reason = \"a class may be there for its words alone\")]\npub(crate) enum Class {{").ok();
    for class in &classes {
        writeln!(out, "    /// `{class}` in objects.tsv.\n    {},", pascal(class)).ok();
    }
    writeln!(out, "}}").ok();

    // pairs.tsv: act class becomes example
    writeln!(out, "pub(crate) static PAIRS: &[(Act, Class, Act)] = &[").ok();
    for (line, c) in rows("pairs.tsv", 4) {
        if !classes.contains(&c[1]) {
            fail("pairs.tsv", line, &format!("`{}` is no class of objects.tsv", c[1]));
        }
        for act in c[0].split(',') {
            writeln!(out, "    ({}, Class::{}, {}),", known("pairs.tsv", line, act), pascal(&c[1]), known("pairs.tsv", line, &c[2])).ok();
        }
    }
    writeln!(out, "];").ok();

    // params.tsv: name role example
    let mut roles: Vec<String> = Vec::new();
    for (line, c) in rows("params.tsv", 2) {
        let role = format!("Role::{}", pascal(&c[1]));
        let number = roles.iter().position(|known| *known == role).unwrap_or_else(|| {
            roles.push(role);
            roles.len() - 1
        });
        insert(&mut words, PARAM, ("params.tsv", line), &c[0], letter(number));
    }
    writeln!(out, "static ROLES: &[Role] = &[{}];\nconst FIRST_LETTER: u8 = {FIRST_LETTER};\nconst ZERO: u8 = {ZERO};", roles.join(", "))
        .ok();

    flow(&mut words);
    packed(&mut out, &words);

    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("lexicon.rs");
    fs::write(&target, out).unwrap_or_else(|e| fail("", 0, &e.to_string()));
}

fn pascal_source(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// The tables of src/flow.
fn flow(words: &mut Words) {
    for (line, c) in rows("flow-homes.tsv", 2) {
        let mark = match c[1].as_str() {
            "web" => 'w',
            "public" => 'p',
            "internal" => 'i',
            "user" => 'u',
            "system" => 's',
            other => fail("flow-homes.tsv", line, &format!("`{other}` is none of web, public, internal, user, system")),
        };
        insert(words, HOME, ("flow-homes.tsv", line), &c[0], mark);
    }
    for (line, c) in rows("flow-weights.tsv", 6) {
        let letters: String = c[1..]
            .iter()
            .map(|cell| match cell.parse::<i32>() {
                Ok(weight @ -12..=12) => char::from((i32::from(ZERO) + weight) as u8),
                _ => fail("flow-weights.tsv", line, &format!("`{cell}` is no whole number from -12 to 12")),
            })
            .collect();
        let (key, cell) = match c[0].split_at(1) {
            ("*", word) => (word, WEIGHTS),
            ("/", word) => (word, WEIGHTS_IN_NAME),
            _ => (c[0].as_str(), WEIGHTS),
        };
        insert(words, cell, ("flow-weights.tsv", line), key, letters);
    }
}
