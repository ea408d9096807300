//! Does the order of rows tell anything?

use crate::Result;
use lethe_data::{Context, Table, canonical_order, content_order, group};

/// What the order of a compartment's rows can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing: it follows from the content of the rows, a seed and the compartment's number.
    Canonical,
    /// Nothing: the rows are sorted by their content.
    Sorted,
    /// Which row of another compartment is of the same person, at least in part.
    Aligned,
    /// It follows from nothing in the file, so it may be the order in which the records once stood.
    Unknown,
}

impl Order {
    /// Whether it is proven that the order shows nothing.
    pub fn is_harmless(self) -> bool {
        matches!(self, Self::Canonical | Self::Sorted)
    }

    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::Sorted => "sorted",
            Self::Aligned => "aligned",
            Self::Unknown => "unknown",
        }
    }
}

/// Whether the rows of a table stand in an order that follows from their content: sorted, or canonical for one of the
/// `keys` of seed and number.
///
/// **Guarantee**: an order called harmless is a function of what the rows show (and of the key), so it shows nothing that
/// the rows in any other order would not show.
/// **Cost**: a grouping of the rows, and a sort of them for each key.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn order_of(table: &Table, keys: &[(u64, u64)], context: &Context) -> Result<Order> {
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    let classes = group::classes_of(table, &columns, context)?;
    let ids = classes.ids();
    // The order that the content asks for shows the same row everywhere.
    let stands_so = |order: &[u32]| order.iter().zip(ids).all(|(&row, &id)| ids[row as usize] == id);
    for &(seed, number) in keys {
        if stands_so(&canonical_order(table, &columns, seed, number, context)?) {
            return Ok(Order::Canonical);
        }
    }
    let sorted = stands_so(&content_order(table, &columns, context)?);
    Ok(if sorted { Order::Sorted } else { Order::Unknown })
}
