//! Records by their number of candidates.

use super::CandidateCount;
use std::collections::BTreeMap;

/// Counts up to five by themselves, then from 1, 2 or 5 times a power of ten to before the next.
pub(super) fn histogram(candidates: &BTreeMap<u64, u64>) -> Vec<CandidateCount> {
    let mut counts: Vec<CandidateCount> = Vec::new();
    for (&candidates, &records) in candidates {
        let (from, to) = bucket(candidates);
        match counts.last_mut().filter(|last| last.from == from) {
            Some(last) => last.records += records,
            None => counts.push(CandidateCount { from, to, records }),
        }
    }
    counts
}

/// The first and the last count of the range that a count is in.
pub(crate) fn bucket(candidates: u64) -> (u64, u64) {
    if candidates < 5 {
        return (candidates, candidates);
    }
    let power = 10u64.pow(candidates.ilog10());
    let (from, next) = match candidates / power {
        1 => (1, 2),
        2..5 => (2, 5),
        _ => (5, 10),
    };
    (from * power, power.saturating_mul(next) - 1)
}

#[cfg(test)]
mod tests {
    use super::bucket;

    #[test]
    fn buckets_grow_and_leave_no_gap() {
        let mut next = 0;
        while next < 1_000_000 {
            let (from, to) = bucket(next);
            assert_eq!((from, bucket(to)), (next, (from, to)));
            next = to + 1;
        }
        assert_eq!(bucket(u64::MAX).0, 10_000_000_000_000_000_000);
    }
}
