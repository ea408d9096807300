//! Arrow in, a verified release as Arrow out: no file is read or written.
//!
//! ```text
//! cargo run -p lethe --example in_memory
//! ```

use lethe::Context;
use lethe::anonymize::{Anonymize, anonymize};
use lethe::io::arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use lethe::io::{Location, MemoryTable};
use lethe::recipe_file::{PrivacyModel, Recipe};
use lethe::requirements::flags::Flagged;
use lethe::verify::{Verify, verify};
use std::error::Error;
use std::sync::Arc;

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
";

fn main() -> Result<(), Box<dyn Error>> {
    let context = Context::new(0)?;
    let patients = MemoryTable::new(patients().schema(), vec![patients()])?;
    let release = MemoryTable::default();
    let recipe = Recipe::parse("recipe", RECIPE)?;
    let mut request = Anonymize::of(Location::memory("patients", patients), recipe);
    request.output = Some(Location::memory("release", release.clone()));
    let report = anonymize(&request, &context)?;
    println!("{} rows, holds: {}", report.rows, report.holds);
    // The verifier has read these batches; anybody who gets them can ask it again.
    let mut again = Verify::of(Location::memory("release", release.clone()));
    again.quasi = vec!["age".to_owned(), "zip".to_owned()];
    again.models = vec![Flagged { model: PrivacyModel::k_anonymity(5), column: None }];
    println!("verified again: {}", verify(&again, &context)?.holds);
    for batch in release.batches().unwrap_or_default() {
        let names: Vec<&str> =
            batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
        println!("a batch of {} rows: {}", batch.num_rows(), names.join(", "));
    }
    Ok(())
}

/// Two hundred made-up patients.
fn patients() -> RecordBatch {
    let ages = Int64Array::from_iter_values((0..200).map(|n| 20 + n * 37 % 50));
    let zips = StringArray::from_iter_values((0..200).map(|n| format!("101{}{}", n % 3, n % 7)));
    let diseases = StringArray::from_iter_values((0..200).map(|n| ["flu", "cold", "asthma"][n % 3]));
    let columns: [(&str, ArrayRef); 3] =
        [("age", Arc::new(ages)), ("zip", Arc::new(zips)), ("disease", Arc::new(diseases))];
    RecordBatch::try_from_iter(columns).expect("the columns have the same length")
}
