//! Figures of the field's reference implementation on the census extract, where the data is at hand.

use crate::real_data::real_data;
use lethe_data::{Column, Hierarchy, TypeChoice, UnknownValues};
use lethe_models::quality::{
    Aggregate, Cell, CellRelease, Domain, Entropy, GroupSize, Loss, Measure, MonotoneDiscernibility, Record,
};
use std::collections::BTreeMap;
use std::path::Path;

fn lines(file: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect()
}

/// The census extract, generalized to given levels.
struct Census {
    domains: Vec<Domain>,
    cells: Vec<Vec<Cell>>,
    /// The occupation of each person, by code.
    occupations: Vec<u32>,
}

impl Census {
    fn new(folder: &Path, file: &str, quasi: &[&str], levels: &[usize]) -> Self {
        let rows = lines(&folder.join(file));
        let (names, rows) = (rows[0].clone(), &rows[1..]);
        let column = |name: &str| {
            let at = names.iter().position(|other| other == name).unwrap();
            Column::from_texts(name, rows.iter().map(|row| Some(row[at].as_str())), TypeChoice::Infer)
                .unwrap()
        };
        let mut cells = vec![Vec::new(); rows.len()];
        let mut domains = Vec::new();
        for (name, &level) in quasi.iter().zip(levels) {
            let column = column(name);
            let paths = lines(&folder.join(format!("adult_hierarchy_{name}.csv")));
            let hierarchy =
                Hierarchy::from_paths(&paths).unwrap().bind(&column, UnknownValues::Refuse).unwrap();
            for (row, code) in column.codes().widened().enumerate() {
                cells[row].push(Cell { level, node: hierarchy.codes(level)[code as usize] });
            }
            domains.push(Domain {
                hierarchy,
                counts: column.histogram(None),
                weight: 1.0,
                numbers: None,
                spans: Vec::new(),
            });
        }
        Self { domains, cells, occupations: column("occupation").codes().widened().collect() }
    }

    /// The release that suppresses the classes whose counts of occupations are not fine.
    fn release(&self, fine: impl Fn(&[u64]) -> bool) -> CellRelease {
        let mut classes: BTreeMap<&[Cell], BTreeMap<u32, u64>> = BTreeMap::new();
        for (cells, &occupation) in self.cells.iter().zip(&self.occupations) {
            *classes.entry(cells).or_default().entry(occupation).or_default() += 1;
        }
        let kept = |cells: &[Cell]| fine(&classes[cells].values().copied().collect::<Vec<u64>>());
        let record = |(cells, &label): (&Vec<Cell>, &u32)| Record {
            cells: cells.clone(),
            records: 1,
            suppressed: !kept(cells),
            label,
        };
        CellRelease::new(self.domains.len(), self.cells.iter().zip(&self.occupations).map(record))
    }
}

const ALL: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];

const WITHOUT_OCCUPATION: [&str; 8] =
    ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"];

#[test]
fn geometric_loss_at_the_optima_is_that_of_the_reference_tool() {
    let Some(folder) = real_data().map(|folder| folder.join("adult")) else { return };
    for (levels, loss, suppressed) in [
        ([0, 4, 1, 1, 3, 2, 2, 1, 0], 0.573_151, 0),
        ([0, 3, 0, 2, 2, 1, 1, 2, 0], 0.313_713, 506),
        ([0, 3, 0, 0, 2, 1, 1, 2, 0], 0.241_932, 1_346),
        ([0, 3, 0, 0, 2, 1, 1, 1, 0], 0.220_412, 2_553),
    ] {
        let census = Census::new(&folder, "adult.csv", &ALL, &levels);
        let release = census.release(|counts| counts.iter().sum::<u64>() >= 5);
        let measure = Loss::new(&census.domains, Aggregate::Geometric);
        let value = release.value(&measure);
        assert!((value - loss).abs() < 5.1e-7, "{levels:?}: {value}");
        assert_eq!(lethe_models::quality::View::suppressed(&release.view(&measure)), suppressed);
    }
}

