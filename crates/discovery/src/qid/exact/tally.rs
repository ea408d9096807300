//! Counters that stop at k: whether a class has enough people is all that is asked of them.

/// A counter. Sums are cut off at k, so a counter below k is exact and one at k means "k or more".
pub(super) trait Tally: Copy + Ord + Default + Send + Sync + 'static {
    /// A number of people; those beyond what the type holds are cut off, which callers have ruled out below k.
    fn of(people: u64) -> Self;
    /// The sum, or the type's largest number.
    #[must_use]
    fn plus(self, more: Self) -> Self;
    /// One more, unless the counter is full: as [`add`] of one person, but always written. Where most counters are far
    /// from full, guessing whether one is costs more than a write.
    #[must_use]
    fn bump(self, full: Self) -> Self;
    /// The number of people.
    fn people(self) -> u64;
}

macro_rules! impl_tally {
    ($($int:ty),*) => {$(
        impl Tally for $int {
            #[inline]
            fn of(people: u64) -> Self {
                <$int>::try_from(people).unwrap_or(<$int>::MAX)
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
            fn people(self) -> u64 {
                self.into()
            }
        }
    )*};
}
impl_tally!(u8, u32, u64);

/// Adds people to a counter unless it is full. Full counters are only read, so that rows of large classes do not wait
/// for each other's writes.
#[inline]
pub(super) fn add<T: Tally>(counter: &mut T, people: T, full: T) {
    if *counter < full {
        *counter = counter.plus(people).min(full);
    }
}

/// The people in classes that are neither empty nor full.
pub(super) fn exposed<T: Tally>(counters: &[T], full: T) -> u64 {
    counters.iter().filter(|&&counter| counter < full).map(|counter| counter.people()).sum()
}

/// How many counters are not full.
pub(super) fn open<T: Tally>(counters: &[T], full: T) -> usize {
    counters.iter().filter(|&&counter| counter < full).count()
}
