mod formats;
mod malformed;
mod mending;
mod output;

use super::*;
use lethe_data::{Column, Hierarchy, TypeChoice};

fn load(text: &str) -> Hierarchy {
    match read(text.as_bytes(), &ReadOptions::default()) {
        Ok(Loaded::Levels(hierarchy)) => hierarchy,
        other => panic!("not a hierarchy of labels: {other:?}"),
    }
}

fn parsed(text: &str) -> Parsed {
    parse(text.as_bytes(), &ReadOptions::default()).unwrap()
}

fn column(cells: &[&str]) -> Column {
    Column::from_texts("income", cells.iter().map(|cell| Some(*cell)), TypeChoice::Infer).unwrap()
}

fn paths(hierarchy: &Hierarchy) -> Vec<String> {
    hierarchy.paths().map(|path| path.join("|")).collect()
}

/// The defects as `place name`, with the place they refer to.
fn defects(text: &str) -> Vec<String> {
    parsed(text).check(None).iter().map(brief).collect()
}

fn brief(located: &Located) -> String {
    let earlier = located.earlier.map_or_else(String::new, |earlier| format!(" see {earlier}"));
    format!("{} {}{earlier}", located.place, located.kind.name())
}
