//! A quasi-identifying column as a line on which records have places.

use super::ancestors::Ancestors;
use super::label::SPELT_OUT;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::{Column, Value, ValueType};
use lethe_models::quality::{ColumnCosts, Covers};

/// Sets of values are told apart in columns of at most this many places.
const SET_PLACES: usize = u64::BITS as usize;

/// The cost of every range is kept for columns of at most this many places.
const TABULATED: usize = 256;

/// A column whose values stand in a row: the leaves of a hierarchy in depth-first order, or values in their own order.
/// Whatever a group of records has in the column lies between a first and a last place.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The place of each column code.
    places: Vec<u32>,
    shape: Shape,
    /// How much the column counts.
    weight: f64,
    /// Where each place lies between the smallest number (0) and the largest (1); none for null.
    numbers: Option<Vec<f64>>,
    /// The cost of `first ..= last` at `first * places + last`, for few places.
    costs: Vec<f32>,
}

#[derive(Clone, Debug)]
enum Shape {
    /// Groups show nodes of a hierarchy.
    Tree {
        ancestors: Ancestors,
        /// What a node costs, by level and by place under it.
        costs: Vec<Vec<f32>>,
        lowest: usize,
        top: usize,
        /// The node of each place, by level.
        nodes: Vec<Vec<u32>>,
    },
    /// Groups show ranges or sets of values; the last place may be null, which is in no range.
    Line { null: Option<u32>, is_set: bool },
}

/// What a group shows in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The label of its values on this level of the hierarchy.
    Level(usize),
    /// A label that stands for these values.
    Span(Covers),
    /// Nothing: `*`.
    Everything,
}

impl Axis {
    /// A column whose groups show nodes of a hierarchy, at least on the level `lowest`. `costs` says what a node costs.
    pub fn tree(
        column: &Column,
        bound: &BoundHierarchy,
        costs: &ColumnCosts,
        lowest: usize,
        weight: f64,
    ) -> Self {
        let ancestors = Ancestors::new(bound);
        let whole = costs.whole.max(1) as f64;
        let of_level = |level: usize| {
            let nodes = bound.codes(level);
            let cost = |&code: &u32| {
                (costs.levels[level][nodes[code as usize] as usize] as f64 / whole * weight) as f32
            };
            ancestors.codes.iter().map(cost).collect()
        };
        let nodes_of = |level: usize| {
            ancestors.codes.iter().map(|&code| bound.codes(level)[code as usize]).collect::<Vec<u32>>()
        };
        let nodes = (0..bound.height()).map(nodes_of).collect();
        let shape = Shape::Tree {
            costs: (0..bound.height()).map(of_level).collect(),
            lowest,
            top: bound.height() - 1,
            nodes,
            ancestors,
        };
        Self::new(column, shape, weight)
    }

    /// A column whose groups show ranges or sets of values.
    pub fn line(column: &Column, weight: f64) -> Self {
        let unordered = matches!(column.value_type(), ValueType::Text | ValueType::Boolean | ValueType::Set);
        let is_set = unordered && column.domain() <= SET_PLACES;
        Self::new(column, Shape::Line { null: column.null_code(), is_set }, weight)
    }

    fn new(column: &Column, shape: Shape, weight: f64) -> Self {
        let codes: Vec<u32> = match &shape {
            Shape::Tree { ancestors, .. } => ancestors.codes.clone(),
            Shape::Line { .. } => (0..column.domain() as u32).collect(),
        };
        let mut places = vec![0; codes.len()];
        for (place, &code) in codes.iter().enumerate() {
            places[code as usize] = place as u32;
        }
        let numbers = numbers(column, &codes);
        let mut axis = Self { places, shape, weight, numbers, costs: Vec::new() };
        let count = codes.len();
        if count <= TABULATED {
            let pairs = (0..count as u32).flat_map(|first| (0..count as u32).map(move |last| (first, last)));
            axis.costs = pairs
                .map(|(first, last)| if first <= last { axis.cost_of(first, last) } else { 0.0 })
                .collect();
        }
        axis
    }

    /// The number of places: the column's distinct values, and null where it has nulls.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the column has no values.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The place of a column code.
    #[inline]
    pub fn place(&self, code: u32) -> u32 {
        self.places[code as usize]
    }

    /// The column code at a place.
    pub fn code(&self, place: u32) -> u32 {
        match &self.shape {
            Shape::Tree { ancestors, .. } => ancestors.codes[place as usize],
            Shape::Line { .. } => place,
        }
    }

    /// How much the column counts.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// What a record loses in this column when its group lies between two places: from 0 to the column's weight.
    #[inline]
    pub fn cost(&self, first: u32, last: u32) -> f64 {
        if self.costs.is_empty() {
            return f64::from(self.cost_of(first, last));
        }
        f64::from(self.costs[first as usize * self.places.len() + last as usize])
    }

    fn cost_of(&self, first: u32, last: u32) -> f32 {
        match &self.shape {
            Shape::Tree { ancestors, costs, lowest, .. } => {
                costs[ancestors.level(first, last).max(*lowest)][first as usize]
            }
            Shape::Line { .. } if first == last => 0.0,
            Shape::Line { null, .. } if *null == Some(last) => self.weight as f32,
            Shape::Line { null, .. } => {
                let values = self.places.len() - usize::from(null.is_some());
                (f64::from(last - first) / (values - 1) as f64 * self.weight) as f32
            }
        }
    }

