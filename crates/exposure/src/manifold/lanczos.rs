//! The largest eigenvectors of a large sparse matrix, by Lanczos' method.
//!
//! Every new vector is made orthogonal to all before, twice, because rounding soon makes the short recurrence forget them. One
//! start vector finds one eigenvector of each eigenvalue; when it has nothing more to find, another start is taken.

use super::components::Parts;
use super::operator::{Operator, dot, subtract};
use super::tridiagonal;
use crate::Result;
use crate::held::Held;
use lethe_data::Context;

/// An eigenvalue with a vector of length 1.
#[derive(Clone, Debug)]
pub(super) struct Eigenpair {
    pub(super) value: f64,
    pub(super) vector: Vec<f64>,
    /// The length of matrix · vector − value · vector.
    pub(super) residual: f64,
}

/// Steps after which what was found is taken as it is, with its residuals.
const MOST_STEPS: usize = 300;
/// A residual that is small enough.
const SMALL: f64 = 1e-9;
/// The length below which a vector is nothing but rounding; eigenvalues are at most 1.
const NOTHING: f64 = 1e-10;

/// The largest eigenvalues, but for those that are known of the parts.
///
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub(super) fn largest(
    operator: &Operator,
    parts: &Parts,
    wanted: usize,
    context: &Context,
) -> Result<Vec<Eigenpair>> {
    let room = parts.nodes() - parts.count();
    let wanted = wanted.min(room);
    if wanted == 0 {
        return Ok(Vec::new());
    }
    let task = context.task("laying nodes out", None);
    let mut search =
        Search { operator, parts, basis: Vec::new(), diagonal: Vec::new(), beside: Vec::new(), starts: 0 };
    // A vector of the basis, and what the small matrix takes.
    let vector_bytes = operator.degrees.len() * size_of::<f64>();
    let mut held = Held::take("the basis of Lanczos' method", 3 * vector_bytes, context)?;
    let Some(mut next) = search.start() else { return Ok(Vec::new()) };
    let mut look = wanted + 2;
    loop {
        context.check_cancelled()?;
        task.advance(1);
        held.grow(vector_bytes)?;
        let (following, length) = context.install(|| search.step(next));
        let steps = search.basis.len();
        let is_last = steps >= room.min(MOST_STEPS.max(2 * wanted));
        if is_last || steps >= look {
            let _small = Held::take(
                "the small matrix of Lanczos' method",
                4 * steps * steps * size_of::<f64>(),
                context,
            )?;
            let small = tridiagonal::eigenpairs(&search.diagonal, &search.beside);
            let found = &small[..wanted.min(small.len())];
            let is_near = found.iter().all(|pair| length * pair.vector[steps - 1].abs() <= SMALL);
            // Where the start has found all it can, the largest of the rest may be larger still.
            if is_last || (is_near && length > NOTHING && steps >= wanted) {
                return Ok(context.install(|| found.iter().map(|pair| search.lift(pair)).collect()));
            }
            look = steps + (steps / 4).max(8);
        }
        if length > NOTHING {
            search.beside.push(length);
            next = following;
        } else {
            search.beside.push(0.0);
            let Some(start) = search.start() else {
                let small = tridiagonal::eigenpairs(&search.diagonal, &search.beside);
                return Ok(small.iter().take(wanted).map(|pair| search.lift(pair)).collect());
            };
            next = start;
        }
    }
}

struct Search<'a> {
    operator: &'a Operator<'a>,
    parts: &'a Parts,
    basis: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
    beside: Vec<f64>,
    starts: u64,
}

impl Search<'_> {
    /// A vector of length 1 that is orthogonal to all before; none when there is no room.
    fn start(&mut self) -> Option<Vec<f64>> {
        for _ in 0..4 {
            self.starts += 1;
            let salt = self.starts << 40;
            let mut vector: Vec<f64> =
                (0..self.operator.degrees.len() as u64).map(|node| scrambled(node ^ salt)).collect();
            self.clean(&mut vector);
            let length = dot(&vector, &vector).sqrt();
            if length > 1e-6 {
                divide(&mut vector, length);
                return Some(vector);
            }
        }
        None
    }

    /// Adds a vector to the basis; the next one and its length before it was made 1.
    fn step(&mut self, vector: Vec<f64>) -> (Vec<f64>, f64) {
        let mut next = self.operator.times(&vector);
        self.diagonal.push(dot(&next, &vector));
        self.basis.push(vector);
        self.clean(&mut next);
        let length = dot(&next, &next).sqrt();
        if length > NOTHING {
            divide(&mut next, length);
        }
        (next, length)
    }

    /// Makes a vector orthogonal to all that is known.
    fn clean(&self, vector: &mut [f64]) {
        for _ in 0..2 {
            self.parts.project(self.operator, vector);
            for known in &self.basis {
                let factor = dot(vector, known);
                subtract(vector, factor, known);
            }
        }
    }

    /// An eigenvector of the large matrix from one of the small.
    fn lift(&self, pair: &tridiagonal::SmallPair) -> Eigenpair {
        let mut vector = vec![0.0; self.operator.degrees.len()];
        for (known, &factor) in self.basis.iter().zip(&pair.vector) {
            subtract(&mut vector, -factor, known);
        }
        let length = dot(&vector, &vector).sqrt();
        divide(&mut vector, length);
        let mut rest = self.operator.times(&vector);
        subtract(&mut rest, pair.value, &vector);
        Eigenpair { value: pair.value, residual: dot(&rest, &rest).sqrt(), vector }
    }
}

fn divide(vector: &mut [f64], length: f64) {
    for entry in vector {
        *entry /= length;
    }
}

/// A number between −1 and 1 that looks like chance (`SplitMix64`).
fn scrambled(number: u64) -> f64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}
