//! The constants of the publication, for showing why they cannot be used.

/// What Roth and Roughgarden (2010) set m, α', gamma and the number of hard queries to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The rows of a candidate: 160000 ln(k) ln(1/ε) / ε².
    pub candidate_rows: f64,
    /// α' = α / (720 m ln |X|).
    pub rate: f64,
    /// γ = 4 / (α' ε n) · ln(2k/α).
    pub gamma: f64,
    /// 20 m ln |X|.
    pub hard: f64,
}

impl Published {
    /// For k queries of an accuracy ε and a privacy loss α on n rows over so many values. Doubles: nothing private depends on it.
    pub fn new(queries: u32, accuracy: f64, alpha: f64, rows: u64, values: usize) -> Self {
        let (queries, domain) = (f64::from(queries), (values as f64).ln());
        let candidate_rows = 160_000.0 * queries.ln() * (1.0 / accuracy).ln() / (accuracy * accuracy);
        let rate = alpha / (720.0 * candidate_rows * domain);
        let gamma = 4.0 / (rate * accuracy * rows as f64) * (2.0 * queries / alpha).ln();
        Self { candidate_rows, rate, gamma, hard: 20.0 * candidate_rows * domain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_queries_need_millions_of_rows_in_each_candidate() {
        let published = Published::new(10, 0.1, 1.0, 1000, 2);
        assert!((published.candidate_rows / 84.83e6 - 1.0).abs() < 1e-3);
        // Thresholds are 3/20 apart at most: the data would need this many rows and more.
        assert!(published.gamma > 1e9);
        assert!((published.hard * published.rate * 36.0 - 1.0).abs() < 1e-9);
    }
}
