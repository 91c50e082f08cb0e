//! What an HTTP request does, told by its method and address. No name is resolved.

use mcp_tool_risk_types::{BlastRadius, DataClass, RiskLevel, Source, Words, find, mentions};

use super::effect::{Effect, Grade, Reading};
use super::path;

/// Where an address leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Anywhere in public.
    Public,
    /// A private network, or a name that only resolves in one.
    Private,
    /// This machine.
    Loopback,
    /// Neighbours on the same link.
    LinkLocal,
    /// A cloud's metadata service, which hands out credentials.
    Metadata,
}

/// Names under which metadata services answer.
const METADATA_NAMES: [&str; 5] =
    ["metadata.google.internal", "metadata", "instance-data", "metadata.azure.internal", "instance-data.ec2.internal"];
/// Domains whose names resolve to the address that they spell, or to this machine.
const SPELLED_ADDRESSES: [&str; 8] = ["nip.io", "sslip.io", "xip.io", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "traefik.me"];
const PRIVATE_ENDINGS: [&str; 9] = ["internal", "local", "lan", "corp", "home", "intranet", "private", "home.arpa", "localdomain"];

/// Schemes that speak to any service, run something or read files.
const ACTING_SCHEMES: [&str; 14] =
    ["dict", "expect", "gopher", "javascript", "ldap", "ldaps", "netdoc", "phar", "php", "smb", "telnet", "tftp", "unix", "vbscript"];

/// The scheme in lower case and what follows it; without a scheme the empty text and everything.
fn split_scheme(url: &str) -> (String, &str) {
    let scheme = url.split_once(':').filter(|(scheme, rest)| {
        let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
        // `host:8080/path` has no scheme.
        let digits = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
        let port = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        named && !port
    });
    scheme.map_or((String::new(), url), |(scheme, rest)| (scheme.to_ascii_lowercase(), rest))
}

/// The host as a browser or a library would read it, in lower case; look-alikes become what they stand for.
fn plain_host(authority: &str) -> String {
    let mut host = String::with_capacity(authority.len());
    let mut bytes = authority.bytes();
    let mut decoded = Vec::with_capacity(authority.len());
    while let Some(byte) = bytes.next() {
        let hex = |b: u8| char::from(b).to_digit(16);
        let mut ahead = bytes.clone();
        match (byte, ahead.next().and_then(hex), ahead.next().and_then(hex)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                bytes = ahead;
            }
            _ => decoded.push(byte),
        }
    }
    for c in String::from_utf8_lossy(&decoded).chars() {
        match c {
            '\u{3002}' | '\u{ff0e}' | '\u{ff61}' => host.push('.'),
            '\u{ff01}'..='\u{ff5e}' => host.extend(char::from_u32(u32::from(c) - 0xfee0).map(|c| c.to_ascii_lowercase())),
            '\u{2460}'..='\u{2468}' => host.extend(char::from_u32(u32::from(c) - 0x2460 + 0x31)),
            '\u{24b6}'..='\u{24cf}' => host.extend(char::from_u32(u32::from(c) - 0x24b6 + 0x61)),
            '\u{24d0}'..='\u{24e9}' => host.extend(char::from_u32(u32::from(c) - 0x24d0 + 0x61)),
            '\u{24ea}' => host.push('0'),
            '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => {}
            _ => crate::lower::push_lower(&mut host, c),
        }
    }
    host
}

/// An IPv4 address in any spelling that libraries take: one to four parts, decimal, octal or hexadecimal.
fn ipv4(host: &str) -> Option<u32> {
    let mut numbers = [0u64; 4];
    let mut count = 0;
    for part in host.split('.') {
        let number = match part.strip_prefix("0x") {
            Some("") => 0,
            Some(hex) => u64::from_str_radix(hex, 16).ok()?,
            None if part.len() > 1 && part.starts_with('0') && part.bytes().all(|b| (b'0'..=b'7').contains(&b)) => {
                u64::from_str_radix(part, 8).ok()?
            }
            None if part.bytes().all(|b| b.is_ascii_digit()) => part.parse().ok()?,
            None => return None,
        };
        *numbers.get_mut(count)? = number;
        count += 1;
    }
    let last = *numbers.get(count.checked_sub(1)?)?;
    let mut address = 0u64;
    for number in numbers.iter().take(count - 1) {
        // Some readers let parts overflow; the low byte is what they keep.
        address = address << 8 | (number & 0xff);
    }
    let rest = 8 * (5 - u32::try_from(count).ok()?);
    let address = address << rest | (last & (u64::MAX >> (64 - rest)));
    u32::try_from(address & 0xffff_ffff).ok()
}

