//! The best solutions, as users read them.

use crate::output::{self, percent, printable};
use lethe::anonymize::ListedSolution;
use lethe::data::wording::grouped;

/// A table of solutions, best first.
pub(super) fn listed(solutions: &[ListedSolution]) -> String {
    if solutions.is_empty() {
        return String::new();
    }
    let names: Vec<String> = solutions[0].levels.0.iter().map(|(name, _)| printable(name)).collect();
    let mut table = output::table(&["", "levels", "loss", "suppressed", "smallest class", "average risk"]);
    for (place, solution) in (1u64..).zip(solutions) {
        let levels: Vec<String> = solution.levels.0.iter().map(|(_, level)| level.to_string()).collect();
        table.add_row([
            grouped(place),
            levels.join(" "),
            format!("{:.4}", solution.value),
            grouped(solution.suppressed),
            solution.smallest_class.map(grouped).unwrap_or_default(),
            solution.average_risk.map(|risk| percent(risk, 2)).unwrap_or_default(),
        ]);
    }
    format!("Best solutions, with the levels of {}:\n{table}\n", names.join(", "))
}
