//! Files with some bytes changed: a table or an error, never a panic, an abort or more memory than there is.
//!
//! The same few hundred changes every time; `LETHE_MUTATIONS=100000` tries more, and `fuzz/` looks further.

use arrow_array::{
    ArrayRef, Date32Array, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch, StringArray,
    StringViewArray,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use lethe_data::{ByteSize, Context, MemoryBudget};
use lethe_io::{Location, ModelColumn, ModelFile, ModelValue, ReadOptions};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::path::Path;
use std::sync::Arc;

/// How many changes of each file are tried, unless `LETHE_MUTATIONS` says otherwise.
const CHANGES: u64 = 250;
const MEMORY: ByteSize = ByteSize(32 << 20);
/// Of the test itself and all that it reads, as a multiple of the budget that leaves room for both.
const MOST_MEMORY: u64 = 20 * MEMORY.0;

/// Numbers that always come in the same order.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Bytes with one to three places changed.
fn changed(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    const ODD: [i64; 8] = [-1, 0, i64::MAX, i64::MIN, i32::MAX as i64, i32::MIN as i64, 1 << 40, 0x7f7f];
    let mut bytes = bytes.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        match numbers.below(6) {
            0 => bytes[at] ^= 1 << numbers.below(8),
            1 => bytes[at] = numbers.next() as u8,
            2 => bytes.truncate(at.max(1)),
            kind => {
                let width = [8, 4, 2][kind - 3];
                let odd = ODD[numbers.below(ODD.len())].to_le_bytes();
                for (byte, odd) in bytes.iter_mut().skip(at).zip(odd).take(width) {
                    *byte = odd;
                }
            }
        }
    }
    bytes
}

fn context() -> Context {
    Context::new(1).unwrap().with_memory(MemoryBudget::limited(MEMORY))
}

/// Reads changed files; `read` may fail, but not by a panic.
fn try_all(name: &str, bytes: &[u8], read: impl Fn(&Path, &Context)) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let context = context();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 ^ bytes.len() as u64);
    let asked = std::env::var("LETHE_MUTATIONS").ok().and_then(|number| number.parse().ok());
    for _ in 0..asked.unwrap_or(CHANGES) {
        std::fs::write(&path, changed(bytes, &mut numbers)).unwrap();
        read(&path, &context);
        assert_eq!(context.memory().left(), MEMORY.0, "{name}: memory is given back");
    }
    if let Some(peak) = peak_memory() {
        assert!(peak < MOST_MEMORY, "{name}: {} MiB", peak >> 20);
    }
}

/// The most memory that this process ever had, where the system tells it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

fn read_table(name: &str, path: &Path, context: &Context) {
    let location = Location::parse(&path.with_file_name(name).display().to_string()).unwrap();
    if let Ok(table) = lethe_io::read_table(&location, &ReadOptions::default(), context) {
        assert!(table.columns().iter().all(|column| column.codes().len() == table.rows()));
    }
}

fn batch() -> RecordBatch {
    let texts = || (0..200).map(|row| (row % 7 != 0).then(|| format!("text number {}", row % 31)));
    let keys: Int32Array = (0..200).map(|row| (row % 5 != 0).then_some(row % 3)).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("number", Arc::new(Int64Array::from_iter_values(0..200))),
        ("text", Arc::new(texts().collect::<StringArray>())),
        ("view", Arc::new(texts().collect::<StringViewArray>())),
        ("kind", Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(vec!["a", "b", "c"]))))),
        ("share", Arc::new(Float64Array::from_iter_values((0..200).map(|row| f64::from(row) / 8.0)))),
        ("day", Arc::new(Date32Array::from_iter_values(0..200))),
    ];
    RecordBatch::try_from_iter(columns).unwrap()
}

#[test]
fn changed_arrow_files_are_tables_or_errors() {
    for compression in [None, Some(CompressionType::ZSTD), Some(CompressionType::LZ4_FRAME)] {
        let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
        let batch = batch();
        let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
        writer.write(&batch).unwrap();
        writer.finish().unwrap();
        let bytes = writer.into_inner().unwrap();
        try_all("t.arrow", &bytes, |path, context| read_table("t.arrow", path, context));
    }
}

#[test]
fn changed_parquet_files_are_tables_or_errors() {
    let codecs = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
    ];
    for codec in codecs {
        let batch = batch();
        let properties = WriterProperties::builder().set_compression(codec).build();
        let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        let bytes = writer.into_inner().unwrap();
        try_all("t.parquet", &bytes, |path, context| read_table("t.parquet", path, context));
    }
}

#[test]
fn changed_databases_are_tables_or_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.sqlite");
    let database = rusqlite::Connection::open(&path).unwrap();
    database
        .execute_batch(
            "CREATE TABLE t (a, b INTEGER, c TEXT); CREATE INDEX i ON t(c);
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 150)
             INSERT INTO t SELECT i / 4.0, i, 'text ' || i FROM n",
        )
        .unwrap();
    drop(database);
    let bytes = std::fs::read(&path).unwrap();
    try_all("t.sqlite", &bytes, |path, context| read_table("t.sqlite#t", path, context));
}

#[test]
fn changed_texts_are_tables_or_errors() {
    let text: String = (0..300)
        .map(|row| format!("{row},\"a \"\"b\"\" {}\",2020-01-{:02}\n", row % 9, row % 28 + 1))
        .collect();
    let text = format!("id,text,day\n{text}");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, text.as_bytes()).unwrap();
    let packed = zstd::encode_all(text.as_bytes(), 3).unwrap();
    for (name, bytes) in
        [("t.csv", text.clone().into_bytes()), ("t.csv.gz", gzip.finish().unwrap()), ("t.csv.zst", packed)]
    {
        try_all(name, &bytes, |path, context| read_table(name, path, context));
    }
}

#[test]
fn changed_models_are_models_or_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    let values = ["x", "y"].map(|text| ModelValue { text: text.into(), records: 3 }).to_vec();
    let columns = vec![ModelColumn { name: "a".to_owned(), values: 2 }];
    let model = ModelFile { records: 6, columns, values, ..ModelFile::default() };
    lethe_io::write_model(&model, &path.clone().into()).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    try_all("model", &bytes, |path, context| drop(lethe_io::read_model(&path.into(), context)));
}

#[test]
fn changed_hierarchies_are_read_or_refused() {
    for text in
        ["1;low;*\n2;low;*\n3;high;*\n", "{\"terms\": [[\"a\", \"b\", \"*\"], [\"c\", \"b\", \"*\"]]}"]
    {
        try_all("h.csv", text.as_bytes(), |path, _| {
            let bytes = std::fs::read(path).unwrap();
            if let Ok(parsed) =
                lethe_io::hierarchy::parse(&bytes, &lethe_io::hierarchy::ReadOptions::default())
            {
                drop(parsed.check(None));
            }
        });
    }
}
