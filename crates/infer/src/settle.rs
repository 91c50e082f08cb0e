//! Which acts a tool performs: the name's verbs, what the description adds, what the parameters let a caller do.
//!
//! Every field later takes the worst of the acts that count, so that what is added never lowers a grade.

use mcp_tool_risk_types::{Field, Reversibility};

use crate::confidence::Tier;
use crate::grade::Reading;
use crate::lexicon::{Act, Class, Role};
use crate::name::NameReading;
use crate::schema::Param;
use crate::split::Token;
use crate::text::Saying;
use crate::{Evidence, Push, name, powers};

/// The acts that a tool was taken for.
pub(crate) struct Settled {
    /// The worst of the acts that count.
    pub(crate) act: Act,
    /// Every act that counts.
    pub(crate) acts: Vec<Act>,
    /// How sure.
    pub(crate) tier: Tier,
    /// A flag, or a name that says all, raises the risk by one grade.
    pub(crate) raised_by_flag: bool,
    /// A warning or a switch makes the effect final.
    pub(crate) final_effect: bool,
    /// The description says that it can be taken back, and nothing says that it is final.
    pub(crate) restorable: bool,
}

/// The fields that follow from an act.
const ACT_FIELDS: &[Field] = &[
    Field::Category,
    Field::RiskLevel,
    Field::Reversibility,
    Field::Outcome,
    Field::ReadOnlyHint,
    Field::DestructiveHint,
    Field::Approval,
    Field::MinTrustLevel,
    Field::RequiresReview,
];

/// Evidence for an act.
pub(crate) fn push_act(evidence: &mut Vec<Evidence>, mut seen: Evidence, act: Act) {
    seen.says = act.profile().meaning.to_owned();
    seen.fields = ACT_FIELDS.to_vec();
    evidence.push(seen);
}

/// Settles on the acts; `None` where nothing is known.
pub(crate) fn settle(reading: &Reading<'_>, evidence: &mut Vec<Evidence>) -> Option<Settled> {
    let mut case = Case { reading, named: None, acts: Vec::new(), tier: None, evidence };
    case.by_name();
    case.by_head();
    case.by_later_sentences();
    case.by_replacing();
    case.by_keeping();
    case.by_title();
    case.by_documenting();
    case.by_working_offline();
    if case.is_scratch_pad() || case.is_calculator() {
        return Some(Settled {
            act: Act::Compute,
            acts: vec![Act::Compute],
            tier: Tier::Text,
            raised_by_flag: false,
            final_effect: false,
            restorable: false,
        });
    }
    case.where_silent();
    case.words_for_anything();
    case.by_what_stands_beside();
    case.by_further_nouns();
    powers::actions(reading, &mut case.acts, case.evidence);
    case.by_choices_that_read();
    case.by_pressing();
    if powers::powers(reading, &mut case.acts, case.evidence) {
        case.tier = case.tier.max(Some(Tier::Schema));
    }
    case.by_arguments();
    case.settled()
}

/// A tool while it is being settled.
struct Case<'r, 'a> {
    reading: &'r Reading<'a>,
    /// The worst act of the name.
    named: Option<Act>,
    acts: Vec<Act>,
    tier: Option<Tier>,
    evidence: &'r mut Vec<Evidence>,
}

impl Case<'_, '_> {
    /// 3 for a verb at the head of the name, 1 for a word that may be a noun, 0 for none.
    fn head_strength(&self) -> u8 {
        self.reading.name.verbs.first().map_or(0, |verb| verb.strength)
    }

    fn see(&mut self, at: &str, text: &str, (start, end): (usize, usize), push: Push, strength: u8, act: Act) {
        push_act(self.evidence, Evidence::span(at, text, start, end, "", push, strength), act);
    }

    fn see_saying(&mut self, saying: &Saying, push: Push, strength: u8, act: Act) {
        self.see("/description", self.reading.description, (saying.start, saying.end), push, strength, act);
    }

    fn by_name(&mut self) {
        let name = &self.reading.name;
        for verb in &name.verbs {
            let act = verb.act.with_object(name.object_classes);
            self.see("/name", self.reading.called, (verb.start, verb.end), push_for(act), verb.strength, act);
            self.acts.push(act);
        }
        self.named = worst(&self.acts);
    }

