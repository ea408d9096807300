//! Ordered t-closeness on a column with many values: ours against the definition summed directly and against one pass
//! over all values.

mod baseline;
mod draw;

use crate::jobs::random::Random;
use crate::median::median;
use anyhow::{Result, ensure};
use draw::{Records, Shape};
use lethe_data::Decimal;
use lethe_models::privacy::{Class, ClassModel, Closeness, Distribution};
use serde_json::json;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The distinct values of the column.
const VALUES: usize = 10_000;
const RECORDS: u64 = 200_000;
const SIZES: [usize; 3] = [5, 50, 500];
/// Classes of each size and shape. The direct sum, which takes very long, gets the first few of them.
const CLASSES: usize = 64;
const DIRECT_CLASSES: usize = 3;
/// The limit, as a fraction.
const T: (i64, i64) = (1, 5);
/// A sample of fast work is at least this long.
const SAMPLE: Duration = Duration::from_millis(10);

/// The values of a class, codes ascending, and how often each occurs.
type Histogram = Vec<(u32, u64)>;

/// Times every case and prints a line for each.
pub(crate) fn run(rounds: usize) -> Result<()> {
    let mut random = Random::new(1);
    let records = Records::draw(VALUES, RECORDS as usize, &mut random);
    let whole = Distribution::from_counts(records.counts().to_vec());
    let t = Decimal::new((T.0 * 10 / T.1).into(), -1);
    let model = Closeness::ordered(0, t, &whole)?;
    for size in SIZES {
        for shape in [Shape::Random, Shape::Clustered] {
            let classes: Vec<Histogram> =
                (0..CLASSES).map(|_| records.class(size, shape, &mut random)).collect();
            let close = agree(&model, &records, &classes)?;
            let each = |work: &dyn Fn(&Histogram) -> u64, some: usize| {
                median((0..rounds.max(1)).map(|_| sample(&classes[..some], work)))
            };
            let holds = |class: &Histogram| u64::from(model.holds(&seen(class, &[class])));
            let measure = |class: &Histogram| model.measure(&seen(class, &[class])).hi().to_bits();
            println!(
                "{}",
                json!({
                    "values": VALUES, "records": RECORDS, "size": size, "shape": shape.name(), "classes": CLASSES,
                    "distinct": classes.iter().map(Vec::len).sum::<usize>() as f64 / CLASSES as f64,
                    "close": close,
                    "holds_ns": each(&holds, CLASSES), "measure_ns": each(&measure, CLASSES),
                    "pass_ns": each(&|class| baseline::one_pass(records.counts(), RECORDS, class), CLASSES),
                    "direct_ns": each(&|class| baseline::direct(records.counts(), RECORDS, class), DIRECT_CLASSES),
                })
            );
        }
    }
    Ok(())
}

/// A class as models see it.
fn seen<'a>(class: &Histogram, histograms: &'a [&'a [(u32, u64)]]) -> Class<'a> {
    Class { size: class.iter().map(|(_, count)| count).sum(), population: 0, histograms }
}

/// Compares all ways on all classes; how many classes are close enough.
fn agree(model: &Closeness, records: &Records, classes: &[Histogram]) -> Result<usize> {
    let mut close = 0;
    for (at, class) in classes.iter().enumerate() {
        let work = baseline::one_pass(records.counts(), RECORDS, class);
        let direct = (at < DIRECT_CLASSES).then(|| baseline::direct(records.counts(), RECORDS, class));
        ensure!(direct.is_none_or(|direct| direct == work), "one pass and the direct sum differ");
        let histograms = [class.as_slice()];
        let class = seen(class, &histograms);
        let unit = class.size * RECORDS * (VALUES as u64 - 1);
        // Both are below 2⁵³, so the quotient is the distance rounded once and every enclosure of it holds it.
        let (distance, measured) = (work as f64 / unit as f64, model.measure(&class));
        let tight = measured.hi() - measured.lo() <= 4.0 * f64::EPSILON;
        ensure!(measured.contains(distance) && tight, "ours measured another distance");
        let holds = u128::from(work) * u128::from(T.1.unsigned_abs())
            <= u128::from(unit) * u128::from(T.0.unsigned_abs());
        ensure!(model.holds(&class) == holds, "ours decided otherwise");
        close += usize::from(holds);
    }
    Ok(close)
}

/// Nanoseconds a class, over enough passes to be long.
fn sample(classes: &[Histogram], work: &dyn Fn(&Histogram) -> u64) -> f64 {
    let (start, mut done) = (Instant::now(), 0usize);
    loop {
        for class in classes {
            black_box(work(black_box(class)));
        }
        done += classes.len();
        let elapsed = start.elapsed();
        if elapsed >= SAMPLE {
            return elapsed.as_secs_f64() * 1e9 / done as f64;
        }
    }
}
