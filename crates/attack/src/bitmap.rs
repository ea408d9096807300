//! Sets of classes, a bit each.

/// A set of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bitmap(Vec<u64>);

impl Bitmap {
    /// No class of so many.
    pub(crate) fn empty(classes: usize) -> Self {
        Self(vec![0; classes.div_ceil(64)])
    }

    /// Every class of so many.
    pub(crate) fn full(classes: usize) -> Self {
        let mut words = vec![u64::MAX; classes.div_ceil(64)];
        if let (Some(last), used @ 1..) = (words.last_mut(), classes % 64) {
            *last = (1 << used) - 1;
        }
        Self(words)
    }

    pub(crate) fn insert(&mut self, class: u32) {
        self.0[class as usize / 64] |= 1 << (class % 64);
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }

    /// Keeps what is also in another set.
    pub(crate) fn keep(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
    }

    /// Keeps what is also in one of two sets.
    pub(crate) fn keep_either(&mut self, one: &Self, other: &Self) {
        for (word, (one, other)) in self.0.iter_mut().zip(one.0.iter().zip(&other.0)) {
            *word &= one | other;
        }
    }

    /// The classes in the set, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_sets_end_where_classes_end() {
        for classes in [0, 1, 63, 64, 65, 130] {
            assert_eq!(
                Bitmap::full(classes).iter().collect::<Vec<_>>(),
                (0..classes as u32).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn what_is_kept_is_in_both() {
        let of = |classes: &[u32]| {
            let mut map = Bitmap::empty(100);
            for &class in classes {
                map.insert(class);
            }
            map
        };
        let mut some = of(&[1, 5, 64, 99]);
        some.keep_either(&of(&[5]), &of(&[64, 98, 99]));
        assert_eq!(some.iter().collect::<Vec<_>>(), [5, 64, 99]);
        some.keep(&of(&[5, 99]));
        assert_eq!(some.iter().collect::<Vec<_>>(), [5, 99]);
    }
}