    /// The verb at the head of the description.
    fn by_head(&mut self) {
        let Reading { name, text, .. } = self.reading;
        let Some(head) = &text.head else { return };
        let act = head.act.with_object(if text.object_classes.is_empty() { name.object_classes } else { text.object_classes });
        let agrees = self
            .named
            .is_some_and(|named| named.profile().category == act.profile().category || named.is_read_like() && act.is_read_like());
        match self.named {
            None => {
                self.acts.push(act);
                self.tier = Some(Tier::Text);
            }
            Some(named) if named.is_read_like() => self.head_over_reading_name(head, act),
            Some(named) => self.head_over_changing_name(head, act, named, agrees),
        }
        if agrees {
            self.tier = Some(if self.head_strength() > 1 { Tier::NameAndText } else { Tier::WeakNameAndText });
        }
        if agrees || self.acts.contains(&act) {
            self.see_saying(head, if act.is_read_like() { Push::Sets } else { Push::Raises }, 2, act);
        }
    }

    /// Whether the name's verb may be a noun: `watch_list`.
    fn reads_by_chance(&self) -> bool {
        let noun = |at: usize| self.reading.called.get(at..).is_some_and(|rest| rest.eq_ignore_ascii_case("list"));
        self.head_strength() <= 1 || self.reading.name.verbs.first().is_some_and(|verb| verb.start > 0 && noun(verb.start))
    }

    fn head_over_reading_name(&mut self, head: &Saying, act: Act) {
        // A name that reads only by chance gives way to any change, a verb of its own to a removal.
        let changes = self.reads_by_chance() && !act.is_read_like() && act != Act::Run;
        // Reworked is what has its place elsewhere: `Converts the column`.
        let reworks = self.named == Some(Act::Shape) && head.act == Act::Shape && act == Act::Update;
        if head.sure && act != Act::Execute && (changes || reworks || act.severity().0 >= 2) {
            self.acts.push(act);
        }
        // `product_list`, which gets them.
        let chance = self.head_strength() <= 1 && self.named.is_some_and(|named| matches!(named, Act::Compute | Act::Shape | Act::Examine));
        if head.sure && act == Act::Read && chance && !self.reading.params.iter().any(is_given) {
            self.acts = vec![act];
            self.tier = Some(Tier::Text);
        }
    }

