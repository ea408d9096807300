//! The made-up records make sense: facts that belong together agree, and shares are those of the literature.

use lethe_data::calendar::{day_number, year_month_day};
use lethe_data::{Table, Value};
use lethe_synth::{DataSet, Generator, Request};
use std::collections::{BTreeMap, BTreeSet};

/// The first rows of a data set, block by block.
fn blocks(data_set: DataSet, rows: u64) -> Vec<Table> {
    let generator = Generator::new(data_set, &Request { rows, columns: None, seed: 11 }).unwrap();
    (0..generator.blocks()).map(|index| generator.block(index).unwrap()).collect()
}

fn texts<'a>(table: &'a Table, name: &str) -> impl Iterator<Item = Option<&'a str>> {
    let column = table.column(table.position(name).unwrap());
    (0..column.len()).map(|row| column.text(row))
}

fn values<'a>(table: &'a Table, name: &str) -> impl Iterator<Item = Option<Value<'a>>> {
    let column = table.column(table.position(name).unwrap());
    let dictionary = column.dictionary();
    column.codes().widened().map(|code| ((code as usize) < dictionary.len()).then(|| dictionary.value(code)))
}

fn days(table: &Table, name: &str) -> Vec<i32> {
    values(table, name).map(|value| value.unwrap().as_day().unwrap()).collect()
}

fn shares(tables: &[Table], name: &str) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    let rows: usize = tables.iter().map(Table::rows).sum();
    for text in tables.iter().flat_map(|table| texts(table, name)) {
        *counts.entry(text.unwrap_or("").to_owned()).or_insert(0.0) += 1.0 / rows as f64;
    }
    counts
}

/// Whether every value of one column goes with one value of another.
fn determines(tables: &[Table], left: &str, right: &str) -> bool {
    let mut image = BTreeMap::new();
    tables
        .iter()
        .flat_map(|table| texts(table, left).zip(texts(table, right)))
        .all(|(from, to)| *image.entry(from).or_insert(to) == to)
}

#[test]
fn ages_are_those_of_the_birthdays_on_the_reference_day() {
    let reference = (2023, 6, 30);
    for table in blocks(DataSet::Health, 70_000) {
        for (birthday, age) in days(&table, "birthday").into_iter().zip(texts(&table, "age")) {
            let (year, month, day) = year_month_day(birthday);
            let had_birthday = (month, day) <= (reference.1, reference.2);
            assert_eq!((reference.0 - year - i32::from(!had_birthday)).to_string(), age.unwrap());
        }
    }
}

#[test]
fn places_and_codes_are_functions_of_the_finer_ones() {
    let tables = blocks(DataSet::Health, 70_000);
    for (left, right) in [("city", "state"), ("state", "country"), ("icd_1", "disease_1")] {
        assert!(determines(&tables, left, right), "{left} → {right}");
        assert!(!determines(&tables, right, left), "{right} → {left}");
    }
    let mut prefixes = BTreeMap::new();
    for table in &tables {
        for ((zip, country), state) in
            texts(table, "zip").zip(texts(table, "country")).zip(texts(table, "state"))
        {
            let key = (country.unwrap(), &zip.unwrap()[..2]);
            assert_eq!(*prefixes.entry(key).or_insert(state), state, "the zip prefix tells the state");
        }
    }
    let tables = blocks(DataSet::Census, 70_000);
    assert!(determines(&tables, "education", "education_num"));
    assert!(determines(&tables, "education_num", "education"));
    assert!(determines(&blocks(DataSet::Amnesia, 70_000), "icd10", "icd9"));
}

#[test]
fn nobody_is_discharged_before_admission() {
    for table in blocks(DataSet::Health, 70_000) {
        for (from, to) in [("admission_date", "discharge_date"), ("admission_time", "discharge_time")] {
            let ordered = days(&table, from).into_iter().zip(days(&table, to)).all(|(from, to)| from <= to);
            assert!(ordered, "{from} {to}");
        }
        assert_eq!(days(&table, "admission_date"), days(&table, "admission_time"));
        let moments = |name| values(&table, name).map(Option::unwrap).collect::<Vec<_>>();
        for (from, to) in moments("admission_time").iter().zip(&moments("discharge_time")) {
            assert!(lethe_data::compare(from, to).is_lt());
        }
    }
}

#[test]
fn countries_and_blood_types_have_the_published_shares() {
    let tables = blocks(DataSet::Health, 100_000);
    let countries = shares(&tables, "country");
    for (country, expected) in [("DE", 0.85), ("NO", 0.05), ("FR", 0.05), ("IT", 0.05)] {
        assert!((countries[country] - expected).abs() < 0.005, "{country}: {}", countries[country]);
    }
    assert!(countries.get("Other").copied().unwrap_or(0.0) < 0.001);
    let blood = shares(&tables, "blood_type");
    for (name, expected) in [
        ("0+", 0.365),
        ("A+", 0.263),
        ("B+", 0.225),
        ("AB+", 0.050),
        ("0-", 0.043),
        ("A-", 0.0345),
        ("AB-", 0.0044),
    ] {
        assert!((blood[name] - expected).abs() < 0.005, "{name}: {}", blood[name]);
    }
}

#[test]
fn domains_have_the_published_sizes() {
    let table = &blocks(DataSet::Health, 1)[0];
    for (name, size) in [
        ("country", 5),
        ("blood_type", 9),
        ("height", 83),
        ("weight", 1487),
        ("first_name", 14_184),
        ("surname", 31_409),
        ("city", 23_560),
        ("state", 156),
        ("company", 1031),
        ("disease_1", 113),
        ("snp_1", 1802),
    ] {
        assert_eq!(table.column(table.position(name).unwrap()).dictionary().len(), size, "{name}");
    }
}

