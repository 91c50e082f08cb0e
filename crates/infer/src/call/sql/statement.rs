//! What one statement does, told by its words.

use mcp_tool_risk_types::BlastRadius;

use super::filter::{self, Filter};
use super::keyword::Key;
use super::lexer::{Kind, Token};
use crate::call::effect::{Effect, Grade, Reading};
use crate::call::table;

/// Tokens of a filter that are looked at.
const MAX_CLAUSE: usize = 4096;
/// Tokens between a name and the query that it stands for.
const MAX_COLUMNS: usize = 256;

/// Functions that only compute. Any other may act.
const FUNCTIONS: &str = include_str!("../../../data/sql-functions.txt");

fn on_namespace(grade: Grade) -> Effect {
    Effect { blast: BlastRadius::Namespace, ..grade.effect() }
}

/// Reads one statement: its head first, then every word that starts a writing clause wherever it can, since
/// some dialects need no separator between statements.
pub(super) fn read(tokens: &[Token<'_>], reading: &mut Reading) {
    let start = tokens.iter().position(|token| !token.is(b'(')).unwrap_or(tokens.len());
    let Some(head) = tokens.get(start) else { return };
    let body = tokens.get(start + 1..).unwrap_or_default();
    let next = body.first().map_or(Key::Other, Token::key);
    let mut scan = Scan {
        tokens,
        at: start,
        functions: true,
        merging: false,
        inserting: false,
        secrets: false,
        target: usize::MAX,
        seen_insert: false,
        seen_merge: false,
        names_secrets: None,
    };
    match head.key() {
        Key::Select | Key::With | Key::Values | Key::Table => {
            reading.grade(Grade::Read, "SQL query");
            scan.secrets = true;
        }
        Key::Explain | Key::Describe | Key::Desc => {
            reading.grade(Grade::Read, "SQL plan or description");
            let executes = body.iter().any(|token| matches!(token.key(), Key::Analyze | Key::Analyse));
            if !executes {
                scan.only_functions(reading);
                return;
            }
            scan.at = start + 1;
        }
        Key::Show => {
            reading.grade(Grade::Read, "SQL SHOW");
            // `SHOW CREATE TABLE`
            scan.at += 2;
        }
        Key::Insert | Key::Update | Key::Delete | Key::Merge | Key::Replace | Key::Truncate | Key::Drop => {}
        Key::Create => create(body, &mut scan, reading),
        Key::Alter | Key::Rename => alter(head.key(), body, &mut scan, reading),
        Key::Grant | Key::Revoke | Key::Deny => {
            let all =
                body.iter().any(|token| matches!(token.key(), Key::All | Key::With | Key::Role) || token.is(b'*') || is_admin(token.text));
            if all {
                reading.grade(Grade::Wide, "SQL privileges on everything");
            } else {
                reading.grade(Grade::Power, "SQL privileges");
            }
            scan.at += 1;
        }
        Key::Begin | Key::Start | Key::Commit | Key::Rollback | Key::Savepoint | Key::Release | Key::Abort | Key::End
            if body.len() <= 6 && body.iter().all(|token| matches!(token.kind, Kind::Word(_))) && !starts_something(body) =>
        {
            let grade = if head.key() == Key::Commit || head.key() == Key::End { Grade::Change } else { Grade::Pure };
            reading.grade(grade, "SQL transaction control");
        }
        Key::Use if body.len() <= 3 => reading.grade(Grade::Read, "SQL USE"),
        Key::Set => {
            let wide = matches!(next, Key::Global | Key::Persist | Key::Role) || body.iter().any(|token| is_admin(token.text));
            reading.grade(if wide { Grade::Power } else { Grade::Change }, "SQL setting");
        }
        Key::Pragma => {
            scan.functions = false;
            pragma(body, reading);
        }
        Key::Copy if body.iter().any(|token| token.key() == Key::Stdout) && !body.iter().any(|token| token.key() == Key::Program) => {
            reading.grade(Grade::Read, "SQL COPY TO STDOUT");
        }
        Key::Comment | Key::Vacuum | Key::Analyze | Key::Analyse | Key::Reindex | Key::Optimize | Key::Refresh | Key::Checkpoint => {
            reading.grade(Grade::Change, "SQL maintenance");
            scan.at += 1;
        }
        _ => {
            // CALL, DO, EXECUTE, ATTACH, LOAD, COPY, procedures and everything unknown.
            reading.effect = reading.effect.join(Grade::Change.effect());
            reading.unclear("SQL statement that may do anything");
        }
    }
    scan.run(reading);
}

fn starts_something(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(|token| {
        matches!(
            token.key(),
            Key::Delete
                | Key::Update
                | Key::Insert
                | Key::Drop
                | Key::Truncate
                | Key::Alter
                | Key::Create
                | Key::Exec
                | Key::Execute
                | Key::Merge
        )
    })
}

/// Words of privileges over everything.
fn is_admin(word: &str) -> bool {
    let admin =
        ["superuser", "sysadmin", "accountadmin", "db_owner", "dba", "bypassrls", "createrole", "password", "authorization", "public"];
    admin.iter().any(|name| word.eq_ignore_ascii_case(name))
}

fn create(body: &[Token<'_>], scan: &mut Scan<'_, '_>, reading: &mut Reading) {
    // A body of code may do anything when it runs.
    let runs_later =
        ["function", "procedure", "proc", "trigger", "extension", "language", "event", "rule", "assembly", "server", "package"];
    let kinds =
        ["aggregate", "operator", "subscription", "job", "task", "pipe", "model", "library", "integration", "library", "macro", "secret"];
    let named = |words: &[&str]| body.iter().take(6).any(|token| words.iter().any(|word| token.text.eq_ignore_ascii_case(word)));
    if named(&runs_later) || named(&kinds) {
        reading.grade(Grade::Power, "SQL code that is stored");
        reading.unclear("SQL code that runs later");
    } else if body.iter().take(3).any(|token| matches!(token.key(), Key::User | Key::Role)) || named(&["login", "policy", "grant"]) {
        reading.grade(Grade::Power, "SQL account");
    } else {
        reading.grade(Grade::Change, "SQL CREATE");
    }
    if body.first().is_some_and(|token| token.key() == Key::Or) {
        reading.grade(Grade::Overwrite, "SQL CREATE OR REPLACE");
    }
    scan.functions = false;
    scan.at += 1;
}

fn alter(head: Key, body: &[Token<'_>], scan: &mut Scan<'_, '_>, reading: &mut Reading) {
    let what = body.first().map_or(Key::Other, Token::key);
    if what == Key::System {
        reading.grade(Grade::Wide, "SQL ALTER SYSTEM");
    } else if body.iter().any(|token| is_admin(token.text)) && matches!(what, Key::User | Key::Role) {
        reading.grade(Grade::Wide, "SQL account raised");
    } else if head == Key::Alter {
        reading.add(on_namespace(Grade::Power), "SQL ALTER");
    } else {
        reading.add(on_namespace(Grade::Change), "SQL RENAME");
    }
    scan.functions = false;
    scan.at += 1;
}

fn pragma(body: &[Token<'_>], reading: &mut Reading) {
    let reads = [
        "table_info",
        "table_xinfo",
        "table_list",
        "index_list",
        "index_info",
        "index_xinfo",
        "foreign_key_list",
        "foreign_key_check",
        "database_list",
        "collation_list",
        "function_list",
        "module_list",
        "pragma_list",
        "compile_options",
        "integrity_check",
        "quick_check",
        "stats",
        "user_version",
        "schema_version",
        "page_count",
        "page_size",
        "freelist_count",
        "encoding",
        "foreign_keys",
        "journal_mode",
        "application_id",
        "data_version",
        "cache_size",
        "synchronous",
    ];
    // With arguments the first ones look something up; the others are settings and then write.
    let takes_argument = 16;
    let at = body.iter().position(|token| token.is(b'=') || token.is(b'(')).unwrap_or(body.len());
    let name = body.iter().take(at).next_back().map_or("", |token| token.text);
    let place = reads.iter().position(|read| name.eq_ignore_ascii_case(read));
    let assigns = body.iter().any(|token| token.is(b'='));
    match place {
        Some(place) if !assigns && (at == body.len() || place < takes_argument) => reading.grade(Grade::Read, "SQL PRAGMA that reads"),
        _ => {
            reading.grade(Grade::Power, "SQL PRAGMA that sets");
            reading.unclear("SQL setting that may change what follows");
        }
    }
}

struct Scan<'s, 'a> {
    tokens: &'s [Token<'a>],
    at: usize,
    /// Whether calls of functions count here: in definitions, names are followed by parentheses too.
    functions: bool,
    /// Within MERGE, after WHEN ... THEN.
    merging: bool,
    /// After INSERT, INTO names the target.
    inserting: bool,
    /// Whether names of columns tell what comes back.
    secrets: bool,
    /// Where the name of an INSERT's target ends.
    target: usize,
    /// The words came before.
    seen_insert: bool,
    seen_merge: bool,
    /// Whether the statement names credentials, once somebody asked.
    names_secrets: Option<bool>,
}

/// Words after which no statement starts, whatever the dialect.
fn cannot_end(key: Key) -> bool {
    matches!(
        key,
        Key::Select
            | Key::Distinct
            | Key::Where
            | Key::And
            | Key::Or
            | Key::Not
            | Key::By
            | Key::On
            | Key::As
            | Key::Having
            | Key::When
            | Key::Case
            | Key::In
            | Key::Like
            | Key::Between
            | Key::From
            | Key::Join
            | Key::Set
            | Key::Into
            | Key::Then
    )
}

/// Words that take parentheses and are no functions.
fn takes_parentheses(key: Key) -> bool {
    matches!(
        key,
        Key::In
            | Key::Values
            | Key::As
            | Key::Over
            | Key::Filter
            | Key::Exists
            | Key::Any
            | Key::All
            | Key::Some_
            | Key::And
            | Key::Or
            | Key::Not
            | Key::On
            | Key::Using
            | Key::Where
            | Key::Select
            | Key::From
            | Key::Join
            | Key::Within
            | Key::Group
            | Key::Case
            | Key::When
            | Key::Then
            | Key::Else
            | Key::By
            | Key::Union
            | Key::Except
            | Key::Intersect
            | Key::Distinct
            | Key::Like
            | Key::Is
            | Key::Having
            | Key::Limit
            | Key::Between
            | Key::Lateral
            | Key::Materialized
            | Key::Returning
            | Key::Set
            | Key::Window
            | Key::Default
            | Key::Explain
            | Key::With
            | Key::Analyze
            | Key::Null
            | Key::Table
            | Key::Into
            | Key::Conflict
            | Key::Order
            | Key::Ilike
            | Key::Call
    )
}

impl<'a> Scan<'_, 'a> {
    fn token(&self, at: usize) -> Option<&Token<'a>> {
        self.tokens.get(at)
    }

    fn key(&self, at: usize) -> Key {
        self.token(at).map_or(Key::Other, Token::key)
    }

    fn before(&self, back: usize) -> Option<&Token<'a>> {
        self.at.checked_sub(back).and_then(|at| self.tokens.get(at))
    }

    fn is(&self, at: usize, symbol: u8) -> bool {
        self.token(at).is_some_and(|token| token.is(symbol))
    }

    /// Whether a statement may start at this word.
    fn may_start(&self) -> bool {
        let fits_after = match self.before(1) {
            None => true,
            Some(token) => match token.kind {
                Kind::Symbol(symbol) => matches!(symbol, b'(' | b')' | b'*' | b']'),
                _ => !cannot_end(token.key()),
            },
        };
        fits_after && !self.is(self.at + 1, b'.')
    }

    fn only_functions(&mut self, reading: &mut Reading) {
        while self.at < self.tokens.len() {
            self.function(reading);
            self.at += 1;
        }
    }

    fn run(&mut self, reading: &mut Reading) {
        // Within which parentheses a SELECT was seen: there FROM names a table.
        let mut selects = vec![true];
        while let Some(token) = self.token(self.at).copied() {
            match token.kind {
                Kind::Symbol(b'(') => selects.push(false),
                Kind::Symbol(b')') if selects.len() > 1 => {
                    selects.pop();
                }
                Kind::Word(Key::Select) => {
                    if let Some(last) = selects.last_mut() {
                        *last = true;
                    }
                    self.functions = true;
                }
                Kind::Word(Key::From | Key::Join)
                    if selects.last() == Some(&true) && self.token(self.at + 1).is_some_and(|next| next.kind == Kind::Text) =>
                {
                    reading.unclear("SQL that reads a file or address as a table");
                }
                Kind::Word(Key::Default) => self.functions = true,
                Kind::Word(Key::Using) => self.functions |= self.tokens.first().is_some_and(|head| head.key() == Key::Alter),
                Kind::Word(key) => self.word(key, reading),
                _ => {}
            }
            self.function(reading);
            if self.secrets {
                secret(&token, reading);
            }
            self.at += 1;
        }
    }

    fn word(&mut self, key: Key, reading: &mut Reading) {
        let parenthesis = self.is(self.at + 1, b'(');
        let previous = self.before(1).map_or(Key::Other, Token::key);
        self.seen_insert |= key == Key::Insert;
        self.seen_merge |= key == Key::Merge;
        match key {
            Key::Into => self.into(previous, reading),
            Key::When => self.merging |= self.seen_merge,
            Key::Insert if !parenthesis && (self.may_start() || self.merging) => {
                self.inserting = true;
                reading.grade(Grade::Change, "SQL INSERT");
                if self.tokens.get(self.at..).unwrap_or_default().iter().take(3).any(|token| token.key() == Key::Overwrite) {
                    reading.add(on_namespace(Grade::Destroy), "SQL INSERT OVERWRITE");
                }
            }
            Key::Replace if !parenthesis && (self.may_start() || previous == Key::Or) => {
                self.inserting = true;
                reading.grade(Grade::Overwrite, "SQL REPLACE");
            }
            Key::Merge if self.may_start() && !matches!(self.key(self.at + 1), Key::Join | Key::Union) => {
                self.inserting = true;
                reading.add(on_namespace(Grade::Change), "SQL MERGE");
            }
            Key::Update => self.update(previous, reading),
            Key::Delete => self.delete(previous, reading),
            Key::Truncate if !parenthesis && self.may_start() => reading.add(on_namespace(Grade::Destroy), "SQL TRUNCATE"),
            Key::Drop if self.may_start() && previous != Key::If => self.dropped(reading),
            Key::Alter | Key::Create | Key::Grant | Key::Revoke | Key::Deny if self.at > 0 && self.may_start() && !parenthesis => {
                // A second statement without a separator, or a clause of the first.
                let clause =
                    self.tokens.first().is_some_and(|head| matches!(head.key(), Key::Alter | Key::Create | Key::Grant | Key::Revoke));
                reading.grade(Grade::Power, "SQL definition or privileges");
                if !clause {
                    reading.unclear("SQL statement that may do anything");
                }
            }
            Key::Exec | Key::Execute | Key::Call | Key::Shutdown | Key::Reconfigure | Key::Writetext | Key::Outfile | Key::Dumpfile
                if self.may_start() || previous == Key::Into =>
            {
                reading.grade(Grade::Power, "SQL that runs or writes outside the tables");
                reading.unclear("SQL statement that may do anything");
            }
            Key::Kill
            | Key::Backup
            | Key::Restore
            | Key::Dbcc
            | Key::Bulk
            | Key::Waitfor
            | Key::Load
            | Key::Declare
            | Key::Program
            | Key::Set
                if self.at > 0 && self.may_start() && self.starts_like_a_statement() && (key != Key::Set || self.plain_query()) =>
            {
                reading.grade(Grade::Change, "SQL that may run outside the tables");
                reading.unclear("SQL statement that may do anything");
            }
            _ => {}
        }
    }

    /// Whether SET can't belong to an UPDATE, MERGE, ALTER or INSERT.
    fn plain_query(&self) -> bool {
        !self.inserting && self.tokens.first().is_some_and(|head| head.key() == Key::Select)
    }

    /// Whether what follows is no continuation of an expression.
    fn starts_like_a_statement(&self) -> bool {
        self.token(self.at + 1).is_some_and(|next| match next.kind {
            Kind::Word(key) => !takes_parentheses(key),
            Kind::Symbol(_) => false,
            _ => true,
        })
    }

    fn into(&mut self, previous: Key, reading: &mut Reading) {
        if self.inserting || previous == Key::Copy {
            self.inserting = false;
            // The target and its columns look like a call.
            self.target = self.at + 1;
            while self.is(self.target + 1, b'.') {
                self.target += 2;
            }
            return;
        }
        let next = self.token(self.at + 1);
        if next.is_some_and(|next| next.kind == Kind::Param) {
            return;
        }
        reading.grade(Grade::Change, "SQL SELECT INTO");
        if next.is_some_and(|next| next.kind == Kind::Text) {
            reading.unclear("SQL that writes a file");
        }
    }

    /// The filter of the statement that starts here.
    fn filter(&self) -> Option<Filter> {
        // A clause that is longer counts as none.
        let rest = self.tokens.get(self.at..self.tokens.len().min(self.at + MAX_CLAUSE))?;
        let mut depth = 0usize;
        let mut from = None;
        let mut end = rest.len();
        for (at, token) in rest.iter().enumerate() {
            if token.is(b'(') {
                depth += 1;
            } else if token.is(b')') {
                if depth == 0 {
                    end = at;
                    break;
                }
                depth -= 1;
            } else if depth == 0 {
                match token.key() {
                    Key::Where if from.is_none() => from = Some(at + 1),
                    Key::Returning | Key::Order | Key::Limit | Key::Union | Key::Except | Key::Intersect => {
                        end = at;
                        break;
                    }
                    // Another statement, with a filter of its own.
                    Key::Update | Key::Delete | Key::Insert | Key::Drop | Key::Truncate | Key::Select if at > 0 => {
                        end = at;
                        break;
                    }
                    _ => {}
                }
            }
        }
        if end == MAX_CLAUSE { None } else { Some(filter::of(rest.get(from?..end)?)) }
    }

    fn update(&mut self, previous: Key, reading: &mut Reading) {
        let earlier = self.before(2).map_or(Key::Other, Token::key);
        match previous {
            Key::For => return,
            Key::No | Key::On if !self.may_start() => return,
            Key::Key_ if matches!(earlier, Key::No | Key::Duplicate) => return,
            Key::Then if self.merging => return,
            Key::Do if self.seen_insert => return,
            _ if !self.may_start() => return,
            _ => {}
        }
        let tokens = self.tokens;
        if *self.names_secrets.get_or_insert_with(|| tokens.iter().any(|token| is_admin(token.text) || is_secret(token.text))) {
            reading.grade(Grade::Power, "SQL UPDATE of credentials");
        }
        match self.filter() {
            Some(Filter::Narrow) => reading.grade(Grade::Change, "SQL UPDATE of named rows"),
            Some(Filter::Broad) => reading.add(on_namespace(Grade::Power), "SQL UPDATE with a broad filter"),
            _ => reading.add(on_namespace(Grade::Destroy), "SQL UPDATE of all rows"),
        }
    }

    fn delete(&mut self, previous: Key, reading: &mut Reading) {
        if previous == Key::Then && self.merging {
            reading.add(on_namespace(Grade::Delete), "SQL MERGE that deletes");
        } else if self.may_start() {
            match self.filter() {
                Some(Filter::Narrow) => reading.grade(Grade::Delete, "SQL DELETE of named rows"),
                Some(Filter::Broad) => reading.add(on_namespace(Grade::Delete), "SQL DELETE with a broad filter"),
                _ => reading.add(on_namespace(Grade::Destroy), "SQL DELETE of all rows"),
            }
        }
    }

    fn dropped(&mut self, reading: &mut Reading) {
        let small =
            ["index", "view", "sequence", "trigger", "policy", "constraint", "type", "default", "rule", "synonym", "statistics", "not"];
        let next = self.token(self.at + 1).map_or("", |token| token.text);
        if small.iter().any(|word| next.eq_ignore_ascii_case(word)) {
            reading.grade(Grade::Delete, "SQL DROP of a definition");
        } else {
            reading.add(on_namespace(Grade::Destroy), "SQL DROP");
        }
    }

    /// Looks whether a call stands here and whether it only computes.
    fn function(&mut self, reading: &mut Reading) {
        if !self.is(self.at + 1, b'(') || !self.functions || self.at == self.target {
            return;
        }
        let Some(token) = self.token(self.at) else { return };
        let name = match token.kind {
            Kind::Word(key) if takes_parentheses(key) || key == Key::Insert && self.merging => return,
            Kind::Word(_) | Kind::Name => token.text,
            _ => return,
        };
        let previous = self.before(1);
        // A column list of an alias or of a common table expression.
        if previous.is_some_and(|token| token.key() == Key::As) || self.is_table_expression() {
            return;
        }
        let qualified = previous.is_some_and(|token| token.is(b'.'));
        let trusted = !qualified || self.before(2).is_some_and(|schema| schema.text.eq_ignore_ascii_case("pg_catalog"));
        let mut buffer = [0; 48];
        let known = trusted && table::lower(name, &mut buffer).is_some_and(|name| table::find(FUNCTIONS, name).is_some());
        if !known {
            reading.unclear("SQL function that may act");
        }
    }

    /// `name (columns) AS (SELECT ...`: no function has a query after AS.
    fn is_table_expression(&self) -> bool {
        let starts = self.before(1).is_some_and(|token| matches!(token.key(), Key::With | Key::Recursive) || token.is(b','));
        if !starts {
            return false;
        }
        let end = self.tokens.len().min(self.at + MAX_COLUMNS);
        let rest = self.tokens.get(self.at + 1..end).unwrap_or_default();
        // Columns are plain names, so the first closing parenthesis is the right one.
        let Some(close) = rest.iter().position(|token| token.is(b')')) else { return false };
        let after = rest.get(close + 1..).unwrap_or_default();
        let mut after = after.iter().filter(|token| !matches!(token.key(), Key::Not | Key::Materialized));
        after.next().is_some_and(|token| token.key() == Key::As)
            && after.next().is_some_and(|token| token.is(b'('))
            && after.next().is_some_and(|token| {
                matches!(token.key(), Key::Select | Key::Values | Key::With | Key::Insert | Key::Update | Key::Delete) || token.is(b'(')
            })
    }
}