    fn head_over_changing_name(&mut self, head: &Saying, act: Act, named: Act, agrees: bool) {
        // Two changes: both count.
        let own = head.act.with_object(self.reading.name.object_classes);
        // `unassign_owner`: that is what its removal is.
        let verb = self.reading.name.verbs.first().and_then(|verb| self.reading.name.tokens.iter().find(|t| t.start == verb.start));
        let verb = verb.map_or("", |t| t.text.as_ref());
        let undone = matches!(named, Act::Unlink | Act::Stop) && verb.starts_with("un");
        // `begin_transaction`, of which the description says what it is in.
        let begins = self.reading.name.has("begin") && own == Act::Pay && act.severity() < own.severity();
        if undone && matches!(own, Act::Remove | Act::Delete) || begins {
            return;
        }
        // `put_values`, which sends them to a store.
        let puts = matches!(verb, "put" | "archive" | "ingest" | "index" | "upload");
        if puts && own == Act::Notify && self.head_strength() > 1 {
            return;
        }
        // `preview_order_create`, which previews it.
        let previews = |text: &str| text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("preview"));
        if previews(self.reading.called) && self.reading.description.get(head.start..).is_some_and(previews) {
            self.acts = vec![Act::Read];
            self.tier = Some(Tier::NameAndText);
            return;
        }
        if head.sure && !own.is_read_like() && own.exceeds(named) || own == Act::Execute {
            self.acts.push(own);
        }
        let weak = self.head_strength() <= 1;
        if agrees {
            // `setup`, which provisions a role.
            if weak && head.sure && matches!(act, Act::Grant | Act::Secure) && act.exceeds(named) {
                self.acts.push(act);
            }
            return;
        }
        // `run_listing`, which runs something that shows.
        let text_shows = self.reading.text.shows;
        if act == Act::Execute || weak && head.sure && act.severity() > named.severity() && act != Act::Run {
            self.acts.push(act);
        } else if weak
            && head.sure
            && act.is_read_like()
            && (named.severity().0 < 2 && is_noun(&self.reading.name) || named == Act::Run && text_shows)
        {
            self.acts = vec![act];
            self.tier = Some(Tier::Text);
        }
    }

    /// What later sentences say that this tool does, and verbs joined to the head.
    fn by_later_sentences(&mut self) {
        let text = &self.reading.text;
        if self.head_strength() <= 1 {
            let known = worst(&self.acts);
            for saying in &text.stated {
                if known.is_none_or(|known| known.severity() < saying.act.severity()) {
                    self.see_saying(saying, Push::Raises, 1, saying.act);
                }
                self.acts.push(saying.act);
            }
        }
        for saying in text.joined.iter().chain(&text.further) {
            // `Manages databases: ..., removes aliases`: what is removed is named.
            let own = saying.object_classes.is_empty() && saying.names_own;
            let classes = if saying.object_classes.is_empty() && !own { text.object_classes } else { saying.object_classes };
            let act = saying.act.with_object(classes);
            // The head has talked a noun-like name down to a read; what is joined to it may take that back.
            let lowered = self.named.is_some_and(|named| !named.is_read_like()) && worst(&self.acts).is_some_and(Act::is_read_like);
            let known = if lowered { worst(&self.acts) } else { self.named };
            // What a word reads only by chance, the second verb may change.
            let chance = self.reads_by_chance()
                && known.is_some_and(Act::is_read_like)
                && matches!(act.severity().0, 1..)
                && !matches!(act, Act::Run | Act::Handle | Act::Evaluate);
            if known.is_none_or(|known| (lowered || chance || act.severity().0 >= 2) && act.severity() > known.severity()) {
                self.see_saying(saying, push_for(act), 2, act);
                self.acts.push(act);
            }
        }
    }

    /// A whole text that is replaced is lost.
    fn by_replacing(&mut self) {
        let changes = self
            .acts
            .iter()
            .any(|act| matches!(act, Act::Update | Act::Write | Act::Store | Act::Upload | Act::Download | Act::Create | Act::Deploy));
        if let Some(place) = self.reading.text.replaced.filter(|_| changes) {
            self.see("/description", self.reading.description, place, Push::Raises, 2, Act::Overwrite);
            self.acts.push(Act::Overwrite);
        }
    }

    /// What is read and then kept somewhere.
    fn by_keeping(&mut self) {
        let Some(place) = self.reading.text.kept else { return };
        if !self.acts.is_empty() && self.acts.iter().all(|act| act.is_read_like()) {
            self.see("/description", self.reading.description, place, Push::Raises, 2, Act::Store);
            self.acts.push(Act::Store);
        }
    }

    /// The title, where name and description are silent.
    fn by_title(&mut self) {
        if let Some((title, read)) = &self.reading.title
            && let Some(verb) = read.verbs.first()
            && self.acts.is_empty()
        {
            let act = verb.act.with_object(read.object_classes);
            self.see("/title", title, (verb.start, verb.end), push_for(act), 2, act);
            self.acts.push(act);
            self.tier = Some(Tier::Text);
        }
    }

    /// `create_app(kind)`, which provides instructions: nothing is given that it could make something of.
    fn by_documenting(&mut self) {
        let Reading { name, text, params, .. } = self.reading;
        let closed = |p: &Param<'_>| matches!(p.kind, "boolean" | "number" | "integer") || !p.choices.is_empty();
        let nothing = params.iter().all(closed) || name.tokens.last().is_some_and(|t| t.text == "help");
        let changes = self.acts.iter().any(|act| !act.is_read_like()) && self.acts.iter().all(|act| act.severity().0 < 2);
        let Some(place) = text.documents.filter(|_| nothing && changes) else { return };
        self.see("/description", self.reading.description, place, Push::Lowers, 2, Act::Read);
        self.acts = vec![Act::Read];
        self.named = None;
        self.tier = Some(Tier::Text);
    }

    /// `union_shapes`, which works offline: what comes out goes into the reply.
    fn by_working_offline(&mut self) {
        let Some(place) =
            self.reading.text.offline.filter(|_| self.named.is_none_or(|act| matches!(act, Act::Compute | Act::Shape | Act::Read)))
        else {
            return;
        };
        if !self.acts.is_empty() && self.acts.iter().all(|act| act.is_read_like() || matches!(act, Act::Create | Act::Update | Act::Merge))
        {
            self.see("/description", self.reading.description, place, Push::Lowers, 2, Act::Compute);
            self.acts = vec![Act::Compute];
        }
    }

    /// A pad for reasoning, whatever its description says of thoughts.
    fn is_scratch_pad(&mut self) -> bool {
        let thought = |words: &str| words.starts_with("next ") && words.ends_with(" needed");
        let param = self.reading.params.iter().find(|p| p.role == Some(Role::Thought) || thought(&p.words));
        let Some(param) = param.filter(|_| self.named.is_none_or(Act::is_read_like)) else { return false };
        push_act(self.evidence, Evidence::whole(&param.at, param.name, "", Push::Sets, 2), Act::Compute);
        true
    }

    /// `regex(pattern, text, action)`: named by what is worked on, and all of it is given.
    fn is_calculator(&mut self) -> bool {
        let Reading { name, text, params, .. } = self.reading;
        let works = text.has_any(CALCULATES);
        let formal = |word: &str| {
            let one = word.trim_end_matches('s');
            FORMAL.contains(&one) || works && VALUES.contains(&one)
        };
        let compares = |word: &str| matches!(word, "count" | "diff" | "compare");
        let harmless = |t: &str| formal(t) || compares(t) || matches!(t, "info" | "tool" | "calculator" | "test" | "generate");
        let named = name.tokens.iter().any(|t| formal(&t.text)) && name.tokens.iter().all(|t| harmless(&t.text));
        // `count(text)`
        let given = |p: &Param<'_>| p.depth == 0 && p.words.starts_with("text");
        let alone = matches!(name.tokens.as_slice(), [only] if compares(&only.text)) && params.iter().any(given);
        let outside = |p: &Param<'_>| {
            use Role as R;
            let free = !matches!(
                p.role,
                None | Some(
                    R::Action | R::Mode | R::Content | R::Flag | R::Recipient | R::Key | R::Credential | R::Money | R::Many | R::All
                )
            );
            free || p.has_any(&["id", "ids", "path", "url", "file", "calendar", "table", "user"])
        };
        let stored = [
            if alone { Class::Stored } else { Class::Broad },
            Class::File,
            Class::Mail,
            Class::Web,
            Class::Browser,
            Class::Person,
            Class::Calendar,
        ];
        let elsewhere = stored.iter().any(|class| text.classes.has(*class))
            || text.has_any(&["lookup", "api", "geolocation", "system", "python", "javascript", "eval", "arbitrary", "script"]);
        // Every verb of its description, and every choice, works on what is given.
        let word = |saying: &Saying| self.reading.description.get(saying.start..saying.end).unwrap_or("").to_ascii_lowercase();
        let works_on = |word: &str| WORKED.contains(&word.trim_end_matches('s'));
        let sayings = text.head.iter().chain(&text.joined).chain(&text.further).chain(&text.stated).chain(&text.anywhere);
        let acting = |p: &&Param<'_>| matches!(p.role, Some(Role::Action | Role::Mode)) || p.words == "type";
        let mut choices = params.iter().filter(acting).flat_map(|p| &p.choices);
        let does = sayings.clone().all(|saying| saying.act.is_read_like() || works_on(&word(saying)))
            && choices.all(|c| works_on(c) || name::read(c).verbs.iter().all(|v| v.act.is_read_like()));
        if !(named || alone) || text.words.is_empty() || params.is_empty() || params.iter().any(outside) || elsewhere || !does {
            return false;
        }
        let Some(noun) = name.tokens.first() else { return false };
        self.see("/name", self.reading.called, (noun.start, noun.end), Push::Sets, 2, Act::Compute);
        true
    }

    /// Nothing at the head of anything: a formula over numbers, the worst that the description mentions, a noun phrase
    /// about public things.
    fn where_silent(&mut self) {
        if !self.acts.is_empty() {
            return;
        }
        let Reading { name, text, params, .. } = self.reading;
        let numeric = |kind: &str| matches!(kind, "number" | "integer" | "boolean");
        let formula =
            params.len() >= 2 && params.iter().all(|p| numeric(p.kind) && !p.words.ends_with("id") && !p.words.ends_with("index"));
        if let Some(param) = params.first().filter(|_| formula && !text.words.is_empty()) {
            push_act(self.evidence, Evidence::whole(&param.at, param.name, "", Push::Sets, 1), Act::Compute);
            self.acts.push(Act::Compute);
        } else if let Some(saying) = text.anywhere.iter().max_by_key(|saying| saying.act.severity()) {
            self.see_saying(saying, Push::Sets, 1, saying.act);
            self.acts.push(saying.act);
        } else if let Some(param) = params.iter().find(|p| PAGES.contains(&p.words.as_ref())) {
            // What is handed out page by page is a list.
            push_act(self.evidence, Evidence::whole(&param.at, param.name, "", Push::Lowers, 1), Act::Read);
            self.acts.push(Act::Read);
        } else if text.words.is_empty() && params.iter().all(is_asking) && names_what_is_told(name) {
            if let Some(noun) = &name.object {
                self.see("/name", self.reading.called, (noun.start, noun.end), Push::Lowers, 1, Act::Read);
            }
            self.acts.push(Act::Read);
        } else if text.verbless
            && (params.iter().all(|p| is_asking(p) || p.words == "api key") && text.words.iter().any(|t| TOLD.contains(&t.text.as_ref()))
                || text.classes.has(Class::Market) && name.tokens.iter().all(|t| t.found.exact.word.is_none()))
        {
            self.acts.push(Act::Read);
        } else {
            return;
        }
        self.tier = Some(Tier::Mention);
    }

    /// Words for doing anything: the worst that the description mentions.
    fn words_for_anything(&mut self) {
        let Reading { name, text, .. } = self.reading;
        let anything = name.has_any(ANYTHING);
        // `Executes a transaction` is no more than the tool's name says.
        // `manage_links`, which removes them.
        let counts =
            |act: Act| act.severity().0 >= 2 && act != Act::Execute && !(act == Act::Remove && name.object_classes.has(Class::Tie));
        let removals = text.anywhere.iter().filter(|saying| counts(saying.act));
        if let Some(saying) = removals.max_by_key(|saying| saying.act.severity()).filter(|_| anything && self.head_strength() <= 1) {
            self.see_saying(saying, Push::Raises, 1, saying.act);
            self.acts.push(saying.act);
        }
    }

    /// Nouns that turn an act into another though they are not its object.
    fn by_what_stands_beside(&mut self) {
        let Reading { name, text, .. } = self.reading;
        // `assign_permission_set`: what is handed over need not stand last.
        if name.classes.has(Class::Access) && self.acts.contains(&Act::Link) {
            self.acts.push(Act::Grant);
        }
        // `Move (share) an item to an organization`, `Create a link for sharing text`
        let share = self.acts.contains(&Act::Move) && text.has_any(&["share", "shares"]);
        if share || self.acts.contains(&Act::Create) && self.reading.is_for_sharing() {
            self.acts.push(Act::Grant);
        }
        // A notice on one's own screen.
        let notice = |words: &[Token<'_>]| {
            words.windows(2).any(|w| matches!(w, [desktop, notice] if desktop.text == "desktop" && notice.text.starts_with("notification")))
        };
        if notice(&name.tokens) || notice(&text.words) {
            self.acts.iter_mut().filter(|act| matches!(act, Act::Notify | Act::Drive)).for_each(|act| *act = Act::Handle);
        }
        // To publish an event is to hand it to a bus.
        let broker = || self.reading.mentions_any(&["redis", "mqtt", "rabbitmq", "kafka", "amqp", "broker"]);
        if name.classes.has(Class::Bus) || self.acts.contains(&Act::Emit) || broker() {
            self.acts.iter_mut().filter(|act| **act == Act::Publish).for_each(|act| *act = Act::Emit);
        }
        if self.acts.contains(&Act::Comment) && text.classes.has(Class::Social) {
            self.acts.push(Act::Publish);
        }
        // A page that is shown, not one that is kept: `get_page` of a browser, not of a wiki.
        if self.reading.speaks_of(Class::Browser) && name.object_classes.has(Class::Page) {
            self.acts.iter_mut().filter(|act| **act == Act::Read).for_each(|act| *act = Act::Observe);
        }
        // `git_fetch` writes into the repository what it fetches.
        if name.tokens.iter().skip_while(|t| t.text != "git").any(|t| t.text == "fetch") {
            self.acts.push(Act::Update);
        }
        // Who belongs to an organisation, and what its groups may do.
        let organisation = name.has_any(&["org", "organization", "organisation", "admin"]);
        if organisation
            && name.classes.has(Class::Unit)
            && self.acts.iter().any(|act| matches!(act, Act::Create | Act::Update | Act::Write | Act::Link | Act::Restore))
        {
            self.acts.push(Act::Grant);
        }
    }

    /// `manage_board(operation: get|list)`: a word for doing anything, and all that can be chosen reads.
    fn by_choices_that_read(&mut self) {
        let Reading { name, params, .. } = self.reading;
        let named = name.verbs.iter().all(|v| name.tokens.iter().any(|t| t.start == v.start && ANYTHING.contains(&t.text.as_ref())));
        let vague = !name.verbs.is_empty() && named && self.acts.iter().all(|act| *act == Act::Update || act.is_read_like());
        let param = params
            .iter()
            .find(|p| p.role == Some(Role::Action) && p.depth == 0 && p.required && powers::only_reads(p, self.reading.description));
        let Some(param) = param.filter(|_| vague) else { return };
        push_act(self.evidence, Evidence::whole(&param.at, param.name, "", Push::Lowers, 3), Act::Read);
        self.acts = vec![Act::Read];
        self.tier = Some(Tier::Schema);
    }

    /// Keys and clicks in a browser act in somebody's name.
    fn by_pressing(&mut self) {
        // Dropped onto something, as by a mouse.
        if self.reading.name.has("drop") && self.reading.in_page() && self.reading.text.has_any(&["onto", "drag", "dragged"]) {
            self.acts.iter_mut().filter(|act| **act == Act::Delete).for_each(|act| *act = Act::Input);
        }
        if self.acts.iter().any(|act| matches!(act, Act::Input | Act::Choose)) && self.reading.in_page() {
            self.acts.push(Act::Drive);
        }
    }

    /// Keys that are made or made anew, settings that hold for everybody in a team, backups that take the place of what is there.
    fn by_further_nouns(&mut self) {
        let Reading { name, text, params, .. } = self.reading;
        let has = |words: &[&str]| name.has_any(words);
        let object = name.object.as_ref().map_or("", |noun| noun.text.as_ref());
        let changes = |act: &Act| matches!(act, Act::Create | Act::Update | Act::Reset | Act::Store | Act::Write);
        let makes = self.acts.iter().any(|act| matches!(act, Act::Create | Act::Reset)) || has(&["generate", "regenerate", "issue"]);
        let key = matches!(object, "key" | "keys" | "token" | "tokens")
            && has(&["api", "access", "auth", "ssh", "signing", "service", "personal", "new", "secret", "deploy"]);
        // The key of something else is made anew: `refresh_token(app_id)`; another one is put in.
        let anew = object == "token" && name.has("refresh") && params.iter().any(|p| p.required && p.words.ends_with(" id"));
        let given = name.has("key") && params.iter().any(|p| p.required && p.role == Some(Role::Credential));
        let put_in = (given || has(&["oauth", "oauth2", "saml", "sso"])) && has(&["update", "replace"]) && self.acts.contains(&Act::Update);
        if makes && key || anew || put_in {
            self.acts.push(Act::Grant);
        }
        // `add_user_to_team`: who belongs to it may do what it may do.
        let person = has(&["user", "users", "member", "members", "collaborator", "person", "people"]);
        let joins = person && has(&["to"]) && has(&["team", "group", "organization", "organisation", "org", "workspace", "tenant"]);
        // `create_remote_connection(host)`: from where it can be reached.
        let reached = has(&["remote"]) && has(&["connection", "access"]) && has(&["database", "db", "server", "host"]);
        // `create_webhook(url)`: whoever is at the address hears of everything from now on.
        let hook = has(&["webhook", "webhooks"]) && params.iter().any(|p| p.role == Some(Role::Url));
        let adds = self.acts.iter().any(|act| matches!(act, Act::Create | Act::Link));
        if adds && (joins || reached) {
            self.acts.push(if reached { Act::Secure } else { Act::Grant });
        }
        if adds && hook {
            self.acts.push(Act::Grant);
        }
        // Who had the link comes in no longer.
        if has(&["share", "sharing", "invite"]) && object == "link" && self.acts.contains(&Act::Unlink) {
            self.acts.push(Act::Delete);
        }
        // A message that is created is sent.
        if has(&["create", "compose", "new"]) && name.object_classes.has(Class::Dispatch) && self.acts.contains(&Act::Create) {
            self.acts.push(Act::Notify);
        }
        // `set_config_value`, of which the description speaks of security.
        let guarded = matches!(object, "config" | "configuration" | "value") && text.has_any(&["security"]) || has(&["encryption", "cmk"]);
        let everybody = has(&["team", "org", "organization", "organisation", "tenant", "company", "enterprise"]);
        if (guarded || everybody && matches!(object, "settings" | "preferences" | "policy" | "policies")) && self.acts.iter().any(changes) {
            self.acts.push(Act::Secure);
        }
        // A set of variables of a program: `save_environment(env)`.
        let variables = |words: &str| matches!(words, "env" | "env vars" | "environment variables");
        if name.has("environment") && params.iter().any(|p| variables(&p.words)) && self.acts.iter().any(changes) {
            self.acts.push(Act::Grant);
        }
        let backup = self.reading.mentions_any(&["backup", "dump", "snapshot"]);
        if self.acts.contains(&Act::Restore) && (backup || has(&["database", "db"])) {
            self.acts.push(Act::Overwrite);
        }
        // `replace_document`, of which nothing of the old stays.
        if has(&["replace", "upsert", "put"]) && name.object_classes.has(Class::Whole) && self.acts.contains(&Act::Update) {
            self.acts.push(Act::Overwrite);
        }
    }

    /// What the arguments make of an act.
    fn by_arguments(&mut self) {
        let Reading { name, text, params, .. } = self.reading;
        // What is worked out of things that the arguments only name is read.
        let only_named = !params.is_empty() && !params.iter().any(is_given);
        // Arithmetic: `add(a, b)`.
        let numbers = (1..=3).contains(&params.len()) && params.iter().all(|p| matches!(p.kind, "number" | "integer"));
        let sum = numbers && (name.tokens.len() == 1 || name.has("number") || self.reading.mentions("numbers"));
        // `midpoint(symbol)`, of which the description says that it fetches it.
        let when = |p: &Param<'_>| {
            ["zone", "format", "date", "time", "offset", "days", "city", "country", "min", "max"].iter().any(|w| p.words.contains(w))
        };
        let returns = |head: &Saying| text.words.iter().any(|t| t.start == head.start && t.text.starts_with("return"));
        let fetched = only_named
            && !params.iter().any(when)
            && text.head.as_ref().is_some_and(|head| head.sure && head.act == Act::Read && !returns(head));
        // `convert_volume(value, from_unit, to_unit)`
        let from = |end: &str| params.iter().any(|p| p.words.starts_with(end) && p.words.ends_with("unit"));
        let units = name.has("convert") && from("from ") && from("to ");
        for act in &mut self.acts {
            *act = match *act {
                Act::Examine if only_named => Act::Read,
                Act::Compute if fetched => Act::Read,
                Act::Create if sum => Act::Compute,
                Act::Read if sum && self.reading.mentions_any(&["sum", "product", "difference"]) => Act::Compute,
                Act::Update if units => Act::Compute,
                // A removal of all there is.
                Act::Delete | Act::Remove | Act::Reset if name.all.is_some() => Act::Destroy,
                other => other,
            };
        }
    }

    fn settled(self) -> Option<Settled> {
        let Reading { called, name, text, params, description, .. } = self.reading;
        let act = worst(&self.acts)?;
        let switch = |role: Role| params.iter().find(|p| p.role == Some(role) && p.is_switch()).filter(|_| !act.is_read_like());
        let mut note = |mut seen: Evidence, fields: &[Field]| {
            seen.fields = fields.to_vec();
            self.evidence.push(seen);
        };
        // What is staged is not yet committed; what is pruned in a fetch are names of what is gone already; copying a folder with all
        // that is in it takes nothing away.
        let staged = act == Act::Create && self.reading.mentions("commit") && self.reading.mentions_any(&["stage", "stages", "staging"]);
        let adds = act == Act::Create || self.acts.contains(&Act::Move);
        let mild = |flag: &Param<'_>| {
            act == Act::Store || staged || adds && flag.words == "recursive" || flag.words == "prune" && name.has("fetch")
        };
        let flag = switch(Role::Flag).filter(|flag| !mild(flag));
        if let Some(flag) = flag {
            note(Evidence::whole(&flag.at, flag.name, "is a flag that raises the risk by one grade", Push::Raises, 2), &[Field::RiskLevel]);
        }
        // One by one is high; all at once is a grade more.
        let opens = self.acts.iter().any(|act| matches!(act, Act::Approve | Act::Grant | Act::Revoke | Act::Secure));
        let denies = name.has_any(&["deny", "reject", "decline"]) && self.acts.contains(&Act::Stop);
        // The policies of an organisation hold for everybody in it.
        let ruled =
            name.tokens.iter().find(|t| matches!(t.text.as_ref(), "org" | "organization" | "organisation" | "tenant" | "enterprise"));
        let object = name.object.as_ref().map_or("", |noun| noun.text.as_ref());
        let ruled = ruled.filter(|_| matches!(object, "policy" | "policies") && opens).map(|t| (t.start, t.end));
        let all = name.all.filter(|_| opens || denies).map(|at| (at, "is everything at once"));
        let all = all.or(ruled.map(|at| (at, "holds for everybody in it")));
        if let Some(((start, end), says)) = all {
            note(Evidence::span("/name", called, start, end, says, Push::Raises, 2), &[Field::RiskLevel]);
        }
        let finality = &[Field::Reversibility, Field::Outcome, Field::RiskLevel];
        let last = switch(Role::Finality);
        if let Some(last) = last {
            note(Evidence::whole(&last.at, last.name, "is a switch that makes the effect final", Push::Raises, 2), finality);
        }
        let warning = text.final_effect.filter(|_| !act.is_read_like());
        if let Some((start, end)) = warning {
            note(Evidence::span("/description", description, start, end, "says that the effect is final", Push::Raises, 2), finality);
        }
        // A removal that only puts away; whatever else is final stays so.
        let last = last.is_some() || warning.is_some();
        let puts_away = |act: &Act| matches!(act, Act::Delete | Act::Remove) || act.profile().reversibility != Reversibility::None;
        let back = text.restorable.filter(|_| !last && act.severity().0 == 2 && self.acts.iter().all(puts_away));
        if let Some((start, end)) = back {
            let says = "says that it can be taken back";
            note(Evidence::span("/description", description, start, end, says, Push::Lowers, 2), &finality[..2]);
        }
        if let Some((start, end)) = text.takes_all.filter(|_| act.severity().0 == 2).or(text.throughout.filter(|_| !act.is_read_like())) {
            let says = "says that it reaches further than one item";
            note(Evidence::span("/description", description, start, end, says, Push::Raises, 1), &[Field::BlastRadius]);
        }
        let tier = self.tier.unwrap_or(if self.head_strength() > 1 { Tier::Name } else { Tier::WeakName });
        Some(Settled {
            act,
            acts: self.acts,
            tier,
            raised_by_flag: flag.is_some() || all.is_some(),
            final_effect: last,
            restorable: back.is_some(),
        })
    }
}

