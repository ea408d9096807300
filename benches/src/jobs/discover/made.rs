//! Made-up tables of categories: how many values a column has, how skewed they are, and what it has to do with other
//! columns decides how deep minimal quasi-identifiers lie.

use super::draw::{Stream, Zipf};
use lethe_data::Codes;

/// How a table's columns are drawn.
struct Plan {
    /// The number of values of each column.
    domains: &'static [u32],
    /// The exponent of rarity of the first column and of the last; those between lie between.
    skew: (f64, f64),
    /// The share of cells that follow a trait of the row instead of chance.
    tied: f64,
    /// The number of traits of a row; columns share them in turns.
    traits: u64,
    seed: u64,
}

/// Questions with 2 to 20 answers, some of them rare, as in a survey.
const SURVEY: Plan = Plan {
    domains: &[2, 3, 2, 5, 4, 20, 2, 8, 3, 6, 12, 2, 5, 3, 9, 4],
    skew: (1.5, 3.0),
    tied: 0.3,
    traits: 3,
    seed: 1,
};

/// Many columns, of which pairs are mostly safe and triples sometimes not.
const WIDE: Plan = Plan {
    domains: &[
        2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10, 12, 20, 30, 44, 54, 66, 80, 100,
    ],
    skew: (0.0, 2.0),
    tied: 0.0,
    traits: 1,
    seed: 2,
};

/// So few values a column that only large sets single anybody out.
const DEEP: Plan = Plan {
    domains: &[2, 3, 2, 4, 2, 5, 3, 2, 6, 2, 4, 3, 2, 5, 2, 3],
    skew: (0.3, 0.6),
    tied: 0.2,
    traits: 4,
    seed: 3,
};

/// The columns of the table of that name; `None` when there is none.
pub(super) fn columns(name: &str, rows: usize) -> Option<Vec<(String, Codes)>> {
    let (plan, count) = match name {
        "survey" => (&SURVEY, SURVEY.domains.len()),
        "survey-cut" => (&SURVEY, 10),
        "wide" => (&WIDE, WIDE.domains.len()),
        "deep" => (&DEEP, DEEP.domains.len()),
        _ => return None,
    };
    Some((0..count).map(|column| (format!("c{column:02}"), plan.column(column, rows))).collect())
}

impl Plan {
    fn column(&self, column: usize, rows: usize) -> Codes {
        let number = column as u64;
        let position = number as f64 / (self.domains.len() - 1) as f64;
        let values = Zipf::new(self.domains[column], self.skew.0 + (self.skew.1 - self.skew.0) * position);
        let stream = |kind: u64, number: u64| Stream::new((self.seed << 32) + (kind << 16) + number);
        let (own, choice, shared) = (stream(0, number), stream(1, number), stream(2, number % self.traits));
        let drawn = (0..rows as u64).map(|row| {
            let source = if choice.uniform(row) < self.tied { shared } else { own };
            values.at(source.uniform(row))
        });
        Codes::from_iter_within(self.domains[column] as usize, drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_table_starts_with_the_same_rows() {
        for name in ["survey", "wide", "deep"] {
            let (short, long) = (columns(name, 5_000).unwrap(), columns(name, 20_000).unwrap());
            assert_eq!(long, columns(name, 20_000).unwrap(), "{name}");
            for ((column, short), (_, long)) in short.iter().zip(&long) {
                assert_eq!(short, &long.slice(0..5_000), "{name} {column}");
            }
        }
        assert!(columns("narrow", 1).is_none());
    }

    #[test]
    fn columns_of_one_trait_agree_more_often_than_others() {
        let table = columns("survey", 10_000).unwrap();
        // All values but the most frequent one; columns 0 and 3 share a trait that columns 0 and 1 do not.
        let both = |a: usize, b: usize| {
            let rare = |column: usize| table[column].1.widened().map(|code| f64::from(code > 0));
            let share = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
            let together = share(rare(a).zip(rare(b)).map(|(a, b)| a * b).collect());
            together / (share(rare(a).collect()) * share(rare(b).collect()))
        };
        assert!(both(0, 3) > 1.1, "{}", both(0, 3));
        assert!((both(0, 1) - 1.0).abs() < 0.1, "{}", both(0, 1));
    }
}
