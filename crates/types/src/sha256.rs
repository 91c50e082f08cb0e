//! SHA-256 (FIPS 180-4), for digests of definitions and documents.

use core::fmt;

const BLOCK: usize = 64;

#[rustfmt::skip]
const ROUNDS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// A digest in the making. Text can be written to it, so that a canonical form need not be built first.
///
/// ```
/// use core::fmt::Write;
/// let mut hash = mcp_tool_risk_types::Sha256::new();
/// write!(hash, "a{}", "bc")?;
/// assert_eq!(hash.finish(), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
/// # Ok::<(), core::fmt::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sha256 {
    state: [u32; 8],
    block: Vec<u8>,
    length: u64,
}

impl Default for Sha256 {
    fn default() -> Self {
        let state = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
        Self { state, block: Vec::with_capacity(BLOCK), length: 0 }
    }
}

impl Sha256 {
    /// The digest of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            bytes = later;
            if self.block.len() == BLOCK {
                self.compress();
            }
        }
    }

    /// The digest as text: `sha256:` and 64 hexadecimal digits.
    pub fn finish(mut self) -> String {
        let bits = self.length.wrapping_mul(8);
        self.update(&[0x80]);
        while self.block.len() != BLOCK - 8 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        let digits = self.state.iter().flat_map(|word| (0..8).rev().map(move |i| word >> (4 * i) & 15));
        "sha256:".chars().chain(digits.filter_map(|digit| char::from_digit(digit, 16))).collect()
    }

    fn compress(&mut self) {
        let mut words = [0u32; 16];
        for (word, bytes) in words.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        self.block.clear();
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for round in ROUNDS {
            let high = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let first = h.wrapping_add(high).wrapping_add(choice).wrapping_add(round).wrapping_add(words[0]);
            let low = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = low.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (a, b, c, d, e, f, g, h) = (first.wrapping_add(second), a, b, c, d.wrapping_add(first), e, f, g);
            let near = words[1].rotate_right(7) ^ words[1].rotate_right(18) ^ words[1] >> 3;
            let far = words[14].rotate_right(17) ^ words[14].rotate_right(19) ^ words[14] >> 10;
            words[0] = words[0].wrapping_add(near).wrapping_add(words[9]).wrapping_add(far);
            words.rotate_left(1);
        }
        for (word, more) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(more);
        }
    }
}

impl fmt::Write for Sha256 {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(text.as_bytes());
        hash.finish()
    }

    /// The examples of FIPS 180-4 and its companion vectors.
    #[test]
    fn known_digests() {
        assert_eq!(of(""), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(of("abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "sha256:248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
        assert_eq!(of(&"a".repeat(1_000_000)), "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }

    #[test]
    fn pieces_make_the_whole() {
        let text = "0123456789".repeat(30);
        for cut in [0, 1, 55, 56, 63, 64, 65, 128, 299] {
            let mut hash = Sha256::new();
            hash.update(&text.as_bytes()[..cut]);
            hash.update(&text.as_bytes()[cut..]);
            assert_eq!(hash.finish(), of(&text), "cut at {cut}");
        }
    }
}
