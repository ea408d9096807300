//! Does a model tell what it should hide? Asked of every model before it is released, apart from how it was made.

use super::remaining;
use crate::model::Model;

/// **Errors**: what could be worked out.
pub(super) fn holds(model: &Model, k: u64) -> Result<(), &'static str> {
    let is_exposed = |records: u64| (1..k).contains(&records);
    for column in model.columns() {
        let reported = column.reported();
        if is_exposed(model.records().saturating_sub(reported)) {
            return Err("the records without a published value");
        }
        if column.values.iter().any(|value| value.records < k) {
            return Err("a rare value");
        }
    }
    for (left, right, pairs) in model.tables() {
        let (left, right) = (&model.columns()[left], &model.columns()[right]);
        let rest = remaining(pairs, left, right);
        if rest.iter().any(|&rest| is_exposed(rest)) {
            return Err("the records of a value without a published pair");
        }
        let is_open = |line: usize| rest[line] > 0;
        for pair in pairs {
            if pair.records < k {
                return Err("a rare pair");
            }
            if is_open(pair.left as usize) && is_open(left.values.len() + pair.right as usize) {
                return Err("a pair among hidden ones");
            }
        }
    }
    Ok(())
}
