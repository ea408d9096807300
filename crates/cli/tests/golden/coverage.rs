//! Every command, flag, method and model has a case, so that a new one is recorded before it is released.

use crate::case::Line;
use crate::record;
use crate::run::{BINARY, Mode};
use lethe::recipe_file;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Flags without a case, each with its reason.
const UNRECORDED: &[(&str, &str, &str)] = &[
    ("stream", "--follow", "waits for more until it is interrupted"),
    ("discover", "--device=gpu", "needs a device that few machines have"),
];

/// Commands without a case, each with its reason.
const UNRECORDED_COMMANDS: &[(&str, &str)] =
    &[("serve", "answers until it is stopped; its tests ask it over HTTP")];

/// Flags that many commands share: one case among all commands is enough.
const SHARED: &[&str] = &["Reading options:", "Writing options:", "Global options:"];

/// A recorded command line that was not refused.
struct Answered {
    line: Line,
    status: String,
}

/// What the records say was run. Nothing while records are written, because they are incomplete then.
fn answered() -> Option<Vec<Answered>> {
    if Mode::from_environment() == Mode::Update {
        return None;
    }
    let mut lines = Vec::new();
    for name in record::names() {
        let text = String::from_utf8(record::read(&name)["run.txt"].clone()).expect("a record is UTF-8");
        let pairs = text.lines().zip(text.lines().skip(1));
        for (line, status) in pairs {
            if let (Some(line), Some(status)) = (line.strip_prefix("$ lethe "), status.strip_prefix("exit "))
            {
                lines.push(Answered { line: Line::parse(line), status: status.to_owned() });
            }
        }
    }
    Some(lines)
}

impl Answered {
    /// Whether a flag, or a flag with this value, is on the line.
    fn has(&self, flag: &str, value: Option<&str>) -> bool {
        let words = &self.line.words;
        words.iter().enumerate().any(|(place, word)| {
            let given = if word == flag {
                words.get(place + 1).map_or("", String::as_str)
            } else if let Some(given) = word.strip_prefix(flag).and_then(|rest| rest.strip_prefix('=')) {
                given
            } else {
                return false;
            };
            value.is_none_or(|value| given.split(',').any(|given| given == value))
        })
    }

    fn is_of(&self, command: &[String]) -> bool {
        self.line.words.starts_with(command) && self.status != "2"
    }
}

/// A flag as `--help` shows it.
struct Flag {
    name: String,
    /// Such as `-o`.
    short: Option<String>,
    values: Vec<String>,
    is_shared: bool,
}

fn help(command: &[String]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_lethe")).args(command).arg("-h").output().expect("it starts");
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

/// All commands that have no commands of their own.
fn commands(prefix: &[String]) -> Vec<Vec<String>> {
    let text = help(prefix);
    let listed =
        text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let mut found = Vec::new();
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        found.extend(commands(&[prefix, &[name.to_owned()]].concat()));
    }
    if found.is_empty() { vec![prefix.to_vec()] } else { found }
}

fn flags(command: &[String]) -> Vec<Flag> {
    let (mut found, mut section, mut about) = (Vec::<Flag>::new(), String::new(), String::new());
    let text = help(command);
    for line in text.lines().chain(["end:"]) {
        // Texts about flags are indented further.
        let starts_flag = line.starts_with("      --") || (line.starts_with("  -") && line.contains(", --"));
        if starts_flag || !line.starts_with(' ') {
            if let Some(flag) = found.last_mut() {
                flag.values = possible_values(&about);
            }
            about.clear();
        }
        if starts_flag {
            let name = line
                .split([' ', '=', '['])
                .find(|word| word.starts_with("--"))
                .expect("flags have long names");
            let is_shared = SHARED.contains(&section.as_str());
            let short = line.trim().split_once(", ").map(|(short, _)| short.to_owned());
            let short = short.filter(|short| short.len() == 2);
            found.push(Flag { name: name.to_owned(), short, values: Vec::new(), is_shared });
        } else if line.ends_with(':') && !line.starts_with(' ') {
            line.clone_into(&mut section);
        }
        about.push_str(line.trim());
        about.push(' ');
    }
    // The runner itself varies the number of threads.
    found.retain(|flag| !["--help", "--version", "--threads"].contains(&flag.name.as_str()));
    found
}

fn possible_values(about: &str) -> Vec<String> {
    let list = about.split_once("[possible values: ").and_then(|(_, rest)| rest.split_once(']'));
    list.map_or_else(Vec::new, |(list, _)| list.split(", ").map(|value| value.trim().to_owned()).collect())
}

#[test]
fn every_command_and_flag_has_a_case() {
    let Some(answered) = answered() else { return };
    let mut missing = BTreeSet::new();
    let is_recorded =
        |command: &Vec<String>| !UNRECORDED_COMMANDS.iter().any(|(name, _)| *name == command.join(" "));
    for command in commands(&[]).into_iter().filter(is_recorded) {
        let own: Vec<_> = answered.iter().filter(|one| one.is_of(&command)).collect();
        if own.is_empty() {
            missing.insert(format!("lethe {}", command.join(" ")));
        }
        for flag in flags(&command) {
            let used = |value: Option<&str>| {
                let all = answered.iter().filter(|one| flag.is_shared && one.status != "2");
                own.iter().copied().chain(all).any(|one| {
                    let short = flag.short.as_ref().is_some_and(|short| one.has(short, value));
                    short || one.has(&flag.name, value)
                })
            };
            if !used(None) && !is_unrecorded(&command, &flag.name) {
                missing.insert(format!("lethe {} {}", command.join(" "), flag.name));
            }
            for value in flag.values.iter().filter(|value| !used(Some(value))) {
                let given = format!("{}={value}", flag.name);
                // A flag without a value means true.
                if !is_unrecorded(&command, &given) && value != "true" {
                    missing.insert(format!("lethe {} {given}", command.join(" ")));
                }
            }
        }
    }
    assert!(missing.is_empty(), "add golden cases (status 0, 1 or 3) for:\n{missing:#?}");
}

