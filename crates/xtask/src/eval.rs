//! `eval`: classifies labelled tools and prints the score.

use std::path::Path;

use crate::score::score;
use crate::shell::{Done, Failure, program, read, step, target};

const USAGE: &str = "usage: cargo xtask eval [FILE.jsonl ...] [--list MEASURE] [--max N] [--predictions FILE.jsonl]
  without FILE   lists the tools of the pinned servers and takes the project's own grades of them
  FILE           one labelled tool a line: {\"id\", \"server\", \"tool\", \"label\": {...}} or {..., \"declared\": {...}}
  --list         names the tools that a measure counts against: dangerous, fatigue, or the name of a line
  --predictions  scores these lines, made elsewhere, instead of classifying";

/// Scores every file.
pub(crate) fn eval(args: &[String]) -> Done {
    let (mut paths, mut list, mut max, mut predictions) = (Vec::new(), None, 50, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| Failure::new(format!("{arg} needs a value"), USAGE));
        match arg.as_str() {
            "--list" => list = Some(value()?.as_str()),
            "--max" => max = value()?.parse().map_err(|_| Failure::new("--max needs a number", USAGE))?,
            "--predictions" => predictions = Some(read(Path::new(value()?))?),
            option if option.starts_with("--") => return Err(Failure::new(format!("there is no option {option}"), USAGE)),
            path => paths.push(path),
        }
    }
    let collected = target("eval/labelled.jsonl").display().to_string();
    if paths.is_empty() {
        let help = "The servers that it starts are pinned in eval/package.json, and installed by npm.";
        step("starting the pinned servers", program("node").arg("eval/collect.mjs"), help)?;
        paths.push(&collected);
    }
    let mut complete = true;
    for path in &paths {
        let labels = read(Path::new(path))?;
        let classified = match &predictions {
            Some(given) => given.clone(),
            None => crate::classify::native(&labels)?,
        };
        let score = score(&labels, &classified, list)?;
        if paths.len() > 1 {
            println!("{path}");
        }
        print!("{}", score.report(max));
        complete &= score.complete();
    }
    if complete {
        Ok(())
    } else {
        Err(Failure::new("a labelled tool or a scored field is missing", "The last line names what is lacking."))
    }
}
