//! Points in groups.

/// The group of each node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    /// Below `count`, in the order of their first nodes.
    pub of: Vec<u32>,
    /// How many groups have nodes.
    pub count: usize,
}

const MOST_ROUNDS: usize = 50;

/// k-means, each point as heavy as the records it has in common with others. The first center is the heaviest point, each next the
/// one of the largest weight times squared distance to the nearest center; a draw goes to the first. Points without weight are a
/// group of their own.
pub(super) fn of(axes: &[Vec<f64>], weights: &[f64], count: usize) -> Clusters {
    let points: Vec<Vec<f64>> =
        (0..weights.len()).map(|node| axes.iter().map(|axis| axis[node]).collect()).collect();
    let mut centers = begin(&points, weights, count);
    let mut of: Vec<usize> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let nearest: Vec<usize> = points.iter().map(|point| nearest(&centers, point).0).collect();
        if nearest == of {
            break;
        }
        of = nearest;
        centers = means(&points, weights, &of, centers);
    }
    let apart = centers.len();
    for (group, &weight) in of.iter_mut().zip(weights) {
        if weight <= 0.0 {
            *group = apart;
        }
    }
    numbered(&of, apart + 1)
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum()
}

/// The first of the nearest centers, and how far it is, squared.
fn nearest(centers: &[Vec<f64>], point: &[f64]) -> (usize, f64) {
    let distances = centers.iter().map(|center| distance(center, point)).enumerate();
    distances.reduce(|best, next| if next.1 < best.1 { next } else { best }).unwrap_or((0, f64::INFINITY))
}

fn begin(points: &[Vec<f64>], weights: &[f64], count: usize) -> Vec<Vec<f64>> {
    let mut centers: Vec<Vec<f64>> = Vec::new();
    let mut urgency = weights.to_vec();
    let mut distances = vec![f64::INFINITY; points.len()];
    while centers.len() < count.max(1) {
        let first = urgency
            .iter()
            .copied()
            .enumerate()
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((node, _)) = first.filter(|first| first.1 > 0.0) else { break };
        for (at, point) in points.iter().enumerate() {
            distances[at] = distances[at].min(distance(&points[node], point));
            urgency[at] = weights[at] * distances[at];
        }
        centers.push(points[node].clone());
    }
    centers
}

/// The weighted means of the groups; a group without points keeps its center.
fn means(points: &[Vec<f64>], weights: &[f64], of: &[usize], mut centers: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut sums: Vec<(f64, Vec<f64>)> =
        centers.iter().map(|center| (0.0, vec![0.0; center.len()])).collect();
    for ((point, &weight), &group) in
        points.iter().zip(weights).zip(of).filter(|((_, weight), _)| **weight > 0.0)
    {
        sums[group].0 += weight;
        for (sum, coordinate) in sums[group].1.iter_mut().zip(point) {
            *sum += weight * coordinate;
        }
    }
    for (center, (weight, sum)) in centers.iter_mut().zip(sums).filter(|(_, (weight, _))| *weight > 0.0) {
        *center = sum.into_iter().map(|sum| sum / weight).collect();
    }
    centers
}

fn numbered(of: &[usize], most: usize) -> Clusters {
    let mut numbers: Vec<Option<u32>> = vec![None; most];
    let mut count = 0;
    let number = |&group: &usize| {
        *numbers[group].get_or_insert_with(|| {
            count += 1;
            count - 1
        })
    };
    let of = of.iter().map(number).collect();
    Clusters { of, count: count as usize }
}
