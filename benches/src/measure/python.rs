//! The Python package beside anjana and pycanon, and beside the core that it calls.

use super::Bench;
use super::discover::Data;
use super::lab::Lab;
use super::report::Report;
use super::table::{Table, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const ADULT: Data = Data::Real { file: "adult/adult.csv" };
/// The rows of the polars frame.
const ROWS: u64 = 10_000_000;
/// What the claims promise: how many times faster, how much of the core's time, how much of the frame's memory.
const GOAL_ANONYMIZE: f64 = 100.0;
const GOAL_MEASURE: f64 = 50.0;
const GOAL_TIME: f64 = 1.2;
const GOAL_MEMORY: f64 = 1.0;
/// Rounds beyond these say nothing new.
const ROUNDS: u32 = 3;
/// What builds the package, and what it is measured with. anjana says which pandas and numpy it needs.
const PACKAGES: &[&str] = &["maturin>=1.9,<2", "anjana", "pycanon", "polars", "pyarrow"];

/// The Python package.
pub(crate) struct Python;

impl Bench for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn question(&self) -> &'static str {
        "How much faster than anjana and pycanon does the Python package anonymize and measure Adult, and what does a call from Python \
         cost beside the work of the core?"
    }

    fn has_peers(&self) -> bool {
        // They have an environment of their own, because anjana needs a pandas of its own.
        false
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let python = installed(&lab.file("python-venv"), &lab.file("python-build"))?;
        let rounds = lab.rounds.min(ROUNDS).to_string();
        let run = |script: &str, words: &[OsString]| {
            println!("running {script}");
            shell::json_lines(Command::new(&python).arg(format!("python/benches/{script}")).args(words))
        };
        let adult = match ADULT.file(lab)? {
            Some(file) => run("adult.py", &[folder(&file), rounds.clone().into()])?,
            None => Vec::new(),
        };
        let frame = run("frame.py", &[lab.rows(ROWS).to_string().into(), rounds.into()])?;
        let frame = frame.into_iter().next().context("frame.py printed nothing")?;
        let versions = shell::json_lines(Command::new(&python).args(["-c", VERSIONS]))?;
        let tables = vec![compared(&adult), called(&frame)];
        Ok(Report { tables, samples: json!({"adult": adult, "frame": frame, "versions": versions}) })
    }
}

const VERSIONS: &str = "
import json
from importlib.metadata import version
print(json.dumps({name: version(name) for name in ('anjana', 'pycanon', 'pandas', 'numpy', 'polars', 'pyarrow')}))";

fn folder(file: &Path) -> OsString {
    file.parent().unwrap_or(Path::new(".")).into()
}

/// The Python of a throw-away environment with the peers and a release build of the package.
fn installed(environment: &Path, build: &Path) -> Result<PathBuf> {
    let programs = environment.join("bin");
    let python = programs.join("python");
    if !python.exists() {
        shell::run(Command::new("python3").args(["-m", "venv"]).arg(environment))?;
    }
    let pip = |words: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(words);
        command
    };
    shell::run(&mut pip(PACKAGES)).context("installing anjana and pycanon")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&path)))?;
    let package = ["--no-build-isolation", "--no-deps", "--force-reinstall", "./python"];
    shell::run(pip(&package).env("PATH", path).env("CARGO_TARGET_DIR", build))
        .context("building the package")?;
    Ok(python)
}

/// Times of one side of a comparison.
fn middle(found: &Value, field: &str) -> f64 {
    median(found[field].as_array().into_iter().flatten().map(|one| one.as_f64().unwrap_or(f64::NAN)))
}

fn met(is_met: bool) -> String {
    if is_met { "yes" } else { "NO" }.to_owned()
}

fn compared(adult: &[Value]) -> Table {
    let title = format!(
        "Adult, 30,162 records, medians; goals: {GOAL_ANONYMIZE}× for anonymizing, {GOAL_MEASURE}× for each measure"
    );
    let mut table =
        Table::new(title, &["function", "peer", "peer's time", "ours", "ratio", "same answer", "met"]);
    for found in adult {
        let (theirs, ours) = (middle(found, "peer_seconds"), middle(found, "seconds"));
        let peer = found["peer"].as_str().unwrap_or_default();
        let goal = if peer == "anjana" { GOAL_ANONYMIZE } else { GOAL_MEASURE };
        table.row([
            found["what"].as_str().unwrap_or_default().to_owned(),
            peer.to_owned(),
            seconds(theirs),
            seconds(ours),
            format!("{:.0}×", theirs / ours),
            if found["same"] == true { "yes".to_owned() } else { format!("{}", found["answers"]) },
            met(theirs / ours >= goal),
        ]);
    }
    table
}

fn called(frame: &Value) -> Table {
    const GIB: f64 = (1u64 << 30) as f64;
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let runs = frame["runs"].as_array().map_or(&[][..], Vec::as_slice);
    let of = |field: &str| median(runs.iter().map(|run| number(&run[field])));
    let (whole, core) = (of("seconds"), of("core_seconds"));
    // Later runs use again what the first one has left.
    let extra = runs.iter().map(|run| number(&run["extra_bytes"])).fold(f64::NAN, f64::max);
    let size = number(&frame["frame_bytes"]);
    let title = format!(
        "A polars frame of {} × 8, anonymized and verified into a polars frame; goals: {GOAL_TIME}× the time of the core, \
         {GOAL_MEMORY}× the frame as extra memory at the peak",
        frame["rows"]
    );
    let headings =
        ["frame", "call", "core", "of the core", "command line", "extra memory", "of the frame", "met"];
    let mut table = Table::new(title, &headings);
    table.row([
        format!("{:.2} GiB", size / GIB),
        seconds(whole),
        seconds(core),
        format!("{:.2}×", whole / core),
        seconds(number(&frame["command_seconds"])),
        format!("{:.2} GiB", extra / GIB),
        format!("{:.2}×", extra / size),
        met(whole <= GOAL_TIME * core && extra <= GOAL_MEMORY * size),
    ]);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_judged_by_medians() {
        let found = |peer: &str, theirs: f64| json!({"what": "x", "peer": peer, "peer_seconds": [theirs, 1e9, 0.0], "seconds": [0.1, 0.1, 9.0], "same": true});
        assert!(!compared(&[found("anjana", 10.1)]).to_string().contains("NO"));
        assert!(compared(&[found("anjana", 9.0)]).to_string().contains("NO"));
        assert!(!compared(&[found("pycanon", 5.1)]).to_string().contains("NO"));
    }

    #[test]
    fn a_call_that_needs_more_memory_than_the_frame_misses_its_goal() {
        let frame = |extra: u64| {
            let run = json!({"seconds": 1.1, "core_seconds": 1.0, "extra_bytes": extra});
            called(&json!({"rows": 10, "frame_bytes": 1 << 30, "command_seconds": 2.0, "runs": [run]}))
                .to_string()
        };
        assert!(frame(1 << 29).contains("yes") && frame(1 << 31).contains("NO"));
    }
}
