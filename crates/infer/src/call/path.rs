//! What a path in the arguments points at. Nothing is looked up: the text alone counts.

use mcp_tool_risk_types::{BlastRadius, RiskLevel, mentions, replaced};

use super::effect::{Effect, Grade, Reading};

/// Files that hold keys or credentials, as the end of a path.
const SECRET_FILES: &[&str] = &[
    ".env",
    ".git-credentials",
    ".htpasswd",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".vault-token",
    "_netrc",
    "credentials",
    "credentials.db",
    "credentials.json",
    "credentials.tfrc.json",
    "credentials.toml",
    "cookies",
    "cookies.sqlite",
    "environ",
    "gshadow",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "key4.db",
    "kubeconfig",
    "login data",
    "login.keychain",
    "logins.json",
    "master.key",
    "ntds.dit",
    "sam",
    "secrets.json",
    "secrets.toml",
    "secrets.yaml",
    "secrets.yml",
    "service-account.json",
    "shadow",
    "sudoers",
    "terraform.tfstate",
    "token",
    "wallet.dat",
    "web.config",
    "wp-config.php",
];
/// Folders whose content is secret, as components.
const SECRET_FOLDERS: &[&str] = &[
    ".aws",
    ".azure",
    ".docker",
    ".gnupg",
    ".kube",
    ".password-store",
    ".ssh",
    "gcloud",
    "gh",
    "keychains",
    "keyrings",
    "rclone",
    "secrets",
];
const SECRET_ENDINGS: &[&str] = &[".jks", ".kdbx", ".key", ".keyring", ".keystore", ".p12", ".pem", ".pfx", ".ppk"];
/// Files that run when somebody logs in or does everyday work.
const STARTUP_FILES: &[&str] = &[
    ".bash_profile",
    ".bashrc",
    ".gitconfig",
    ".profile",
    ".vimrc",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "authorized_keys",
    "crontab",
    "hosts",
    "known_hosts",
    "ld.so.preload",
];
const STARTUP_FOLDERS: &[&str] = &["autostart", "cron.d", "cron.daily", "hooks", "launchagents", "launchdaemons", "startup", "systemd"];
const SYSTEM_FOLDERS: &[&str] =
    &["bin", "boot", "dev", "etc", "lib", "lib64", "proc", "program files", "root", "sbin", "sys", "system", "system32", "usr", "windows"];

/// Whether a name (of a variable, a parameter, a column) speaks of secret values.
pub(crate) fn speaks_of_secrets(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["passw", "secret", "token", "api_key", "apikey", "api-key", "private_key", "privatekey", "credential"]
        .iter()
        .any(|word| mentions(&name, word))
}

/// What the text of a path shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Keys or credentials.
    pub secret: bool,
    /// What runs by itself later.
    pub startup: bool,
    /// Part of the operating system.
    pub system: bool,
    /// A hidden file in the home folder.
    pub home_dot: bool,
    /// It climbs out with `..`.
    pub climbs: bool,
    /// Outside the folders that the host gave.
    pub outside: bool,
    /// A whole drive, home or folder: `/`, `~`, `*`, `.`.
    pub broad: bool,
    /// It has wildcards.
    pub wildcard: bool,
}

/// The path with percent-encoding of the characters that matter taken away, backslashes turned, in lower case.
fn plain(text: &str) -> String {
    let mut text = crate::lower::lower(&text.trim().replace('\\', "/")).into_owned();
    for _ in 0..2 {
        if text.contains('%') {
            for (code, meant) in [("%25", "%"), ("%2e", "."), ("%2f", "/"), ("%5c", "/"), ("%7e", "~")] {
                text = replaced(&text, code, meant);
            }
        }
    }
    text
}

/// Characters of wildcards.
const WILD: [char; 3] = ['*', '?', '['];

/// Whether a name with wildcards may stand for the name. One that starts with a wildcard stands for too many to say so.
fn may_match(pattern: &str, name: &str) -> bool {
    let (start, rest) = pattern.split_at_checked(pattern.find(WILD).unwrap_or(pattern.len())).unwrap_or_default();
    let end = rest.rsplit(|c| WILD.contains(&c) || c == ']').next().unwrap_or_default();
    start.len() >= 2 && name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
}

/// Whether a component of a path is a file or folder of keys or credentials.
fn is_secret(part: &str) -> bool {
    SECRET_FILES.contains(&part)
        || SECRET_FOLDERS.contains(&part)
        || SECRET_ENDINGS.iter().any(|ending| part.ends_with(ending))
        || part.starts_with(".env.") && !part.ends_with("example")
        || part.starts_with("id_rsa") && part != "id_rsa.pub"
        || part.contains(WILD) && SECRET_FILES.iter().chain(SECRET_FOLDERS).chain(&[".env"]).any(|name| may_match(part, name))
}

