//! Numbers in bins of about equal mass.

const MAX_BINS: usize = 128;

/// Bins of numbers, ascending.
#[derive(Debug)]
pub(super) struct Bins {
    /// Half way between the largest number of a bin and the smallest of the next.
    edges: Vec<f64>,
    standardised: Vec<f64>,
    /// Single numbers that are shown, ascending.
    points: Vec<f64>,
    /// Intervals that are shown, the narrowest first.
    intervals: Vec<(f64, f64)>,
}

impl Bins {
    /// Bins for the middles of (first, last, rows).
    pub(super) fn of(spans: &[(f64, f64, u64)]) -> Self {
        let mut middles: Vec<(f64, u64)> =
            spans.iter().map(|&(low, high, rows)| (f64::midpoint(low, high), rows)).collect();
        middles.sort_by(|a, b| a.0.total_cmp(&b.0));
        middles.dedup_by(|next, kept| {
            let same = next.0.total_cmp(&kept.0).is_eq();
            if same {
                kept.1 += next.1;
            }
            same
        });
        let bins = in_bins(&middles);
        let mut points: Vec<f64> =
            spans.iter().filter(|span| span.0.total_cmp(&span.1).is_eq()).map(|span| span.0).collect();
        points.sort_by(f64::total_cmp);
        let wide = spans.iter().filter(|span| span.0 < span.1);
        let mut intervals: Vec<(f64, f64)> = wide.map(|&(low, high, _)| (low, high)).collect();
        intervals.sort_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)).then(a.0.total_cmp(&b.0)));
        let edges =
            bins.windows(2).map(|pair| f64::midpoint(pair[0][pair[0].len() - 1].0, pair[1][0].0)).collect();
        Self { edges, standardised: standardise(&bins), points, intervals }
    }

    pub(super) fn len(&self) -> usize {
        self.standardised.len()
    }

    pub(super) fn standardised(&self) -> &[f64] {
        &self.standardised
    }

    /// The bin nearest to a number; none where there are no bins.
    pub(super) fn find(&self, number: f64) -> Option<u8> {
        let bin = self.edges.partition_point(|&edge| edge < number);
        (self.len() > 0).then_some(bin as u8)
    }

    /// The bins under which an original number may be shown: its own where the number is shown as it is, then those of
    /// intervals around it, the narrowest first; the nearest where there are none.
    pub(super) fn find_shown(&self, number: f64) -> Vec<u8> {
        let itself = self.points.binary_search_by(|point| point.total_cmp(&number)).is_ok().then_some(number);
        let around = self.intervals.iter().filter(|(low, high)| (*low..=*high).contains(&number));
        let middles = itself.into_iter().chain(around.map(|&(low, high)| f64::midpoint(low, high)));
        let bins: Vec<u8> = middles.filter_map(|middle| self.find(middle)).collect();
        if bins.is_empty() { self.find(number).into_iter().collect() } else { bins }
    }
}

/// Cuts ascending numbers where each further share of the rows is reached.
fn in_bins(middles: &[(f64, u64)]) -> Vec<&[(f64, u64)]> {
    if middles.len() <= MAX_BINS {
        return middles.chunks(1).collect();
    }
    let total: u64 = middles.iter().map(|middle| middle.1).sum();
    let mut seen = 0;
    let share = |rows: u64| (u128::from(rows) * MAX_BINS as u128 / u128::from(total)) as u64;
    let bins = middles.chunk_by(|before, _| {
        let from = share(seen);
        seen += before.1;
        share(seen) == from
    });
    bins.collect()
}

/// The mean of each bin, less the mean of all, in standard deviations.
fn standardise(bins: &[&[(f64, u64)]]) -> Vec<f64> {
    let mass = |bin: &[(f64, u64)]| bin.iter().map(|middle| middle.1 as f64).sum::<f64>();
    let mean_of =
        |bin: &[(f64, u64)]| bin.iter().map(|&(at, rows)| at * rows as f64).sum::<f64>() / mass(bin);
    let means: Vec<f64> = bins.iter().map(|bin| mean_of(bin)).collect();
    let total: f64 = bins.iter().map(|bin| mass(bin)).sum();
    let mean = bins.iter().zip(&means).map(|(bin, at)| at * mass(bin)).sum::<f64>() / total;
    let squares = bins.iter().zip(&means).map(|(bin, at)| (at - mean).powi(2) * mass(bin)).sum::<f64>();
    let deviation = (squares / total).sqrt();
    let scaled =
        |at: &f64| if deviation > 0.0 && deviation.is_finite() { (at - mean) / deviation } else { 0.0 };
    means.iter().map(scaled).collect()
}
