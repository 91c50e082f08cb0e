//! The words of SQL that the reader looks for.

use crate::call::table;

macro_rules! keys {
    ($($key:ident = $word:literal,)+) => {
        /// A word of SQL, or [`Key::Other`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Key {
            $($key,)+
            /// Any other word.
            Other,
        }

        /// Sorted by word.
        const KEYS: &[(&str, Key)] = &[$(($word, Key::$key),)+];
    };
}

keys! {
    Abort = "abort", All = "all", Alter = "alter", Analyse = "analyse", Analyze = "analyze", And = "and", Any = "any", As = "as",
    Attach = "attach", Backup = "backup", Begin = "begin", Between = "between", Bulk = "bulk", By = "by", Call = "call", Case = "case",
    Checkpoint = "checkpoint", Column = "column", Comment = "comment", Commit = "commit", Conflict = "conflict", Copy = "copy",
    Create = "create", Dbcc = "dbcc", Declare = "declare", Default = "default", Delete = "delete", Deny = "deny", Desc = "desc", Describe = "describe",
    Detach = "detach", Distinct = "distinct", Do = "do", Drop = "drop", Dumpfile = "dumpfile", Duplicate = "duplicate", Else = "else",
    End = "end", Except = "except", Exec = "exec", Execute = "execute", Exists = "exists", Explain = "explain", Export = "export",
    False = "false", Filter = "filter", For = "for", From = "from", Function = "function", Global = "global", Grant = "grant", Group = "group",
    Having = "having", If = "if", Ilike = "ilike", Import = "import", In = "in", Index = "index", Insert = "insert", Install = "install",
    Intersect = "intersect", Into = "into", Is = "is", Join = "join", Key_ = "key", Kill = "kill", Lateral = "lateral", Like = "like",
    Limit = "limit", Load = "load", Lock = "lock", Materialized = "materialized", Merge = "merge", No = "no", Not = "not", Null = "null",
    On = "on", Optimize = "optimize", Or = "or", Order = "order", Outfile = "outfile", Over = "over", Overwrite = "overwrite",
    Persist = "persist", Pragma = "pragma", Prepare = "prepare", Privileges = "privileges", Procedure = "procedure", Program = "program",
    Reconfigure = "reconfigure", Recursive = "recursive", Refresh = "refresh", Reindex = "reindex", Release = "release",
    Rename = "rename", Replace = "replace", Restore = "restore", Returning = "returning", Revoke = "revoke", Role = "role",
    Rollback = "rollback", Savepoint = "savepoint", Select = "select", Set = "set", Show = "show", Shutdown = "shutdown", Some_ = "some",
    Start = "start", Stdout = "stdout", System = "system", Table = "table", Then = "then", To = "to", Transaction = "transaction",
    Trigger = "trigger", True = "true", Truncate = "truncate", Union = "union", Update = "update", Use = "use", User = "user",
    Using = "using", Vacuum = "vacuum", Values = "values", View = "view", Waitfor = "waitfor", When = "when", Where = "where",
    Window = "window", With = "with", Within = "within", Writetext = "writetext",
}

/// The key of a word, whatever its case.
pub(super) fn find(word: &str) -> Key {
    let mut buffer = [0; 48];
    let Some(word) = table::lower(word, &mut buffer) else { return Key::Other };
    KEYS.binary_search_by(|(key, _)| (*key).cmp(word)).ok().and_then(|at| KEYS.get(at)).map_or(Key::Other, |(_, key)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(KEYS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
