//! The search through a database, with a stand-in that reads the statements it is sent.

use crate::qid::support::{CONTEXTS, Case, case};
use lethe_data::Fault;
use lethe_discovery::qid::algorithms::sql::{Relation, Sql, SqlEngine, emit_script, exposed_statement};
use lethe_discovery::qid::{Algorithm, Limits, Nulls, Question};
use proptest::prelude::*;
use std::collections::HashMap;

/// Understands exactly the statements that are sent; column `n` is named `c"n`.
struct StandIn<'a>(&'a Case);

fn name(column: usize) -> String {
    format!("c\"{column}")
}

fn relation(case: &Case) -> Relation {
    let weight = case.weights.as_ref().map(|_| "people".to_owned());
    Relation { name: "my table".to_owned(), columns: (0..case.columns.len()).map(name).collect(), weight }
}

impl SqlEngine for StandIn<'_> {
    fn exposed(&self, statement: &str) -> Result<u64, Box<dyn std::error::Error + Send + Sync>> {
        let records = if self.0.weights.is_some() { "SUM(\"people\")" } else { "COUNT(*)" };
        let start =
            format!("SELECT COALESCE(SUM(n), 0) FROM (SELECT {records} AS n FROM \"my table\" GROUP BY ");
        let rest = statement.strip_prefix(&start).ok_or("start")?;
        let (columns, rest) = rest.split_once(&format!(" HAVING {records} < ")).ok_or("having")?;
        let k: u64 = rest.strip_suffix(") small").ok_or("end")?.parse()?;
        let columns: Vec<usize> = columns
            .split(", ")
            .map(|quoted| {
                quoted.strip_prefix("\"c\"\"").and_then(|name| name.strip_suffix('"')).ok_or("column")
            })
            .map(|name| Ok(name?.parse()?))
            .collect::<Result<_, Box<dyn std::error::Error + Send + Sync>>>()?;
        let mut classes: HashMap<Vec<Option<u8>>, u64> = HashMap::new();
        for row in 0..self.0.rows() {
            let key = columns.iter().map(|&column| self.0.columns[column][row]).collect();
            *classes.entry(key).or_default() += self.0.records([row]);
        }
        Ok(classes.values().filter(|&&records| records < k).sum())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_database_finds_what_brute_force_finds_or_refuses_wildcards(case in case(5, 20)) {
        let table = case.table();
        let sql = Sql { engine: StandIn(&case), relation: relation(&case) };
        let found = sql.find(&case.question(&table), &CONTEXTS[1]);
        if case.limits.nulls == Nulls::Wildcard {
            prop_assert_eq!(found.unwrap_err().fault(), Fault::Request);
        } else {
            prop_assert_eq!(found.unwrap().minimal, case.minimal());
        }
    }
}

#[test]
fn names_cannot_break_out_of_their_quotes() {
    assert_eq!(
        exposed_statement("t", ["a", "b"], 5, None),
        "SELECT COALESCE(SUM(n), 0) FROM \
         (SELECT COUNT(*) AS n FROM \"t\" GROUP BY \"a\", \"b\" HAVING COUNT(*) < 5) small"
    );
    assert_eq!(
        exposed_statement("t\"; DROP", ["a\" --"], 2, Some("w\"")),
        "SELECT COALESCE(SUM(n), 0) FROM (SELECT SUM(\"w\"\"\") AS n FROM \"t\"\"; DROP\" \
         GROUP BY \"a\"\" --\" HAVING SUM(\"w\"\"\") < 2) small"
    );
}

#[test]
fn a_script_lists_every_set_up_to_the_size_asked_for_and_explains_itself() {
    let case = Case::new(vec![vec![Some(1), Some(2)]; 4], Limits { max_size: Some(2), ..Limits::default() });
    let table = case.table();
    let question = Question::new(&table, [0, 1, 3], case.limits).unwrap();
    let relation = Relation {
        columns: ["it's", "b", "c", "d\nd"].map(str::to_owned).to_vec(),
        ..Relation::of(&table, "t")
    };
    let lines: Vec<String> = emit_script(&question, &relation).unwrap().collect();
    let (header, statements): (Vec<&str>, Vec<&str>) =
        lines.iter().map(String::as_str).partition(|line| line.starts_with("-- "));
    assert!(header.len() > 3 && header[0].contains("up to 2 columns"));
    assert!(header.iter().all(|line| !line.contains('\n')), "a name in a comment could end it");
    let labels: Vec<&str> = statements
        .iter()
        .map(|line| line.strip_prefix("SELECT '").unwrap().split_once("' AS column_set").unwrap().0)
        .collect();
    assert_eq!(labels, ["it''s", "b", "d\nd", "it''s, b", "it''s, d\nd", "b, d\nd"]);
    assert!(
        statements[3].ends_with("GROUP BY \"it's\", \"b\" HAVING COUNT(*) < 2) small;"),
        "{}",
        statements[3]
    );
}

#[test]
fn a_failing_database_is_an_error_and_wildcards_have_no_script() {
    struct Broken;
    impl SqlEngine for Broken {
        fn exposed(&self, _: &str) -> Result<u64, Box<dyn std::error::Error + Send + Sync>> {
            Err("no connection".into())
        }
    }
    let case = Case::new(vec![vec![Some(1), Some(2)]], Limits::default());
    let table = case.table();
    let sql = Sql { engine: Broken, relation: Relation::of(&table, "t") };
    let error = sql.find(&case.question(&table), &CONTEXTS[0]).unwrap_err();
    assert_eq!(error.to_string(), "the database cannot answer: no connection");
    let wildcard = Limits { nulls: Nulls::Wildcard, ..Limits::default() };
    let question = Question::new(&table, [0], wildcard).unwrap();
    assert_eq!(emit_script(&question, &sql.relation).err().map(|error| error.fault()), Some(Fault::Request));
    assert_eq!(sql.relation.columns, ["c0"]);
}
