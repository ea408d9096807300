//! What a model sees of a class.

/// How often each sensitive value occurs: codes ascending, counts above zero.
pub type Histogram<'a> = &'a [(u32, u64)];

/// Records that are equal on the quasi-identifying columns.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    /// The records in it. Zero only for records of a population none of whom is in the table.
    pub size: u64,
    /// The records of the population that are equal, where a population is known; else 0.
    pub population: u64,
    /// The histogram of each sensitive column that the requirements ask for, in their order ("slots"). The counts of
    /// each sum to `size`: null is a value like any other.
    pub histograms: &'a [Histogram<'a>],
}
