//! Does a model tell what it should hide? Asked of every model before it is released, apart from how it was made.

use super::remaining;
use crate::model::Model;

/// **Errors**: what could be worked out.
pub(super) fn holds(model: &Model, k: u64) -> Result<(), &'static str> {
    let is_exposed = |people: u64| (1..k).contains(&people);
    for column in model.columns() {
        let told = column.told();
        if is_exposed(model.people().saturating_sub(told)) {
            return Err("the people without a told value");
        }
        if column.values.iter().any(|value| value.people < k) {
            return Err("a rare value");
        }
    }
    for (left, right, pairs) in model.tables() {
        let (left, right) = (&model.columns()[left], &model.columns()[right]);
        let rest = remaining(pairs, left, right);
        if rest.iter().any(|&rest| is_exposed(rest)) {
            return Err("the people of a value without a told pair");
        }
        let is_open = |line: usize| rest[line] > 0;
        for pair in pairs {
            if pair.people < k {
                return Err("a rare pair");
            }
            if is_open(pair.left as usize) && is_open(left.values.len() + pair.right as usize) {
                return Err("a pair among hidden ones");
            }
        }
    }
    Ok(())
}