fn place_of_ipv4(address: u32) -> Place {
    let [a, b, c, d] = address.to_be_bytes();
    match (a, b, c, d) {
        (169, 254, 169, 254 | 253 | 123) | (169, 254, 170, 2 | 23) | (100, 100, 100, 200) | (192, 0, 0, 192) | (168, 63, 129, 16) => {
            Place::Metadata
        }
        (127 | 0, ..) => Place::Loopback,
        (10, ..) | (172, 16..=31, ..) | (192, 168, ..) | (100, 64..=127, ..) | (198, 18..=19, ..) | (224..=255, ..) => Place::Private,
        (169, 254, ..) => Place::LinkLocal,
        _ => Place::Public,
    }
}

/// The eight parts of an IPv6 address. A parser of the standard library's for all addresses takes three times the room.
fn ipv6(text: &str) -> Option<[u16; 8]> {
    let gap = find(text, "::");
    let before = text.get(..gap.unwrap_or(text.len()))?;
    if gap.is_some() && mentions(before, ".") {
        return None;
    }
    let before = groups(before)?;
    let behind = gap.map_or(Some(Vec::new()), |gap| groups(text.get(gap + 2..)?))?;
    let count = before.len() + behind.len();
    if if gap.is_some() { count > 7 } else { count != 8 } {
        return None;
    }
    let mut parts = [0; 8];
    parts.iter_mut().zip(&before).for_each(|(part, group)| *part = *group);
    parts.iter_mut().rev().zip(behind.iter().rev()).for_each(|(part, group)| *part = *group);
    Some(parts)
}

/// The groups between colons; the last may be an IPv4 address.
fn groups(text: &str) -> Option<Vec<u16>> {
    let mut groups = Vec::new();
    let mut rest = Some(text).filter(|text| !text.is_empty());
    while let Some(text) = rest {
        let (group, after) = text.split_once(':').map_or((text, None), |(group, after)| (group, Some(after)));
        rest = after;
        if rest.is_none() && mentions(group, ".") {
            let bytes: Option<Vec<u8>> = group.split('.').map(|byte| byte.parse().ok().filter(|_| is_plain(byte))).collect();
            let [a, b, c, d] = *bytes? else { return None };
            groups.extend([u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])]);
        } else {
            let digits = (1..=4).contains(&group.len()) && group.bytes().all(|b| b.is_ascii_hexdigit());
            groups.push(u16::from_str_radix(group, 16).ok().filter(|_| digits)?);
        }
    }
    Some(groups)
}

/// Decimal digits without a leading zero.
fn is_plain(byte: &str) -> bool {
    byte.bytes().all(|b| b.is_ascii_digit()) && (byte == "0" || !byte.starts_with('0'))
}

fn place_of_ipv6(text: &str) -> Place {
    let text = text.split('%').next().unwrap_or_default();
    let Some(parts) = ipv6(text) else { return Place::Private };
    let low = u32::from(parts[6]) << 16 | u32::from(parts[7]);
    match parts {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => Place::Loopback,
        // IPv4 in IPv6: mapped, compatible, translated, NAT64.
        [0, 0, 0, 0, 0, 0xffff | 0, ..] | [0, 0, 0, 0, 0xffff, 0, ..] | [0x64, 0xff9b, ..] => place_of_ipv4(low),
        [0x2002, high, low, ..] => place_of_ipv4(u32::from(high) << 16 | u32::from(low)),
        [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254] => Place::Metadata,
        [0xfe80..=0xfebf, ..] => Place::LinkLocal,
        [0xfc00..=0xfdff, ..] | [0xff00..=0xffff, ..] | [0xfec0..=0xfeff, ..] => Place::Private,
        _ => Place::Public,
    }
}

/// Where a host leads, told by its text alone.
pub(crate) fn place(host: &str) -> Place {
    let host = plain_host(host);
    let host = host.trim_end_matches('.');
    if let Some(inner) = host.strip_prefix('[') {
        return place_of_ipv6(inner.split(']').next().unwrap_or_default());
    }
    if let Some(address) = ipv4(host) {
        return place_of_ipv4(address);
    }
    if METADATA_NAMES.contains(&host) {
        return Place::Metadata;
    }
    if SPELLED_ADDRESSES.iter().any(|name| host == *name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'))) {
        // The worst address that is spelled in it.
        return if ["169.254", "169-254", "a9fe"].iter().any(|part| mentions(host, part)) { Place::Metadata } else { Place::Loopback };
    }
    let last = host.rsplit('.').next().unwrap_or_default();
    if last == "localhost" || host == "localhost6" || host == "ip6-localhost" || host == "host.docker.internal" {
        Place::Loopback
    } else if PRIVATE_ENDINGS.iter().any(|end| host.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'))) || !host.contains('.') {
        Place::Private
    } else {
        Place::Public
    }
}

