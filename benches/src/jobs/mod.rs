//! Our side of the measured claims: each job is done once and prints what it took as JSON lines.

mod closeness;
mod code_file;
mod deadline;
mod discover;
mod eliminate;
mod group;
mod io;
mod lattice;
mod peak;
mod random;
mod recode;
mod store;
mod verify;

use anyhow::{Result, bail};
use std::path::Path;

const USAGE: &str = "usage: lethe-bench measure NAME [OPTIONS]
       lethe-bench read FILE THREADS
       lethe-bench group ROWS THREADS FILE.arrow
       lethe-bench discover FILE THREADS ALGORITHM K MAX_SIZE|- MIN_EXPOSED|P% [REPEATS [LIMIT_SECONDS]]
       lethe-bench discover-table NAME ROWS FILE.arrow
       lethe-bench discover-codes FILE FILE.arrow
       lethe-bench discover-algorithms
       lethe-bench lattice file=FILE hierarchies=PREFIX [threads=N] [search=NAME|local] [suppression=PERCENT]
                           [columns=N] [repeats=N] [seconds=LIMIT] [k=K] [sensitive=COLUMN [distinct=L]
                           [entropy=L] [recursive=C,L] [equal=T] [ordered=T] [hierarchical=T]]
       lethe-bench closeness ROUNDS
       lethe-bench recode-table ROWS FILE
       lethe-bench eliminate-table ROWS COLUMNS FILE
       lethe-bench eliminate-plain columns|records FILE K SIZE OUTPUT
       lethe-bench store segments|sqlite|sqlite-unsafe ROWS FOLDER
       lethe-bench verify FILE THREADS
       lethe-bench verify-table ROWS FILE";

/// Does the job that the words name.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    match words {
        ["read", file, threads] => io::read(file, threads.parse()?),
        ["group", rows, threads, file] => group::group(rows.parse()?, threads.parse()?, Path::new(file)),
        ["discover", words @ ..] => discover::search(words),
        ["discover-table", name, rows, file] => discover::table(name, rows.parse()?, Path::new(file)),
        ["discover-codes", file, codes] => discover::codes(file, Path::new(codes)),
        ["discover-algorithms"] => {
            discover::algorithms();
            Ok(())
        }
        ["lattice", words @ ..] => lattice::run(words),
        ["recode-table", rows, file] => recode::table(rows.parse()?, file),
        ["eliminate-table", rows, columns, file] => eliminate::table(rows.parse()?, columns.parse()?, file),
        ["eliminate-plain", what @ ("columns" | "records"), file, k, size, output] => {
            eliminate::plain(what, file, k.parse()?, size.parse()?, output)
        }
        ["closeness", rounds] => closeness::run(rounds.parse()?),
        ["store", store, rows, folder] => store::run(store, rows.parse()?, Path::new(folder)),
        ["verify", file, threads] => verify::run(file, threads.parse()?),
        ["verify-table", rows, file] => verify::table(rows.parse()?, file),
        _ => bail!(USAGE),
    }
}