pub(crate) fn facts(text: &str, roots: &[String]) -> Facts {
    let plain = plain(text);
    let path = plain.strip_prefix("file:").map_or(plain.as_str(), |rest| rest.strip_prefix("//").unwrap_or(rest));
    let mut facts = Facts { wildcard: path.contains(WILD), ..Facts::default() };
    let home = path.starts_with('~') || path.starts_with("$home") || path.starts_with("/home/") || path.starts_with("/users/");
    let drive = path.get(1..3) == Some(":/") || path.get(1..) == Some(":");
    let absolute = path.starts_with('/') || path.starts_with('~') || path.starts_with('$') || path.starts_with('%') || drive;
    let mut depth = 0i32;
    let mut kept = 0usize;
    for part in path.split('/') {
        // Some systems ignore dots and spaces at the end of a name, and read on after a colon or a NUL.
        let part = part.split('\0').next().unwrap_or_default().trim_end_matches(' ');
        match part {
            "" | "." => continue,
            ".." => {
                depth -= 1;
                facts.climbs |= depth < 0 || absolute;
                kept = kept.saturating_sub(1);
                continue;
            }
            _ => {}
        }
        depth += 1;
        kept += 1;
        // Streams of a file, and hosts before it, stand beside a colon.
        facts.secret |= part.split(':').any(is_secret);
        facts.startup |= STARTUP_FILES.contains(&part) || STARTUP_FOLDERS.contains(&part);
        facts.system |= absolute && kept == if drive { 2 } else { 1 } && SYSTEM_FOLDERS.contains(&part);
        facts.home_dot |= home && part.starts_with('.');
    }
    let end = path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    if end == "id_rsa.pub" || end == "id_ed25519.pub" {
        facts.secret = false;
    }
    let wild_end = end.trim_matches(['*', '.', '?']).is_empty();
    let climbing_end = wild_end && !path.is_empty();
    facts.broad = (climbing_end && kept <= 2)
        || (absolute && kept <= usize::from(drive || home && path.starts_with('~')))
        || (absolute && kept == 1)
        || (home && !path.starts_with('~') && kept <= 2)
        || path == "$home";
    if !roots.is_empty() {
        let inside = |root: &String| {
            let root = self::plain(root);
            let root = root.trim_end_matches('/');
            path == root || path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'))
        };
        facts.outside = facts.climbs || absolute && !roots.iter().any(inside);
    }
    facts
}

/// Adds what reading, or writing, the path means.
pub(crate) fn look(text: &str, writes: bool, roots: &[String], reading: &mut Reading) {
    if text.is_empty() || text.starts_with('-') {
        return;
    }
    let facts = facts(text, roots);
    let wide = Effect { blast: BlastRadius::Namespace, ..Grade::Wide.effect() };
    if writes {
        if facts.secret || facts.startup || facts.system {
            reading.add(wide, "path that the system, logins or keys depend on");
        }
        if facts.outside || facts.climbs || facts.home_dot {
            reading.grade(Grade::Power, "path outside the folder it belongs in");
        }
    } else {
        if facts.secret {
            reading.grade(Grade::Secret, "path of keys or credentials");
        }
        if facts.outside || facts.climbs || facts.home_dot {
            let effect = Effect { risk: RiskLevel::Medium, ..Grade::Read.effect() };
            reading.add(effect, "path outside the folder it belongs in");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_in_every_spelling() {
        for path in [
            "~/.ssh/id_rsa",
            "/home/a/.aws/credentials",
            "C:\\Users\\a\\.ssh\\config",
            "../../.env",
            "server.pem",
            "file:///etc/shadow",
            "%2e%2e/%2essh/id_ed25519",
            "a/./.ENV",
            ".env.production",
            "/proc/self/environ",
            "~/.ss?/x",
            ".s[s]h/x",
            "/etc/sh*w",
        ] {
            assert!(facts(path, &[]).secret, "{path}");
        }
        for path in ["src/main.rs", "docs/token.md", ".env.example", "~/.ssh/id_rsa.pub", "environment.ts"] {
            let facts = facts(path, &[]);
            assert!(!facts.secret || path.contains(".ssh"), "{path}");
        }
    }

    #[test]
    fn whole_folders_and_drives_are_broad() {
        for path in ["/", "~", "~/", "*", "./*", ".", "..", "/*", "C:\\", "C:/*", "/home", "/etc", "$HOME", "/home/me"] {
            assert!(facts(path, &[]).broad, "{path}");
        }
        for path in ["src", "a/b", "/tmp/x/y", "*.log", "~/project", "src/*.o"] {
            assert!(!facts(path, &[]).broad, "{path}");
        }
    }

    #[test]
    fn roots_bound() {
        let roots = ["/work/project".to_owned()];
        for (path, outside) in [
            ("/work/project/a", false),
            ("/work/project", false),
            ("/work/projects", true),
            ("a/b", false),
            ("a/../../b", true),
            ("~/x", true),
        ] {
            assert_eq!(facts(path, &roots).outside, outside, "{path}");
        }
    }
}