/// What a request does. An empty method is GET.
pub fn read(method: &str, address: &str) -> Reading {
    let mut reading = Reading::default();
    look(method, address, false, &[], &mut reading);
    reading
}

/// Adds what a request does. An empty method is GET, or POST where there is a body.
pub(crate) fn look(method: &str, url: &str, body: bool, roots: &[String], reading: &mut Reading) {
    // Browsers and libraries drop these wherever they stand.
    let url: String = url.trim().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let (mut scheme, mut rest) = split_scheme(&url);
    while matches!(scheme.as_str(), "view-source" | "jar" | "blob" | "feed") {
        reading.unclear("address within another");
        (scheme, rest) = split_scheme(rest);
    }
    match scheme.as_str() {
        "" | "http" | "https" | "ws" | "wss" => {}
        "data" => return reading.grade(Grade::Pure, "data address"),
        "file" => {
            reading.grade(Grade::Read, "file address");
            let medium = Effect { risk: RiskLevel::Medium, ..Grade::Read.effect() };
            reading.add(medium, "file address");
            return path::look(rest, false, roots, reading);
        }
        "ftp" | "ftps" | "sftp" | "s3" | "gs" | "git" | "ssh" => return request(method, body, Place::Public, reading),
        _ => {
            reading.grade(Grade::Fetch, "address of another kind");
            if ACTING_SCHEMES.contains(&scheme.as_str()) {
                reading.add(Effect { risk: RiskLevel::High, ..Grade::Fetch.effect() }, "address that talks to services or runs something");
            }
            return reading.unclear("address whose scheme isn't known");
        }
    }
    let rest = rest.trim_start_matches(['/', '\\']);
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
    if user.is_some() {
        let effect = Effect { risk: RiskLevel::Medium, ..Grade::Read.effect() };
        reading.add(effect, "user name in the address");
    }
    let host = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() };
    if host.is_empty() {
        reading.unclear("address without a host");
    } else if host.trim_start_matches('[').contains(['{', '}', '[', ',', '*', '<', '>', '|', '^', '`']) {
        // Some clients make several addresses of these.
        reading.unclear("address whose host isn't plain");
    }
    let mut place = place(host);
    // Readers differ on where the host ends: every candidate counts.
    for candidate in plain_host(user.unwrap_or_default()).split(['@', ':', '/', '\\', '#', '?']) {
        let other = self::place(candidate);
        if matches!(other, Place::Metadata) || matches!(other, Place::Loopback) && place == Place::Public {
            place = other;
        }
    }
    request(method, body, place, reading);
}

fn request(method: &str, body: bool, place: Place, reading: &mut Reading) {
    let inside = |source: Source| Effect { risk: RiskLevel::Medium, sources: Words::of(source), ..Grade::Read.effect() };
    match place {
        Place::Public => reading.grade(Grade::Fetch, "address on the internet"),
        Place::Private => reading.add(inside(Source::Internal), "address in a private network"),
        Place::Loopback => reading.add(inside(Source::Internal), "address of this machine"),
        Place::LinkLocal => {
            reading.add(Effect { risk: RiskLevel::High, ..inside(Source::Internal) }, "link-local address");
        }
        Place::Metadata => {
            let effect = Effect { returns: Words::of(DataClass::Credentials), risk: RiskLevel::High, ..inside(Source::System) };
            reading.add(effect, "address of a cloud's metadata service");
        }
    }
    let write = if place == Place::Public { Grade::Send } else { Grade::Power };
    writes(method, body, write, reading);
}

/// Adds what a request to a known server writes.
pub(crate) fn write(method: &str, body: bool, reading: &mut Reading) {
    writes(method, body, Grade::Send, reading);
}

/// The method that a header line asks for instead of the request's own.
pub(crate) fn overriding(header: &str) -> Option<&str> {
    let (name, value) = header.split_once(':')?;
    let name = name.trim();
    OVERRIDES.iter().any(|other| name.eq_ignore_ascii_case(other)).then(|| value.trim())
}

/// Headers that stand for the method.
pub(crate) const OVERRIDES: [&str; 3] = ["x-http-method-override", "x-http-method", "x-method-override"];

