//! Conditions on the arguments of a call.

use mcp_tool_risk_types::json::{Json, unescape_segment};

use crate::pattern::Glob;
use crate::regex::Regex;
use crate::truth::Truth;

/// `$ref`s are followed so many times, so that a ring of them ends.
const MAX_REFERENCES: usize = 8;

/// A place in the arguments: the segments of a JSON Pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) pointer: Box<str>,
    segments: Box<[Box<str>]>,
}

impl Place {
    /// `None` where the text is no JSON Pointer.
    pub(crate) fn new(pointer: &str) -> Option<Self> {
        if !pointer.split('~').skip(1).all(|rest| rest.starts_with(['0', '1'])) {
            return None;
        }
        let segments = match pointer.strip_prefix('/') {
            Some(rest) => rest.split('/').map(|segment| unescape_segment(segment).into()).collect(),
            None if pointer.is_empty() => Box::default(),
            None => return None,
        };
        Some(Self { pointer: pointer.into(), segments })
    }
}

/// What a place holds.
enum Found<'j, 't> {
    Value(&'j Json<'t>),
    /// Nothing is there, and the schema has no default for it.
    Absent,
    /// Something on the way is no object and no array, or is nested too deeply to be looked into.
    Odd,
}

/// Reads a place; where nothing is there, the schema's default.
fn find<'j, 't>(place: &Place, arguments: &'j Json<'t>, schema: Option<&'j Json<'t>>) -> Found<'j, 't> {
    // Arguments are an object; anything else has been misread somewhere.
    if !place.segments.is_empty() && arguments.as_object().is_none() {
        return Found::Odd;
    }
    let mut value = arguments;
    let mut node = schema.map(|root| dereference(root, root));
    for (at, segment) in place.segments.iter().enumerate() {
        node = node.and_then(|node| child(schema?, node, segment));
        let next = match value {
            Json::Object(object) => object.get(segment),
            Json::Array(items) if index(segment).is_some() => index(segment).and_then(|at| items.get(at)),
            Json::Array(_) => None,
            _ => return Found::Odd,
        };
        match next {
            Some(next) => value = next,
            None => return default_at(place.segments.get(at + 1..).unwrap_or_default(), node, schema),
        }
    }
    Found::Value(value)
}

/// The default of the first absent node that has one, read along the rest of the way.
fn default_at<'j, 't>(rest: &[Box<str>], node: Option<&'j Json<'t>>, root: Option<&'j Json<'t>>) -> Found<'j, 't> {
    let mut node = node;
    for done in 0..=rest.len() {
        let Some(here) = node else { return Found::Absent };
        if let Some(default) = here.get("default") {
            let mut value = default;
            for segment in rest.get(done..).unwrap_or_default() {
                value = match value {
                    Json::Object(object) => match object.get(segment) {
                        Some(next) => next,
                        None => return Found::Absent,
                    },
                    _ => return Found::Odd,
                };
            }
            return Found::Value(value);
        }
        node = rest.get(done).and_then(|segment| child(root?, here, segment));
    }
    Found::Absent
}

fn child<'j, 't>(root: &'j Json<'t>, node: &'j Json<'t>, segment: &str) -> Option<&'j Json<'t>> {
    let named = node.get("properties").and_then(|properties| properties.get(segment));
    let item = || index(segment).and(node.get("items"));
    named.or_else(item).map(|found| dereference(root, found))
}

fn dereference<'j, 't>(root: &'j Json<'t>, node: &'j Json<'t>) -> &'j Json<'t> {
    let mut node = node;
    for _ in 0..MAX_REFERENCES {
        // A default beside a reference is the nearer one.
        if node.get("default").is_some() {
            return node;
        }
        let target = node.get("$ref").and_then(Json::as_str).and_then(|reference| root.pointer(reference.strip_prefix('#')?));
        match target {
            Some(target) => node = target,
            None => return node,
        }
    }
    node
}

/// RFC 6901: an index has no leading zero.
fn index(segment: &str) -> Option<usize> {
    if segment == "0" || !segment.starts_with(['0', '+']) { segment.parse().ok() } else { None }
}

/// One test of a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    Equals(Json<'static>),
    In(Vec<Json<'static>>),
    Glob(Vec<Glob>),
    Prefix(Vec<String>),
    /// Inclusive bounds.
    Range {
        least: Option<f64>,
        most: Option<f64>,
    },
    Regex(Regex),
    Exists(bool),
}

/// A condition on one place: one element must pass every test, or every element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ArgumentTest {
    pub(crate) place: Place,
    pub(crate) tests: Vec<Test>,
    pub(crate) any: bool,
}