    /// How wide a group is in this column, from 0 to the column's weight: the range of its numbers, or else its cost.
    pub fn width(&self, first: u32, last: u32) -> f64 {
        match (&self.shape, &self.numbers) {
            (Shape::Line { null, .. }, Some(numbers)) if *null != Some(last) => {
                (numbers[last as usize] - numbers[first as usize]) * self.weight
            }
            _ => self.cost(first, last),
        }
    }

    /// The distance of two records in this column: for numbers and dates their difference over the column's range; else
    /// the height of the lowest common ancestor over the tree's height; without a hierarchy 1 for different values. Null
    /// and a number are as far apart as can be.
    ///
    /// **Paper**: Dimakopoulos 2022, section 3.2.3.
    pub fn distance(&self, one: u32, other: u32) -> f64 {
        self.distance_to(one, (other, other), self.number(other))
    }

    /// The distance of a record from the middle of several: from the mean of their numbers, which is `None` if they have
    /// none, or from the lowest common ancestor of those between two places.
    ///
    /// **Paper**: Dimakopoulos 2022, section 3.2.3.
    pub fn distance_to(&self, place: u32, (first, last): (u32, u32), mean: Option<f64>) -> f64 {
        if self.numbers.is_some() {
            return match (self.number(place), mean) {
                (Some(number), Some(mean)) => (number - mean).abs() * self.weight,
                (None, None) => 0.0,
                _ => self.weight,
            };
        }
        let (first, last) = (first.min(place), last.max(place));
        match &self.shape {
            _ if first == last => 0.0,
            Shape::Tree { ancestors, top, .. } => {
                ancestors.level(first, last) as f64 / (*top).max(1) as f64 * self.weight
            }
            Shape::Line { .. } => self.weight,
        }
    }

    /// The number at a place, scaled so that the smallest is 0 and the largest 1; `None` for null and in columns that are
    /// neither numbers nor dates.
    pub fn number(&self, place: u32) -> Option<f64> {
        self.numbers.as_ref().map(|numbers| numbers[place as usize]).filter(|number| !number.is_nan())
    }

    /// All that is to be known of a group's places, at least one, to say what it shows: the first and the last of them, or
    /// which they are, a bit each, where sets of few values are shown.
    pub fn words(&self, places: impl Iterator<Item = u32>) -> [u32; 2] {
        if let Shape::Line { is_set: true, .. } = self.shape {
            let set = places.fold(0_u64, |set, place| set | 1 << place);
            return [set as u32, (set >> 32) as u32];
        }
        let range = places.fold((u32::MAX, 0), |(first, last), place| (first.min(place), last.max(place)));
        [range.0, range.1]
    }

    /// What a group shows, from [`Axis::words`].
    pub fn shown(&self, words: [u32; 2]) -> Shown {
        let [first, last] = words;
        match &self.shape {
            Shape::Tree { ancestors, lowest, .. } => Shown::Level(ancestors.level(first, last).max(*lowest)),
            Shape::Line { is_set: true, null } => shown_set(u64::from(first) | u64::from(last) << 32, *null),
            Shape::Line { .. } if first == last => Shown::Level(0),
            Shape::Line { null, .. } if *null == Some(last) => Shown::Everything,
            Shape::Line { .. } => Shown::Span(Covers::Range { first, last }),
        }
    }

    /// Where a group between two places can be cut.
    pub(super) fn cuts(&self, first: u32, last: u32) -> Cuts<'_> {
        match &self.shape {
            _ if first == last => Cuts::None,
            Shape::Tree { ancestors, lowest, nodes, .. } => {
                let level = ancestors.level(first, last);
                if level <= *lowest { Cuts::None } else { Cuts::Children(&nodes[level - 1]) }
            }
            Shape::Line { null, .. } => Cuts::Anywhere { null: null.filter(|&null| null == last) },
        }
    }
}

/// Where a group can be cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cuts<'a> {
    /// Nowhere: what it shows would stay the same.
    None,
    /// Into the children of its node; the child of each place.
    Children(&'a [u32]),
    /// Between any two places; null apart from the values where the group has both.
    Anywhere { null: Option<u32> },
}

/// What a set of places shows, a bit each. Many values are told by the first and the last of them.
fn shown_set(set: u64, null: Option<u32>) -> Shown {
    if set.count_ones() <= 1 {
        return Shown::Level(0);
    }
    if null.is_some_and(|null| set >> null & 1 == 1) {
        return Shown::Everything;
    }
    let codes = (0..u64::BITS).filter(|&place| set >> place & 1 == 1);
    Shown::Span(if set.count_ones() <= SPELT_OUT {
        Covers::Codes(codes.collect())
    } else {
        Covers::Range { first: set.trailing_zeros(), last: set.ilog2() }
    })
}

/// The numbers of ordered values, from 0 to 1; not a number for null.
fn numbers(column: &Column, codes: &[u32]) -> Option<Vec<f64>> {
    let dictionary = column.dictionary();
    let number = |&code: &u32| {
        if code as usize >= dictionary.len() {
            return Some(f64::NAN);
        }
        match dictionary.value(code) {
            Value::Date(day) => Some(f64::from(day)),
            Value::DateTime(moment) => Some(moment as f64),
            value => value.as_decimal().map(lethe_data::Decimal::to_f64),
        }
    };
    let mut numbers: Vec<f64> = codes.iter().map(number).collect::<Option<_>>()?;
    let known = || numbers.iter().copied().filter(|number| !number.is_nan());
    let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let range = if most > least { most - least } else { 1.0 };
    for number in &mut numbers {
        *number = (*number - least) / range;
    }
    Some(numbers)
}
