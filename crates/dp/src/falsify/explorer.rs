//! Every path of decisions, one run after the other.

use lethe_num::{Coin, Decide, Enclosure, WeightedDraw};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// The chance of each output, within bounds.
pub type Distribution<O> = BTreeMap<O, Enclosure>;

/// Takes the place of random bits and goes through all that they could decide.
#[derive(Debug)]
pub struct Explorer {
    pub(super) bits: u32,
    /// The decisions of the current path: which of how many.
    path: Vec<(usize, usize)>,
    depth: usize,
    chance: Enclosure,
}

/// The exact distribution of what a mechanism returns.
///
/// **Cost**: a run for each path of decisions, so it is for small inputs.
pub fn distribution<O: Ord>(bits: u32, mut mechanism: impl FnMut(&mut Explorer) -> O) -> Distribution<O> {
    let one = Enclosure::integer(1, bits);
    let mut explorer = Explorer { bits, path: Vec::new(), depth: 0, chance: one.clone() };
    let mut found = Distribution::new();
    loop {
        explorer.depth = 0;
        explorer.chance = one.clone();
        let output = mechanism(&mut explorer);
        let entry = found.entry(output).or_insert_with(|| Enclosure::integer(0, bits));
        *entry = &*entry + &explorer.chance;
        // The next path: the last decision that has another outcome left takes it.
        explorer.path.truncate(explorer.depth);
        while explorer.path.last().is_some_and(|&(taken, of)| taken + 1 == of) {
            explorer.path.pop();
        }
        match explorer.path.last_mut() {
            Some((taken, _)) => *taken += 1,
            None => return found,
        }
    }
}

impl Explorer {
    /// The outcome of the next decision among so many, which is at least one.
    pub(super) fn take(&mut self, of: usize, chance: impl FnOnce(usize) -> Enclosure) -> usize {
        if self.depth == self.path.len() {
            self.path.push((0, of));
        }
        let (taken, _) = self.path[self.depth];
        self.depth += 1;
        self.chance = &self.chance * &chance(taken);
        taken
    }
}

impl Decide for Explorer {
    type Error = Infallible;

    fn flip(&mut self, coin: &Coin) -> Result<bool, Infallible> {
        let bits = self.bits;
        let heads = coin.chance(bits);
        let tails = &Enclosure::integer(1, bits) - &heads;
        Ok(self.take(2, |taken| if taken == 0 { heads } else { tails }) == 0)
    }

    fn draw(&mut self, weighted_draw: &WeightedDraw) -> Result<Option<usize>, Infallible> {
        let bits = self.bits;
        Ok((!weighted_draw.is_empty())
            .then(|| self.take(weighted_draw.len(), |ticket| weighted_draw.chance(ticket, bits))))
    }
}
