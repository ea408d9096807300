use super::*;
use proptest::prelude::*;

fn written(hierarchy: &Hierarchy, delimiter: char) -> String {
    let mut bytes = Vec::new();
    write_csv(hierarchy, delimiter, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn fields_are_quoted_only_where_they_must_be() {
    let hierarchy = Hierarchy::from_paths(&[["a;b", "say \"x\"", "*"], ["c", "[0, 5)", "*"]]).unwrap();
    assert_eq!(written(&hierarchy, ';'), "\"a;b\";\"say \"\"x\"\"\";*\nc;[0, 5);*\n");
    assert_eq!(written(&hierarchy, ','), "a;b,\"say \"\"x\"\"\",*\nc,\"[0, 5)\",*\n");
}

#[test]
fn the_drawing_counts_nodes_and_leaves_and_says_what_it_leaves_out() {
    let text = "Greece;Europe;*\nItaly;Europe;*\nSpain;Europe;*\nEgypt;Africa;*\n";
    let drawing = draw(&load(text), DrawOptions { depth: 9, children: 2 });
    assert_eq!(
        drawing,
        "level 0 (leaves): 4 nodes\nlevel 1: 2 nodes\nlevel 2: 1 node\n\n\
         * (4 leaves)\n\
         ├─ Europe (3 leaves)\n\
         │  ├─ Greece\n\
         │  ├─ Italy\n\
         │  └─ … 1 more\n\
         └─ Africa (1 leaf)\n\
         \u{20}  └─ Egypt\n"
    );
    let shallow = draw(&load(text), DrawOptions { depth: 1, children: 9 });
    assert!(shallow.ends_with("* (4 leaves)\n├─ Europe (3 leaves)\n└─ Africa (1 leaf)\n"), "{shallow}");
}

#[test]
fn terminal_commands_in_labels_are_not_drawn() {
    let hierarchy = Hierarchy::from_paths(&[["\u{1b}[2J\n", "*"]]).unwrap();
    let drawing = draw(&hierarchy, DrawOptions::default());
    assert!(!drawing.contains('\u{1b}') && drawing.ends_with("└─ \u{fffd}[2J\u{fffd}\n"), "{drawing}");
}

proptest! {
    /// Whatever the labels hold, reading what was written gives the same hierarchy.
    #[test]
    fn written_files_read_back_the_same(
        leaves in prop::collection::hash_set("[a\";,\n\r\t *\u{feff}ä]{0,4}", 1..12),
        groups in prop::collection::vec("[b\";,\n ]{1,3}", 12),
        delimiter in prop::sample::select(vec![';', ',', '\t', '|']),
    ) {
        let paths: Vec<[&str; 3]> = (leaves.iter().enumerate())
            .map(|(index, leaf)| [leaf.as_str(), groups[index % groups.len()].as_str(), "*"])
            .collect();
        let hierarchy = Hierarchy::from_paths(&paths).unwrap();
        let text = written(&hierarchy, delimiter);
        let options = ReadOptions {
            format: Some(Format::ArxCsv),
            delimiter: Some(delimiter),
            header: Header::Absent,
            name: None,
        };
        match read(text.as_bytes(), &options) {
            Ok(Loaded::Levels(back)) => prop_assert_eq!(back, hierarchy),
            other => prop_assert!(false, "{:?}", other),
        }
    }

    /// No input panics, and what is accepted is valid.
    #[test]
    fn any_text_is_read_or_refused(text in "[ab;,*\"\n\r\\[\\]{} 0-3]{0,60}", header in "(distinct\nname x\n\n|range\nname x\n\n|)") {
        let text = format!("{header}{text}");
        if let Ok(file) = parse(text.as_bytes(), &ReadOptions::default()) {
            let repaired = file.repair(Repairs::default(), None);
            prop_assert_eq!(repaired.remaining.is_empty(), repaired.hierarchy.is_some());
        }
    }

    #[test]
    fn any_tree_is_read_or_refused(lines in prop::collection::vec("[abc] has( [abcd]){1,3}", 0..6)) {
        let text = format!("distinct\nname x\ntype string\nheight 3\n\n{}", lines.join("\n"));
        let repaired = parsed(&text).repair(Repairs::default(), None);
        prop_assert_eq!(repaired.remaining.is_empty(), repaired.hierarchy.is_some());
    }

    #[test]
    fn any_ranges_are_read_or_refused(bounds in prop::collection::vec((0i64..9, 0i64..9), 2..12)) {
        let tokens: Vec<String> = bounds.iter().map(|(a, b)| format!("{},{}", a.min(b), a.max(b))).collect();
        let lines: Vec<String> =
            tokens.chunks(3).map(|chunk| format!("{} has {}", chunk[0], chunk[1..].join(" "))).collect();
        let text = format!("range\nname x\ntype int\nheight 3\n\n{}", lines.join("\n"));
        let data = column(&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        if let Ok(loaded) = read(text.as_bytes(), &ReadOptions::default()) {
            // Valid ranges nest, so expanding them can only fail for want of values.
            if let Err(error) = loaded.for_column(&data) {
                prop_assert!(matches!(error, HierarchyFileError::Data(_)), "{}", error);
            }
        }
    }
}
