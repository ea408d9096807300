//! Which rows must be counted again.
//!
//! A set that contains the joining column was counted before. Since then some cells of that column have changed, and groups
//! that show neither what these cells showed nor what they show now are as they were. As the work goes on, few are left.

/// When each symbol of the joining column was last part of a change, or of a group that is too small.
pub(super) struct Again {
    touched: Vec<u64>,
    now: u64,
}

impl Again {
    /// Before anything was counted; symbols are below `domain`.
    pub(super) fn new(domain: usize) -> Self {
        Self { touched: vec![0; domain], now: 1 }
    }

    /// The time of this count. Changes that follow are later than it.
    pub(super) fn counted(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    /// Groups with this symbol have changed, or must.
    pub(super) fn touch(&mut self, symbol: u32) {
        self.touched[symbol as usize] = self.now;
    }

    /// The rows whose symbol was touched since a count, which are all before the first; those with `without` are left out.
    pub(super) fn rows(&self, shown: &[u32], since: u64, without: Option<u32>) -> Vec<u32> {
        let is_touched = |symbol: u32| Some(symbol) != without && self.touched[symbol as usize] >= since;
        (0..).zip(shown).filter(|(_, symbol)| is_touched(**symbol)).map(|(row, _)| row).collect()
    }
}