/// Checks every expected figure whose classes are judged by `fine`, and says how many there were.
fn compare(metric: &str, fine: impl Fn(&serde_json::Value, &[u64]) -> Option<bool>) -> usize {
    let Some(folder) = real_data().map(|folder| folder.join("adult")) else { return usize::MAX };
    let text = std::fs::read_to_string(folder.join("arx_expected_optima.json")).unwrap();
    let cases: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    for case in cases.iter().filter(|case| case["metric"] == metric && case["simple"] == true) {
        let Some(levels) = case["expected_levels"].as_array() else { continue };
        let levels: Vec<usize> = levels.iter().map(|level| level.as_u64().unwrap() as usize).collect();
        let quasi: &[&str] = if levels.len() == 9 { &ALL } else { &WITHOUT_OCCUPATION };
        let criteria = case["criteria"].as_array().unwrap();
        if criteria.iter().any(|criterion| fine(criterion, &[1]).is_none()) {
            continue;
        }
        let subset = criteria.iter().any(|criterion| criterion.get("subset_file").is_some());
        let file = if subset { "adult_subset.csv" } else { "adult.csv" };
        let census = Census::new(&folder, file, quasi, &levels);
        let release =
            census.release(|counts| criteria.iter().all(|criterion| fine(criterion, counts) == Some(true)));
        let records = census.cells.len() as f64;
        let value = match metric {
            "Loss" => release.value(&Loss::new(&census.domains, Aggregate::Geometric)),
            "Average equivalence class size" => release.value(&GroupSize) * (records - 1.0) + 1.0,
            "Monotonic discernability (DM*)" => release.value(&MonotoneDiscernibility) * records * records,
            _ => {
                let measure = Entropy::new(&census.domains, Aggregate::Mean);
                let bits = measure.bits(&release.view(&measure));
                // The normalised value is the same figure, divided by that of a release of nothing.
                let nothing = measure.bits(&census.release(|_| false).view(&measure));
                assert!((release.value(&measure) * nothing / bits - 1.0).abs() < 1e-12);
                assert_eq!(measure.name(), "entropy");
                bits
            }
        };
        let wanted: f64 = case["expected_loss"].as_str().unwrap().parse().unwrap();
        // Its figures of loss carry nine digits that agree with the formula.
        let digits = if metric == "Loss" { 1e-9 } else { 1e-12 };
        assert!((value / wanted - 1.0).abs() < digits, "{case}: {value}");
        compared += 1;
    }
    compared
}

/// Nobody is suppressed in these: the limit is 0.
fn without_suppression(criterion: &serde_json::Value, _: &[u64]) -> Option<bool> {
    (["DPresence", "EnhancedBLikeness"].contains(&criterion["type"].as_str()?)).then_some(true)
}

#[test]
fn figures_of_the_reference_tool_come_out() {
    assert!(compare("Loss", without_suppression) >= 1);
    assert!(compare("Average equivalence class size", without_suppression) >= 1);
    // It takes no notice of what is suppressed.
    assert!(compare("Monotonic discernability (DM*)", |_, _| Some(true)) >= 5);
    let entropy = |criterion: &serde_json::Value, counts: &[u64]| {
        let records = counts.iter().sum::<u64>() as f64;
        match criterion["type"].as_str()? {
            "EntropyLDiversity" if criterion["estimator"] == "Shannon" => {
                let share = |&count: &u64| count as f64 / records;
                let entropy: f64 = counts.iter().map(|count| -share(count) * share(count).ln()).sum();
                // Five labels of equal counts are just enough, whatever rounding says.
                Some(records >= 5.0 && entropy >= 5.0_f64.ln() - 1e-12)
            }
            "RecursiveCLDiversity" => {
                let mut sorted = counts.to_vec();
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                let (c, l) = (criterion["c"].as_f64()?, criterion["l"].as_f64()? as usize);
                let tail: u64 = sorted.iter().skip(l - 1).sum();
                Some(sorted.len() >= l && (sorted[0] as f64) < c * tail as f64)
            }
            "DPresence" => Some(true),
            _ => None,
        }
    };
    assert!(compare("Non-monotonic non-uniform entropy", entropy) >= 5);
}