/// Parts of names that speak of secret values, and of personal data.
const SECRET_PARTS: &[&str] =
    &["password", "passwd", "pwd", "private_key", "pg_shadow", "pg_authid", "secret", "token", "api_key", "apikey", "credential"];
const PERSONAL_PARTS: &[&str] =
    &["phone", "passport", "ssn", "salary", "address", "email", "birth", "credit_card", "card_number", "iban", "diagnosis"];

/// Whether a name has one of the parts, whatever its case.
fn has_part(name: &str, parts: &[&str]) -> bool {
    let bytes = name.as_bytes();
    bytes.iter().enumerate().any(|(at, first)| {
        let first = first.to_ascii_lowercase();
        parts.iter().any(|part| {
            part.as_bytes().first() == Some(&first)
                && bytes.get(at..at + part.len()).is_some_and(|found| found.eq_ignore_ascii_case(part.as_bytes()))
        })
    })
}

fn is_secret(name: &str) -> bool {
    has_part(name, SECRET_PARTS)
}

fn secret(token: &Token<'_>, reading: &mut Reading) {
    if !matches!(token.kind, Kind::Word(Key::Other) | Kind::Name) || token.text.len() < 3 {
        return;
    }
    if is_secret(token.text) {
        reading.grade(Grade::Secret, "SQL query of secret values");
    } else if has_part(token.text, PERSONAL_PARTS) {
        reading.grade(Grade::Private, "SQL query of personal data");
    }
}
