//! Files whose declared sizes are not to be believed: one line and status 2 or 3, within the memory that there is.
#![cfg(unix)]

use crate::support::{error, folder_with, in_folder};
use arrow_array::{
    ArrayRef, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray, StringViewArray, UInt64Array,
};
use arrow_buffer::ScalarBuffer;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_ipc::{CompressionType, root_as_footer};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

/// Runs the program where the system gives it less than a gigabyte: whoever allocates more is killed.
fn confined(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "ulimit -v 900000; exec \"$0\" \"$@\" --threads 1 --memory 64MiB"])
        .arg(env!("CARGO_BIN_EXE_lethe"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it starts")
}

fn refused(folder: &Path, arguments: &[&str], status: i32) -> String {
    let output = confined(folder, arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {message}");
    error(&output)
}

fn numbers(rows: i64) -> RecordBatch {
    let column: ArrayRef = Arc::new(Int64Array::from_iter_values((0..rows).map(|row| row % 3)));
    RecordBatch::try_from_iter([("number", column)]).unwrap()
}

fn arrow_bytes(batch: &RecordBatch, compression: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    writer.into_inner().unwrap()
}

fn patched(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let places: Vec<usize> =
        (0..bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from)).collect();
    assert!(!places.is_empty(), "the bytes to change are there");
    let mut changed = bytes.to_vec();
    for at in places {
        changed[at..at + to.len()].copy_from_slice(to);
    }
    changed
}

#[test]
fn arrow_blocks_longer_than_the_file_are_not_allocated() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = arrow_bytes(&numbers(100), None);
    let length = bytes.len() - 10;
    let footer = i32::from_le_bytes(bytes[length..length + 4].try_into().unwrap()) as usize;
    let footer = root_as_footer(&bytes[length - footer..length]).unwrap();
    let block = footer.recordBatches().unwrap().get(0);
    for (name, change) in [("body", 2_500_000_000_000i64), ("half", 300_000_000), ("negative", -8)] {
        let changed = patched(&bytes, &block.bodyLength().to_le_bytes(), &change.to_le_bytes());
        std::fs::write(folder.path().join(format!("{name}.arrow")), changed).unwrap();
        refused(folder.path(), &["inspect", &format!("{name}.arrow")], 2);
    }
    let mut long_footer = bytes.clone();
    long_footer[length..length + 4].copy_from_slice(&i32::MAX.to_le_bytes());
    std::fs::write(folder.path().join("footer.arrow"), long_footer).unwrap();
    refused(folder.path(), &["inspect", "footer.arrow"], 2);
}

#[test]
fn arrow_buffers_that_declare_too_much_are_not_allocated() {
    let folder = tempfile::tempdir().unwrap();
    let rows = 4321;
    for (codec, name) in [(CompressionType::ZSTD, "zstd"), (CompressionType::LZ4_FRAME, "lz4")] {
        let bytes = arrow_bytes(&numbers(rows), Some(codec));
        let declared = (8 * rows).to_le_bytes();
        for (kind, length, status) in
            [("lie", 2_500_000_000_000i64, 2), ("more", 8_000_000_000, 2), ("negative", i64::MIN, 2)]
        {
            let file = format!("{name}-{kind}.arrow");
            std::fs::write(folder.path().join(&file), patched(&bytes, &declared, &length.to_le_bytes()))
                .unwrap();
            refused(folder.path(), &["inspect", &file], status);
        }
        // True, and too much for the budget.
        std::fs::write(folder.path().join("large.arrow"), arrow_bytes(&numbers(10_000_000), Some(codec)))
            .unwrap();
        assert!(refused(folder.path(), &["inspect", "large.arrow"], 3).contains("raise --memory"));
    }
}

#[test]
fn views_that_show_the_same_bytes_again_and_again_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    // Every row shows a megabyte that begins a byte later.
    let text: Vec<u8> = (0..3u64 << 20).map(|at| b'a' + (at * at / 7 % 26) as u8).collect();
    let views = (0..300u32).map(|row| {
        let start = row as usize;
        let prefix = u32::from_le_bytes(text[start..start + 4].try_into().unwrap());
        (1 << 20) | (u128::from(prefix) << 32) | (u128::from(row) << 96)
    });
    let views: ScalarBuffer<u128> = views.collect::<Vec<_>>().into();
    let column: ArrayRef = Arc::new(StringViewArray::new(views, vec![text.into()], None));
    let batch = RecordBatch::try_from_iter([("text", column)]).unwrap();
    std::fs::write(folder.path().join("views.arrow"), arrow_bytes(&batch, None)).unwrap();
    assert!(refused(folder.path(), &["inspect", "views.arrow"], 3).contains("raise --memory"));
}

fn parquet_bytes(batch: &RecordBatch, compression: Compression) -> Vec<u8> {
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_dictionary_page_size_limit(1 << 26)
        .set_data_page_size_limit(1 << 26)
        .build();
    // Without Arrow's own note of the types, a reader makes plain texts of what is a dictionary in the file.
    let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), batch.schema(), options).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

