//! The order of a sensitive column's values, for models that ask how far apart two of them are.
//!
//! Numbers, dates and truth values have one. Texts have none but that of their bytes, which says nothing about what they
//! mean, and a column of numbers is text as soon as one cell is not a number: so an order of texts must be declared.

use super::Subject;
use super::sensitive::Sensitive;
use crate::recipe_file::ValueOrder;
use crate::{Error, Result};
use lethe_data::Decimal;
use lethe_data::wording::counted;

/// Every code in the order of the column's values: that of its type, where that is the codes' own, or the one that is
/// declared.
///
/// **Errors**: the values have no order, or the declared one lacks some of them.
pub(super) fn codes(subject: &Subject<'_>, slot: &Sensitive) -> Result<Option<Vec<u32>>> {
    let declared = subject.column_recipe(&slot.name).and_then(|column| column.order.as_ref());
    let is_ordered = slot.values.value_type().is_ordered();
    match declared {
        Some(ValueOrder::Values(values)) => codes_in_order(slot, values).map(Some),
        Some(ValueOrder::Spelling) if !is_ordered => Ok(None),
        Some(ValueOrder::Spelling) => {
            let (name, value_type) = (&slot.name, slot.values.value_type());
            Err(Error::Request(format!(
                "column '{name}' is {value_type} and has an order of its own; leave out the order, or declare the type text"
            )))
        }
        // One value is in any order.
        None if is_ordered || slot.values.dictionary().len() < 2 => Ok(None),
        None => Err(no_order(slot)),
    }
}

/// Every code once: the listed values, those that nobody has, null last.
fn codes_in_order(slot: &Sensitive, values: &[String]) -> Result<Vec<u32>> {
    let dictionary = slot.values.dictionary();
    let mut order: Vec<u32> = values.iter().filter_map(|value| dictionary.find(value)).collect();
    let mut is_listed = vec![false; dictionary.len()];
    for &code in &order {
        is_listed[code as usize] = true;
    }
    let unlisted = (0..dictionary.len() as u32).filter(|&code| !is_listed[code as usize]);
    let (occurring, absent): (Vec<u32>, Vec<u32>) =
        unlisted.partition(|&code| slot.distribution.counts()[code as usize] > 0);
    if !occurring.is_empty() {
        let lacking = counted(occurring.len() as u64, "value");
        return Err(Error::Request(format!(
            "column '{}': its order lacks {lacking} of the column; list every value as it is spelt there",
            slot.name
        )));
    }
    order.extend(absent);
    order.push(dictionary.len() as u32);
    Ok(order)
}

fn no_order(slot: &Sensitive) -> Error {
    let name = &slot.name;
    let texts = || slot.values.dictionary().texts();
    let (all, odd) = (texts().count(), texts().filter(|text| Decimal::parse(text).is_none()).count());
    let why = if odd * 2 < all {
        let are = if odd == 1 { "is" } else { "are" };
        format!(" ({odd} of its {} {are} no number)", counted(all as u64, "distinct value"))
    } else {
        String::new()
    };
    Error::Request(format!(
        "column '{name}' is text{why}, whose order says nothing: ordered t-closeness needs numbers or dates; read odd words as \
         missing with `null` WORD, or declare order = [\"A\", \"B\", …] in the recipe or `order` {name}=A,B,…"
    ))
}
