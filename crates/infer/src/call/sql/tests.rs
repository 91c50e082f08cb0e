use mcp_tool_risk_types::{Category, RiskLevel};

use super::*;

/// The category, risk and whether all was understood, over all dialects.
fn of(text: &str) -> (Category, RiskLevel, bool) {
    let reading = read(text, None);
    (reading.effect.category, reading.effect.risk, reading.understood)
}

#[track_caller]
fn reads(text: &str) {
    let found = of(text);
    assert!(found.0.rank() == 0 && found.1 == RiskLevel::Low && found.2, "{text}: {found:?}");
}

#[track_caller]
fn unclear(text: &str) {
    assert!(!of(text).2, "{text}: {:?}", of(text));
}

#[track_caller]
fn grades(text: &str, category: Category, risk: RiskLevel) {
    assert_eq!(of(text), (category, risk, true), "{text}");
}

use mcp_tool_risk_types::Word;

#[test]
fn what_ends_the_line_of_a_comment_in_some_database_is_unclear() {
    for end in ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
        unclear(&format!("select 1 -- {end}; drop table x"));
        unclear(&format!("-- {end}delete from y"));
    }
    reads("select 1 -- a note\r\n, 2 -- another\tone");
}

#[test]
fn queries_read() {
    for text in [
        "SELECT 1",
        "select * from t where a = 'x;y' -- drop table t\n",
        "SELECT count(*), lower(name) FROM products GROUP BY 2 HAVING count(*) > 3 ORDER BY 1 LIMIT 5",
        "WITH x(a, b) AS (SELECT 1, 2), y AS (SELECT * FROM x) SELECT * FROM y;",
        "SELECT a AS \"update\", t.delete FROM t /* DROP */",
        "EXPLAIN DELETE FROM t",
        "SHOW TABLES; DESCRIBE orders",
        "SHOW CREATE TABLE t",
        "PRAGMA table_info(users)",
        "SELECT replace(a, 'b', 'c'), truncate(1.5, 1) FROM t",
        "SELECT * FROM (VALUES (1, 2)) AS t(a, b)",
        "SELECT extract(year FROM '2020-01-01'::date)",
        "SELECT name FROM sqlite_master WHERE type='table'",
        "COPY t TO STDOUT",
        "SELECT data->>'name' FROM events WHERE id = $1",
        "SELECT created FROM audit WHERE action IN ('DROP', 'DELETE')",
        "",
    ] {
        reads(text);
    }
}

#[test]
fn writes_are_graded() {
    use Category::{Delete, Destroy, Mutate};
    use RiskLevel::{Critical, High, Medium};
    grades("INSERT INTO t (a, b) VALUES (1, lower('X'))", Mutate, Medium);
    grades("INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2", Mutate, Medium);
    grades("UPDATE t SET a = 1 WHERE id = 5", Mutate, Medium);
    grades("UPDATE t SET a = 1 WHERE created < '2020-01-01'", Mutate, High);
    grades("UPDATE t SET a = 1", Destroy, Critical);
    grades("DELETE FROM t WHERE id IN (1, 2)", Delete, High);
    grades("DELETE FROM t WHERE id IN (SELECT id FROM u WHERE old = 1)", Delete, High);
    grades("DELETE FROM t USING u WHERE t.id = u.id", Delete, High);
    grades("CREATE TABLE t (id int primary key, name varchar(10))", Mutate, Medium);
    grades("ALTER TABLE t ADD COLUMN a int", Mutate, High);
    grades("DROP INDEX i", Delete, High);
    grades("GRANT SELECT ON t TO bob", Mutate, High);
    grades("GRANT ALL PRIVILEGES ON *.* TO bob", Mutate, Critical);
    grades("MERGE INTO t USING s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)", Mutate, Medium);
    grades("SELECT * INTO copy FROM t", Mutate, Medium);
    for text in [
        "DELETE FROM t",
        "DELETE FROM t WHERE 1=1",
        "DELETE FROM t WHERE id = 5 OR 'a'='a'",
        "DELETE FROM t WHERE id = id",
        "DELETE FROM t WHERE true",
        "DELETE FROM t WHERE name LIKE '%'",
        "DELETE FROM t WHERE id > 0",
        "DELETE FROM t WHERE id IS NOT NULL",
        "DELETE FROM t WHERE id = id + 0",
        "DELETE FROM t WHERE 'a' LIKE 'a'",
        "DELETE FROM t WHERE EXISTS (SELECT 1)",
        "DELETE FROM t WHERE id IN (SELECT id FROM t)",
        "DELETE FROM t WHERE id BETWEEN 0 AND 999999999",
        "TRUNCATE t",
        "DROP TABLE t",
        "DROP DATABASE prod",
        "ALTER TABLE t DROP COLUMN a",
        "SELECT 1; DROP TABLE t",
        "SELECT 1 DROP TABLE t",
        "SELECT 1 DELETE FROM t",
        "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x",
        "EXPLAIN ANALYZE DELETE FROM t",
        "EXPLAIN (ANALYZE, BUFFERS) DELETE FROM t",
        "SELECT '\\'; DELETE FROM t; -- '",
        "SELECT 1 /*!50000 ; DROP TABLE t */",
        "SELECT 1 # ' \n; DROP TABLE t -- '",
        "SELECT 1 -- ' \n; DELETE FROM t",
        "/* /* */ DROP TABLE t; -- */",
    ] {
        let (category, risk, _) = of(text);
        assert_eq!((category, risk), (Destroy, Critical), "{text}");
    }
}

#[test]
fn what_may_act_stays_unclear() {
    for text in [
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT load_extension('x')",
        "SELECT my_schema.lower(a) FROM t",
        "CALL p()",
        "DO $$ BEGIN DELETE FROM t; END $$",
        "COPY t TO PROGRAM 'sh'",
        "SELECT * FROM t INTO OUTFILE '/tmp/x'",
        "PRAGMA writable_schema = ON",
        "ATTACH DATABASE '/tmp/x' AS x",
        "EXEC xp_cmdshell 'dir'",
        "SELECT 1 EXEC xp_cmdshell 'dir'",
        "SELECT * FROM 'https://example.com/x.csv'",
        "DR/**/OP TABLE t",
        "SELECT 'open",
        "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql",
        "\\! rm -rf /",
        "SELECT 1\u{a0}DROP TABLE t",
        "SELECT\u{b}1",
        "SELECT * FROM f() AS (a int)",
        "EXPLAIN SELECT evil()",
    ] {
        unclear(text);
    }
}

#[test]
fn a_string_of_one_dialect_hides_no_code_of_another() {
    for prefix in ["", "e", "E", "n", "x", "b", "r", "q"] {
        let text = format!(r"select {prefix}'\' from (select 1 e); drop table t; --'");
        assert_eq!(of(&text).1, RiskLevel::Critical, "{text}");
    }
    assert!(read(r"select e'\'; drop table t; --'", Some(Dialect::Postgres)).effect.is_read());
}

#[test]
fn the_named_dialect_counts_alone() {
    let text = "SELECT '\\'; DELETE FROM t; -- '";
    assert!(read(text, Some(Dialect::MySql)).effect.is_read());
    assert!(!read(text, Some(Dialect::Postgres)).effect.is_read());
}

#[test]
fn functions_are_sorted() {
    let functions = include_str!("../../../data/sql-functions.txt");
    assert!(functions.lines().is_sorted_by(|a, b| a < b) && functions.is_ascii());
}
