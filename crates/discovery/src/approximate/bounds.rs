//! How far from the truth a sample may be.

/// Draws after which a mean of values from 0 to `range` is at most `error` off, save for a probability of `risk`:
/// `range² · ln(1 / risk) / (2 · error²)`, rounded up.
pub(super) fn draws(range: f64, error: f64, risk: f64) -> u64 {
    (range * range * (1.0 / risk).ln() / (2.0 * error * error)).ceil().max(1.0) as u64
}

/// How far a mean may be off after so many draws; the inverse of [`draws`].
pub(super) fn radius(range: f64, draws: u64, risk: f64) -> f64 {
    range * ((1.0 / risk).ln() / (2.0 * draws as f64)).sqrt()
}

/// Where the chance of a coin lies that came up `hits` times in `draws`, save for a probability of `risk`.
///
/// **Guarantee**: both ends are outside of what the inequality allows, so that rounding only widens the interval.
/// **Paper**: Hoeffding 1963, Theorem 1, for both sides.
pub(super) fn interval(hits: u64, draws: u64, risk: f64) -> (f64, f64) {
    let seen = hits as f64 / draws as f64;
    let allowed = (2.0 / risk).ln() / draws as f64;
    let is_excluded = |chance: f64| divergence(seen, chance) > allowed;
    let end = |mut outside: f64| {
        let mut inside = seen;
        if !is_excluded(outside) {
            return outside;
        }
        for _ in 0..60 {
            let middle = f64::midpoint(inside, outside);
            if is_excluded(middle) { outside = middle } else { inside = middle }
        }
        outside
    };
    (end(0.0), end(1.0))
}

/// The Kullback–Leibler divergence of a coin with chance `p` from one with chance `q`, in nats.
fn divergence(p: f64, q: f64) -> f64 {
    let term = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a * (a / b).ln() };
    term(p, q) + term(1.0 - p, 1.0 - q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_never_wider_than_the_root_and_meets_the_rule_at_the_ends() {
        for (hits, total) in [(0, 10), (3, 10), (10, 10), (500, 1000), (999, 1000), (26_492, 26_492)] {
            let (lower, upper) = interval(hits, total, 0.01);
            let seen = hits as f64 / total as f64;
            let root = radius(1.0, total, 0.005);
            assert!(lower <= seen && seen <= upper && 0.0 <= lower && upper <= 1.0);
            assert!(seen - lower <= root + 1e-9 && upper - seen <= root + 1e-9, "{hits} of {total}");
        }
        // Without a miss in N draws, a chance q has passed with probability qᴺ.
        let (lower, upper) = interval(1000, 1000, 0.01);
        assert!((lower - 0.005f64.powf(1e-3)).abs() < 1e-9 && (upper - 1.0).abs() < 1e-12);
    }

    #[test]
    fn as_many_draws_as_asked_for_bring_the_error_asked_for() {
        for (range, error, risk) in [(1.0, 0.01, 0.01), (2.0, 0.05, 0.001)] {
            let count = draws(range, error, risk);
            assert!(radius(range, count, risk) <= error && radius(range, count - 1, risk) > error);
        }
    }
}
