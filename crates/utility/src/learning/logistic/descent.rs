//! Going down to the minimum of a convex function.
//!
//! **Paper**: Nocedal 1980; Liu & Nocedal 1989 (L-BFGS), measured in the curvature at the start. Steps are halved until
//! they go down enough (Armijo). The work of one step follows the one before in fixed order, so the result is the same in every run.

use super::objective::Objective;
use crate::learning::Options;
use lethe_data::{Context, Result};
use std::collections::VecDeque;

/// Steps remembered.
const MEMORY: usize = 10;
/// A step is halved so often at most.
const HALVINGS: usize = 40;

struct Step {
    moved: Vec<f64>,
    turned: Vec<f64>,
    scale: f64,
}

/// The parameters at the minimum, and whether it was reached.
///
/// **Errors**: the run was cancelled.
pub(super) fn minimise(
    objective: &Objective<'_>,
    options: &Options,
    context: &Context,
) -> Result<(Vec<f64>, bool)> {
    let mut at = objective.start();
    let curvature = objective.curvature();
    let mut slope = vec![0.0; at.len()];
    let mut value = objective.evaluate(&at, &mut slope);
    let flat = options.tolerance * objective.records();
    let mut memory: VecDeque<Step> = VecDeque::with_capacity(MEMORY);
    let (mut next, mut next_slope) = (at.clone(), slope.clone());
    for _ in 0..options.max_steps {
        if steepest(&slope) <= flat {
            break;
        }
        context.check_cancelled()?;
        let direction = direction(&slope, &curvature, &memory);
        let down = dot(&direction, &slope);
        let mut length = 1.0;
        let mut lower = None;
        for _ in 0..HALVINGS {
            next.iter_mut().zip(&at).zip(&direction).for_each(|((to, from), by)| *to = from + length * by);
            let reached = objective.evaluate(&next, &mut next_slope);
            if reached <= value + 1e-4 * length * down {
                lower = Some(reached);
                break;
            }
            length /= 2.0;
        }
        let Some(reached) = lower else { break };
        remember(&mut memory, difference(&next, &at), difference(&next_slope, &slope));
        value = reached;
        std::mem::swap(&mut at, &mut next);
        std::mem::swap(&mut slope, &mut next_slope);
    }
    let reached = steepest(&slope) <= flat;
    Ok((at, reached))
}

/// The way down that the remembered steps suggest.
fn direction(slope: &[f64], curvature: &[f64], memory: &VecDeque<Step>) -> Vec<f64> {
    let mut direction: Vec<f64> = slope.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for step in memory.iter().rev() {
        let share = step.scale * dot(&step.moved, &direction);
        add(&mut direction, -share, &step.turned);
        shares.push(share);
    }
    let scaled =
        |turned: &[f64]| turned.iter().zip(curvature).map(|(turn, curve)| turn * turn / curve).sum::<f64>();
    let stretch = memory.back().map_or(1.0, |step| 1.0 / (step.scale * scaled(&step.turned)));
    direction.iter_mut().zip(curvature).for_each(|(value, curve)| *value *= stretch / curve);
    for (step, share) in memory.iter().zip(shares.iter().rev()) {
        let back = step.scale * dot(&step.turned, &direction);
        add(&mut direction, share - back, &step.moved);
    }
    direction
}

/// Keeps a step that shows a positive curvature; others are rounding, the function being convex.
fn remember(memory: &mut VecDeque<Step>, moved: Vec<f64>, turned: Vec<f64>) {
    let product = dot(&moved, &turned);
    if product <= 1e-14 * dot(&turned, &turned).max(f64::MIN_POSITIVE) {
        return;
    }
    if memory.len() == MEMORY {
        memory.pop_front();
    }
    memory.push_back(Step { moved, turned, scale: 1.0 / product });
}

fn steepest(slope: &[f64]) -> f64 {
    slope.iter().fold(0.0, |most, slope| most.max(slope.abs()))
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(l, r)| l * r).sum()
}

fn add(to: &mut [f64], share: f64, from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += share * from);
}

fn difference(left: &[f64], right: &[f64]) -> Vec<f64> {
    left.iter().zip(right).map(|(l, r)| l - r).collect()
}
