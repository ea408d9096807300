use super::*;
use lethe_data::TypeChoice;

fn column(cells: &[&str]) -> Column {
    Column::from_texts("c", cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap()
}

/// The known values under a label, when the release shows this label and `beside`.
fn under(known: &[&str], label: &str, beside: &[&str]) -> Vec<String> {
    let known = column(known);
    let released = column(&[&[label], beside].concat());
    let found = Values::new(&known, &released).under(label);
    found.into_iter().map(|code| known.dictionary().text(code).to_owned()).collect()
}

#[test]
fn numbers_are_compared_as_numbers() {
    let ages = ["9", "20", "30", "34", "35", "100"];
    assert_eq!(under(&ages, "[20-34]", &[]), ["20", "30", "34"]);
    assert_eq!(under(&ages, "[20, 30[", &[]), ["20"]);
    assert_eq!(under(&ages, "(20,35]", &[]), ["30", "34", "35"]);
    assert_eq!(under(&ages, "<20", &[]), ["9"]);
    assert_eq!(under(&ages, ">=35", &[]), ["35", "100"]);
    assert_eq!(under(&ages, "30.0", &[]), ["30"]);
    assert_eq!(under(&ages, "{9, 1e2}", &[]), ["9", "100"]);
    assert_eq!(under(&ages, "3*", &[]), ["30", "34", "35"]);
    assert_eq!(under(&ages, "*", &[]).len(), 6);
    assert_eq!(under(&["-5", "-1", "3"], "[-3, 3]", &[]), ["-1", "3"]);
}

#[test]
fn codes_are_texts_and_no_numbers() {
    let codes = ["007", "7", "A1"];
    assert_eq!(under(&codes, "7", &[]), ["7"]);
    assert_eq!(under(&codes, "[007, 7]", &[]), ["007", "7"]);
}

#[test]
fn intervals_of_texts_are_seen_although_known_values_are_numbers() {
    let known = ["10", "30", "5", "2000"];
    assert_eq!(under(&known, "[10, 50]", &[]), ["10", "30"]);
    // Somebody's value is no number, so the column was ordered as text: 2000 lies between 10 and 50, and 5 does, too.
    let all = ["5", "10", "30", "2000"];
    assert_eq!(under(&known, "[10, 50]", &["[50, A7]"]), all);
    assert_eq!(under(&known, "[10, 5]", &[]), all);
}

#[test]
fn dates_lie_in_periods_and_intervals() {
    let births = ["1971-05-31", "1971-06-01", "1972-01-01"];
    assert_eq!(under(&births, "1971-06", &[]), ["1971-06-01"]);
    assert_eq!(under(&births, "1971", &[]), ["1971-05-31", "1971-06-01"]);
    assert_eq!(under(&births, "[1971-06, 1972]", &[]), ["1971-06-01", "1972-01-01"]);
    assert_eq!(under(&births, "[1971-05-31, 1972-01-01)", &[]), ["1971-05-31", "1971-06-01"]);
    assert_eq!(under(&births, "1970s", &[]).len(), 3);
    assert_eq!(under(&births, "<1972", &[]).len(), 2);
    assert_eq!(under(&["23/11/2020", "01/02/2020"], "[01/02/2020, 02/02/2020]", &[]), ["01/02/2020"]);
}

#[test]
fn a_known_month_may_be_any_of_its_days() {
    assert_eq!(under(&["1971-06", "1971-07", "unknown"], "1971-06-05", &[]), ["1971-06"]);
}

#[test]
fn texts_match_by_spelling_sets_and_order() {
    let known = ["a", "b, or d", "c", "[a, b]", "z"];
    assert_eq!(under(&known, "{a, \"b, or d\"}", &[]), ["a", "b, or d"]);
    assert_eq!(under(&known, "[a, c]", &[]), ["a", "b, or d", "c"]);
    assert_eq!(under(&known, "[a, b]", &[]), ["[a, b]", "a"]);
    assert_eq!(under(&known, "{[a, b]}", &[]), ["[a, b]", "a"]);
}
