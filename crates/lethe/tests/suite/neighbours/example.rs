//! One cell that is no number must not turn missing ages into empty texts: outcomes of whole commands, counted.

use crate::neighbours::files::{Folder, context};
use lethe::anonymize::{Anonymize, anonymize};
use lethe::recipe_file::Recipe;
use lethe::silo::{self, Data};
use lethe::{Location, ReadOptions};
use lethe_dp::falsify::false_alarm;
use std::path::Path;

const RUNS: u32 = 80;
/// An event counts as there from this on, if it never comes out on the neighbour.
const OFTEN: u32 = 30;
const RATE: f64 = 1e-4;

/// Two hundred records of thirty, two hundred without an age, and one more whose age is `unknown`.
fn tables(folder: &Folder) -> [Location; 2] {
    let common: Vec<&str> = [["\"30\",\"m\""; 200], ["\"\",\"m\""; 200]].concat();
    let write = |name: &str, records: &[&str]| {
        let text = records.iter().fold("age,sex\n".to_owned(), |text, record| text + record + "\n");
        std::fs::write(folder.path(name), text).unwrap();
        folder.location(name)
    };
    [write("without.csv", &common), write("with.csv", &[&common[..], &["\"unknown\",\"m\""]].concat())]
}

/// How often each event comes out on each table must be within what is promised.
fn check(epsilon: f64, delta: f64, events: &[&str], comes_out: impl Fn(usize) -> Vec<bool>) {
    let directions = 2.0;
    let rate = false_alarm(RUNS, OFTEN, 0, epsilon, delta) * directions * events.len() as f64;
    assert!(rate < RATE, "chance alone fails this test at a rate of {rate}");
    let mut counts = vec![[0u32; 2]; events.len()];
    for _ in 0..RUNS {
        for table in 0..2 {
            for (count, is_there) in counts.iter_mut().zip(comes_out(table)) {
                count[table] += u32::from(is_there);
            }
        }
    }
    for (event, count) in events.iter().zip(counts) {
        let [less, more] = [count[0].min(count[1]), count[0].max(count[1])];
        assert!(less > 0 || more < OFTEN, "{event}: {count:?} of {RUNS} runs each");
    }
}

fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap().lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn safepub_publishes_the_same_whether_or_not_one_cell_is_no_number() {
    const RECIPE: &str = r#"
columns.age.role = "quasi"
columns.sex.role = "quasi"
privacy = [{ model = "differential-privacy", epsilon = 1, delta = 1e-6 }]
search = { method = "safepub", score = "intensity", steps = 4 }
"#;
    let folder = Folder::new();
    let tables = tables(&folder);
    let events = ["an age is missing", "an age is the empty text", "an age is 30"];
    check(1.0, 1e-6, &events, |table| {
        let mut request = Anonymize::of(tables[table].clone(), Recipe::parse("r.toml", RECIPE).unwrap());
        request.others = lethe::anonymize::Others::Keep;
        request.output = Some(folder.location("released.csv"));
        let report = anonymize(&request, &context()).unwrap();
        assert!(report.account.is_some_and(|account| account.proven));
        let rows = lines(&folder.path("released.csv"));
        let any = |start: &str| rows.iter().any(|row| row.starts_with(start));
        vec![any(","), any("\"\","), any("30,")]
    });
}

#[test]
fn noisy_models_are_the_same_whether_or_not_one_cell_is_no_number() {
    let folder = Folder::new();
    let tables = tables(&folder);
    let models = [0, 1].map(|table| {
        let model = lethe::Document::from(folder.path(&format!("model-{table}")));
        let data = Data { location: tables[table].clone(), read: ReadOptions::default() };
        let request = silo::Train { data, columns: Vec::new(), exclude: Vec::new(), output: model.clone() };
        silo::train(&request, &context()).unwrap();
        model
    });
    // Two columns: four counts of a person, so the noise of a count is about four at this epsilon.
    let epsilon: silo::Epsilon = "1".parse().unwrap();
    let output = lethe::Document::from(folder.path("noisy"));
    let delta = 0.02;
    check(1.0, delta, &["two ages are told", "two pairs are told"], |table| {
        let (model, output_file) = (models[table].clone(), output.clone());
        let request = silo::Sanitize { model, k: 20, epsilon: Some(epsilon), output: output_file };
        let noisy = silo::sanitize(&request, &context()).unwrap();
        assert!(noisy.model.guarantees[0].delta.is_some_and(|stated| stated < delta));
        vec![noisy.model.columns[0].values == 2, noisy.model.pairs == 2]
    });
}
