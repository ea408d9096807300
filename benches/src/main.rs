//! Our side of the measured claims: each subcommand does one job once and prints what it took as one JSON line.

mod group;
mod io;
mod peak;

use anyhow::{Result, bail};
use std::path::Path;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["read", file, threads] => io::read(file, threads.parse()?),
        ["group", rows, threads, file] => group::group(rows.parse()?, threads.parse()?, Path::new(file)),
        _ => bail!("usage: lethe-bench read FILE THREADS | lethe-bench group ROWS THREADS FILE.arrow"),
    }
}
