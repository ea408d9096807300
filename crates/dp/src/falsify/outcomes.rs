//! Counting how often something comes out, where a program is too large to be run through every path.

/// Steps of the chance over which the worst case is looked for.
const STEPS: u32 = 4096;

/// How likely a false alarm is: an upper bound of the chance that an event comes out at least `with` times in `runs` runs on one table
/// and at most `without` times in as many on its neighbour, although both keep (epsilon, delta).
///
/// Choose the numbers before the runs. An event that was counted so refutes the promise at this rate; with several events, or both
/// directions, the rates add up.
///
/// The chance p of the event on the one table is at most e^epsilon · q + delta for its chance q on the other. Within a step of q, the
/// first factor is taken at the step's upper end and the second at its lower end, so the bound holds for every q.
pub fn false_alarm(runs: u32, with: u32, without: u32, epsilon: f64, delta: f64) -> f64 {
    let end = |step: u32| f64::from(step) / f64::from(STEPS);
    let chance = |step: u32| {
        let most = epsilon.exp().mul_add(end(step + 1), delta).min(1.0);
        let often = with.checked_sub(1).map_or(1.0, |fewer| 1.0 - at_most(runs, fewer, most));
        often * at_most(runs, without, end(step))
    };
    (0..STEPS).map(chance).fold(0.0, f64::max)
}

/// The chance that an event of chance `p` comes out at most so often.
fn at_most(runs: u32, times: u32, p: f64) -> f64 {
    let mut sum = 0.0;
    let mut log_ways = 0.0_f64;
    for count in 0..=times.min(runs) {
        let (hits, misses) = (f64::from(count), f64::from(runs - count));
        let log_hits = if count == 0 { 0.0 } else { hits * p.ln() };
        let log_misses = if count == runs { 0.0 } else { misses * (1.0 - p).ln() };
        sum += (log_ways + log_hits + log_misses).exp();
        log_ways += (misses / (hits + 1.0)).ln();
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_chances_add_up() {
        assert!((at_most(2, 1, 0.5) - 0.75).abs() < 1e-12);
        assert!((at_most(3, 0, 0.25) - 0.421_875).abs() < 1e-12);
        for p in [0.0, 0.3, 1.0] {
            assert!((at_most(7, 7, p) - 1.0).abs() < 1e-12, "{p}");
        }
    }

    #[test]
    fn what_cannot_be_told_from_chance_is_no_alarm() {
        // Anything may happen when nothing is promised, or when nothing is asked for.
        assert!(false_alarm(40, 40, 0, 1.0, 1.0) > 0.999);
        assert!(false_alarm(40, 0, 40, 0.0, 0.0) > 0.999);
        // One of one against none of one: q (1 − q) at epsilon 0, a quarter at most.
        assert!((false_alarm(1, 1, 0, 0.0, 0.0) - 0.25).abs() < 1e-3);
        // More runs, or a stronger promise, make the same shares rarer.
        assert!(false_alarm(80, 40, 0, 1.0, 0.0) < false_alarm(40, 20, 0, 1.0, 0.0));
        assert!(false_alarm(40, 20, 0, 0.5, 0.0) < false_alarm(40, 20, 0, 1.0, 0.0));
    }
}