impl ArgumentTest {
    pub(crate) fn eval(&self, arguments: Option<&Json<'_>>, schema: Option<&Json<'_>>) -> Truth {
        let Some(arguments) = arguments else { return Truth::Unknown };
        let found = find(&self.place, arguments, schema);
        let (exists, others): (Vec<&Test>, Vec<&Test>) = self.tests.iter().partition(|test| matches!(test, Test::Exists(_)));
        let mut truth = Truth::True;
        for test in exists {
            truth = truth.and(match (test, &found) {
                (_, Found::Odd) => Truth::Unknown,
                (Test::Exists(wanted), Found::Value(_)) => Truth::from(*wanted),
                (Test::Exists(wanted), Found::Absent) => Truth::from(!*wanted),
                _ => Truth::Unknown,
            });
        }
        if others.is_empty() {
            return truth;
        }
        truth.and(match found {
            Found::Absent => Truth::False,
            Found::Odd => Truth::Unknown,
            Found::Value(value) => self.elements(&others, value),
        })
    }

    fn elements(&self, tests: &[&Test], value: &Json<'_>) -> Truth {
        let whole = |test: &&Test| matches!(test, Test::Equals(Json::Array(_)));
        let of_whole = tests.iter().filter(|test| whole(test)).map(|test| test.of(value));
        let truth = of_whole.fold(Truth::True, Truth::and);
        let all_of = |value: &Json<'_>| tests.iter().filter(|test| !whole(test)).map(|test| test.of(value)).fold(Truth::True, Truth::and);
        if tests.iter().all(whole) {
            return truth;
        }
        truth.and(match value {
            Json::Array(items) if items.is_empty() => Truth::Unknown,
            Json::Array(items) if self.any => items.iter().map(all_of).fold(Truth::False, Truth::or),
            Json::Array(items) => items.iter().map(all_of).fold(Truth::True, Truth::and),
            one => all_of(one),
        })
    }
}

impl Test {
    /// The test of one element; of a wrong type it is unknown.
    fn of(&self, value: &Json<'_>) -> Truth {
        match self {
            Self::Equals(wanted) => equal(wanted, value),
            Self::In(wanted) => {
                let same_type = wanted.iter().filter(|wanted| same_type(wanted, value));
                same_type.map(|wanted| equal(wanted, value)).reduce(Truth::or).unwrap_or(Truth::Unknown)
            }
            Self::Glob(globs) => value.as_str().map_or(Truth::Unknown, |text| globs.iter().any(|glob| glob.matches(text)).into()),
            Self::Prefix(prefixes) => {
                value.as_str().map_or(Truth::Unknown, |text| prefixes.iter().any(|prefix| text.starts_with(prefix.as_str())).into())
            }
            Self::Regex(regex) => value.as_str().map_or(Truth::Unknown, |text| regex.is_match(text).into()),
            Self::Range { least, most } => match value.as_f64() {
                Some(number) if !number.is_nan() => {
                    (least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)).into()
                }
                _ => Truth::Unknown,
            },
            Self::Exists(_) => Truth::Unknown,
        }
    }
}

fn same_type(a: &Json<'_>, b: &Json<'_>) -> bool {
    core::mem::discriminant(a) == core::mem::discriminant(b)
}

