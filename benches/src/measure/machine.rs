//! What a measurement was taken on; a time means nothing without it.

use super::lab::Lab;
use crate::shell;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::thread::available_parallelism;

/// Processor, cores, memory, operating system, compiler, our commit, and the versions of the peers.
pub(crate) fn describe(lab: &Lab) -> Result<Value> {
    let cpu = read("/proc/cpuinfo");
    let memory = read("/proc/meminfo");
    let mut machine = json!({
        "cpu": field(&cpu, "model name").unwrap_or("unknown"),
        "cores": available_parallelism()?.get(),
        "memory_gib": field(&memory, "MemTotal").and_then(gib),
        "system": first_line(Command::new("uname").arg("-sm"))?,
        "rustc": first_line(Command::new("rustc").arg("--version"))?,
        "commit": first_line(Command::new("git").args(["describe", "--always", "--dirty"]))?,
    });
    if lab.has_peers() {
        let peers = shell::json_lines(&mut lab.peer("versions.py"))?;
        machine["peers"] = peers.into_iter().next().context("versions.py printed nothing")?;
    }
    Ok(machine)
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn first_line(command: &mut Command) -> Result<String> {
    Ok(shell::capture(command)?.lines().next().unwrap_or("unknown").to_owned())
}

/// The value of the first line `name : value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}

/// GiB from the kernel's `N kB`, to one decimal.
fn gib(kilobytes: &str) -> Option<f64> {
    let kib: f64 = kilobytes.split_whitespace().next()?.parse().ok()?;
    Some((kib / f64::from(1 << 20) * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_kernel_are_found_by_their_whole_name() {
        let text = "MemTotalish: 1 kB\nMemTotal:       16777216 kB\n";
        assert_eq!(field(text, "MemTotal").and_then(gib), Some(16.0));
        assert_eq!(field(text, "Mem"), None);
    }
}
