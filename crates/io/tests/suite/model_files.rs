//! Model files: canonical, and harmless whatever is in them.

use lethe_data::Context;
use lethe_io::{ModelColumn, ModelFile, ModelPair, ModelTreatment, ModelValue, read_model, write_model};
use proptest::prelude::*;
use std::path::Path;

fn example() -> ModelFile {
    let value = |text: &str, records| ModelValue { text: text.into(), records };
    let pair = |left, right, records| ModelPair { left, right, records };
    ModelFile {
        records: 12,
        columns: vec![
            ModelColumn { name: "age".to_owned(), values: 2 },
            ModelColumn { name: "größe".to_owned(), values: 0 },
            ModelColumn { name: "sex".to_owned(), values: 2 },
        ],
        values: vec![value("", 5), value("41", 7), value("f", 6), value("m", 6)],
        tables: vec![0, 3, 0],
        pairs: vec![pair(0, 2, 5), pair(1, 2, 1), pair(1, 3, 6)],
        treatments: vec![ModelTreatment { k: 2, epsilon: Some([1, 3]), columns: 3 }],
        merged: true,
        per_record: true,
    }
}

fn bytes_of(model: &ModelFile) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.model");
    write_model(model, &path.clone().into()).unwrap();
    std::fs::read(&path).unwrap()
}

fn read(bytes: &[u8]) -> Result<ModelFile, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.model");
    std::fs::write(&path, bytes).unwrap();
    read_model(&path.into(), &Context::new(1).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn what_is_written_is_read_and_equal_models_are_equal_bytes() {
    let bytes = bytes_of(&example());
    assert_eq!(read(&bytes).unwrap(), example());
    assert_eq!(bytes, bytes_of(&example()));
    let empty = ModelFile::default();
    assert_eq!(read(&bytes_of(&empty)).unwrap(), empty);
}

#[test]
fn models_of_several_batches_are_read() {
    let mut model = ModelFile { records: 1, ..ModelFile::default() };
    model.columns = vec![
        ModelColumn { name: "a".to_owned(), values: 70_000 },
        ModelColumn { name: "b".to_owned(), values: 1 },
    ];
    model.values = (0..70_001).map(|n: u32| ModelValue { text: format!("{n}").into(), records: 1 }).collect();
    model.pairs = (0..70_000).map(|left| ModelPair { left, right: 70_000, records: 1 }).collect();
    model.tables = vec![70_000];
    assert_eq!(read(&bytes_of(&model)).unwrap(), model);
}

#[test]
fn a_file_cut_off_anywhere_is_an_error() {
    let bytes = bytes_of(&example());
    for length in 0..bytes.len() {
        let problem = read(&bytes[..length]).unwrap_err();
        assert!(problem.contains("not a readable model"), "{length}: {problem}");
    }
}

#[test]
fn other_files_and_versions_are_told_apart() {
    assert!(read(b"age,sex\n1,2\n").unwrap_err().contains("no Arrow file"));
    let bytes = bytes_of(&example());
    for other in ["1", "3"] {
        let other = replaced(&bytes, b"\"version\":2", format!("\"version\":{other}").as_bytes());
        assert!(read(&other).unwrap_err().contains("this program reads version 2; train it again"));
    }
    let problem =
        read_model(&Path::new("/dev/zero").into(), &Context::new(1).unwrap()).unwrap_err().to_string();
    assert!(problem.contains("regular file"), "{problem}");
    // No text of a cell is in a message.
    let damaged = replaced(&bytes, b"\"people\":12", b"\"people\":13");
    assert!(read(&damaged).unwrap_err().contains("digest"));
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let places: Vec<usize> =
        (0..bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + from.len()].copy_from_slice(to);
    }
    bytes
}

#[test]
fn every_flipped_bit_is_an_error_or_changes_nothing() {
    let bytes = bytes_of(&example());
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        if let Ok(model) = read(&damaged) {
            assert_eq!(model, example(), "byte {place}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn many_wrong_bytes_are_an_error_or_change_nothing(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut bytes = bytes_of(&example());
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(model) = read(&bytes) {
            prop_assert_eq!(model, example());
        }
    }

    #[test]
    fn any_bytes_between_the_magic_words_are_an_error(noise in prop::collection::vec(any::<u8>(), 0..300)) {
        let length = (noise.len() as i32).to_le_bytes();
        let bytes = [b"ARROW1\0\0".as_slice(), &noise, &length, b"ARROW1"].concat();
        prop_assert!(read(&bytes).is_err());
    }
}
