//! What was written is read, and nothing else ever is.

use super::layout::records_per_frame;
use super::{SegmentReader, SegmentWriter};
use crate::error::{Error, Result};
use lethe_data::Fault;
use proptest::prelude::*;
use std::path::Path;

fn write(path: &Path, words: usize, records: &[u32]) -> u64 {
    let mut writer = SegmentWriter::create(path, words).unwrap();
    writer.push_all(records).unwrap();
    writer.finish().unwrap()
}

fn read(path: &Path) -> Result<(usize, Vec<u32>)> {
    let mut reader = SegmentReader::open(path)?;
    let (mut all, mut frame) = (Vec::new(), vec![7]);
    while reader.next(&mut frame)? {
        assert!(!frame.is_empty());
        all.extend_from_slice(&frame);
    }
    assert!(frame.is_empty() && !reader.next(&mut frame).unwrap());
    assert_eq!(reader.records() * reader.words() as u64, all.len() as u64);
    Ok((reader.words(), all))
}

/// Records that differ from each other.
fn numbers(count: usize) -> Vec<u32> {
    (0..count as u32).map(|number| number.wrapping_mul(0x9E37_79B9)).collect()
}

/// The words and the number of records: narrow ones that share a frame, and wide ones that need several.
fn sizes() -> impl Strategy<Value = (usize, usize)> {
    prop_oneof![(1usize..20, 0usize..400), (30_000usize..100_000, 0usize..12)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_was_written_is_read((words, count) in sizes(), one_by_one: bool, chunk in 1usize..50) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.segment");
        let records = numbers(words * count);
        let mut writer = SegmentWriter::create(&path, words).unwrap();
        if one_by_one {
            records.chunks(words).for_each(|record| writer.push(record).unwrap());
        } else {
            records.chunks(words * chunk).for_each(|some| writer.push_all(some).unwrap());
        }
        prop_assert_eq!(writer.finish().unwrap(), count as u64);
        prop_assert_eq!(read(&path).unwrap(), (words, records));
    }
}

#[test]
fn frames_end_where_they_are_full() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.segment");
    for words in [1, 3, 4, 5, 1 << 18] {
        let full = records_per_frame(words).unwrap();
        for count in [full - 1, full, full + 1, 2 * full] {
            let records = numbers(count * words);
            assert_eq!(write(&path, words, &records), count as u64);
            assert!(read(&path).unwrap() == (words, records), "{count} records of {words} words");
        }
    }
}

#[test]
fn every_changed_byte_and_every_cut_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.segment");
    for count in [0, 1, 5] {
        write(&path, 3, &numbers(3 * count));
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            for change in (0..8).map(|bit| 1 << bit).chain([0xFF, whole[at]]).filter(|&change| change != 0) {
                let mut bytes = whole.clone();
                bytes[at] ^= change;
                std::fs::write(&path, &bytes).unwrap();
                assert!(matches!(read(&path), Err(Error::Content { .. })), "byte {at} changed by {change}");
            }
            std::fs::write(&path, &whole[..at]).unwrap();
            let message = read(&path).unwrap_err().to_string();
            assert!(message.contains("the segment is damaged; ") && !message.contains('\n'), "{message}");
        }
        std::fs::write(&path, [&whole[..], &[0]].concat()).unwrap();
        assert!(read(&path).is_err());
    }
}

#[test]
fn frames_that_change_places_or_are_missing_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.segment");
    let words = 1 << 18;
    write(&path, words, &numbers(2 * words));
    let whole = std::fs::read(&path).unwrap();
    let frame = 12 + words * 4;
    let (header, first, second, footer) =
        (&whole[..24], &whole[24..24 + frame], &whole[24 + frame..24 + 2 * frame], &whole[24 + 2 * frame..]);
    for frames in [vec![second, first], vec![first], vec![first, second, second], vec![]] {
        std::fs::write(&path, [vec![header], frames, vec![footer]].concat().concat()).unwrap();
        assert!(read(&path).is_err());
    }
}

#[test]
fn a_reader_that_failed_goes_on_failing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.segment");
    write(&path, 1, &numbers(9));
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[40] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let mut reader = SegmentReader::open(&path).unwrap();
    let mut records = vec![1];
    assert!(reader.next(&mut records).is_err() && records.is_empty());
    assert!(reader.next(&mut records).is_err() && records.is_empty());
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.segment");
    assert!(SegmentWriter::create(&path, 0).is_err());
    assert!(SegmentWriter::create(&path, (1 << 18) + 1).is_err());
    let mut writer = SegmentWriter::create(&path, 2).unwrap();
    assert!(writer.push(&[1]).is_err() && writer.push(&[]).is_err() && writer.push_all(&[1, 2, 3]).is_err());
    writer.push(&[1, 2]).unwrap();
    assert_eq!(writer.finish().unwrap(), 1);
}

#[test]
fn a_segment_that_is_not_finished_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.segment");
    let mut writer = SegmentWriter::create(&path, 1).unwrap();
    writer.push_all(&numbers(1 << 20)).unwrap();
    drop(writer);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(SegmentReader::open(&path).unwrap_err().to_string().contains("cannot open"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_nothing_is_finished_after_it() {
    let mut writer = SegmentWriter::create(Path::new("/dev/full"), 1).unwrap();
    let error = writer.push_all(&numbers(1 << 20)).unwrap_err();
    assert_eq!(error.fault(), Fault::Limit, "{error}");
    assert!(writer.push_all(&numbers(1 << 20)).is_err());
    assert!(writer.finish().is_err());
}
