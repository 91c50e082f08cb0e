//! Recognisable keys and tokens in arguments. What is found is named by kind; the value is never kept.

use std::cell::OnceCell;

use mcp_tool_risk_types::mentions;

use super::path::speaks_of_secrets;
use super::{bytes, has_space, is_one};

/// Prefixes of tokens, the least length of such a token, and what it is.
const PREFIXES: &[(&str, usize, &str)] = &[
    ("AKIA", 20, "AWS access key"),
    ("ASIA", 20, "AWS access key"),
    ("AIza", 35, "Google API key"),
    ("ya29.", 30, "Google access token"),
    ("ghp_", 30, "GitHub token"),
    ("gho_", 30, "GitHub token"),
    ("ghu_", 30, "GitHub token"),
    ("ghs_", 30, "GitHub token"),
    ("ghr_", 30, "GitHub token"),
    ("github_pat_", 30, "GitHub token"),
    ("glpat-", 20, "GitLab token"),
    ("xoxa-", 15, "Slack token"),
    ("xoxb-", 15, "Slack token"),
    ("xoxp-", 15, "Slack token"),
    ("xoxs-", 15, "Slack token"),
    ("xapp-", 15, "Slack token"),
    ("sk-", 20, "API key"),
    ("sk_live_", 20, "payment key"),
    ("rk_live_", 20, "payment key"),
    ("sk_test_", 20, "payment key"),
    ("whsec_", 20, "webhook secret"),
    ("npm_", 30, "npm token"),
    ("pypi-", 30, "PyPI token"),
    ("hf_", 30, "API token"),
    ("dop_v1_", 40, "API token"),
    ("SG.", 40, "mail service key"),
    ("shpat_", 30, "shop token"),
    ("lin_api_", 20, "API token"),
    ("ntn_", 30, "API token"),
    ("AGE-SECRET-KEY-", 30, "age key"),
    ("hvs.", 20, "Vault token"),
];

/// The key under which texts stand.
pub(super) struct Key<'k> {
    name: &'k str,
    /// Whether it speaks of secret values, once somebody asked.
    secret: OnceCell<bool>,
}

impl<'k> Key<'k> {
    pub(super) fn new(name: &'k str) -> Self {
        Self { name, secret: OnceCell::new() }
    }

    fn is_authorization(&self) -> bool {
        ["authorization", "x-api-key", "cookie"].iter().any(|header| self.name.eq_ignore_ascii_case(header))
    }

    fn is_secret(&self) -> bool {
        let named = || speaks_of_secrets(self.name) || self.is_authorization();
        *self.secret.get_or_init(|| named() && !mentions(&self.name.to_ascii_lowercase(), "page"))
    }
}

/// No word that has fewer bytes is a token, nor the value of an authorization.
const LEAST_TOKEN: usize = 10;
const LEAST_VALUE: usize = 12;

/// What secret the text holds, if one is recognised. `colon` tells whether the text has one.
pub(super) fn kind(key: &Key<'_>, text: &str, colon: bool) -> Option<&'static str> {
    if text.len() >= 6 && !has_space(text) && !looks_like_placeholder(text) && key.is_secret() {
        return Some("value of a secret parameter");
    }
    if colon || text.len() >= LEAST_TOKEN && has_token(text) {
        // One pass over the words that a token may be.
        let mut rest = text;
        loop {
            let end = rest.bytes().position(|byte| !is_token_byte(byte)).unwrap_or(rest.len());
            let word = rest.get(..end).filter(|word| word.len() >= LEAST_TOKEN);
            if let Some(kind) = word.and_then(|word| kind_of_word(word, text)) {
                return Some(kind);
            }
            let after = rest.get(end..).unwrap_or_default();
            // `scheme://user:password@host`
            if after.strip_prefix("://").is_some_and(holds_password) {
                return Some("password in an address");
            }
            let Some(next) = after.bytes().position(is_token_byte).and_then(|next| after.get(next..)) else { break };
            rest = next;
        }
    }
    if text.len() < LEAST_VALUE {
        return None;
    }
    let bearer = text.trim_start().get(..7).is_some_and(|start| start.eq_ignore_ascii_case("bearer "));
    if !bearer && !key.is_authorization() {
        return None;
    }
    text.split_whitespace().last().filter(|word| word.len() >= LEAST_VALUE && is_random(word)).map(|_| "authorization value")
}

/// Whether the text has a word as long as a token.
fn has_token(text: &str) -> bool {
    let mut length = 0;
    text.bytes().any(|byte| {
        length = if is_token_byte(byte) { length + 1 } else { 0 };
        length == LEAST_TOKEN
    })
}

fn is_token_byte(byte: u8) -> bool {
    const BYTES: [bool; 256] = bytes(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+");
    is_one(byte, &BYTES)
}

/// What a word of token characters is.
fn kind_of_word(word: &str, text: &str) -> Option<&'static str> {
    match word.as_bytes().first() {
        Some(b'-') => (word.starts_with("-----BEGIN") && mentions(text, "PRIVATE KEY")).then_some("private key"),
        Some(b'e') if word.starts_with("eyJ") && word.split('.').count() == 3 => Some("JSON web token"),
        _ => PREFIXES.iter().find(|(prefix, least, _)| word.len() >= *least && word.starts_with(prefix)).map(|(.., kind)| *kind),
    }
}

/// Whether the authority of an address has a user's password.
fn holds_password(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#', ' ']).next().unwrap_or_default();
    let user = authority.rsplit_once('@').map(|(user, _)| user);
    user.and_then(|user| user.split_once(':')).is_some_and(|(_, password)| !password.is_empty())
}

/// `${TOKEN}`, `<token>`, `xxx`, `****`: names of secrets, not their values.
fn looks_like_placeholder(text: &str) -> bool {
    text.starts_with(['$', '<', '{']) || text.bytes().all(|b| matches!(b, b'x' | b'X' | b'*' | b'.'))
}

/// Whether the text is mixed enough to be no word of a language.
fn is_random(text: &str) -> bool {
    let has = |class: fn(&u8) -> bool| text.bytes().any(|b| class(&b));
    let classes = [has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase), has(u8::is_ascii_digit)];
    classes.iter().filter(|class| **class).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(name: &str, text: &str) -> Option<&'static str> {
        kind(&Key::new(name), text, text.contains(':'))
    }

    #[test]
    fn keys_and_tokens_are_recognised() {
        // Put together here, so that scanners of repositories don't take the test for a leak.
        let token = |prefix: &str, length: usize| format!("{prefix}{}", "a1B2".repeat(length));
        for (name, text) in [
            ("note", token("ghp_", 9)),
            ("body", format!("key is {}.", token("AKIA", 4).get(..20).unwrap())),
            ("text", format!("-----BEGIN RSA {} KEY-----", "PRIVATE")),
            ("jwt", format!("eyJ{}.eyJ{}.x{}", "a".repeat(12), "b".repeat(12), "c".repeat(12))),
            ("password", "hunter2!".to_owned()),
            ("api_key", "0123456789abcdef".to_owned()),
            ("url", format!("postgres://app:{}@db/x", "s3cret")),
            ("Authorization", format!("Bearer {}", "q8".repeat(10))),
        ] {
            assert!(kind_of(name, &text).is_some(), "{name}");
        }
        for (name, text) in [
            ("note", "a plain sentence about a token"),
            ("password", "${DB_PASSWORD}"),
            ("page_token", "abc123def"),
            ("path", "sk-learn/readme.md"),
        ] {
            assert_eq!(kind_of(name, text), None, "{name} {text}");
        }
    }
}
