//! Our side of the measured claims: each subcommand does one job once and prints what it took as one JSON line.

mod code_file;
mod discover;
mod group;
mod io;
mod median;
mod peak;

use anyhow::{Result, bail};
use std::path::Path;

const USAGE: &str = "usage: lethe-bench read FILE THREADS
       lethe-bench group ROWS THREADS FILE.arrow
       lethe-bench discover FILE THREADS ALGORITHM K MAX_SIZE|- MIN_EXPOSED|P% [REPEATS [LIMIT_SECONDS]]
       lethe-bench discover-table NAME ROWS FILE.arrow
       lethe-bench discover-codes FILE FILE.arrow
       lethe-bench discover-algorithms";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["read", file, threads] => io::read(file, threads.parse()?),
        ["group", rows, threads, file] => group::group(rows.parse()?, threads.parse()?, Path::new(file)),
        ["discover", words @ ..] => discover::search(words),
        ["discover-table", name, rows, file] => discover::table(name, rows.parse()?, Path::new(file)),
        ["discover-codes", file, codes] => discover::codes(file, Path::new(codes)),
        ["discover-algorithms"] => {
            discover::algorithms();
            Ok(())
        }
        _ => bail!(USAGE),
    }
}
