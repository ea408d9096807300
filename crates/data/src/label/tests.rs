use super::*;

fn intervals(label: &str) -> Vec<(String, String)> {
    let end = |end: &Option<End>, open: &str| {
        end.as_ref()
            .map_or(String::new(), |end| format!("{}{}", if end.included { "" } else { open }, end.text))
    };
    let found = readings(label).into_iter().filter_map(|reading| match reading {
        Reading::Between(between) => Some((end(&between.low, ">"), end(&between.high, "<"))),
        _ => None,
    });
    found.collect()
}

#[test]
fn intervals_of_all_notations_are_read() {
    for (label, low, high) in [
        ("[20-34]", "20", "34"),
        ("[20, 30[", "20", "<30"),
        ("[20,30)", "20", "<30"),
        ("(20,30]", ">20", "30"),
        ("]20, 30]", ">20", "30"),
        ("20-30", "20", "30"),
        ("20 – 30", "20", "30"),
        ("[20; 30]", "20", "30"),
        ("20, 30", "20", "30"),
        ("<5", "", "<5"),
        ("<= 5", "", "5"),
        (">80", ">80", ""),
        (">=80", "80", ""),
        ("[-3, 20]", "-3", "20"),
        ("[-3--1]", "-3", "-1"),
        ("[2020-01-31, 2020-02-01]", "2020-01-31", "2020-02-01"),
        ("1990 - 1999", "1990", "1999"),
        ("[a, i]", "a", "i"),
        ("[\"a, b\", i]", "a, b", "i"),
    ] {
        let expected = (low.to_owned(), high.to_owned());
        assert!(intervals(label).contains(&expected), "{label}: {:?}", intervals(label));
    }
    for no in ["a-b", "[", "[]", "<b", "20", "red, blue", "130**"] {
        assert_eq!(intervals(no), [], "{no}");
    }
}

#[test]
fn a_label_is_also_the_value_it_spells() {
    for label in ["20-30", "{a, b}", "[a, i]", "13**", "<5"] {
        assert!(readings(label).contains(&Reading::Spelt(label.to_owned())), "{label}");
    }
}

#[test]
fn sets_are_their_items_and_braces_come_off() {
    let holds = |label: &str, item: &str| {
        readings(label).iter().any(|reading| match reading {
            Reading::OneOf(items) => items.iter().any(|other| other == item),
            _ => false,
        })
    };
    assert!(holds("{a, \"b, or d\"}", "b, or d") && holds("{a,b}", "b"));
    assert!(holds("{{a, b}}", "a") && holds("{{{a, b}}}", "b"));
    assert!(intervals("{[a, i]}").contains(&("a".to_owned(), "i".to_owned())));
    assert!(intervals("[a, c] #2").contains(&("a".to_owned(), "c".to_owned())));
}

#[test]
fn stars_and_masks_show_what_they_show() {
    for label in ["*", "***", "n/a", ""] {
        assert_eq!(readings(label), [Reading::Anything]);
    }
    let mask = |label: &str| Mask::read(label).unwrap();
    assert!(mask("130**").holds("13021") && mask("130**").holds("1302") && !mask("130**").holds("13121"));
    assert!(!mask("130**").holds("130211"), "no value is longer than its label");
    assert!(mask("***21").holds("13021") && mask("***21").holds("321") && !mask("***21").holds("13012"));
    assert!(mask("1*0").holds("150") && !mask("1*0").holds("10"));
    assert!(mask("1*0**").holds("150") && mask("**1*0").holds("150") && !mask("*1*0*").holds("150"));
}
