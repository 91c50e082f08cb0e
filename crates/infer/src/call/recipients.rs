//! Who a message goes to: inside or outside the host's own domains.

/// Where recipients are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recipients {
    /// The parameter is given, be it with nobody.
    pub given: bool,
    /// Somebody elsewhere, or nobody can tell.
    pub outside: bool,
    /// An address of many people: `all@`, `everyone@`.
    pub many: bool,
}

const LISTS: [&str; 9] = ["all", "everyone", "everybody", "staff", "team", "company", "announce", "announcements", "employees"];

/// Adds the recipients in a text: addresses, maybe with names, separated by commas or semicolons.
pub(crate) fn add(text: &str, own_domains: &[String], found: &mut Recipients) {
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let address = match part.rsplit_once('<') {
            Some((_, rest)) => rest.split('>').next().unwrap_or_default(),
            None => part,
        };
        let address = address.strip_prefix("mailto:").unwrap_or(address).trim();
        // Quoted names, comments, routes and letters that imitate others may lead elsewhere than they seem.
        let plain = address.is_ascii()
            && !address.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '(' | ')' | '%' | '!' | ':' | '?' | '\\' | '<' | '>'));
        let Some((name, domain)) = address.split_once('@').filter(|(name, domain)| plain && !name.is_empty() && !domain.contains('@'))
        else {
            found.outside = true;
            continue;
        };
        let domain = domain.trim_end_matches('.').to_ascii_lowercase();
        let own = |own: &String| {
            let own = own.trim_start_matches(['@', '.', '*']).to_ascii_lowercase();
            !own.is_empty() && (domain == own || domain.strip_suffix(own.as_str()).is_some_and(|rest| rest.ends_with('.')))
        };
        found.outside |= !own_domains.iter().any(own);
        found.many |= LISTS.iter().any(|list| name.eq_ignore_ascii_case(list));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_addresses_of_own_domains_are_inside() {
        let own = ["corp.example".to_owned()];
        let of = |text: &str| {
            let mut found = Recipients::default();
            add(text, &own, &mut found);
            found
        };
        for text in ["a@corp.example", "A <a@Corp.Example>", "a@mail.corp.example, b@corp.example"] {
            assert!(!of(text).outside, "{text}");
        }
        for text in [
            "a@other.example",
            "a@corp.example.evil.example",
            "a@evilcorp.example",
            "a@corp.example, b@other.example",
            "a@corp.example@evil.example",
            "\"a@corp.example\"@evil.example",
            "a%evil.example@corp.example",
            "a@c\u{43e}rp.example",
            "a@corp.example <b@evil.example>",
            "somebody",
            "a@corp.example?bcc=b@evil.example",
        ] {
            assert!(of(text).outside, "{text}");
        }
        assert!(of("all@corp.example").many);
    }
}
