//! What SQL text does. Nothing is parsed further than needed: statements are told by their words, and whatever is not
//! recognised leaves the reading unclear.

mod filter;
mod keyword;
mod lexer;
mod statement;

use mcp_tool_risk_types::mentions;

use lexer::Rules;

use super::effect::Reading;
use super::{bytes, is_one};

/// The ways of reading SQL. Dialects that split text from code alike share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum Dialect {
    /// PostgreSQL and what follows it: Redshift, CockroachDB, DuckDB.
    Postgres,
    /// MySQL, MariaDB.
    MySql,
    /// SQLite.
    Sqlite,
    /// Transact-SQL.
    SqlServer,
    /// Oracle.
    Oracle,
    /// BigQuery, Spark, Databricks, ClickHouse.
    BigQuery,
    /// Snowflake.
    Snowflake,
}

const STANDARD: Rules = Rules {
    backslash: false,
    e_quotes: false,
    hash_comment: false,
    slash_comment: false,
    dash_needs_space: false,
    nested_comments: false,
    version_comments: false,
    dollar_quotes: false,
    brackets: false,
    q_quotes: false,
    triple_quotes: false,
};

mcp_tool_risk_types::words_from_json!(Dialect);

impl Dialect {
    /// Every dialect.
    pub const ALL: &'static [Self] =
        &[Self::Postgres, Self::MySql, Self::Sqlite, Self::SqlServer, Self::Oracle, Self::BigQuery, Self::Snowflake];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MySql => "mysql",
            Self::Sqlite => "sqlite",
            Self::SqlServer => "sqlserver",
            Self::Oracle => "oracle",
            Self::BigQuery => "bigquery",
            Self::Snowflake => "snowflake",
        }
    }

    /// The dialect that a host names; `None` where the name is not known.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "postgres" | "postgresql" | "redshift" | "cockroachdb" | "duckdb" => Self::Postgres,
            "mysql" | "mariadb" => Self::MySql,
            "sqlite" => Self::Sqlite,
            "mssql" | "sqlserver" | "tsql" => Self::SqlServer,
            "oracle" => Self::Oracle,
            "bigquery" | "spark" | "databricks" | "clickhouse" => Self::BigQuery,
            "snowflake" => Self::Snowflake,
            _ => return None,
        })
    }

    fn rules(self) -> Rules {
        match self {
            Self::Postgres => Rules { e_quotes: true, nested_comments: true, dollar_quotes: true, ..STANDARD },
            Self::MySql => Rules { backslash: true, hash_comment: true, dash_needs_space: true, version_comments: true, ..STANDARD },
            Self::Sqlite => Rules { brackets: true, ..STANDARD },
            Self::SqlServer => Rules { brackets: true, nested_comments: true, ..STANDARD },
            Self::Oracle => Rules { q_quotes: true, ..STANDARD },
            Self::BigQuery => Rules { backslash: true, hash_comment: true, triple_quotes: true, ..STANDARD },
            Self::Snowflake => Rules { backslash: true, slash_comment: true, dollar_quotes: true, ..STANDARD },
        }
    }
}

/// Longest text that is looked into, in bytes; beyond it everything is unclear.
const MAX_TEXT: usize = 1 << 20;

/// What the text does: under the dialect where it is given, else the worst over all dialects.
pub fn read(text: &str, dialect: Option<Dialect>) -> Reading {
    let mut reading = Reading::default();
    if text.len() > MAX_TEXT {
        reading.unclear("SQL too long to be read");
        return reading;
    }
    match dialect {
        Some(dialect) => read_as(text, dialect, &mut reading),
        None if !dialects_differ(text) => read_as(text, Dialect::Sqlite, &mut reading),
        None => {
            for dialect in Dialect::ALL.iter().copied() {
                read_as(text, dialect, &mut reading);
            }
        }
    }
    reading
}

/// Whether a text starts like a statement, not like a condition.
pub(crate) fn is_statement(text: &str) -> bool {
    let heads = ["select", "with", "explain", "show", "describe", "insert", "update", "delete"];
    let first = text.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    heads.iter().any(|head| first.eq_ignore_ascii_case(head))
}

/// Whether a condition, as after WHERE, may leave everything.
pub(crate) fn leaves_everything(condition: &str) -> bool {
    if matches!(condition.trim(), "1" | "true" | "TRUE" | "True") {
        return true;
    }
    let operator = condition.contains(['=', '<', '>']) || mentions(&condition.to_ascii_lowercase(), " is ");
    let (tokens, complete) = lexer::tokens(condition, &STANDARD);
    operator && (!complete || filter::of(&tokens) == filter::Filter::Trivial)
}

/// Whether the text has anything that dialects split differently.
fn dialects_differ(text: &str) -> bool {
    const MAY: [bool; 256] = bytes(b"\\#$[\"-/'");
    let bytes = text.as_bytes();
    let at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied();
    bytes.iter().enumerate().filter(|(_, byte)| is_one(**byte, &MAY)).any(|(place, byte)| match byte {
        b'-' | b'/' => matches!(at(Some(place + 1)), Some(b'-' | b'*' | b'/')),
        b'\'' => matches!(at(place.checked_sub(1)), Some(b'q' | b'Q' | b'e' | b'E' | b'\'')),
        _ => true,
    })
}

fn read_as(text: &str, dialect: Dialect, reading: &mut Reading) {
    let (tokens, complete) = lexer::tokens(text, &dialect.rules());
    for statement in tokens.split(|token| token.is(b';')) {
        statement::read(statement, reading);
    }
    if !complete {
        reading.unclear("SQL that can't be split into words");
    }
}

#[cfg(test)]
mod tests;
