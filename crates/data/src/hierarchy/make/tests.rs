use super::*;
use crate::{Decimal, TypeChoice, ValueType, calendar};
use proptest::prelude::*;
use std::sync::LazyLock;

static CONTEXT: LazyLock<Context> = LazyLock::new(|| Context::new(1).unwrap());

fn intervals(column: &Column, options: &Intervals) -> Result<Hierarchy> {
    super::intervals(column, options, &CONTEXT)
}

fn mask(column: &Column, options: &Mask) -> Result<Hierarchy> {
    super::mask(column, options, &CONTEXT)
}

fn dates(column: &Column, parts: &[DatePart]) -> Result<Hierarchy> {
    super::dates(column, parts, &CONTEXT)
}

fn groups(column: &Column, options: Groups) -> Result<Hierarchy> {
    super::groups(column, options, &CONTEXT)
}

fn order(column: &Column, fan_out: usize) -> Result<Hierarchy> {
    super::order(column, fan_out, &CONTEXT)
}

fn prefix(column: &Column, lengths: &[usize]) -> Result<Hierarchy> {
    super::prefix(column, lengths, &CONTEXT)
}

fn column<T: ToString>(cells: &[T], value_type: ValueType) -> Column {
    let texts: Vec<String> = cells.iter().map(ToString::to_string).collect();
    let cells = texts.iter().map(|text| Some(text.as_str()));
    Column::from_texts("c", cells, TypeChoice::Declared(value_type)).unwrap()
}

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

fn path(hierarchy: &Hierarchy, leaf: &str) -> Vec<String> {
    hierarchy.path(hierarchy.find_leaf(leaf).unwrap()).map(str::to_owned).collect()
}

/// What every builder owes: all values, nested, no level that repeats another.
fn assert_sound(column: &Column, hierarchy: &Hierarchy) -> Result<(), TestCaseError> {
    let paths: Vec<_> = hierarchy.paths().collect();
    prop_assert_eq!(&Hierarchy::from_paths(&paths).unwrap(), hierarchy);
    prop_assert!(hierarchy.missing_rows(column).is_empty());
    prop_assert_eq!(hierarchy.leaf_count(), column.dictionary().len());
    for level in 1..hierarchy.height() {
        prop_assert!(paths.iter().any(|path| path[level - 1] != path[level]) || hierarchy.leaf_count() == 1);
    }
    Ok(())
}

#[test]
fn ages_fall_into_nested_intervals_with_open_ends() {
    let ages = column(&[-3, 0, 19, 20, 24, 99, 100, 107], ValueType::Integer);
    let mut options = Intervals::of_widths(["5", "10", "20"].map(decimal));
    options.from = Some(decimal("0"));
    options.to = Some(decimal("100"));
    let hierarchy = intervals(&ages, &options).unwrap();
    assert_eq!(path(&hierarchy, "24"), ["24", "[20, 25)", "[20, 30)", "[20, 40)", "*"]);
    assert_eq!(path(&hierarchy, "19"), ["19", "[15, 20)", "[10, 20)", "[0, 20)", "*"]);
    assert_eq!(path(&hierarchy, "-3"), ["-3", "<0", "<0", "<0", "*"]);
    assert_eq!(path(&hierarchy, "100"), ["100", ">=100", ">=100", ">=100", "*"]);
}

#[test]
fn the_last_interval_is_cut_off_where_intervals_end() {
    let ages = column(&[90, 99], ValueType::Integer);
    let mut options = Intervals::of_widths([decimal("40")]);
    options.to = Some(decimal("100"));
    assert_eq!(path(&intervals(&ages, &options).unwrap(), "99"), ["99", "[80, 100)", "*"]);
}

#[test]
fn tenths_are_exact_where_doubles_are_not() {
    let values = column(&["0.3", "0.29", "-0.1"], ValueType::Decimal);
    let hierarchy = intervals(&values, &Intervals::of_widths(["0.1", "0.3"].map(decimal))).unwrap();
    assert_eq!(path(&hierarchy, "0.3"), ["0.3", "[0.3, 0.4)", "[0.3, 0.6)", "*"]);
    assert_eq!(path(&hierarchy, "0.29"), ["0.29", "[0.2, 0.3)", "[0, 0.3)", "*"]);
    assert_eq!(path(&hierarchy, "-0.1"), ["-0.1", "[-0.1, 0)", "[-0.3, 0)", "*"]);
}

