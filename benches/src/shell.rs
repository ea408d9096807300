//! Running other programs. What the developer's commands do too is theirs; a measurement prints one JSON value a line.

#[path = "../../xtask/src/shell.rs"]
mod common;

use anyhow::{Context, Result};
pub(crate) use common::{capture, cargo, run, succeeds};
use serde_json::Value;
use std::process::{Command, Stdio};

/// Runs a command whose standard output is one JSON value a line, and shows its standard error.
pub(crate) fn json_lines(command: &mut Command) -> Result<Vec<Value>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let parse = |json: &str| serde_json::from_str(json).with_context(|| format!("{name}: not JSON: {json}"));
    capture(command.stderr(Stdio::inherit()))?.lines().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_lines_refuse_a_line_that_is_not_json() {
        let lines = json_lines(Command::new("/bin/sh").args(["-c", "echo '{\"a\":1}'; echo 2"])).unwrap();
        assert_eq!(lines, [serde_json::json!({"a": 1}), serde_json::json!(2)]);
        assert!(json_lines(Command::new("/bin/sh").args(["-c", "echo hello"])).is_err());
    }
}
