//! A solution is found once, saved, and applied to new batches by several threads; all of them together are verified.
//!
//! ```text
//! cargo run -p lethe --example solution
//! ```

use lethe::Context;
use lethe::anonymize::{Anonymize, anonymize};
use lethe::io::arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use lethe::io::{Location, MemoryTable};
use lethe::recipe_file::{PrivacyModel, Recipe};
use lethe::requirements::flags::Flagged;
use lethe::solution::Solution;
use lethe::verify::{Verify, verify};
use std::error::Error;
use std::sync::Arc;
use std::thread;

const RECIPE: &str = "
    [columns.age]
    role = 'quasi'
    hierarchy = { intervals = [10, 20] }
    [columns.zip]
    role = 'quasi'
    hierarchy = { prefix = [4, 3] }
    [columns.disease]
    role = 'sensitive'
    [[privacy]]
    model = 'k-anonymity'
    k = 5
    [search]
    local = true
    suppression_limit = 0.05
";

fn main() -> Result<(), Box<dyn Error>> {
    let context = Context::new(0)?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("solution.json");
    let first = MemoryTable::new(patients(0).schema(), vec![patients(0)])?;
    let mut request = Anonymize::of(Location::memory("patients", first), Recipe::parse("recipe", RECIPE)?);
    request.freeze = Some(file.as_path().into());
    let report = anonymize(&request, &context)?;
    println!("{} patients, {} suppressed, holds: {}", report.rows, report.suppressed, report.holds);
    // Whoever has the file can apply it, here eight threads with a batch each.
    let solution = Solution::load(&file)?;
    let batches: Vec<RecordBatch> = thread::scope(|scope| {
        let apply = |seed: i64| {
            let solution = &solution;
            scope.spawn(move || solution.apply_batch(&patients(seed), &Context::new(1)?))
        };
        let threads: Vec<_> = (1..=8).map(apply).collect();
        let ended = threads.into_iter().map(|thread| thread.join().expect("the thread ends"));
        ended.collect::<Result<_, lethe::Error>>()
    })?;
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    // Applying judges nothing: what all parts show together is for the verifier.
    let together = MemoryTable::new(batches[0].schema(), batches)?;
    let mut question = Verify::of(Location::memory("all parts", together));
    question.quasi = vec!["age".to_owned(), "zip".to_owned()];
    question.models = vec![Flagged { model: PrivacyModel::k_anonymity(5), column: None }];
    let verified = verify(&question, &context)?;
    println!("{rows} patients in 8 batches, {} suppressed, holds: {}", verified.suppressed, verified.holds);
    Ok(())
}

/// Some made-up patients.
fn patients(seed: i64) -> RecordBatch {
    let ages = Int64Array::from_iter_values((0..400).map(|n| 20 + (n * 37 + seed * 11) % 50));
    let zips = StringArray::from_iter_values((0..400).map(|n| format!("101{}{}", (n + seed) % 3, n % 7)));
    let diseases = StringArray::from_iter_values((0..400).map(|n| ["flu", "cold", "asthma"][n % 3]));
    let columns: [(&str, ArrayRef); 3] =
        [("age", Arc::new(ages)), ("zip", Arc::new(zips)), ("disease", Arc::new(diseases))];
    RecordBatch::try_from_iter(columns).expect("the columns have the same length")
}