#[test]
fn widths_that_do_not_divide_the_next_are_refused_by_level() {
    let ages = column(&[1, 2], ValueType::Integer);
    for widths in [["5", "12"], ["5", "5"], ["10", "5"], ["0.3", "1"]] {
        let error = intervals(&ages, &Intervals::of_widths(widths.map(decimal))).unwrap_err().to_string();
        assert!(error.contains("level 1") && error.contains("multiple"), "{error}");
    }
    assert!(intervals(&ages, &Intervals::of_widths([decimal("0")])).is_err());
    assert!(intervals(&column(&["x"], ValueType::Text), &Intervals::of_widths([decimal("5")])).is_err());
    let options = Intervals { widths: vec![decimal("5")], from: Some(decimal("9")), to: Some(decimal("9")) };
    assert!(intervals(&ages, &options).is_err());
    let huge = column(&["1e400"], ValueType::Decimal);
    let error = intervals(&huge, &Intervals::of_widths([decimal("5")])).unwrap_err().to_string();
    assert!(error.contains("too large") && !error.contains("400"), "{error}");
}

#[test]
fn a_fan_out_multiplies_widths() {
    let options = Intervals::fanning_out(decimal("2.5"), 4, 3).unwrap();
    assert_eq!(options.widths, ["2.5", "10", "40"].map(decimal));
}

#[test]
fn masks_pad_short_values_and_count_characters_not_bytes() {
    let values = column(&["81667", "816", "äöü12"], ValueType::Text);
    let right = mask(&values, &Mask::new(Side::Right)).unwrap();
    assert_eq!(path(&right, "81667"), ["81667", "8166*", "816**", "81***", "8****", "*"]);
    assert_eq!(path(&right, "816"), ["816", "816**", "816**", "81***", "8****", "*"]);
    assert_eq!(path(&right, "äöü12"), ["äöü12", "äöü1*", "äöü**", "äö***", "ä****", "*"]);
    let left = mask(&values, &Mask { keep: 3, ..Mask::new(Side::Left) }).unwrap();
    assert_eq!(path(&left, "816"), ["816", "**816", "**816", "*"]);
    assert_eq!(path(&left, "81667"), ["81667", "*1667", "**667", "*"]);
    let steps = mask(&values, &Mask { step: 3, ..Mask::new(Side::Right) }).unwrap();
    assert_eq!(path(&steps, "81667"), ["81667", "81***", "8****", "*"]);
    let essays = column(&["x".repeat(5000)], ValueType::Text);
    assert!(mask(&essays, &Mask::new(Side::Right)).unwrap_err().to_string().contains("4999 levels"));
}

#[test]
fn one_character_values_have_no_mask_level_that_would_equal_the_root() {
    let hierarchy = mask(&column(&["a", "b"], ValueType::Text), &Mask::new(Side::Right)).unwrap();
    assert_eq!(path(&hierarchy, "a"), ["a", "*"]);
}

#[test]
fn dates_climb_the_calendar() {
    let days = column(&["2020-11-23", "1969-12-31"], ValueType::Date);
    let parts = DatePart::NAMES.map(|(_, part)| part);
    let hierarchy = dates(&days, &parts).unwrap();
    // The day level would repeat the leaves.
    assert_eq!(path(&hierarchy, "2020-11-23"), ["2020-11-23", "2020-11", "2020-Q4", "2020", "2020s", "*"]);
    assert_eq!(path(&hierarchy, "1969-12-31")[4], "1960s");
    let moments = column(&["1969-12-31T23:59", "1970-01-01T00:00"], ValueType::DateTime);
    let hierarchy = dates(&moments, &[DatePart::Day, DatePart::Year]).unwrap();
    assert_eq!(path(&hierarchy, "1969-12-31T23:59"), ["1969-12-31T23:59", "1969-12-31", "1969", "*"]);
    assert!(dates(&days, &[DatePart::Year, DatePart::Month]).is_err());
    assert!(dates(&column(&[1], ValueType::Integer), &[DatePart::Year]).is_err());
}

