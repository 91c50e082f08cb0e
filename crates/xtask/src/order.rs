//! The order of a module's functions. A compressor finds again what stood shortly before, so what is alike stands together.
//!
//! Here functions only get names that say the order; wasm-opt sorts by them.

use std::collections::HashMap;

/// So many bytes in a row are looked for in other functions.
const RUN: usize = 5;

/// A run that more functions have is no sign that two are alike.
const COMMON: usize = 400;

/// The module with names for its functions that sort each behind the one that it has most in common with; `None` where it is no
/// module as wasm-bindgen writes them.
pub(crate) fn named_by_likeness(module: &[u8]) -> Option<Vec<u8>> {
    let (header, mut rest) = module.split_at_checked(8)?;
    let (mut named, mut imported, mut bodies) = (header.to_vec(), 0, Vec::new());
    while let Some((id, after)) = rest.split_first() {
        let (content, next) = counted(after)?;
        match id {
            2 => imported = imports(content)?,
            10 => bodies = vector(content)?,
            _ => {}
        }
        let is_names = *id == 0 && counted(content)?.0 == b"name";
        if !is_names {
            named.extend(rest.get(..rest.len() - next.len())?);
        }
        rest = next;
    }
    let mut names = Vec::new();
    push_number(&mut names, bodies.len());
    let mut places = vec![0; bodies.len()];
    for (place, function) in by_likeness(&bodies).into_iter().enumerate() {
        *places.get_mut(function)? = place;
    }
    for (function, place) in places.into_iter().enumerate() {
        push_number(&mut names, imported + function);
        push_counted(&mut names, format!("{place:06}").as_bytes());
    }
    let mut section = Vec::new();
    push_counted(&mut section, b"name");
    section.push(1);
    push_counted(&mut section, &names);
    named.push(0);
    push_counted(&mut named, &section);
    Some(named)
}

/// The largest function first, and behind each the one that shares most of its runs with it.
fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let mut holders: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (function, body) in bodies.iter().enumerate() {
        for run in body.windows(RUN) {
            let holders = holders.entry(run).or_default();
            if holders.last() != Some(&function) {
                holders.push(function);
            }
        }
    }
    let size = |function: usize| bodies.get(function).map_or(0, |body| body.len());
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::new();
    let mut last = left.iter().copied().max_by_key(|function| size(*function));
    while let Some(function) = last {
        left.retain(|other| *other != function);
        order.push(function);
        let mut shared = vec![0; bodies.len()];
        let mut runs: Vec<&[u8]> = bodies.get(function).map_or(Vec::new(), |body| body.windows(RUN).collect());
        runs.sort_unstable();
        runs.dedup();
        for holders in runs.into_iter().filter_map(|run| holders.get(run)).filter(|holders| holders.len() <= COMMON) {
            holders.iter().for_each(|holder| {
                if let Some(count) = shared.get_mut(*holder) {
                    *count += 1;
                }
            });
        }
        // Of what a function has in common, its share counts; very short ones are like everything.
        let likeness = |function: usize| shared.get(function).map_or(0, |count| count * 1_000_000 / (size(function) + 20));
        last = left.iter().copied().max_by_key(|function| likeness(*function));
    }
    order
}

/// How many functions are imported. Nothing else may be.
fn imports(content: &[u8]) -> Option<usize> {
    let (count, mut rest) = number(content)?;
    for _ in 0..count {
        let (_module, after) = counted(rest)?;
        let (_name, after) = counted(after)?;
        let (_type, after) = number(after.strip_prefix(&[0])?)?;
        rest = after;
    }
    Some(count)
}

/// The elements of a vector of what has its length in front, with that length.
fn vector(content: &[u8]) -> Option<Vec<&[u8]>> {
    let (count, mut rest) = number(content)?;
    let mut elements = Vec::with_capacity(count);
    for _ in 0..count {
        let next = counted(rest)?.1;
        elements.push(rest.get(..rest.len() - next.len())?);
        rest = next;
    }
    Some(elements)
}

/// Bytes with their length in front, and what follows them.
fn counted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = number(bytes)?;
    rest.split_at_checked(length)
}

/// A number (LEB128), and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let length = bytes.iter().take(5).position(|byte| *byte < 0x80)? + 1;
    let (digits, rest) = bytes.split_at_checked(length)?;
    Some((digits.iter().rev().fold(0, |number, digit| number << 7 | usize::from(digit & 0x7f)), rest))
}

fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn push_counted(bytes: &mut Vec<u8>, content: &[u8]) {
    push_number(bytes, content.len());
    bytes.extend(content);
}

#[cfg(test)]
mod tests {
    use super::{by_likeness, named_by_likeness, number, push_number};

    #[test]
    fn what_is_alike_stands_together() {
        let bodies: [&[u8]; 4] = [b"first function, rather long", b"other things", b"first functions", b"other thing"];
        assert_eq!(by_likeness(&bodies), [0, 2, 3, 1]);
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for value in [0, 1, 127, 128, 300, 16_384, 5_000_000] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, value);
            bytes.push(7);
            assert_eq!(number(&bytes), Some((value, &[7][..])));
        }
    }

    #[test]
    fn old_names_are_replaced_and_the_rest_stays() {
        // A module with two empty functions, of which the second is called `b`.
        let start = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x03\x02\0\0\x0a\x07\x02\x02\0\x0b\x02\0\x0b";
        let module = [&start[..], b"\0\x0b\x04name\x01\x04\x01\x01\x01b"].concat();
        let expected = [&start[..], b"\0\x18\x04name\x01\x11\x02\0\x06000001\x01\x06000000"].concat();
        assert_eq!(named_by_likeness(&module).unwrap(), expected);
        assert_eq!(named_by_likeness(b"\0asm"), None);
    }
}
