//! Counters that stop at k: whether a class has enough records is all that is asked of them.

/// A counter. Sums are cut off at k, so a counter below k is exact and one at k means "k or more".
pub(super) trait Tally: Copy + Ord + Default + Send + Sync + 'static {
    /// A number of records; those beyond what the type holds are cut off, which callers have ruled out below k.
    fn of(records: u64) -> Self;
    /// The sum, or the type's largest number.
    #[must_use]
    fn plus(self, more: Self) -> Self;
    /// One more, unless the counter is full: as [`add`] of one person, but always written. Where most counters are far
    /// from full, guessing whether one is costs more than a write.
    #[must_use]
    fn bump(self, full: Self) -> Self;
    /// The number of records.
    fn records(self) -> u64;
}

macro_rules! impl_tally {
    ($($int:ty),*) => {$(
        impl Tally for $int {
            #[inline]
            fn of(records: u64) -> Self {
                <$int>::try_from(records).unwrap_or(<$int>::MAX)
            }
            #[inline]
            fn plus(self, more: Self) -> Self {
                self.saturating_add(more)
            }
            #[inline]
            fn bump(self, full: Self) -> Self {
                self + Self::from(self < full)
            }
            #[inline]
            fn records(self) -> u64 {
                self.into()
            }
        }
    )*};
}
impl_tally!(u8, u32, u64);

/// Adds records to a counter unless it is full. Full counters are only read, so that rows of large classes do not wait
/// for each other's writes.
#[inline]
pub(super) fn add<T: Tally>(counter: &mut T, records: T, full: T) {
    if *counter < full {
        *counter = counter.plus(records).min(full);
    }
}

/// The records in classes that are neither empty nor full.
pub(super) fn exposed<T: Tally>(counters: &[T], full: T) -> u64 {
    counters.iter().filter(|&&counter| counter < full).map(|counter| counter.records()).sum()
}

/// How many counters are not full.
pub(super) fn open<T: Tally>(counters: &[T], full: T) -> usize {
    counters.iter().filter(|&&counter| counter < full).count()
}
