//! What a command of MongoDB does: a document whose first key names it.

use mcp_tool_risk_types::json::Object;

use super::effect::{Grade, Reading};
use super::table;

/// Commands in lower case and their grades, sorted.
const COMMANDS: &str = include_str!("../../data/mongodb-commands.tsv");

/// What the command does. Drivers may change the order of keys, so each that names a command counts; operators in its values are
/// seen by the walk over the arguments.
pub(super) fn read(command: &Object<'_>) -> Reading {
    let mut reading = Reading::default();
    let mut known = false;
    for (place, (key, _)) in command.iter().enumerate() {
        let mut buffer = [0; 48];
        let line = table::lower(key, &mut buffer).and_then(|key| table::find(COMMANDS, key));
        let row = line.and_then(|line| line.split_once('\t')).and_then(|(key, grade)| Some((key, Grade::from_word(grade)?)));
        if let Some((key, grade)) = row {
            reading.grade_key(grade, "database command: ", key);
            known |= place == 0;
        }
    }
    if !known {
        reading.unclear("database command that isn't in the table");
    }
    reading
}

#[cfg(test)]
mod tests {
    use mcp_tool_risk_types::json;

    use super::*;

    fn of(text: &str) -> Reading {
        read(json::parse(text).expect("JSON").value.as_object().expect("an object"))
    }

    #[test]
    fn commands_are_told_by_their_keys() {
        for text in [r#"{"find": "a", "filter": {"b": 1}}"#, r#"{"ping": 1}"#, r#"{"listCollections": 1, "nameOnly": true}"#] {
            let found = of(text);
            assert!(found.understood && found.effect.is_read(), "{text}");
        }
        assert!(of(r#"{"dropDatabase": 1}"#).effect.at_most(Grade::Destroy.effect()));
        assert_eq!(of(r#"{"find": "a", "delete": "a"}"#).effect.category, Grade::Destroy.effect().category);
        for text in ["{}", r#"{"filter": {}, "find": "a"}"#, r#"{"mapReduce": "a"}"#] {
            assert!(!of(text).understood, "{text}");
        }
    }

    #[test]
    fn the_table_is_sorted() {
        let keys: Vec<_> = COMMANDS.lines().map(|line| line.split_once('\t').expect("two columns")).collect();
        assert!(keys.is_sorted_by(|a, b| a.0 < b.0));
        assert!(keys.iter().all(|(key, grade)| *key == key.to_ascii_lowercase() && Grade::from_word(grade).is_some()));
    }
}