/// Whether a name without a verb names things, or what somebody is told: `list` is left out before them.
fn names_what_is_told(name: &NameReading<'_>) -> bool {
    let Some(noun) = name.tokens.last() else { return false };
    let word = noun.text.as_ref();
    let many = word.len() > 4 && word.ends_with('s') && !["ss", "us", "is", "as", "os"].iter().any(|end| word.ends_with(end));
    let classes = noun.found.classes;
    let public = classes.has(Class::Market) && !classes.has(Class::Coin) && !classes.has(Class::Key);
    let told = matches!(word, "dashboard" | "tip" | "joke" | "fact" | "greeting" | "trivia");
    (many || public || told) && name.tokens.iter().all(|t| t.found.verb.is_none())
}

/// Whether a parameter may say which, and hand over nothing.
fn is_asking(param: &Param<'_>) -> bool {
    use Role as R;
    matches!(param.role, None | Some(R::Query | R::One | R::Many | R::Path | R::ScopeNamespace | R::ScopeCluster | R::ScopeOrganization))
}

/// What a description without a verb says that is told: `Tide data`.
const TOLD: &[&str] = &["data", "information", "info", "status", "statistics", "stats", "details", "overview", "summary"];

/// Texts that are worked on, and not just named.
const GIVEN: &[&str] = &[
    "expression",
    "formula",
    "style",
    "diagram",
    "json",
    "xml",
    "yaml",
    "csv",
    "input",
    "instructions",
    "transcript",
    "template",
    "regex",
    "pattern",
    "sentence",
    "paragraph",
    "words",
    "string",
    "timestamp",
];

