//! What suppressed records show in columns that no model looks at.

use lethe_data::hierarchy::ROOT;
use lethe_data::wording::counted;
use lethe_data::{Column, Table};

/// A note about suppressed records that show cells of columns which are neither quasi-identifying nor protected by a model:
/// no model says anything about these.
///
/// **Cost**: a look at each row, and at each cell of the suppressed ones.
pub(super) fn note(table: &Table, quasi: &[usize], sensitive: &[usize]) -> Option<String> {
    let star = |column: &Column| column.dictionary().find(ROOT);
    let stars: Vec<(&Column, u32)> =
        quasi.iter().map(|&at| Some((table.column(at), star(table.column(at))?))).collect::<Option<_>>()?;
    let is_suppressed = |row: &usize| stars.iter().all(|(column, star)| column.codes().get(*row) == *star);
    let suppressed: Vec<usize> = (0..table.rows()).filter(is_suppressed).collect();
    let others = (0..table.columns().len()).filter(|at| !quasi.contains(at) && !sensitive.contains(at));
    let shows = |column: &Column| {
        let (star, null) = (star(column), column.dictionary().len() as u32);
        let is_shown = |&row: &usize| {
            let code = column.codes().get(row);
            code != null && Some(code) != star
        };
        suppressed.iter().any(is_shown)
    };
    let shown: Vec<String> = others
        .map(|at| table.column(at))
        .filter(|column| shows(column))
        .map(|column| format!("'{}'", column.name()))
        .collect();
    (!shown.is_empty()).then(|| {
        let columns = counted(shown.len() as u64, "column");
        let named = shown.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
        let more = if shown.len() > 5 { ", …" } else { "" };
        format!("suppressed records show cells of {columns} that no model looks at: {named}{more}")
    })
}
