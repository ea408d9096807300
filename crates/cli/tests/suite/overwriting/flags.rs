//! The table has every argument that names a file: a new one must be added to it.

use crate::overwriting::table::CASES;
use crate::support::lethe;
use std::collections::{BTreeMap, BTreeSet};

/// Values that are no files. A new kind of value belongs here or to a file.
const PLAIN: &str = "ADDRESS | A,B | A,B;C | A,B;C,D | ALPHA,K@COLUMN | BETA@COLUMN | BOOL | CHAR | COL | COLUMN | COLUMN=A,B,… | COLUMN=N | COLUMN=N,… | COLUMN=TYPE | D | DATE | \
    DELTA | DELTA@COLUMN | DEVICE | E | EPSILON | EPSILON[,DELTA] | FORMAT | FROM_FORMAT | HOW | IDENTIFYING | K | K,M | \
    L,K,C@COLUMN | M | MASK | MAX | MAX@ATTACKER | MAX@N[:ESTIMATOR] | M|1..M | N | N,N | NAME | NEIGHBOURS | NULLS | NUMBER | N|P% | OTHERS | OVERDUE | PERIOD | \
    PROGRESS | S | SHARE | SHARE,… | SIZE | STEP | TABLE | TEXT | THETA | TIME | UNKNOWN | VALUE | [VARIANT:]L@COLUMN | W | W,W | WORD | \
    any|rule | choose|last|paper | columns|pairs|all | fresh|shared | global|row-wise | hierarchy|range | keep|drop | mean|median | \
    strict|relaxed | suppress|generalize";
/// What stands behind a command and is no file.
const PLAIN_ARGUMENTS: [&str; 3] = ["schema <COMMAND>", "generate <NAME>", "completions <SHELL>"];

/// By command, the arguments that name files, as the help tells.
fn in_help() -> BTreeMap<String, BTreeSet<String>> {
    let output = lethe(&["help-markdown"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let plain: BTreeSet<&str> = PLAIN.split(" | ").map(str::trim).collect();
    let mut all = BTreeMap::new();
    for section in text.split("\n## lethe").skip(1) {
        let (command, help) = section.split_once('\n').unwrap();
        let command = command.trim();
        if !help.contains("-o, --output <FILE>") || help.contains("\nCommands:\n") {
            continue;
        }
        let mut files = BTreeSet::new();
        for line in help.lines() {
            let line = line.trim_start();
            if let Some((flag, value)) = flag_of(line) {
                if !plain.contains(value) {
                    files.insert(flag.to_owned());
                }
            } else if is_argument(line) && !PLAIN_ARGUMENTS.contains(&format!("{command} {line}").as_str()) {
                files.insert(line.trim_end_matches("...").to_owned());
            }
        }
        all.insert(command.to_owned(), files);
    }
    all
}

/// `--flag` and the name of its value, of a line such as `-o, --output <FILE>` or `--suda[=<N>]`.
fn flag_of(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("-o, ").unwrap_or(line);
    let (flag, value) = line.strip_suffix(']').unwrap_or(line).split_once('<')?;
    let flag = flag.trim_end_matches(['[', '=', ' ']);
    let is_flag = flag.starts_with("--") && !flag.contains(' ');
    is_flag.then_some((flag, value.strip_suffix('>')?))
}

/// A line that is `<DATA>`, `[INPUT]` or `<MODEL>...`.
fn is_argument(line: &str) -> bool {
    let line = line.trim_end_matches("...");
    let inner = line.strip_prefix('<').and_then(|line| line.strip_suffix('>'));
    let inner = inner.or_else(|| line.strip_prefix('[').and_then(|line| line.strip_suffix(']')));
    inner.is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()))
}

#[test]
fn every_argument_that_names_a_file_is_in_the_table() {
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for case in CASES {
        let files = listed.entry(case.command.to_owned()).or_default();
        let named = case.reads.iter().chain(case.writes).map(|(argument, _)| *argument);
        files.extend(named.chain(case.others.iter().copied()).map(str::to_owned));
    }
    let in_help = in_help();
    assert!(in_help.len() > 30, "the help was understood");
    for (command, files) in &in_help {
        let missing = "add it to tests/overwriting/table.rs";
        let known =
            listed.get(command).unwrap_or_else(|| panic!("lethe {command} is not in the table; {missing}"));
        assert_eq!(files, known, "lethe {command}: the help (left) and the table (right) differ; {missing}");
    }
    assert_eq!(listed.keys().collect::<Vec<_>>(), in_help.keys().collect::<Vec<_>>());
}