/// Whether a parameter holds what is worked on.
fn is_given(param: &Param<'_>) -> bool {
    matches!(param.role, Some(Role::Content | Role::Code | Role::Query))
        || param.kind == "number"
        || matches!(param.kind, "array" | "object") && param.depth == 0 && param.choices.is_empty() && !HOW.contains(&param.last_word())
        || GIVEN.contains(&param.words.as_ref())
}

/// The last words of lists and objects that name things, or say how.
const HOW: &[&str] = &["id", "ids", "names", "paths", "urls", "packages", "symbols", "tickers", "options", "filters"];

/// What is worked on and kept nowhere.
const FORMAL: &[&str] =
    &["regex", "regexp", "semver", "luhn", "cidr", "subnet", "math", "random", "uuid", "ulid", "base64", "checksum", "char", "unicode"];
/// What is worked on where the description says so.
const VALUES: &[&str] = &["ip", "date", "datetime", "time", "color", "colour", "number", "fraction", "unit", "version", "hash", "string"];
/// Verbs that change what is given where nothing is kept.
const WORKED: &[&str] =
    &["add", "subtract", "replace", "shuffle", "eval", "evaluate", "merge", "split", "join", "round", "reverse", "sort"];
/// Words that say that something is worked out.
const CALCULATES: &[&str] = &[
    "calculate",
    "calculates",
    "calculation",
    "calculations",
    "compute",
    "computes",
    "convert",
    "converts",
    "conversion",
    "conversions",
    "arithmetic",
    "math",
    "algorithm",
];

/// Words for doing anything.
const ANYTHING: &[&str] = &["manage", "control", "transact", "crud", "operate", "administer", "handle"];

/// Parameters that turn the pages of a list.
const PAGES: &[&str] = &[
    "page",
    "page size",
    "per page",
    "page number",
    "page token",
    "next page token",
    "cursor",
    "offset",
    "ordering",
    "sort by",
    "order by",
];

fn worst(acts: &[Act]) -> Option<Act> {
    acts.iter().copied().max_by_key(|act| act.severity())
}

fn push_for(act: Act) -> Push {
    if act.is_read_like() { Push::Lowers } else { Push::Raises }
}

/// Whether the name's only verb may as well be a noun, so that the description decides: `stock_order_book`, not
/// `submit_form`.
fn is_noun(name: &NameReading<'_>) -> bool {
    name.verbs.iter().all(|verb| verb.strength <= 1 && (verb.start > 0 || verb.mostly_noun))
}
