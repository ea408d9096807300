//! Which targets each column set of one size exposes.

use lethe_data::Reservation;

/// One bit a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn bytes(targets: usize) -> usize {
        targets.div_ceil(64) * 8
    }

    /// No bit of so many is set.
    pub(super) fn clear(&mut self, targets: usize) {
        self.0.clear();
        self.0.resize(targets.div_ceil(64), 0);
    }

    /// Sets a bit; whether it was not set before.
    pub(super) fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Sets the bits of another; one without any words has no bits.
    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }
}

/// A column set as ascending numbers of working columns.
pub(super) type Key = Box<[u16]>;

/// The exposures of all sets of one size. A set that exposes every target is not listed; one that exposes nobody has no
/// words.
#[derive(Default)]
pub(super) struct Exposures {
    sets: Vec<(Key, Bits)>,
    /// The memory held, given back with the sets.
    _memory: Vec<Reservation>,
}

impl Exposures {
    /// The empty set exposes nobody: minimal sets are not empty, however few records there are.
    pub(super) fn of_no_column() -> Self {
        Self { sets: vec![(Key::default(), Bits::default())], _memory: Vec::new() }
    }

    /// From the shares of the workers, which must ascend.
    pub(super) fn gather(shares: Vec<(Vec<(Key, Bits)>, Reservation)>) -> Self {
        let mut sets = Vec::with_capacity(shares.iter().map(|share| share.0.len()).sum());
        let mut memory = Vec::with_capacity(shares.len());
        for (share, held) in shares {
            sets.extend(share);
            memory.push(held);
        }
        Self { sets, _memory: memory }
    }

    /// Whether every set exposes every target, so that no larger set can be minimal.
    pub(super) fn is_everyone(&self) -> bool {
        self.sets.is_empty()
    }

    /// The targets that a set exposes; `None`: all of them.
    pub(super) fn of(&self, key: &[u16]) -> Option<&Bits> {
        let at = self.sets.binary_search_by(|(other, _)| other.as_ref().cmp(key)).ok()?;
        Some(&self.sets[at].1)
    }
}
