//! The examples of the papers and of the documentation.

use super::oracle::{CONTEXTS, Small, set};
use lethe_data::{Column, ColumnSet, Table, TypeChoice};
use lethe_transform::compartment::{
    Algorithm, Compartments, Cover, Options, Question, compartments, rows_to_split, split,
};

fn ask(question: &Question<'_>, cover: Cover, algorithm: Algorithm) -> Compartments {
    compartments(question, &Options { cover, algorithm, shared: Vec::new() }, &CONTEXTS[1]).unwrap()
}

fn sorted(mut sets: Vec<ColumnSet>) -> Vec<ColumnSet> {
    sets.sort();
    sets
}

/// Podlesny 2023, Figure 6.1: the pairs that are quasi-identifiers are those not drawn in the completed graph.
#[test]
fn the_compartments_of_the_figure_are_found_both_ways() {
    let [age, weight, drug, gender, date, zip] = [0, 1, 2, 3, 4, 5];
    let identifying =
        [[age, gender], [weight, date], [weight, zip], [drug, date], [drug, zip], [gender, zip], [age, zip]];
    let mut rows = vec![vec![1u8; 6]; 2];
    for (value, [a, b]) in (2..).zip(identifying) {
        // One person has both values; another one of each makes either alone safe.
        for changed in [&[a, b][..], &[a], &[b]] {
            let mut row = vec![1; 6];
            for &column in changed {
                row[column] = value;
            }
            rows.push(row);
        }
    }
    let figure =
        [&[weight, drug, gender][..], &[age, weight, drug], &[date, zip], &[gender, date], &[age, date]];
    let expected = sorted(figure.iter().map(|set| ColumnSet::of(set.iter().copied()).unwrap()).collect());
    for max_size in [None, Some(2), Some(3)] {
        let small = Small { rows: rows.clone(), width: 6, weights: None, k: 2, max_size };
        let table = small.table();
        for algorithm in [Algorithm::Borders, Algorithm::Cliques] {
            let all = ask(&small.question(&table), Cover::All, algorithm);
            assert_eq!((sorted(all.sets), all.maximal), (expected.clone(), Some(5)));
            assert_eq!((all.pairs, all.safe_pairs, all.acyclic), (8, 8, false));
            let fewest = ask(&small.question(&table), Cover::Columns, algorithm);
            assert_eq!((fewest.sets.len(), fewest.lower_bound, fewest.acyclic), (3, 3, true));
        }
    }
}

/// The ring of three margins that determine their table: 2-anonymous in pairs, one person in three columns.
fn ring() -> Small {
    let counts = [(1, 1, 1, 1), (1, 1, 2, 1), (1, 2, 1, 2), (1, 2, 2, 2), (2, 1, 1, 2), (2, 1, 2, 2)];
    let rows = counts.iter().flat_map(|&(a, b, c, n)| vec![vec![a, b, c]; n]).collect();
    Small { rows, width: 3, weights: None, k: 2, max_size: None }
}

#[test]
fn a_ring_is_told_and_is_cut_where_columns_are_covered() {
    let (small, table) = (ring(), ring().table());
    let pairs = ask(&small.question(&table), Cover::Pairs, Algorithm::Borders);
    assert_eq!(sorted(pairs.sets), [set(0b011), set(0b101), set(0b110)]);
    assert!(!pairs.acyclic && pairs.fewest && pairs.trimmed == 0);
    let columns = ask(&small.question(&table), Cover::Columns, Algorithm::Borders);
    assert_eq!((columns.sets.len(), columns.acyclic, columns.pairs, columns.safe_pairs), (2, true, 2, 3));
}

#[test]
fn cliques_forbid_safe_pairs_of_larger_quasi_identifiers() {
    let (small, table) = (ring(), ring().table());
    let cliques = ask(&small.question(&table), Cover::Columns, Algorithm::Cliques);
    assert_eq!((cliques.sets.len(), cliques.pairs, cliques.safe_pairs), (3, 0, 3));
}

/// Podlesny 2023, Table 6.6: disease and SNP together are a quasi-identifier, so a row is split between them.
#[test]
fn the_row_of_the_table_is_split_between_disease_and_snp() {
    let (common, rare) = (Some("DOID:12361"), Some("DOID:1024"));
    let (first, second) = (Some("rs104894270"), Some("rs104894503"));
    let pairs =
        [(common, first, 2), (common, None, 2), (rare, second, 1), (rare, None, 2), (common, second, 2)];
    let rows: Vec<_> = pairs.iter().flat_map(|&(disease, snp, n)| vec![(disease, snp); n]).collect();
    let column =
        |name, cells: Vec<Option<&'static str>>| Column::from_texts(name, cells, TypeChoice::Infer).unwrap();
    let table = Table::new(vec![
        column("City", vec![Some("Bad Sülze"); rows.len()]),
        column("Disease", rows.iter().map(|row| row.0).collect()),
        column("SNP", rows.iter().map(|row| row.1).collect()),
    ])
    .unwrap();
    let question = Question { table: &table, columns: vec![0, 1, 2], k: 2, max_size: None };
    let sets = ask(&question, Cover::Columns, Algorithm::Borders).sets;
    assert_eq!(sets, [set(0b011), set(0b101)]);
    let rows = rows_to_split(&question, &sets, &CONTEXTS[0]).unwrap();
    assert!(rows[4] && rows.contains(&false));
    let (released, sources) = split(&table, &[0, 1, 2], &sets, &rows, 1, &CONTEXTS[0]).unwrap();
    let mut parts: Vec<Vec<Option<&str>>> = (0..released.rows())
        .filter(|&row| sources[row] == 4)
        .map(|row| released.columns().iter().map(|column| column.text(row)).collect())
        .collect();
    parts.sort_unstable();
    assert_eq!(parts, [[Some("Bad Sülze"), rare, Some("n/a")], [Some("Bad Sülze"), Some("n/a"), second]]);
}
