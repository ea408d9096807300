//! Against the plainest way to say it, and the works' examples.

use super::*;
use crate::Node;
use lethe_data::{Column, Table, TypeChoice};
use lethe_num::{Rational, ratio};
use proptest::prelude::*;

fn table(columns: &[(&str, &[Option<&str>])]) -> Table {
    let columns = columns
        .iter()
        .map(|(name, cells)| Column::from_texts(name, cells.iter().copied(), TypeChoice::Infer).unwrap());
    Table::new(columns.collect()).unwrap()
}

/// Podlesny, Kayem & Meinel 2019, Figure 1a; the dissertation's Table 3.1 has the same rows under other names.
fn patients() -> Table {
    table(&[
        ("gender", &[Some("m"), Some("f"), Some("m"), Some("m")]),
        ("zip", &[Some("14055"), Some("12160"), Some("14052"), Some("14052")]),
        ("drug", &[Some("ibuprofen"), Some("aspirin"), Some("aspirin"), Some("ibuprofen")]),
        ("disease", &[Some("flu"); 4]),
    ])
}

fn context() -> Context {
    Context::new(2).unwrap()
}

/// The aggregates as texts.
fn named(table: &Table, graph: &Graph, found: &Aggregation) -> Vec<String> {
    let name = |&node: &u32| {
        let Node { column, code, .. } = graph.nodes()[node as usize];
        table.column(column as usize).dictionary().text(code).to_string()
    };
    let aggregated = found.aggregated();
    (0..aggregated.nodes())
        .map(|at| aggregated.members(at).iter().map(name).collect::<Vec<_>>().join("_"))
        .collect()
}

#[test]
fn example_2_f_joins_her_zip_without_loss() {
    let table = patients();
    let graph = Graph::of(&table, &[0, 1, 2, 3], &context()).unwrap();
    let found = Aggregation::of(&graph, Strength::Exact, &context()).unwrap();
    let names = named(&table, &graph, &found);
    assert_eq!(names, ["f_12160", "m", "14052", "14055", "aspirin", "ibuprofen", "flu"]);
    let sizes: Vec<_> = found.levels().iter().map(|level| (level.nodes, level.edges)).collect();
    assert_eq!(sizes, [(8, 34), (7, 28)]);
    assert_eq!(found.levels()[1].fidelity, Fidelity::Exact);
}