#[test]
fn neighbours_are_grouped_until_one_group_is_left() {
    let hierarchy = order(&column(&[1, 2, 3, 10, 20], ValueType::Integer), 2).unwrap();
    assert_eq!(path(&hierarchy, "2"), ["2", "[1, 2]", "[1, 10]", "*"]);
    assert_eq!(path(&hierarchy, "20"), ["20", "20", "20", "*"]);
    assert!(order(&column(&[1], ValueType::Integer), 1).is_err());
}

#[test]
fn groups_that_would_share_a_label_are_told_apart() {
    let hierarchy = order(&column(&["X", "Y", "[X, Y]"], ValueType::Text), 2).unwrap();
    assert_eq!(hierarchy.labels(1).collect::<Vec<_>>(), ["[X, Y]", "[X, Y] #2"]);
}

#[test]
fn equal_frequency_groups_follow_the_rows_not_the_values() {
    let values = column(&[1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7], ValueType::Integer);
    let hierarchy = groups(&values, Groups { count: 2, merge: false }).unwrap();
    assert_eq!(hierarchy.labels(1).collect::<Vec<_>>(), ["1", "[2, 7]"]);
    let merged =
        groups(&column(&[1, 2, 3, 4], ValueType::Integer), Groups { count: 4, merge: true }).unwrap();
    assert_eq!(path(&merged, "3"), ["3", "[3, 4]", "*"]);
    assert!(groups(&values, Groups { count: 0, merge: true }).is_err());
}

#[test]
fn prefixes_of_codes() {
    let codes = column(&["A01.1", "A02", "B9"], ValueType::Text);
    let hierarchy = prefix(&codes, &[3, 1]).unwrap();
    assert_eq!(path(&hierarchy, "A01.1"), ["A01.1", "A01", "A", "*"]);
    assert_eq!(path(&hierarchy, "B9"), ["B9", "B9", "B", "*"]);
    assert!(prefix(&codes, &[1, 3]).is_err());
    assert!(prefix(&codes, &[2, 0]).is_err());
}

#[test]
fn a_column_without_values_has_no_hierarchy() {
    let empty = Column::from_texts("c", [None], TypeChoice::Infer).unwrap();
    assert!(mask(&empty, &Mask::new(Side::Right)).is_err());
}

