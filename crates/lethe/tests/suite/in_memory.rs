//! Whatever a verb writes can be returned in memory instead, with the same bytes, and read from there.

use lethe::anonymize::{Anonymize, anonymize};
use lethe::discover::{Discover, discover, plot};
use lethe::exposure::{Exposure, exposure};
use lethe::recipe_file::Recipe;
use lethe::silo::{Data, Merge, Sanitize, Score, Train, Update, merge, sanitize, score, train, update};
use lethe::solution::Solution;
use lethe::{Context, Document, Location, MemoryFile, Plot, ReadOptions};
use std::fmt::Write as _;
use std::path::Path;

const RECIPE: &str = "
    [columns.age]
    role = 'quasi'
    hierarchy = { intervals = [10, 20] }
    [columns.zip]
    role = 'quasi'
    hierarchy = { prefix = [4, 3] }
    [[privacy]]
    model = 'k-anonymity'
    k = 5
";

fn table(folder: &Path, name: &str, rows: usize) -> Location {
    let mut text = "age,zip,disease\n".to_owned();
    for row in 0..rows {
        writeln!(text, "{},101{}{},d{}", 20 + row * 37 % 50, row % 3, row % 7, row % 4).unwrap();
    }
    std::fs::write(folder.join(name), text).unwrap();
    Location::parse(folder.join(name).to_str().unwrap()).unwrap()
}

/// Asks for a document twice, in memory and in a file, and compares the bytes.
fn same(folder: &Path, name: &str, ask: impl Fn(Document)) -> MemoryFile {
    let (memory, file) = (MemoryFile::default(), folder.join(name));
    ask(memory.clone().into());
    ask(file.as_path().into());
    assert_eq!(memory.bytes().unwrap().to_vec(), std::fs::read(file).unwrap(), "{name}");
    memory
}

#[test]
fn solutions_and_reports_are_returned() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(2).unwrap();
    let data = table(folder.path(), "t.csv", 200);
    let request = Anonymize {
        others: lethe::anonymize::Others::Keep,
        ..Anonymize::of(data.clone(), Recipe::parse("recipe", RECIPE).unwrap())
    };
    let solution = same(folder.path(), "solution.json", |freeze| {
        let request = Anonymize { freeze: Some(freeze), ..request.clone() };
        assert!(anonymize(&request, &context).unwrap().holds);
    });
    let report = MemoryFile::default();
    let request = Anonymize { report: Some(report.clone().into()), ..request };
    assert!(anonymize(&request, &context).unwrap().holds);
    let report: serde_json::Value = serde_json::from_slice(&report.bytes().unwrap()).unwrap();
    assert_eq!(report["holds"], true);
    let text = String::from_utf8(solution.bytes().unwrap().to_vec()).unwrap();
    let applied = Solution::from_json("solution", &text).unwrap().request(data, Path::new(""));
    assert!(anonymize(&applied, &context).unwrap().holds);
}

#[test]
fn models_go_from_memory_to_memory() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(2).unwrap();
    let tables = [("a.csv", 120), ("b.csv", 60)].map(|(name, rows)| table(folder.path(), name, rows));
    let data = |at: usize| Data { location: tables[at].clone(), read: ReadOptions::default() };
    let models = [0, 1].map(|at| {
        same(folder.path(), &format!("model-{at}"), |output| {
            let request = Train { data: data(at), columns: Vec::new(), exclude: Vec::new(), output };
            train(&request, &context).unwrap();
        })
    });
    let merged = same(folder.path(), "merged", |output| {
        let models = models.iter().map(|model| model.clone().into()).collect();
        merge(&Merge { models, output }, &context).unwrap();
    });
    let updated = same(folder.path(), "updated", |output| {
        let model = models[0].clone().into();
        update(&Update { model, data: data(1), remove: false, output }, &context).unwrap();
    });
    let safe = same(folder.path(), "safe", |output| {
        let request = Sanitize { model: updated.clone().into(), k: 3, epsilon: None, output };
        sanitize(&request, &context).unwrap();
    });
    for model in [merged, updated, safe] {
        let model = model.into();
        let request = Score { model, data: data(0), k: 5, theta: 2.0, top: 3, records: None };
        score(&request, &context).unwrap();
    }
    let empty =
        Score { model: MemoryFile::default().into(), data: data(0), k: 5, theta: 2.0, top: 3, records: None };
    assert!(score(&empty, &context).unwrap_err().to_string().contains("nothing in it yet"));
}

#[test]
fn pictures_are_returned() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(2).unwrap();
    let data = table(folder.path(), "t.csv", 90);
    let found = discover(&Discover::of(data.clone()), &context).unwrap();
    let (memory, file) = (MemoryFile::default(), folder.path().join("plot.svg"));
    plot(&found, &Plot::in_memory(memory.clone())).unwrap();
    plot(&found, &Plot::at(&file).unwrap()).unwrap();
    assert_eq!(memory.bytes().unwrap().to_vec(), std::fs::read(file).unwrap());
    let map = same(folder.path(), "map.svg", |map| {
        let asked: Exposure = serde_json::from_value(serde_json::json!({ "data": data })).unwrap();
        exposure(&Exposure { map: Some(map), ..asked }, &context).unwrap();
    });
    assert!(String::from_utf8_lossy(&map.bytes().unwrap()).contains("<svg"));
}