fn is_unrecorded(command: &[String], flag: &str) -> bool {
    UNRECORDED.iter().any(|(name, unrecorded, _)| *name == command.join(" ") && *unrecorded == flag)
}

#[test]
fn every_schema_has_a_case() {
    let Some(answered) = answered() else { return };
    for (name, _) in lethe::schema::COMMANDS {
        let is_recorded = answered.iter().any(|one| one.line.words == ["schema", name]);
        assert!(is_recorded, "add a golden case `schema {name}`");
    }
}

#[test]
fn every_choice_of_a_recipe_has_a_case() {
    let Some(answered) = answered() else { return };
    let names =
        |flag: &'static str, names: Vec<&'static str>| names.into_iter().map(move |name| (flag, name));
    macro_rules! words {
        ($flag:literal, $choice:ident) => {
            names($flag, recipe_file::$choice::NAMES.iter().map(|(name, _)| *name).collect())
        };
    }
    let choices = words!("--method", MethodName)
        .chain(names("--quality", recipe_file::names::<recipe_file::QualityMeasure>()))
        .chain(words!("--aggregate", Aggregate))
        .chain(words!("--algorithm", Algorithm))
        .chain(words!("--recode", Recode))
        .chain(words!("--split", Split))
        .chain(words!("--center", Center))
        .chain(words!("--mode", CompartmentMode))
        .chain(words!("--cover", Cover))
        .chain(words!("--alone", Alone))
        .chain(words!("--perturbation", Perturbation))
        .chain(words!("--composition", Composition))
        .chain(words!("--score", Score))
        .chain(words!("--final", Final))
        .chain(words!("--sampling", Sampling))
        .chain(words!("--suppressed", Suppressed));
    let anonymize = ["anonymize".to_owned()];
    let missing: Vec<_> = choices
        .filter(|(flag, name)| !answered.iter().any(|one| one.is_of(&anonymize) && one.has(flag, Some(name))))
        .map(|(flag, name)| format!("{flag}={name}"))
        .filter(|given| !is_unrecorded(&anonymize, given))
        .collect();
    assert!(missing.is_empty(), "add golden cases of lethe anonymize for: {missing:#?}");
}

#[test]
fn every_model_holds_in_a_case_and_fails_in_another() {
    if Mode::from_environment() == Mode::Update {
        return;
    }
    let mut judged = BTreeSet::new();
    for name in record::names() {
        for (_, content) in record::read(&name).iter().filter(|(name, _)| name.ends_with("stdout.json")) {
            collect(&serde_json::from_slice(content).expect("a recorded report is JSON"), &mut judged);
        }
    }
    let mut missing = Vec::new();
    for (model, known) in lethe::models::privacy::registry::judged() {
        for holds in [true, false] {
            let variant = known.variant.unwrap_or_default();
            // Reports name the marketer's risk otherwise than the registry.
            let model = if model == "marketer-risk" { "reidentification-risk" } else { model };
            if !judged.contains(&(model.to_owned(), variant.to_owned(), holds)) {
                missing.push(format!("{model} {variant}: holds = {holds}"));
            }
        }
    }
    assert!(missing.is_empty(), "add golden cases for: {missing:#?}\njudged are: {judged:#?}");
}

/// Every model of a report with its variant and whether it holds.
fn collect(value: &Value, judged: &mut BTreeSet<(String, String, bool)>) {
    if let (Some(model), Some(holds)) = (value["model"].as_str(), value["holds"].as_bool()) {
        let variant = value["variant"].as_str().unwrap_or_default();
        judged.insert((model.to_owned(), variant.to_owned(), holds));
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, judged)),
        Value::Object(entries) => entries.values().for_each(|value| collect(value, judged)),
        _ => {}
    }
}

#[test]
fn what_is_not_text_is_shown_by_a_later_command() {
    for case in crate::all_cases() {
        for (place, line) in case.run.iter().enumerate() {
            let words = Line::parse(line).words;
            let written = words
                .iter()
                .position(|word| word == "-o" || word == "--model")
                .map(|place| &words[place + 1]);
            let is_binary = |name: &&String| {
                let file = name.split('#').next().unwrap_or_default();
                BINARY.contains(&file.rsplit('.').next().unwrap_or_default())
            };
            let Some(name) = written.filter(is_binary) else { continue };
            let is_shown = case.run[place + 1..].iter().any(|later| later.contains(name.as_str()));
            let is_refused = ["errors", "limits", "faults"].iter().any(|word| case.name.contains(word));
            let is_random = !case.keys_only.is_empty();
            assert!(is_shown || is_refused || is_random, "{}: no later command shows {name}", case.name);
        }
    }
}