proptest! {
    /// The oracle computes each label with floor division of integers, apart from the builder's decimals.
    #[test]
    fn integer_intervals_equal_floor_division(
        values in prop::collection::vec(-200i64..200, 1..60),
        base in 1i64..9,
        factors in prop::collection::vec(2i64..5, 0..4),
        from in prop::option::of(-60i64..20),
        to in prop::option::of(21i64..90),
    ) {
        let data = column(&values, ValueType::Integer);
        let mut widths = vec![base];
        for factor in &factors {
            widths.push(widths[widths.len() - 1] * factor);
        }
        let options = Intervals {
            widths: widths.iter().map(|&width| Decimal::from(width)).collect(),
            from: from.map(Decimal::from),
            to: to.map(Decimal::from),
        };
        let hierarchy = intervals(&data, &options).unwrap();
        assert_sound(&data, &hierarchy)?;
        let origin = from.unwrap_or(0);
        let expected = |value: i64, width: i64| {
            if from.is_some_and(|from| value < from) {
                return format!("<{}", from.unwrap());
            }
            if to.is_some_and(|to| value >= to) {
                return format!(">={}", to.unwrap());
            }
            let low = origin + (value - origin).div_euclid(width) * width;
            format!("[{low}, {})", to.map_or(low + width, |to| to.min(low + width)))
        };
        for &value in &values {
            let found = path(&hierarchy, &value.to_string());
            let mut wanted: Vec<String> = widths.iter().map(|&width| expected(value, width)).collect();
            if hierarchy.height() == widths.len() + 2 {
                wanted.insert(0, value.to_string());
                wanted.push("*".to_owned());
                prop_assert_eq!(found, wanted);
            } else {
                prop_assert!(found[1..found.len() - 1].iter().all(|label| wanted.contains(label)));
            }
        }
    }

    #[test]
    fn masked_labels_show_only_the_values_own_characters(
        values in prop::collection::vec("[ab*ä]{0,6}", 1..30),
        right in any::<bool>(),
        keep in 0usize..4,
        step in 1usize..3,
    ) {
        let data = column(&values, ValueType::Text);
        let side = if right { Side::Right } else { Side::Left };
        let hierarchy = mask(&data, &Mask { side, character: '#', keep, step }).unwrap();
        assert_sound(&data, &hierarchy)?;
        for value in &values {
            let found = path(&hierarchy, value);
            for label in &found[1..found.len() - 1] {
                let shown = label.trim_matches('#');
                let own = if right { value.starts_with(shown) } else { value.ends_with(shown) };
                prop_assert!(own);
                prop_assert!(label.chars().count() > 1);
            }
        }
    }

    #[test]
    fn prefixes_begin_every_value_under_them(values in prop::collection::vec("[abcä]{0,6}", 1..30)) {
        let data = column(&values, ValueType::Text);
        let hierarchy = prefix(&data, &[4, 3, 1]).unwrap();
        assert_sound(&data, &hierarchy)?;
        for value in &values {
            let found = path(&hierarchy, value);
            prop_assert!(found[1..].iter().all(|label| label == "*" || value.starts_with(label.as_str())));
        }
    }

    #[test]
    fn dates_lie_in_the_period_that_their_label_names(days in prop::collection::vec(-30_000i32..30_000, 1..40)) {
        let texts: Vec<String> = days.iter().map(|&day| calendar::iso_date(day)).collect();
        let data = column(&texts, ValueType::Date);
        let hierarchy = dates(&data, &[DatePart::Month, DatePart::Year, DatePart::Decade]).unwrap();
        assert_sound(&data, &hierarchy)?;
        for text in &texts {
            let found = path(&hierarchy, text);
            prop_assert_eq!(&found[1..4], [&text[..7], &text[..4], &format!("{}0s", &text[..3])]);
        }
    }

    #[test]
    fn consecutive_values_share_groups(
        values in prop::collection::vec(-50i64..50, 1..60),
        fan_out in 2usize..5,
        count in 1usize..8,
        merge in any::<bool>(),
    ) {
        let data = column(&values, ValueType::Integer);
        for hierarchy in
            [order(&data, fan_out).unwrap(), groups(&data, Groups { count, merge }).unwrap()]
        {
            assert_sound(&data, &hierarchy)?;
            for level in 1..hierarchy.height() {
                let nodes: Vec<u32> = (0..hierarchy.leaf_count() as u32)
                    .map(|leaf| hierarchy.node_of_leaf(level, leaf))
                    .collect();
                prop_assert!(nodes.is_sorted());
            }
        }
    }
}

#[test]
fn too_little_memory_and_a_cancelled_run_end_the_making() {
    let names: Vec<String> = (0..10_000).map(|number| format!("person number {number}")).collect();
    let names = column(&names, ValueType::Text);
    let small = crate::MemoryBudget::limited(crate::ByteSize(1 << 20));
    let context = Context::new(1).unwrap().with_memory(small);
    assert!(matches!(super::order(&names, 2, &context), Err(Error::MemoryExceeded { .. })));
    assert_eq!(context.memory().left(), 1 << 20, "what was held is given back");
    let context = Context::new(1).unwrap();
    let hierarchy = super::order(&names, 2, &context).unwrap();
    let paths: Vec<_> = hierarchy.paths().collect();
    assert_eq!(Hierarchy::from_paths(&paths).unwrap(), hierarchy);
    context.cancel_token().cancel();
    assert!(matches!(super::order(&names, 2, &context), Err(Error::Cancelled)));
}
