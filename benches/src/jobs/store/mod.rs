//! Where rows that do not fit into memory are kept: the jobs of out-of-core work, done by segments and by `SQLite`.

mod rows;
mod segments;
mod sqlite;

use crate::jobs::random::Random;
use anyhow::{Context, Result, bail};
use rows::{GROUPS, Row, Tally};
use segments::Segments;
use sqlite::{Safety, Sqlite};
use std::path::Path;
use std::time::Instant;

/// Where the rows are.
const ALL: &str = "records";
/// Where the rows below the threshold go, and the others.
const SIDES: [&str; 2] = ["low", "high"];

/// A way of keeping rows on disk.
trait Store {
    /// Keeps all rows.
    fn write(&mut self, rows: &[Row]) -> Result<()>;
    /// Reads all rows of a place: [`ALL`], or one of [`SIDES`] after the split.
    fn scan(&mut self, place: &str) -> Result<Tally>;
    /// Writes the rows of either side of the threshold to a place of their own.
    fn split(&mut self, threshold: u32) -> Result<()>;
    /// Gives every row its group and lays the rows out so that a group can be read.
    fn lay_out(&mut self) -> Result<()>;
    /// Reads one group.
    fn group(&mut self, group: u32) -> Result<Tally>;
}

/// Does every job once with one store in a folder that is made, and removed afterwards.
pub(crate) fn run(store: &str, rows: usize, folder: &Path) -> Result<()> {
    std::fs::create_dir(folder).with_context(|| format!("{}: cannot create", folder.display()))?;
    let done = measure(store, rows, folder);
    std::fs::remove_dir_all(folder)?;
    println!("{}", done?);
    Ok(())
}

fn measure(name: &str, rows: usize, folder: &Path) -> Result<serde_json::Value> {
    let mut store: Box<dyn Store> = match name {
        "segments" => Box::new(Segments::new(folder)),
        "sqlite" => Box::new(Sqlite::new(folder, Safety::Durable)?),
        "sqlite-unsafe" => Box::new(Sqlite::new(folder, Safety::None)?),
        _ => bail!("no such store; there are: segments, sqlite, sqlite-unsafe"),
    };
    let rows = rows::made(rows);
    let order = random_order();
    let start = Instant::now();
    store.write(&rows)?;
    let write = start.elapsed().as_secs_f64();
    let bytes = bytes_in(folder)?;
    let start = Instant::now();
    let scanned = store.scan(ALL)?;
    let scan = start.elapsed().as_secs_f64();
    let start = Instant::now();
    store.split(rows::THRESHOLD)?;
    let split = start.elapsed().as_secs_f64();
    let start = Instant::now();
    store.lay_out()?;
    let lay_out = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let mut grouped = Tally::default();
    for group in order {
        grouped.unite(store.group(group)?);
    }
    let groups = start.elapsed().as_secs_f64();
    let whole = Tally::of(&rows);
    let low = store.scan(SIDES[0])?;
    let mut halves = store.scan(SIDES[1])?;
    halves.unite(low);
    if [scanned, halves, grouped] != [whole; 3] {
        bail!("{name} did not give back the rows that it was given");
    }
    Ok(serde_json::json!({
        "store": name, "rows": rows.len(), "low": low.rows, "mib": bytes as f64 / f64::from(1 << 20),
        "write": write, "scan": scan, "split": split, "lay out": lay_out, "groups": groups,
    }))
}

/// Every group once.
fn random_order() -> Vec<u32> {
    let mut random = Random::new(5);
    let mut order: Vec<u32> = (0..GROUPS).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at as u64 + 1) as usize);
    }
    order
}

fn bytes_in(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}