#[test]
fn parquet_that_becomes_much_larger_than_its_file_stays_within_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let long = StringArray::from(vec!["long text ".repeat(100_000)]);
    let column: ArrayRef = Arc::new(DictionaryArray::new(Int32Array::from(vec![0; 400]), Arc::new(long)));
    let batch = RecordBatch::try_from_iter([("text", column)]).unwrap();
    let bytes = parquet_bytes(&batch, Compression::ZSTD(ZstdLevel::default()));
    assert!(bytes.len() < 50_000, "{}", bytes.len());
    std::fs::write(folder.path().join("rows.parquet"), bytes).unwrap();
    // Four hundred megabytes of text, but only one value.
    let output = confined(folder.path(), &["inspect", "rows.parquet", "--format", "json"]);
    assert!(output.status.success(), "{output:?}");

    let huge: ArrayRef = Arc::new(StringArray::from(vec!["y".repeat(20 << 20)]));
    let batch = RecordBatch::try_from_iter([("text", huge)]).unwrap();
    for (name, codec) in [
        ("gzip", Compression::GZIP(GzipLevel::default())),
        ("zstd", Compression::ZSTD(ZstdLevel::default())),
        ("snappy", Compression::SNAPPY),
        ("brotli", Compression::BROTLI(BrotliLevel::default())),
        ("lz4", Compression::LZ4_RAW),
    ] {
        let file = format!("{name}.parquet");
        std::fs::write(folder.path().join(&file), parquet_bytes(&batch, codec)).unwrap();
        assert!(refused(folder.path(), &["inspect", &file], 3).contains("raise --memory"), "{name}");
    }
}

#[test]
fn parquet_metadata_that_declare_too_much_are_not_allocated() {
    let folder = tempfile::tempdir().unwrap();
    let column: ArrayRef = Arc::new(UInt64Array::from(vec![1, 2, 3]));
    let bytes =
        parquet_bytes(&RecordBatch::try_from_iter([("a", column)]).unwrap(), Compression::UNCOMPRESSED);
    let end = bytes.len() - 8;
    for size in [u32::MAX, end as u32 + 1, 1 << 30] {
        let mut changed = bytes.clone();
        changed[end..end + 4].copy_from_slice(&size.to_le_bytes());
        std::fs::write(folder.path().join("size.parquet"), changed).unwrap();
        refused(folder.path(), &["inspect", "size.parquet"], 2);
    }
    // Version 1, an empty schema, no rows, and two thousand million groups of rows.
    let metadata =
        [&[0x15, 0x02, 0x19, 0x0c, 0x16, 0x00, 0x19, 0xfc][..], &[0xff, 0xff, 0xff, 0xff, 0x07, 0, 0, 0]]
            .concat();
    let size = (metadata.len() as u32).to_le_bytes();
    let file = [&b"PAR1"[..], &metadata, &size, b"PAR1"].concat();
    std::fs::write(folder.path().join("groups.parquet"), file).unwrap();
    refused(folder.path(), &["inspect", "groups.parquet"], 2);
}

#[test]
fn long_records_and_long_recipes_are_refused_before_they_fill_memory() {
    let folder = folder_with(&[("t.csv", "a,b\n1,2\n")]);
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("long.csv"), format!("a,b\n1,2\n{},3\n", "z".repeat(80 << 20))).unwrap();
    std::fs::write(path("quote.csv"), format!("a,b\n1,2\n\"{}", "z\n".repeat(40 << 20))).unwrap();
    for file in ["long.csv", "quote.csv"] {
        assert!(refused(folder.path(), &["inspect", file], 3).contains("raise --memory"));
        let grouped =
            ["anonymize", file, "--quasi", "b", "--k", "2", "--method", "disk-cluster", "-o", "out.csv"];
        assert!(refused(folder.path(), &grouped, 3).contains("raise --memory"));
    }
    std::fs::write(path("deep.toml"), "[".repeat(50 << 20)).unwrap();
    refused(folder.path(), &["recipe", "check", "deep.toml"], 2);
    std::fs::write(path("deeper.toml"), "a=".to_owned() + &"[".repeat(1 << 20)).unwrap();
    refused(folder.path(), &["recipe", "check", "deeper.toml"], 2);
}

#[test]
fn views_of_a_database_do_not_fill_memory() {
    let folder = tempfile::tempdir().unwrap();
    let database = rusqlite::Connection::open(folder.path().join("d.sqlite")).unwrap();
    database
        .execute_batch(
            "CREATE VIEW text AS SELECT replace(hex(zeroblob(50000000)), '00', 'abcdefghijklm') AS a;
             CREATE VIEW many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000)
               SELECT group_concat(i || 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx') AS a FROM n;",
        )
        .unwrap();
    drop(database);
    for view in ["text", "many"] {
        let message = refused(folder.path(), &["inspect", &format!("d.sqlite#{view}")], 3);
        assert!(message.contains("raise --memory"), "{message}");
    }
}

#[test]
fn wide_parquet_is_asked_of_the_budget() {
    let names: Vec<String> = (0..3000).map(|i| format!("c{i}")).collect();
    let folder = folder_with(&[("w.csv", &format!("{}\n{}\n", names.join(","), vec!["1"; 3000].join(",")))]);
    assert!(refused(folder.path(), &["convert", "w.csv", "-o", "w.parquet"], 3).contains("raise --memory"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(in_folder(folder.path(), &["convert", "w.csv", "-o", "w.parquet"]).status.success());
}