#[test]
fn example_2_a_drug_joins_what_it_implies() {
    let table = patients();
    let graph = Graph::of(&table, &[2, 3], &context()).unwrap();
    let found = Aggregation::of(&graph, Strength::Implied, &context()).unwrap();
    let name = |&node: &u32| graph.nodes()[node as usize].code;
    // Both drugs imply the disease as much; the first of them takes it.
    assert_eq!(found.aggregated().nodes(), 2);
    assert_eq!(found.aggregated().members(0).iter().map(name).collect::<Vec<_>>(), [0, 0]);
    // P(flu | aspirin) = 1 and P(aspirin | flu) = 1/2 become the mean over two and four records.
    let odds = found.aggregated().odds(0, 0);
    assert_eq!((odds.together, odds.possible), (4, 6));
    // P(aspirin_flu | ibuprofen): only flu is of another column, and it is certain.
    let odds = found.aggregated().odds(1, 0);
    assert_eq!((odds.together, odds.possible), (2, 2));
    let Fidelity::Within(error) = found.levels()[1].fidelity else { panic!("a mean of 1 and 1/2 is exact") };
    assert!((error - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn implied_nodes_merge_until_none_do() {
    let table = patients();
    let graph = Graph::of(&table, &[0, 1, 2, 3], &context()).unwrap();
    let found = Aggregation::of(&graph, Strength::Implied, &context()).unwrap();
    assert_eq!(named(&table, &graph, &found), ["f_12160_aspirin", "m_14052_flu", "14055_ibuprofen"]);
}

#[test]
fn nothing_to_merge_and_nothing_at_all() {
    for cells in [&[][..], &[Some("a"), None, Some("b")][..]] {
        let table = table(&[("one", cells)]);
        let graph = Graph::of(&table, &[0], &context()).unwrap();
        let found = Aggregation::of(&graph, Strength::Implied, &context()).unwrap();
        assert_eq!(found.levels().len(), 1);
        assert_eq!((found.aggregated().nodes(), found.aggregated().edges()), (graph.nodes().len(), 0));
    }
}

/// Rows of a few columns with few values, some missing.
fn rows() -> impl Strategy<Value = Vec<Vec<Option<u8>>>> {
    (1..5_usize).prop_flat_map(|columns| {
        proptest::collection::vec(
            proptest::collection::vec(proptest::option::weighted(0.9, 0..4_u8), columns),
            1..12,
        )
    })
}

struct Case {
    graph: Graph,
    records: Vec<Vec<usize>>,
}

fn case(rows: &[Vec<Option<u8>>], weights: &[u64]) -> Case {
    let columns = (0..rows[0].len()).map(|column| {
        let texts: Vec<Option<String>> =
            rows.iter().map(|row| row[column].map(|value| format!("v{value}"))).collect();
        Column::from_texts(&format!("c{column}"), texts.iter().map(Option::as_deref), TypeChoice::Infer)
            .unwrap()
    });
    let mut table = Table::new(columns.collect()).unwrap();
    table = table.with_weights(weights[..rows.len()].to_vec()).unwrap();
    let all: Vec<usize> = (0..rows[0].len()).collect();
    let graph = Graph::of(&table, &all, &context()).unwrap();
    let find = |column: usize, text: &str| {
        let code = table.column(column).dictionary().find(text).unwrap();
        graph.nodes().iter().position(|node| (node.column as usize, node.code) == (column, code))
    };
    let records = rows.iter().map(|row| {
        let nodes = row.iter().enumerate().map(|(column, value)| find(column, &format!("v{}", (*value)?)));
        nodes.flatten().collect()
    });
    Case { records: records.collect(), graph }
}

fn plain_sum(graph: &Graph, record: &[usize]) -> Rational {
    let mut sum = Rational::ZERO;
    for &from in record {
        for &to in record {
            if from != to {
                sum += ratio(graph.together(from, to).into(), graph.nodes()[from].records.into()).unwrap();
            }
        }
    }
    sum
}

proptest! {
    #[test]
    fn exact_aggregation_changes_no_records_sum(rows in rows(), weights in proptest::collection::vec(0..4_u64, 12)) {
        let Case { graph, records } = case(&rows, &weights);
        let found = Aggregation::of(&graph, Strength::Exact, &context()).unwrap();
        prop_assert!(found.levels().iter().all(|level| level.fidelity == Fidelity::Exact));
        for record in &records {
            prop_assert_eq!(found.aggregated().record_sum(record), plain_sum(&graph, record));
        }
        // Two nodes are together exactly when the same records have them.
        for one in 0..graph.nodes().len() {
            for other in 0..one {
                let people = graph.together(one, other);
                let same = people == graph.nodes()[one].records && people == graph.nodes()[other].records;
                prop_assert_eq!(found.aggregated().aggregates()[one] == found.aggregated().aggregates()[other], same);
            }
        }
    }

    #[test]
    fn no_probability_is_further_off_than_said(
        rows in rows(), weights in proptest::collection::vec(0..4_u64, 12), share in 1..=10_u64,
    ) {
        let Case { graph, records } = case(&rows, &weights);
        let strength = Strength::Threshold(Threshold::new(share, 10).unwrap());
        let found = Aggregation::of(&graph, strength, &context()).unwrap();
        let aggregated = found.aggregated();
        let error = match aggregated.fidelity() { Fidelity::Exact => 0.0, Fidelity::Within(error) => error };
        let mut worst = 0.0_f64;
        for from in 0..graph.nodes().len() {
            for to in 0..graph.nodes().len() {
                if graph.nodes()[from].column != graph.nodes()[to].column {
                    let odds = aggregated.odds(aggregated.aggregates()[from] as usize, aggregated.aggregates()[to] as usize);
                    worst = worst.max((graph.probability(from, to) - odds.share()).abs());
                }
            }
        }
        prop_assert!(worst <= error + 1e-12 && error <= worst + 1e-12, "{} {}", worst, error);
        for record in &records {
            let pairs = (record.len() * record.len().saturating_sub(1)) as f64;
            let off = (aggregated.record_sum(record) - plain_sum(&graph, record)).to_f64().value().abs();
            prop_assert!(off <= pairs * error + 1e-9);
            prop_assert!((aggregated.record_sum_shown(record) - aggregated.record_sum(record).to_f64().value()).abs() < 1e-9);
        }
        for at in 0..aggregated.nodes() {
            let mut columns: Vec<u32> = aggregated.members(at).iter().map(|&node| graph.nodes()[node as usize].column).collect();
            columns.dedup();
            prop_assert_eq!(columns.len(), aggregated.members(at).len());
        }
        let alone = Aggregation::of(&graph, strength, &Context::new(1).unwrap()).unwrap();
        prop_assert_eq!(found, alone);
    }

    #[test]
    fn both_ways_strong_means_rows_are_near(rows in rows(), weights in proptest::collection::vec(0..4_u64, 12)) {
        // The bound of the documentation: P(b|a) and P(a|b) at least t, so P(x|a) and P(x|b) differ by at most 1 - t.
        let Case { graph, .. } = case(&rows, &weights);
        for one in 0..graph.nodes().len() {
            for (other, _) in graph.beside(one) {
                let t = graph.probability(one, other).min(graph.probability(other, one));
                for x in (0..graph.nodes().len()).filter(|&x| {
                    ![one, other].iter().any(|&node| graph.nodes()[node].column == graph.nodes()[x].column)
                }) {
                    let off = (graph.probability(one, x) - graph.probability(other, x)).abs();
                    prop_assert!(off <= 1.0 - t + 1e-12);
                }
            }
        }
    }
}

#[test]
fn a_small_budget_is_refused_and_given_back() {
    use lethe_data::{ByteSize, Fault, MemoryBudget};
    let graph = Graph::of(&patients(), &[0, 1, 2, 3], &context()).unwrap();
    for (bytes, is_enough) in [(500, false), (4000, false), (1 << 16, true)] {
        let tight = context().with_memory(MemoryBudget::limited(ByteSize(bytes)));
        match Aggregation::of(&graph, Strength::Implied, &tight) {
            Ok(_) => assert!(is_enough),
            Err(error) => assert!(!is_enough && error.fault() == Fault::Limit),
        }
        assert_eq!(tight.memory().left(), bytes);
    }
    let tight = context().with_memory(MemoryBudget::limited(ByteSize(100)));
    assert_eq!(Walk::of_graph(&graph, &tight).unwrap_err().fault(), Fault::Limit);
}

proptest! {
    #[test]
    fn a_step_on_a_level_is_the_mean_of_steps_in_the_graph(
        rows in rows(), weights in proptest::collection::vec(1..4_u64, 12), numbers in proptest::collection::vec(-1.0..1.0_f64, 16),
    ) {
        let Case { graph, .. } = case(&rows, &weights);
        for strength in [Strength::Exact, Strength::Implied] {
            let mut shown = Vec::new();
            let found = Aggregation::level_by_level(&graph, strength, &context(), |level| {
                shown.push(level.level());
                let of_level: Vec<f64> = (0..level.nodes()).map(|at| numbers[at % numbers.len()]).collect();
                let of_nodes: Vec<f64> = level.aggregates().iter().map(|&at| of_level[at as usize]).collect();
                let (aggregated, fine) = (Walk::of_level(level, &context())?, Walk::of_graph(&graph, &context())?);
                assert_eq!((aggregated.nodes(), fine.nodes()), (level.nodes(), graph.nodes().len()));
                let (aggregated, fine) = (aggregated.step(&of_level, &context()), fine.step(&of_nodes, &context()));
                for (at, &mean) in aggregated.iter().enumerate() {
                    let records = |node: u32| graph.nodes()[node as usize].records as f64;
                    let all: f64 = level.members(at).iter().map(|&node| records(node)).sum();
                    let sum: f64 = level.members(at).iter().map(|&node| records(node) * fine[node as usize]).sum();
                    assert!((sum / all - mean).abs() < 1e-9);
                    if level.fidelity() == Fidelity::Exact && strength == Strength::Exact {
                        assert!(level.members(at).iter().all(|&node| (fine[node as usize] - mean).abs() < 1e-9));
                    }
                }
                Ok(())
            }).unwrap();
            prop_assert_eq!(&found.levels()[1..], &shown[..]);
        }
    }
}
