//! What a model sees of a class.

/// How often each sensitive value occurs: codes ascending, counts above zero.
pub type Histogram<'a> = &'a [(u32, u64)];

/// Records that look alike on the quasi-identifying columns.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    /// The people in it. Zero only for people of a population none of whom is in the table.
    pub size: u64,
    /// The people of the population who look alike, where a population is known; else 0.
    pub population: u64,
    /// The histogram of each sensitive column that the requirements ask for, in their order ("slots"). The counts of
    /// each sum to `size`: null is a value like any other.
    pub histograms: &'a [Histogram<'a>],
}