#[test]
fn names_have_a_few_common_and_many_rare_values() {
    let tables = blocks(DataSet::Health, 100_000);
    for (name, common, distinct) in
        [("first_name", 0.002, 5000), ("surname", 0.002, 10_000), ("city", 0.0003, 8000)]
    {
        let shares = shares(&tables, name);
        let largest = shares.values().copied().fold(0.0, f64::max);
        let rare = shares.values().filter(|share| **share < 4.5e-5).count();
        assert!((common..0.05).contains(&largest), "{name}: {largest}");
        assert!(shares.len() > distinct && rare * 3 > shares.len(), "{name}: {} {rare}", shares.len());
    }
    let companies = shares(&tables, "company");
    assert!(companies.values().all(|share| (0.0005..0.0016).contains(share)), "nearly uniform");
}

#[test]
fn later_diagnoses_are_mostly_missing_and_never_repeat() {
    let table = &blocks(DataSet::Health, 50_000)[0];
    let missing: Vec<usize> =
        (1..=6).map(|n| texts(table, &format!("disease_{n}")).filter(Option::is_none).count()).collect();
    assert!(missing[0] == 0 && missing.is_sorted() && missing[5] > 40_000, "{missing:?}");
    for (first, second) in texts(table, "disease_1").zip(texts(table, "disease_2")) {
        assert_ne!(first, second);
    }
}

/// How many times likelier than by chance the commonest partner of each left value is, averaged over the rows.
fn lift(table: &Table, left: &str, right: &str) -> f64 {
    let mut joint: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    let mut single: BTreeMap<&str, f64> = BTreeMap::new();
    let mut pairs = 0.0;
    for (a, b) in texts(table, left).zip(texts(table, right)) {
        let (Some(a), Some(b)) = (a, b) else { continue };
        *joint.entry(a).or_default().entry(b).or_default() += 1.0;
        *single.entry(b).or_default() += 1.0;
        pairs += 1.0;
    }
    let mut lift = 0.0;
    for partners in joint.values() {
        let rows: f64 = partners.values().sum();
        let Some((best, count)) = partners.iter().max_by(|a, b| a.1.total_cmp(b.1)) else { continue };
        lift += rows / pairs * (count / rows) / (single[best] / pairs);
    }
    lift
}

#[test]
fn drugs_and_gene_variants_follow_the_disease() {
    let table = &blocks(DataSet::Health, 60_000)[0];
    assert!(lift(table, "disease_1", "drug_1") > 10.0);
    assert!(lift(table, "disease_1", "snp_1") > 5.0);
    assert!(lift(table, "gender", "organ_donor") < 1.5, "the measure finds nothing where nothing is");
}

#[test]
fn records_are_told_apart_by_what_is_unique_to_them() {
    let tables = blocks(DataSet::Health, 70_000);
    let ids: BTreeSet<&str> = tables.iter().flat_map(|table| texts(table, "patient_id")).flatten().collect();
    assert_eq!(ids.len(), 70_000);
    for name in ["ssn", "email", "phone"] {
        let distinct: BTreeSet<&str> = tables.iter().flat_map(|table| texts(table, name)).flatten().collect();
        assert!(distinct.len() > 69_000, "{name}: {}", distinct.len());
    }
}

#[test]
fn census_families_and_incomes_make_sense() {
    let table = &blocks(DataSet::Census, 60_000)[0];
    for ((relationship, sex), marital) in
        texts(table, "relationship").zip(texts(table, "sex")).zip(texts(table, "marital_status"))
    {
        let spouse = matches!(marital, Some("Married-civ-spouse" | "Married-AF-spouse"));
        match relationship {
            Some("Husband") => assert!(spouse && sex == Some("Male")),
            Some("Wife") => assert!(spouse && sex == Some("Female")),
            _ => assert!(!spouse),
        }
    }
    let rich = |name: &str, wanted: &str| {
        let incomes: Vec<_> =
            texts(table, name).zip(texts(table, "income")).filter(|(v, _)| *v == Some(wanted)).collect();
        incomes.iter().filter(|(_, income)| *income == Some(">50K")).count() as f64 / incomes.len() as f64
    };
    assert!(rich("education", "Masters") > 1.5 * rich("education", "HS-grad"));
    assert!(rich("sex", "Male") > 1.3 * rich("sex", "Female"));
    let tables = std::slice::from_ref(table);
    let income = shares(tables, "income")[">50K"];
    assert!((0.17..0.32).contains(&income), "{income}");
    assert!(shares(tables, "capital_gain")["0"] > 0.88);
    assert!(shares(tables, "native_country")["United-States"] > 0.85);
    for (name, share) in [("workclass", 0.056), ("occupation", 0.056), ("native_country", 0.018)] {
        assert!((shares(tables, name)[""] - share).abs() < 0.01, "{name}");
    }
}

#[test]
fn amnesia_records_have_the_promised_gaps() {
    let tables = blocks(DataSet::Amnesia, 60_000);
    let alive = shares(&tables, "date_of_death")[""];
    assert!((alive - 0.3).abs() < 0.01, "{alive}");
    let (first, last) = (day_number(2000, 1, 1).unwrap(), day_number(2023, 6, 30).unwrap());
    let dates = values(&tables[0], "date_of_death").flatten().map(|value| value.as_day().unwrap());
    assert!(dates.into_iter().all(|day| (first..=last).contains(&day)));
}
