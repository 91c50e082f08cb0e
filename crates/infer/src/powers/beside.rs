//! What parameters make a tool do beside what it says: readers that write, changes that remove, publish or let somebody in.

use mcp_tool_risk_types::mentions;

use crate::grade::Reading;
use crate::lexicon::{Act, Class, Role};
use crate::schema::Param;
use crate::settle::push_act;
use crate::text::TextReading;
use crate::{Evidence, Push, split};

/// Adds what parameters make a tool do beside what it says.
pub(super) fn beside(reading: &Reading<'_>, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) {
    let reads = acts.iter().any(|a| a.is_read_like());
    let changes = acts.iter().any(|a| !a.is_read_like() && !matches!(a, Act::Store | Act::Run | Act::Start));
    let mut case = Beside { reading, reads, changes, acts, evidence, found: Vec::new() };
    case.written();
    case.at_a_path();
    case.kept_under_an_id();
    case.told_and_published();
    case.ended_and_replaced();
    case.signed_and_opened();
    case.removed_and_brought();
    case.picked_from_secrets();
    case.at_an_address();
    case.add();
}

struct Beside<'r, 'a> {
    reading: &'r Reading<'a>,
    /// Whether it reads, whatever else it does.
    reads: bool,
    /// Whether it changes something, and not only keeps or runs it.
    changes: bool,
    acts: &'r mut Vec<Act>,
    evidence: &'r mut Vec<Evidence>,
    found: Vec<(&'r Param<'a>, Act)>,
}

impl<'r, 'a> Beside<'r, 'a> {
    /// The parameter of a role that takes free text, at the top or right below.
    fn has(&self, role: Role) -> Option<&'r Param<'a>> {
        self.reading.params.iter().find(|p| p.role == Some(role) && p.depth <= 1 && p.is_free_text())
    }

