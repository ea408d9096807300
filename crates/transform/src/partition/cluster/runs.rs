//! The best way to cut a row of units into groups.

use super::part::Part;
use super::reach::Reach;

/// Cuts units that stand in a row into runs of at least k records, so that all together lose least; one run if they are
/// fewer.
///
/// A run is never longer than it must be: where one could be cut in two, cutting it does not raise the loss.
///
/// **Paper**: Hansen and Mukherjee 2003 (optimal microaggregation of a sorted column); Ghinita, Karras, Kalnis and
/// Mamoulis 2007, section 4 (the same for k-anonymity on an order of all records).
///
/// **Cost**: the number of units times about 2k.
pub(super) fn best_runs(part: &Part<'_>, row: &[u32]) -> Vec<Vec<u32>> {
    let least = part.least();
    // The least loss of the first units, and where the last run of that begins.
    let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); row.len() + 1];
    best[0].0 = 0.0;
    let mut reach = Reach::over(part, &[]);
    for end in 1..=row.len() {
        reach.clear();
        let (mut records, mut shortest) = (0, None);
        for start in (0..end).rev() {
            records += part.records(row[start]);
            reach.include(part.ranks(row[start]));
            if records < least || best[start].0.is_infinite() {
                continue;
            }
            let loss = best[start].0 + records as f64 * reach.cost(part);
            if loss < best[end].0 {
                best[end] = (loss, start);
            }
            if records - *shortest.get_or_insert(records) >= least {
                break;
            }
        }
    }
    let mut runs = Vec::new();
    let mut end = row.len();
    while end > 0 {
        let start = if best[end].0.is_finite() { best[end].1 } else { 0 };
        runs.push(row[start..end].to_vec());
        end = start;
    }
    runs
}
