//! What two counts say about the records that are in both.

/// Records found in one set of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caught {
    /// At least so many in all combinations together.
    pub(super) records: u64,
    /// The bounds of the smallest combination.
    pub(super) lower: u64,
    pub(super) upper: u64,
}

/// At least and at most so many records are in two parts of a group of `all`.
///
/// **Paper**: Fréchet 1940.
pub(super) fn frechet(one: u64, two: u64, all: u64) -> (u64, u64) {
    ((one + two).saturating_sub(all), one.min(two))
}

/// Adds a combination with these bounds, if it provably has between 1 and k − 1 records.
pub(super) fn add(caught: &mut Option<Caught>, lower: u64, upper: u64, k: u64) {
    if lower == 0 || upper >= k {
        return;
    }
    let caught = caught.get_or_insert(Caught { records: 0, lower, upper });
    caught.records += lower;
    (caught.upper, caught.lower) = (caught.upper, caught.lower).min((upper, lower));
}
