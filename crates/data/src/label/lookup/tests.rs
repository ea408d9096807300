use super::*;
use crate::label::are_of_texts;
use crate::{Column, TypeChoice};

fn column(cells: &[&str]) -> Column {
    Column::from_texts("c", cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap()
}

/// The known values under a label, when the release shows this label and `beside`.
fn under(known: &[&str], label: &str, beside: &[&str]) -> Vec<String> {
    let known = column(known);
    let released = column(&[&[label], beside].concat());
    let found = Lookup::of(known.dictionary()).under(label, are_of_texts(&released));
    found.codes().map(|code| known.dictionary().text(code).to_owned()).collect()
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

#[test]
fn labels_of_days_are_read_whatever_the_notation_of_the_column() {
    assert_eq!(under(&["23.11.2020", "24.11.2020"], "2020-11-23", &[]), ["23.11.2020"]);
    assert_eq!(under(&["2020-11-23T10:00", "2020-11-24T00:00"], "2020-11-23", &[]), ["2020-11-23T10:00"]);
}

#[test]
fn truth_values_are_ordered_before_their_spellings() {
    assert_eq!(under(&["False", "false", "TRUE", "true"], "[False, TRUE]", &[]).len(), 3);
}

#[test]
fn certain_readings_are_of_the_columns_type_and_values() {
    let known = column(&["a", "b", "c", "10", "20", "x, y"]);
    let lookup = Lookup::certain(known.dictionary());
    let under = |label: &str| -> Vec<&str> {
        lookup.under(label, false).codes().map(|code| known.dictionary().text(code)).collect()
    };
    assert_eq!(under("{a, c}"), ["a", "c"]);
    assert_eq!(under("[a, c]"), ["a", "b", "c"]);
    assert_eq!(under("[b, x, y]"), ["b", "c", "x, y"]);
    for unsure in ["{a, z}", "[a, z]", "a", "10-20", "<20", "1971"] {
        assert_eq!(under(unsure), [""; 0], "{unsure}");
    }
    let ages = column(&["5", "7", "60"]);
    assert_eq!(Lookup::certain(ages.dictionary()).under("[1, 50]", false), Covered::Range(0, 2));
}
