//! What must be true of every release.

use crate::elimination::table::{COLUMNS, read};
use crate::elimination::task::{Files, Place, Task, location, tables};
use lethe::Context;
use lethe::anonymize::Anonymization;
use lethe::discover::{Discover, discover};
use std::collections::HashMap;

/// Runs a task and judges it; the release is empty where nothing was written.
pub(crate) fn check(task: &Task) -> (Anonymization, Files) {
    let place = Place::of(task);
    let context = Context::new(1).unwrap();
    let (report, files) = place.run(task, &context);
    if !report.holds {
        assert!(report.output.is_none() && report.complete);
        return (report, files);
    }
    assert!(task.rows.len() as u64 >= task.k, "{task:?}");
    assert!(report.models.iter().all(|model| model.holds));
    let mut shown: Vec<String> = Vec::new();
    for (name, text) in tables(&files) {
        let lines = read(text);
        assert_eq!(
            exposed(&lines[0], &lines[1..], task.k, task.max_size),
            None::<Vec<String>>,
            "{text} {task:?}"
        );
        let path = if task.in_files() { place.file("out").join(name) } else { place.file(name) };
        let question = Discover {
            k: task.k,
            max_size: task.max_size,
            keep_standalone: true,
            ..Discover::of(location(&path))
        };
        let found = discover(&question, &context).unwrap();
        assert!(found.complete && found.minimal_qids.is_empty(), "{:?} {text} {task:?}", found.minimal_qids);
        shown.extend(lines[0].iter().cloned());
    }
    shown.sort_unstable();
    shown.dedup();
    let mut columns = COLUMNS[..task.width].to_vec();
    columns.sort_unstable();
    assert_eq!(shown, columns, "every column but the identifying one is shown");
    (report, files)
}

/// Columns on which a combination of values occurs in fewer than k lines: of at most `max_size` columns, or of all.
pub(crate) fn exposed(
    header: &[String],
    lines: &[Vec<String>],
    k: u64,
    max_size: Option<usize>,
) -> Option<Vec<String>> {
    let width = header.len();
    let most = max_size.unwrap_or(width).min(width) as u32;
    // Fewer columns have fewer combinations, so that the sets with the most columns are enough.
    let sets = (0u32..1 << width).filter(|set| set.count_ones() == most);
    let columns = |set: u32| (0..width).filter(move |&column| set >> column & 1 == 1);
    let exposes = |set: &u32| {
        let mut records: HashMap<Vec<&str>, u64> = HashMap::new();
        for line in lines {
            *records.entry(columns(*set).map(|column| line[column].as_str()).collect()).or_default() += 1;
        }
        records.values().any(|&records| records < k)
    };
    sets.into_iter().find(exposes).map(|set| columns(set).map(|column| header[column].clone()).collect())
}
