use super::*;
use crate::lattice::{Dimension, Space};
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{Column, Table, TypeChoice};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements};
use lethe_models::quality::{Aggregate, Domain, Loss};

/// Dimakopoulos 2022, Figure 17: birth place with levels 0 to 2, birth year 0 to 2, zip code 0 to 3. The figure gives no
/// table; in this one every year occurs once, decades and continents go in pairs, and years lose more of their values by
/// a step than places do, so that the path is the figure's.
#[test]
fn the_first_path_of_figure_17_is_checked_in_its_order() {
    let years = ["1980", "1981", "1982", "1983", "1990", "1991", "1992", "1993"];
    let places = ["FR", "FR", "DE", "DE", "JP", "JP", "CN", "CN"];
    let zips = ["1100", "1101", "1110", "1111", "1200", "1201", "1210", "1211"];
    let continent = |place: &str| if matches!(place, "FR" | "DE") { "Europe" } else { "Asia" };
    let place = |place: &str| vec![place.to_owned(), continent(place).to_owned(), "*".to_owned()];
    let year = |year: &str| vec![year.to_owned(), year[..3].to_owned() + "0s", "*".to_owned()];
    let zip = |zip: &str| vec![zip.to_owned(), zip[..3].to_owned(), zip[..2].to_owned(), "*".to_owned()];
    let column = |name: &str, cells: &[&str]| {
        Column::from_texts(name, cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap()
    };
    let columns = vec![column("place", &places), column("year", &years), column("zip", &zips)];
    let table = Table::new(columns).unwrap();
    let bind = |at: usize, path: &dyn Fn(&str) -> Vec<String>| {
        let paths: Vec<Vec<String>> = table.column(at).dictionary().texts().map(path).collect();
        Hierarchy::from_paths(&paths).unwrap().bind(table.column(at), UnknownValues::Refuse).unwrap()
    };
    let bound = [bind(0, &place), bind(1, &year), bind(2, &zip)];
    let domain = |(at, hierarchy): (usize, &lethe_data::hierarchy::BoundHierarchy)| Domain {
        hierarchy: hierarchy.clone(),
        counts: table.column(at).histogram(None),
        weight: 1.0,
        numbers: None,
        spans: Vec::new(),
    };
    let domains: Vec<Domain> = bound.iter().enumerate().map(domain).collect();
    let loss = Loss::new(&domains, Aggregate::Mean);
    let requirements = Requirements {
        classes: vec![ClassRequirement::quasi(KAnonymity::new(2))],
        ..Requirements::default()
    };
    let dimensions = bound.iter().map(|bound| Dimension::new(bound.clone(), 0, bound.height() - 1).unwrap());
    let space = Space::new(dimensions.collect());
    let problem = Problem::new(&table, vec![0, 1, 2], space, &requirements, &loss, 0).unwrap();
    let context = Context::new(1).unwrap();
    let checker = Checker::new(&problem, &context).unwrap();
    let nodes = Nodes::of(&problem.space).unwrap();
    let ranks = (0..nodes.len()).map(|node| Rank::of(&nodes.levels(node), &problem, &checker)).collect();
    let mut walk = Walk::new(&nodes, ranks);
    let path: Vec<Vec<usize>> = walk.path(0).into_iter().map(|node| nodes.levels(node)).collect();
    let red: [[usize; 3]; 8] =
        [[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3], [1, 0, 3], [2, 0, 3], [2, 1, 3], [2, 2, 3]];
    assert_eq!(path, red);
    let mut order = Vec::new();
    walk.all(|node| {
        order.push(nodes.levels(node));
        Some(checker.could_hold(&nodes.levels(node)))
    });
    // The middle, the middle of the upper half, and what is left of it.
    assert_eq!(order[..3], [[1, 0, 3], [2, 1, 3], [2, 0, 3]]);
    // The heap leads from [1,0,3] to its one untagged successor, [1,1,3], and the path from there: both hold.
    assert_eq!(order[3..5], [[1, 2, 3], [1, 1, 3]]);
    // Of the nodes one step up, two are tagged; the third begins the next path.
    let next = nodes.number(&[0, 1, 0]);
    assert!(order[5..].iter().all(|levels| *levels != [0, 0, 1] && *levels != [1, 0, 0]));
    assert!(order[5][1] >= 1 && walk.tags.iter().all(Option::is_some) && walk.tags[next].is_some());
    // Every tag is true.
    for node in 0..nodes.len() {
        assert_eq!(walk.tags[node], Some(checker.check(&nodes.levels(node)).holds));
    }
    assert!(order.len() < nodes.len() / 2, "{} of {} nodes were checked", order.len(), nodes.len());
}
