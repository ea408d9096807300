//! Eight parts are counted apart, added up and solved with weights: the same levels, loss and suppressed records as for the whole.
//!
//! ```text
//! cargo run -p lethe --example collapsed_parts
//! ```

use lethe::Context;
use lethe::anonymize::{Anonymization, Anonymize, anonymize};
use lethe::collapse::{COUNT, Collapse, collapse};
use lethe::io::arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use lethe::io::{Location, MemoryTable, ReadOptions, Weights};
use lethe::recipe_file::Recipe;
use std::error::Error;
use std::sync::Arc;

const RECIPE: &str = "
    [columns.age]
    role = 'quasi'
    hierarchy = { intervals = [5, 10, 20] }
    [columns.zip]
    role = 'quasi'
    hierarchy = { prefix = [4, 3, 2] }
    [columns.disease]
    role = 'sensitive'
    [[privacy]]
    model = 'k-anonymity'
    k = 40
    [[privacy]]
    model = 'l-diversity'
    column = 'disease'
    variant = 'distinct'
    l = 3
    [search]
    suppression_limit = 0.02
";

fn main() -> Result<(), Box<dyn Error>> {
    let context = Context::new(0)?;
    let whole = MemoryTable::new(records(0, 8000).schema(), vec![records(0, 8000)])?;
    let direct = solve(Location::memory("records", whole), ReadOptions::default(), &context)?;

    let weighted = ReadOptions {
        weights: Some(Weights { column: COUNT.to_owned(), is_required: true }),
        ..ReadOptions::default()
    };
    let mut counts = Vec::new();
    for part in 0..8 {
        let batch = records(part * 1000, part * 1000 + 1000);
        let data = Location::memory("a part", MemoryTable::new(batch.schema(), vec![batch])?);
        counts.push(counted(vec![data], ReadOptions::default(), &context)?);
    }
    let all = counted(counts, weighted.clone(), &context)?;
    let merged = solve(all, weighted, &context)?;

    println!("records: {} rows, levels {:?}, {} suppressed", direct.rows, direct.solution, direct.suppressed);
    println!("counts:  {} rows, levels {:?}, {} suppressed", merged.rows, merged.solution, merged.suppressed);
    assert_eq!((direct.solution, direct.suppressed), (merged.solution, merged.suppressed));
    assert_eq!(format!("{:?}", direct.quality), format!("{:?}", merged.quality));
    Ok(())
}

fn counted(data: Vec<Location>, read: ReadOptions, context: &Context) -> Result<Location, Box<dyn Error>> {
    let output = Location::memory("counts", MemoryTable::default());
    collapse(&Collapse { data, read, columns: Vec::new(), output: output.clone() }, context)?;
    Ok(output)
}

fn solve(data: Location, read: ReadOptions, context: &Context) -> Result<Anonymization, Box<dyn Error>> {
    let mut request = Anonymize::of(data, Recipe::parse("recipe", RECIPE)?);
    request.read = read;
    request.output = Some(Location::memory("release", MemoryTable::default()));
    Ok(anonymize(&request, context)?)
}

/// Made-up records.
fn records(from: i64, to: i64) -> RecordBatch {
    let mixed = || (from..to).map(|n| (n * 2_654_435_761 % 1_000_003).unsigned_abs());
    let ages = Int64Array::from_iter_values(mixed().map(|m| 20 + (m % 60) as i64));
    let zips =
        StringArray::from_iter_values(mixed().map(|m| format!("10{}{}{}", m % 2, m / 60 % 4, m / 7 % 5)));
    let diseases = StringArray::from_iter_values(
        mixed().map(|m| ["flu", "cold", "asthma", "gout"][(m / 11 % 4) as usize]),
    );
    let columns: [(&str, ArrayRef); 3] =
        [("age", Arc::new(ages)), ("zip", Arc::new(zips)), ("disease", Arc::new(diseases))];
    RecordBatch::try_from_iter(columns).expect("the columns have the same length")
}
