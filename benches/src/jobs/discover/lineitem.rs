//! A table shaped like the largest one of TPC-H: keys of orders, parts and suppliers, quantities, dates that follow
//! each other, flags that follow from dates. No column is unique.

use super::dense;
use super::draw::Stream;
use super::order::{Item, items};
use lethe_data::Codes;

/// The day after which nothing had arrived yet when the orders were exported.
const TODAY: u32 = 1263;

/// What a column has in a row.
type Value<'a> = &'a dyn Fn(u64, &Item) -> u32;

/// The columns, for any number of rows; parts and suppliers grow with the rows.
pub(super) fn columns(rows: usize) -> Vec<(String, Codes)> {
    let shop = Shop::of(rows);
    let columns: [(&str, Value<'_>); 16] = [
        ("orderkey", &|_, item| item.order),
        ("partkey", &|row, _| shop.part(row)),
        ("suppkey", &|row, _| shop.supplier(row)),
        ("linenumber", &|_, item| item.line),
        ("quantity", &|row, _| quantity(row)),
        ("extendedprice", &|row, _| quantity(row) * price(shop.part(row))),
        ("discount", &|row, _| Stream::new(112).below(row, 11)),
        ("tax", &|row, _| Stream::new(113).below(row, 9)),
        ("returnflag", &|row, item| match receipt(row, item) {
            arrived if arrived > TODAY => 0,
            _ => 1 + Stream::new(114).below(row, 2),
        }),
        ("linestatus", &|row, item| u32::from(ship(row, item) > TODAY)),
        ("shipdate", &|row, item| ship(row, item)),
        ("commitdate", &|row, item| item.day + 30 + Stream::new(116).below(row, 61)),
        ("receiptdate", &|row, item| receipt(row, item)),
        ("shipinstruct", &|row, _| Stream::new(118).below(row, 4)),
        ("shipmode", &|row, _| Stream::new(119).below(row, 7)),
        ("comment", &|row, _| Stream::new(120).below(row, shop.comments)),
    ];
    let column = |value: Value<'_>| {
        let values = items().take(rows).zip(0u64..).map(|(item, row)| value(row, &item));
        dense(&values.collect::<Vec<_>>())
    };
    columns.iter().map(|(name, value)| ((*name).to_owned(), column(value))).collect()
}

/// What there is to be ordered, for a number of rows.
struct Shop {
    parts: u32,
    suppliers: u32,
    comments: u32,
}

impl Shop {
    fn of(rows: usize) -> Self {
        let rows = rows as u32;
        Self { parts: (rows / 30).max(4), suppliers: (rows / 600).max(4), comments: (rows / 4 * 3).max(1) }
    }

    fn part(&self, row: u64) -> u32 {
        Stream::new(110).below(row, self.parts)
    }

    /// One of the four suppliers that have the part.
    fn supplier(&self, row: u64) -> u32 {
        let choice = Stream::new(111).below(row, 4);
        (self.part(row) + choice * (self.suppliers / 4)) % self.suppliers
    }
}

fn quantity(row: u64) -> u32 {
    1 + Stream::new(121).below(row, 50)
}

/// Cents for one piece.
fn price(part: u32) -> u32 {
    90_000 + (part / 10) % 20_001 + 100 * (part % 1000)
}

fn ship(row: u64, item: &Item) -> u32 {
    item.day + 1 + Stream::new(115).below(row, 121)
}

fn receipt(row: u64, item: &Item) -> u32 {
    ship(row, item) + 1 + Stream::new(117).below(row, 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_shape_of_the_benchmark_and_none_is_unique() {
        let rows = 60_000;
        let columns = columns(rows);
        let distinct = |name: &str| {
            let codes = &columns.iter().find(|(column, _)| column == name).unwrap().1;
            codes.widened().max().unwrap() + 1
        };
        for (name, expected) in [
            ("linenumber", 7),
            ("quantity", 50),
            ("discount", 11),
            ("tax", 9),
            ("returnflag", 3),
            ("linestatus", 2),
            ("shipinstruct", 4),
            ("shipmode", 7),
        ] {
            assert_eq!(distinct(name), expected, "{name}");
        }
        assert!((2400..2560).contains(&distinct("shipdate")) && (2000..=2000).contains(&distinct("partkey")));
        assert!(columns.iter().all(|(_, codes)| codes.len() == rows));
        assert!(columns.iter().all(|(_, codes)| codes.widened().max().unwrap() + 1 < rows as u32));
    }
}
