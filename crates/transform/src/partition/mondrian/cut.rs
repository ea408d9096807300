//! A cut: to which side each place goes.

/// Divides records by their places on one axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The axis.
    pub axis: usize,
    pub(super) rule: Rule,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Up to this place, and beyond.
    After(u32),
    /// By the child under which a place lies, apart from places that are lent to another side.
    Children {
        /// The first place and the side of each run of places, ascending.
        sides: Vec<(u32, usize)>,
        count: usize,
    },
}

impl Cut {
    /// The number of sides, at least two.
    pub fn sides(&self) -> usize {
        match &self.rule {
            Rule::After(_) => 2,
            Rule::Children { count, .. } => *count,
        }
    }

    /// The side of a place that occurs.
    #[inline]
    pub fn side(&self, place: u32) -> usize {
        match &self.rule {
            Rule::After(last) => usize::from(place > *last),
            Rule::Children { sides, .. } => {
                let after = sides.partition_point(|(first, _)| *first <= place);
                sides[after.saturating_sub(1)].1
            }
        }
    }
}