    /// What would stay in the reply is written where the caller names a place, or holds secrets.
    fn written(&mut self) {
        let Reading { name, text, params, .. } = self.reading;
        // `get_request(response_file_path)`, of which the description says that it is saved there.
        let saved = |p: &&Param<'_>| {
            let file = p.role == Some(Role::Path) || p.words.ends_with("file path");
            let told = || ["to save", "save to"].iter().any(|w| mentions(p.description, w));
            file && !p.required && p.depth == 0 && p.is_free_text() && told()
        };
        if let Some(output) = self.has(Role::Output).or_else(|| params.iter().find(saved)).filter(|_| self.reads) {
            self.found.push((output, Act::Store));
        }
        // Secrets into a file: `save_state(filename)`, of which the description says that cookies are in it.
        if let Some(file) = self.has(Role::Output).or(self.has(Role::Path)).filter(|_| self.reads && text.classes.has(Class::Secret)) {
            self.found.push((file, Act::Secret));
            // The head of the sentence says that they are written.
            if text.head.as_ref().is_some_and(|head| head.act == Act::Store) {
                self.found.push((file, Act::Store));
            }
        }
        if let Some(place) = text.secret.filter(|_| self.reads) {
            push_act(
                self.evidence,
                Evidence::span("/description", self.reading.description, place.0, place.1, "", Push::Raises, 2),
                Act::Secret,
            );
            self.acts.push(Act::Secret);
        }
        // `config_view`, of which the sentence says that it is a kubeconfig.
        let setup = name.has_any(&["config", "configuration", "settings"]) && text.has_any(&["kubeconfig", "dotenv"]);
        if setup && self.acts.contains(&Act::Read) && self.acts.iter().all(|a| a.is_read_like()) {
            self.acts.push(Act::Secret);
        }
        // A reset that keeps nothing: `git_reset(mode: soft|hard)`.
        if let Some(mode) = params.iter().find(|p| p.choices.contains(&"hard")).filter(|_| self.acts.contains(&Act::Reset)) {
            self.found.push((mode, Act::Overwrite));
        }
        let overwrites = |p: &&Param<'_>| p.role == Some(Role::Writes) || p.role == Some(Role::Finality) && p.words == "overwrite";
        if let Some(writes) = params.iter().find(|p| overwrites(p) && p.is_switch()) {
            if self.reads {
                self.found.push((writes, Act::Store));
            } else if writes.words == "overwrite" {
                self.found.push((writes, Act::Overwrite));
            }
        }
    }

    /// What stands, or is put, where the caller names a place.
    fn at_a_path(&mut self) {
        let Reading { name, params, .. } = self.reading;
        if let Some(path) = self.has(Role::Path) {
            let pictures = name.has_any(&["screenshot", "snapshot", "capture", "export"]) && !path.required;
            // `download_attachment(message_id, filename)`: which of them.
            let place = |p: &Param<'_>| ["save", "output", "write", "local"].iter().any(|w| mentions(p.description, w));
            let picks = path.required
                && matches!(path.words.as_ref(), "filename" | "file name")
                && !place(path)
                && params.iter().any(|p| p.required && is_id(p));
            let works =
                self.acts.iter().any(|a| matches!(a, Act::Compute | Act::Shape) || *a == Act::Download && !picks) || self.reads && pictures;
            let whole = name.object_classes.has(Class::File) || name.has("contents") || name.has("content");
            let hosted = params
                .iter()
                .any(|p| ["repo", "repository", "project", "bucket", "version", "branch"].iter().any(|w| p.words.starts_with(w)));
            let whole = whole && !hosted && !name.has_any(&["list", "search", "find"]);
            if works {
                // `convert_video(input_path)`: the result stands beside its source.
                self.found.push((path, Act::Store));
            } else if self.reads && whole && self.acts.contains(&Act::Read) {
                self.found.push((path, Act::Locate));
            } else if path.kind != "object"
                && self.acts.iter().any(|a| matches!(a, Act::Update | Act::Write))
                && params.iter().any(|p| ["content", "text", "body", "markdown"].iter().any(|w| p.words.ends_with(w)))
            {
                self.found.push((path, Act::Overwrite));
            }
        }
        // What an address holds, written where the caller names a place: `save_url(url, path)`.
        if let Some(path) =
            self.has(Role::Path).or(self.has(Role::Output)).filter(|_| self.acts.contains(&Act::Store) && self.has(Role::Url).is_some())
        {
            self.found.push((path, Act::Overwrite));
        }
    }

    /// What has an id is kept somewhere.
    fn kept_under_an_id(&mut self) {
        let Reading { params, .. } = self.reading;
        if let Some(one) = params.iter().find(|p| p.depth == 0 && p.required && is_id(p)) {
            // `optimize_route(route_id)`
            if self.acts.contains(&Act::Shape) && self.reads {
                self.found.push((one, Act::Update));
            }
            // `generate_summary(report_id, title)`: what is given a name is kept.
            let given = params.iter().find(|p| p.depth == 0 && matches!(p.words.as_ref(), "name" | "title" | "new name" | "folder id"));
            if let Some(given) = given.filter(|_| self.acts.contains(&Act::Compute) && self.reads) {
                self.found.push((given, Act::Create));
            }
            // `rate_answer(answer_id, score)`: a mark that somebody gives is kept.
            let mark =
                params.iter().find(|p| p.depth == 0 && p.required && matches!(p.words.as_ref(), "score" | "rating" | "grade" | "stars"));
            if let Some(mark) = mark.filter(|_| self.acts.iter().all(|a| a.is_read_like())) {
                self.found.push((mark, Act::Update));
            }
        }
    }

    /// What people are told, and what everybody can read.
    fn told_and_published(&mut self) {
        let Reading { name, params, .. } = self.reading;
        // People hear of it: `create_event(send_updates: all | none)`, `add_reply(cc_addresses)`.
        let told = params.iter().find(|p| {
            matches!(p.words.as_ref(), "send updates" | "send notifications" | "send invites" | "send invitations" | "notify attendees")
                || p.words.starts_with("cc ")
                || p.words.starts_with("bcc ")
        });
        if let Some(told) = told.filter(|_| self.changes) {
            self.found.push((told, Act::Notify));
        }
        // A topic with a text is one of a forum, not of a queue.
        let opening = params.iter().find(|p| p.role == Some(Role::Content) && p.words != "description" || p.words == "raw");
        if let Some(opening) =
            opening.filter(|_| name.object.as_ref().is_some_and(|o| o.text == "topic") && self.acts.contains(&Act::Create))
        {
            self.found.push((opening, Act::Publish));
        }
    }

    /// A state that is the end, all there is, other content in its place; seats that are bought.
    fn ended_and_replaced(&mut self) {
        let Reading { name, params, .. } = self.reading;
        // `update_entry(status: draft | deleted)`
        let ended = |p: &&Param<'_>| {
            p.depth == 0
                && p.words == "status"
                && p.choices.iter().any(|c| ["deleted", "removed", "voided"].iter().any(|w| c.eq_ignore_ascii_case(w)))
        };
        if let Some(status) = params.iter().find(ended).filter(|_| self.acts.contains(&Act::Update)) {
            self.found.push((status, Act::Delete));
        }
        // All there is, as one of the scopes of a removal.
        let whole = |p: &&Param<'_>| {
            matches!(p.words.as_ref(), "scope" | "target" | "level" | "what")
                && p.choices.iter().any(|c| matches!(*c, "all" | "everything" | "factory"))
        };
        let empties = self.acts.iter().any(|a| matches!(a, Act::Delete | Act::Reset)) && !name.classes.has(Class::Scratch);
        if let Some(scope) = params.iter().find(whole).filter(|_| empties) {
            self.found.push((scope, Act::Destroy));
        }
        // What is given takes the place of what is there: `update_deck(slides)`, of which the description says so; what has this id.
        let rewrites = self.acts.iter().any(|a| matches!(a, Act::Update | Act::Write));
        let replaces = |p: &&Param<'_>| {
            let said = |words: &[&str]| words.iter().any(|w| mentions(p.description, w));
            rewrites
                && p.depth == 0
                && p.required
                && p.is_free_text()
                && said(&["to replace existing", "replaces existing", "replaces all existing", "replaces the entire"])
        };
        // `update_page(kind: insert_content | replace_content)`
        let whole = |c: &&str| {
            matches!(split::words(c).as_ref(), "replace content" | "replace all" | "replace document" | "replace page" | "replace body")
        };
        let picked = |p: &&Param<'_>| rewrites && p.choices.iter().any(whole);
        let replaced = |p: &&Param<'_>| self.changes && p.depth == 0 && is_id(p) && mentions(p.description, "overwrite existing");
        if let Some(given) = params.iter().find(|p| replaces(p) || replaced(p) || picked(p)) {
            self.found.push((given, Act::Overwrite));
        }
        // Places in a subscription are bought.
        let updates_subscription = self.changes && self.reading.mentions_any(&["subscription", "license", "licenses", "plan", "billing"]);
        let bought = params.iter().find(|p| matches!(p.words.as_ref(), "seats" | "additional seats" | "seat count"));
        if let Some(bought) = bought.filter(|_| updates_subscription) {
            self.found.push((bought, Act::Pay));
        }
    }

    /// Keys that sign, and who may come in or see it.
    fn signed_and_opened(&mut self) {
        let Reading { name, params, .. } = self.reading;
        if let Some(key) = params.iter().find(|p| p.role == Some(Role::Key)).filter(|_| self.acts.iter().any(|a| !a.is_read_like())) {
            self.found.push((key, Act::Sign));
        }
        // Who may come in: access control lists, address ranges.
        let lets_in = self.acts.iter().any(|a| matches!(a, Act::Create | Act::Update | Act::Link | Act::Unlink));
        let gate = |p: &&Param<'_>| ["access control", "cidr", "acl", "security group", "ingress"].iter().any(|w| mentions(&p.words, w));
        if let Some(gate) = params.iter().filter(|_| lets_in).find(gate) {
            self.found.push((gate, Act::Secure));
        }
        // Who may see it, where it was settled before; what is made public is so from the beginning.
        let updates = self.acts.contains(&Act::Update);
        let shared = |p: &&Param<'_>| {
            self.changes && matches!(p.words.as_ref(), "make public" | "publicly accessible" | "anyone with link")
                || updates && p.depth == 0 && matches!(p.words.as_ref(), "visibility" | "public" | "is public")
                || updates && mentions(&p.words, "sharing")
        };
        if let Some(shared) = params.iter().find(shared) {
            self.found.push((shared, Act::Grant));
        }
        // Somebody's account with what it may do: `create_user(password, roles)`.
        let login = params.iter().find(|p| p.depth == 0 && matches!(p.words.as_ref(), "role" | "roles" | "permissions" | "privileges"));
        let login =
            login.filter(|_| name.object.as_ref().is_some_and(|o| o.text == "user") && params.iter().any(|p| p.words == "password"));
        if let Some(login) = login.filter(|_| self.acts.iter().any(|a| matches!(a, Act::Create | Act::Update))) {
            self.found.push((login, Act::Grant));
        }
    }

    /// Removals beside other changes, and what is brought along to be run.
    fn removed_and_brought(&mut self) {
        let Reading { name, params, .. } = self.reading;
        // Removals beside other changes: `update_orders(create, update, delete)`, `import_files(delete_source)`.
        let removes = |p: &&Param<'_>| {
            let what = p.words.strip_prefix("delete ").or(p.words.strip_prefix("remove "));
            let rest = |words: &[&str]| what.is_some_and(|w| words.iter().any(|word| w.split(' ').next() == Some(word)));
            matches!(p.words.as_ref(), "delete" | "deletes" | "deletions") && matches!(p.kind, "array" | "object") && p.depth == 0
                || p.is_switch() && rest(&["items", "files", "original", "originals", "contents", "data"])
        };
        if let Some(removed) = params.iter().find(removes).filter(|_| self.acts.iter().any(|a| !a.is_read_like())) {
            self.found.push((removed, Act::Delete));
        }
        // What takes the place of a file that has an id.
        let held = params.iter().find(|p| p.words == "file id").filter(|_| self.acts.contains(&Act::Upload));
        if let Some(held) = held {
            self.found.push((held, Act::Overwrite));
        }
        // A manifest or an image brings along what it likes.
        let deploys = self.acts.iter().any(|a| matches!(a, Act::Run | Act::Start | Act::Create | Act::Update));
        let cluster = deploys && self.reading.mentions_any(&["kubernetes", "k8s", "manifest"]);
        let brought = params.iter().filter(|_| deploys).find(|p| {
            p.is_free_text()
                && (cluster && ["yaml", "YAML"].iter().any(|w| mentions(p.description, w))
                    || p.has_any(&["manifest", "yaml"]) && !name.has("build")
                    || matches!(
                        p.words.as_ref(),
                        "dockerfile"
                            | "docker compose"
                            | "docker compose raw"
                            | "job driver"
                            | "task definition"
                            | "container definitions"
                            | "user data"
                            | "entry point"
                    )
                    || (p.words.ends_with("image") || p.words == "image name" && !name.has("pull"))
                        && (name.classes.has(Class::Container) || name.has("docker")))
        });
        if let Some(brought) = brought {
            self.found.push((brought, Act::Deploy));
        }
    }

    /// Secrets that are picked or revealed, hosts that one logs in on, links for everybody.
    fn picked_from_secrets(&mut self) {
        let Reading { name, params, .. } = self.reading;
        // What is read may be chosen, a secret among it: `get(object: "password")`.
        let chosen =
            params.iter().find(|p| p.choices.iter().any(|c| matches!(*c, "password" | "totp" | "secret" | "private_key" | "credentials")));
        if let Some(chosen) =
            chosen.filter(|p| self.reads && matches!(p.words.as_ref(), "object" | "field" | "kind" | "what" | "item" | "attribute"))
        {
            self.found.push((chosen, Act::Secret));
        }
        // Logging in on a host that the caller names.
        let host = params.iter().find(|p| ["host", "hostname", "server host"].contains(&p.words.as_ref()));
        if let Some(host) = host.filter(|_| self.reads && params.iter().any(|p| p.role == Some(Role::Credential))) {
            self.found.push((host, Act::Locate));
        }
        // Opening something up to whoever has the link.
        let opens =
            name.has_any(&["share", "anyone", "everyone", "public", "invite"]) && !split::has_pair(&name.tokens, &["share"], &["point"]);
        if opens && self.acts.iter().any(|a| matches!(a, Act::Create | Act::Update | Act::Link)) {
            self.acts.push(Act::Grant);
        }
        if let Some(reveal) = params.iter().find(|p| p.role == Some(Role::Reveal) && p.is_switch()).filter(|_| self.reads) {
            self.found.push((reveal, Act::Secret));
        }
    }

    /// What an address of the caller holds.
    fn at_an_address(&mut self) {
        let Reading { name, text, .. } = self.reading;
        if let Some(url) = self.has(Role::Url) {
            let any = name.has_any(&["fetch", "scrape", "crawl", "browse"]);
            let web = name.object_classes.has(Class::Web) || text.object_classes.has(Class::Web);
            let docs = text.has_any(&["documentation", "docs"]) && !name.has("url");
            // The address of something on one site: `read_video(url)` of YouTube.
            let site = !any && (names_site(text) || self.reading.speaks_of(Class::Social) || self.reading.mentions("youtube"));
            if self.reads && (any || web && !site) && !docs && !self.acts.contains(&Act::Compute) {
                self.found.push((url, Act::Fetch));
            } else if self.reads && !docs && !self.acts.contains(&Act::Compute) && (url.required || url.words == "url") {
                self.found.push((url, Act::Locate));
            } else if name.has_any(&["browser", "tab", "navigate"]) || self.reading.mentions("tab") {
                self.found.push((url, Act::Browse));
            }
        }
    }

    fn add(&mut self) {
        for (param, act) in std::mem::take(&mut self.found) {
            push_act(self.evidence, Evidence::whole(&param.at, param.name, "", Push::Raises, 2), act);
            self.acts.push(act);
        }
        if self.acts.contains(&Act::Download)
            && self.reading.text.has_any(&[
                "save",
                "saves",
                "saved",
                "disk",
                "locally",
                "directory",
                "folder",
                "local",
                "store",
                "stores",
                "images",
                "photos",
            ])
        {
            self.acts.push(Act::Store);
        }
    }
}

/// Whether the address is one of a site that is named: `requires a valid shop product URL`.
fn names_site(text: &TextReading<'_>) -> bool {
    let mut words = text.words.iter().map(|t| t.text.as_ref());
    words.any(|word| word == "valid") && words.take(5).position(|word| word == "url").is_some_and(|named| named > 0)
}

/// Whether a parameter names one thing that is kept somewhere.
fn is_id(param: &Param<'_>) -> bool {
    matches!(param.words.as_ref(), "id" | "uid") || [" id", " uid"].iter().any(|end| param.words.ends_with(end))
}