/// Equality as a call would see it; numbers that only differ beyond what a double holds are neither equal nor not.
fn equal(wanted: &Json<'_>, value: &Json<'_>) -> Truth {
    match (wanted, value) {
        (Json::Deep(_), _) | (_, Json::Deep(_)) => Truth::Unknown,
        (Json::Number(a), Json::Number(b)) if a == b => Truth::True,
        (Json::Number(_), Json::Number(_)) => match (wanted.as_f64(), value.as_f64()) {
            (Some(a), Some(b)) if a != b => Truth::False,
            (Some(a), Some(_)) if a.abs() < 9_007_199_254_740_992.0 => Truth::True,
            _ => Truth::Unknown,
        },
        (Json::Array(a), Json::Array(b)) => {
            let elements = a.iter().zip(b).map(|(a, b)| inside(a, b)).fold(Truth::True, Truth::and);
            elements.and((a.len() == b.len()).into())
        }
        (Json::Object(a), Json::Object(b)) => {
            let entry = |(key, a): (&str, &Json<'_>)| b.get(key).map_or(Truth::False, |b| inside(a, b));
            a.iter().map(entry).fold(Truth::True, Truth::and).and((a.len() == b.len()).into())
        }
        _ if same_type(wanted, value) => (wanted == value).into(),
        _ => Truth::Unknown,
    }
}

/// Inside of an array or object, another type is another value.
fn inside(wanted: &Json<'_>, value: &Json<'_>) -> Truth {
    match (wanted, value) {
        (Json::Deep(_), _) | (_, Json::Deep(_)) => Truth::Unknown,
        _ if !same_type(wanted, value) => Truth::False,
        _ => equal(wanted, value),
    }
}

#[cfg(test)]
mod tests {
    use mcp_tool_risk_types::json::parse;

    use super::*;

    fn truth(place: &str, tests: Vec<Test>, any: bool, arguments: &str, schema: Option<&str>) -> Truth {
        let arguments = parse(arguments).unwrap().value;
        let schema = schema.map(|schema| parse(schema).unwrap().value);
        ArgumentTest { place: Place::new(place).unwrap(), tests, any }.eval(Some(&arguments), schema.as_ref())
    }

    fn text(text: &str) -> Json<'static> {
        Json::String(text.to_owned().into())
    }

    #[test]
    fn absent_and_wrong_types() {
        let equals = || vec![Test::Equals(text("prod"))];
        assert_eq!(ArgumentTest { place: Place::new("/env").unwrap(), tests: equals(), any: true }.eval(None, None), Truth::Unknown);
        assert_eq!(truth("/env", equals(), true, r#"{"env":"prod"}"#, None), Truth::True);
        assert_eq!(truth("/env", equals(), true, r#"{"env":"dev"}"#, None), Truth::False);
        assert_eq!(truth("/env", equals(), true, r"{}", None), Truth::False);
        assert_eq!(truth("/env", equals(), true, r#"{"env":1}"#, None), Truth::Unknown);
        assert_eq!(truth("/env", equals(), true, r#"{"env":null}"#, None), Truth::Unknown);
        assert_eq!(truth("/env", equals(), true, r#"{"env":{}}"#, None), Truth::Unknown);
        assert_eq!(truth("/env/name", equals(), true, r#"{"env":"prod"}"#, None), Truth::Unknown);
        assert_eq!(truth("/env", equals(), true, r#""prod""#, None), Truth::Unknown);
        for (wanted, arguments, result) in
            [(true, "{}", Truth::False), (false, "{}", Truth::True), (true, r#"{"env":null}"#, Truth::True), (true, "[]", Truth::Unknown)]
        {
            assert_eq!(truth("/env", vec![Test::Exists(wanted)], true, arguments, None), result, "{wanted} {arguments}");
        }
    }

    #[test]
    fn the_schema_s_default_is_read_where_nothing_is_given() {
        let schema = r##"{"properties":{"force":{"type":"boolean","default":true},
            "options":{"type":"object","default":{"deep":"x"},"properties":{"deep":{"default":"y"},"other":{"default":"z"}}},
            "plain":{"properties":{"deep":{"default":"y"}}},
            "ref":{"$ref":"#/$defs/r"},"ring":{"$ref":"#/$defs/ring"}},
            "$defs":{"r":{"default":"q"},"ring":{"$ref":"#/$defs/ring"}}}"##;
        let is =
            |place: &str, wanted: Json<'static>, arguments: &str| truth(place, vec![Test::Equals(wanted)], true, arguments, Some(schema));
        assert_eq!(is("/force", Json::Bool(true), "{}"), Truth::True);
        assert_eq!(is("/force", Json::Bool(true), r#"{"force":false}"#), Truth::False);
        assert_eq!(is("/options/deep", text("x"), "{}"), Truth::True);
        assert_eq!(is("/options/deep", text("y"), r#"{"options":{}}"#), Truth::True);
        assert_eq!(is("/options/other", text("z"), "{}"), Truth::False);
        assert_eq!(is("/plain/deep", text("y"), "{}"), Truth::True);
        assert_eq!(is("/ref", text("q"), "{}"), Truth::True);
        assert_eq!(is("/ring", text("q"), "{}"), Truth::False);
    }

    #[test]
    fn arrays_are_read_by_element_except_against_an_array() {
        let starts = || vec![Test::Prefix(vec!["/etc/".to_owned()])];
        let both = r#"{"p":["/tmp/a","/etc/passwd"]}"#;
        assert_eq!(truth("/p", starts(), true, both, None), Truth::True);
        assert_eq!(truth("/p", starts(), false, both, None), Truth::False);
        assert_eq!(truth("/p", starts(), true, r#"{"p":[]}"#, None), Truth::Unknown);
        assert_eq!(truth("/p", starts(), true, r#"{"p":["/tmp/a",1]}"#, None), Truth::Unknown);
        assert_eq!(truth("/p/1", starts(), true, both, None), Truth::True);
        let array = vec![Test::Equals(Json::Array(vec![text("a"), text("b")]))];
        assert_eq!(truth("/p", array.clone(), true, r#"{"p":["a","b"]}"#, None), Truth::True);
        assert_eq!(truth("/p", array.clone(), true, r#"{"p":["a"]}"#, None), Truth::False);
        assert_eq!(truth("/p", array.clone(), true, r#"{"p":[]}"#, None), Truth::False);
        assert_eq!(truth("/p", array, true, r#"{"p":"a"}"#, None), Truth::Unknown);
    }

    #[test]
    fn numbers() {
        let number = |text: &str| Json::Number(text.to_owned().into());
        assert_eq!(equal(&number("1"), &number("1.0")), Truth::True);
        assert_eq!(equal(&number("9007199254740993"), &number("9007199254740992")), Truth::Unknown);
        assert_eq!(equal(&number("1"), &number("2")), Truth::False);
        let range = || vec![Test::Range { least: Some(1.0), most: Some(10.0) }];
        for (n, result) in
            [("1", Truth::True), ("10", Truth::True), ("0.5", Truth::False), ("1e999", Truth::False), (r#""5""#, Truth::Unknown)]
        {
            assert_eq!(truth("/n", range(), true, &format!(r#"{{"n":{n}}}"#), None), result, "{n}");
        }
    }
}
