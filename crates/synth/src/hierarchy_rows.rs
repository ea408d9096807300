//! Hierarchies that fit the made-up columns.
//!
//! A hierarchy is written as a rule from an item to its ancestors and unrolled over the column's whole domain, so it
//! covers every value of every seed by construction.

use crate::domain::{Domain, Scale};
use lethe_data::calendar::year_month_day;

/// The generalization hierarchy of one column, as rows for a hierarchy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HierarchyRows {
    /// The column's name.
    pub column: String,
    /// One row a value: the value, its ancestors from near to far, and `*`. All rows have the same length and each
    /// label has one parent.
    pub rows: Vec<Vec<String>>,
}

/// The label above everything.
pub(crate) const ROOT: &str = "*";

/// The ancestors of an item between itself and the root, near to far; always the same number.
pub(crate) type Ancestors = Box<dyn Fn(u32) -> Vec<String> + Send + Sync>;

/// A rule given item by item.
pub(crate) fn ancestors(rule: impl Fn(u32) -> Vec<String> + Send + Sync + 'static) -> Ancestors {
    Box::new(rule)
}

/// One level: each item has a named group.
pub(crate) fn grouped<T: Into<String> + Clone + Send + Sync + 'static>(groups: Vec<T>) -> Ancestors {
    Box::new(move |item| vec![groups[item as usize].clone().into()])
}

/// Nothing between a value and the root.
pub(crate) fn flat() -> Ancestors {
    Box::new(|_| Vec::new())
}

/// Intervals `[low, high)` of ever larger widths, counted in the last decimal; each width divides the next.
pub(crate) fn intervals(scale: Scale, widths: impl Into<Vec<i32>>) -> Ancestors {
    let widths = widths.into();
    Box::new(move |item| {
        let units = scale.low + item as i32;
        widths
            .iter()
            .map(|width| {
                let low = units.div_euclid(*width) * width;
                format!("[{}, {})", scale.write(low), scale.write(low + width))
            })
            .collect()
    })
}

/// Month, year and decade of the days that start at a day number.
pub(crate) fn calendar(first: i32) -> Ancestors {
    Box::new(move |item| {
        let (year, month, _) = year_month_day(first + item as i32);
        vec![format!("{year:04}-{month:02}"), format!("{year:04}"), format!("{:03}0s", year / 10)]
    })
}

/// Ever shorter prefixes of codes of one length, padded with `*`.
pub(crate) fn prefixes(domain: &Domain) -> Ancestors {
    let domain = domain.clone();
    Box::new(move |item| {
        let text = domain.text(item);
        (1..text.len()).rev().map(|kept| format!("{:*<width$}", &text[..kept], width = text.len())).collect()
    })
}

/// The rule unrolled over a domain.
pub(crate) fn unroll(column: &str, domain: &Domain, rule: &Ancestors) -> HierarchyRows {
    let rows = (0..domain.len())
        .map(|item| {
            let mut row = vec![domain.text(item).to_owned()];
            row.extend(rule(item));
            row.push(ROOT.to_owned());
            row
        })
        .collect();
    HierarchyRows { column: column.to_owned(), rows }
}
