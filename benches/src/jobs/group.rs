//! Counting groups of encoded columns.

use crate::jobs::code_file;
use crate::median::median;
use anyhow::Result;
use lethe_data::{Codes, Column, ColumnSet, Context, Dictionary, Table, group};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The number of distinct values of each column; `cN` is the column's name.
const DOMAINS: [u32; 12] = [2, 3, 5, 8, 12, 20, 50, 100, 300, 1000, 5000, 70_000];
/// One to eight columns: from a few counters to nearly as many groups as rows.
const CASES: [(&[usize], u64); 10] = [
    (&[7], 5),
    (&[6, 7], 5),
    (&[3, 5, 8], 2),
    (&[0, 4, 5, 9], 2),
    (&[2, 3, 4, 5, 8], 2),
    (&[0, 1, 2, 3, 4, 5], 2),
    (&[0, 1, 4, 6, 7, 8], 2),
    (&[0, 1, 2, 3, 4, 5, 6, 7], 2),
    (&[7, 8, 9, 10], 2),
    (&[9, 10, 11], 2),
];
const REPEATS: usize = 5;

/// Times each case on a table of pseudo-random codes, which is also written to `file` for the peers.
pub(crate) fn group(rows: usize, threads: usize, file: &Path) -> Result<()> {
    let context = Context::new(threads)?;
    let table = table(rows)?;
    if !file.exists() {
        let columns = table.columns().iter();
        code_file::write(columns.map(|column| (column.name().to_owned(), column.codes().clone())), file)?;
    }
    for (columns, k) in CASES {
        let set = ColumnSet::of(columns.iter().copied())?;
        let mut count_times = Vec::new();
        let mut below_times = Vec::new();
        let (mut groups, mut below) = (0, false);
        for _ in 0..REPEATS {
            let start = Instant::now();
            groups = group::counts(&table, &set, &context)?.len();
            count_times.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            below = group::has_class_below(&table, &set, k, &context)?;
            below_times.push(start.elapsed().as_secs_f64());
        }
        let names: Vec<String> = columns.iter().map(|index| format!("c{index}")).collect();
        let domain: f64 = columns.iter().map(|&index| f64::from(DOMAINS[index]).log2()).sum();
        println!(
            "{}",
            serde_json::json!({
                "case": format!("{}_2^{:.0}", columns.len(), domain), "columns": names, "rows": rows,
                "domain_bits": domain, "seconds": median(count_times), "groups": groups,
                "below_seconds": median(below_times), "below": below, "k": k,
            })
        );
    }
    Ok(())
}

fn table(rows: usize) -> Result<Table> {
    let columns = DOMAINS.iter().enumerate().map(|(index, &domain)| {
        let mut state = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let codes = (0..rows).map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Squaring makes small codes more frequent, as real columns are.
            let uniform = (state >> 11) as f64 / (1u64 << 53) as f64;
            ((uniform * uniform * f64::from(domain)) as u32).min(domain - 1)
        });
        let texts: Vec<String> = (0..domain).map(|value| format!("{value:06}")).collect();
        let dictionary = Arc::new(Dictionary::of_texts(texts.iter().map(String::as_str)));
        Column::new(format!("c{index}"), dictionary, Codes::from_iter_within(domain as usize, codes))
    });
    Ok(Table::new(columns.collect())?)
}
