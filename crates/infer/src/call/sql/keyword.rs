//! The words of SQL that the reader looks for.

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

/// Where the words of each letter start in the table, and where the last ones end.
#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, where a panic is an error")]
const STARTS: [u8; 27] = {
    let mut starts = [0; 27];
    let mut letter = 0;
    let mut at = 0;
    while letter < 26 {
        while at < KEYS.len() && first_letter(KEYS, at) < letter {
            at += 1;
        }
        starts[letter] = at as u8;
        letter += 1;
    }
    starts[26] = KEYS.len() as u8;
    starts
};

#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, where a panic is an error")]
const fn first_letter(keys: &[(&str, Key)], at: usize) -> usize {
    (keys[at].0.as_bytes()[0] - b'a') as usize
}

/// The key of a word, whatever its case.
pub(super) fn find(word: &str) -> Key {
    let letter = word.bytes().next().map_or(26, |first| usize::from(first.to_ascii_lowercase().wrapping_sub(b'a')));
    let (Some(start), Some(end)) = (STARTS.get(letter), STARTS.get(letter + 1)) else { return Key::Other };
    let keys = KEYS.get(usize::from(*start)..usize::from(*end)).unwrap_or_default();
    keys.iter().find(|(key, _)| key.eq_ignore_ascii_case(word)).map_or(Key::Other, |(_, key)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(KEYS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(KEYS.iter().all(|(word, key)| find(word) == *key && find(&word.to_uppercase()) == *key));
        assert!(["", "zz", "selects", "1", "{", "\u{e9}"].iter().all(|word| find(word) == Key::Other));
    }
}