fn writes(method: &str, body: bool, write: Grade, reading: &mut Reading) {
    let method = method.trim().to_ascii_lowercase();
    match method.as_str() {
        "get" | "head" | "options" | "" if !body => {}
        "get" | "" | "post" | "put" | "patch" => reading.grade(write, "request that writes"),
        "delete" => reading.grade(Grade::Delete, "request that deletes"),
        "head" | "options" | "trace" => {}
        _ => {
            reading.add(Effect { blast: BlastRadius::Namespace, ..Grade::Delete.effect() }, "request with another method");
            reading.unclear("request whose method isn't known");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_is_what_the_standard_library_takes_for_one() {
        for text in [
            "",
            ":",
            "::",
            ":::",
            "1",
            "::1",
            "1::",
            "fe80::1",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9",
            "1:2:3:4:5:6:7::",
            "::2:3:4:5:6:7:8",
            "1::3:4:5:6:7:8",
            "1:2:3:4::5:6:7:8",
            "1::2::3",
            "12345::",
            "g::",
            "+1::",
            ":1",
            "1:",
            "1:::2",
            "::ffff:1.2.3.4",
            "1:2:3:4:5:6:1.2.3.4",
            "1:2:3:4:5:6:7:1.2.3.4",
            "::1.2.3.4:5",
            "1.2.3.4::",
            "1.2.3.4",
            "::01.2.3.4",
            "::0.0.0.0",
            "::1.2.3.256",
            "::1.2.3",
            "::1.2.3.4.5",
            "::1.2.3.",
            "::+1.2.3.4",
            "FE80::ABCD",
            "64:ff9b::1.2.3.4",
            "::é",
        ] {
            assert_eq!(ipv6(text), text.parse::<core::net::Ipv6Addr>().ok().map(|address| address.segments()), "{text}");
        }
    }

    #[test]
    fn every_spelling_of_an_address_is_seen() {
        for host in [
            "169.254.169.254",
            "2852039166",
            "0xa9fea9fe",
            "0251.0376.0251.0376",
            "0xa9.0xfe.0xa9.0xfe",
            "169.254.43518",
            "[::ffff:169.254.169.254]",
            "[::ffff:a9fe:a9fe]",
            "169.254.169.254.",
            "metadata.google.internal",
            "METADATA.google.internal.",
            "[fd00:ec2::254]",
            "１６９.254.169.254",
            "169。254。169。254",
            "①⑥⑨.②⑤④.①⑥⑨.②⑤④",
            "%31%36%39.254.169.254",
            "425.510.425.510",
            "169.254.169.254.nip.io",
            "[64:ff9b::a9fe:a9fe]",
            "100.100.100.200",
        ] {
            assert_eq!(place(host), Place::Metadata, "{host}");
        }
        for host in [
            "127.0.0.1",
            "localhost",
            "LOCALHOST.",
            "0",
            "0x7f.1",
            "017700000001",
            "2130706433",
            "[::1]",
            "127.1",
            "0.0.0.0",
            "a.localhost",
        ] {
            assert_eq!(place(host), Place::Loopback, "{host}");
        }
        for host in ["10.1.2.3", "192.168.0.1", "172.20.0.1", "db", "grafana.corp", "printer.local", "[fd12::1]"] {
            assert_eq!(place(host), Place::Private, "{host}");
        }
        for host in ["example.com", "8.8.8.8", "internal.example.com", "[2606:4700::1111]", "172.32.0.1"] {
            assert_eq!(place(host), Place::Public, "{host}");
        }
    }

    fn of(method: &str, url: &str) -> Reading {
        let mut reading = Reading::default();
        look(method, url, false, &[], &mut reading);
        reading
    }

    #[test]
    fn requests_are_graded() {
        assert_eq!(of("GET", "https://example.com/a").effect, Grade::Fetch.effect());
        assert!(of("GET", "example.com:8080/a").understood);
        assert_eq!(of("POST", "https://example.com/a").effect.risk, RiskLevel::High);
        assert_eq!(of("DELETE", "https://example.com/a").effect.risk, RiskLevel::High);
        assert_eq!(of("", "data:text/plain,x").effect, Effect::NOTHING);
        for url in [
            "http://example.com@169.254.169.254/",
            "http://169.254.169.254@example.com/",
            "http:\\\\169.254.169.254\\latest",
            "http:/169.254.169.254/",
            "ht\ntp://169.254.169.254/",
            "file:///root/.ssh/id_rsa",
            "http://169.254.169.254\\@example.com",
        ] {
            assert_eq!(of("GET", url).effect.risk, RiskLevel::High, "{url}");
        }
        for url in ["gopher://x/", "javascript:alert(1)", "http://", "jar:file:/x!/"] {
            assert!(!of("GET", url).understood, "{url}");
        }
        assert!(!of("PURGE", "https://example.com").understood);
    }
}
