//! Cutting a tree back to what holds for records it was not grown from.
//!
//! With a hundred features some split always looks good by chance, and errors counted on the rows that chose it, however
//! pessimistically, do not tell.

use super::Node;
use crate::learning::draw::Draw;
use crate::learning::lesson::Lesson;

/// With fewer rows every one is needed to grow.
const ENOUGH_ROWS: usize = 400;
/// The purpose of the numbers drawn here.
const PURPOSE: u64 = 3;

/// Three quarters of the rows to grow from and the rest to check by; all to grow from where there are few.
pub(super) fn set_aside(rows: &[u32], seed: u64) -> (Vec<u32>, Vec<u32>) {
    if rows.len() < ENOUGH_ROWS {
        return (rows.to_vec(), Vec::new());
    }
    let growing = Draw::new(seed, PURPOSE).sample(rows.to_vec(), rows.len() / 4 * 3);
    let mut chosen = growing.iter().copied().peekable();
    let checking = rows.iter().copied().filter(|&row| chosen.next_if_eq(&row).is_none()).collect();
    (growing, checking)
}

/// Makes a leaf of every node whose branches show the rows set aside no better than itself. Then all rows count.
///
/// **Paper**: Quinlan 1987 (reduced error pruning).
pub(super) fn reduce(nodes: &mut [Node], lesson: &Lesson<'_>, checking: &[u32]) {
    if checking.is_empty() {
        return;
    }
    let tallies = tally(nodes, lesson, checking);
    let mut wrong = vec![0.0; nodes.len()];
    // Branches stand behind their node.
    for at in (0..nodes.len()).rev() {
        let counts = &nodes[at].counts;
        let reported =
            (0..counts.len()).fold(0, |best, class| if counts[class] > counts[best] { class } else { best });
        wrong[at] = tallies[at].iter().sum::<f64>() - tallies[at][reported];
        if let Some(branch) = &nodes[at].branch {
            let below = wrong[branch.left as usize] + wrong[branch.right as usize];
            if wrong[at] <= below {
                nodes[at].branch = None;
            } else {
                wrong[at] = below;
            }
        }
    }
    for (node, counts) in tally(nodes, lesson, &lesson.rows).into_iter().enumerate() {
        nodes[node].counts = counts;
    }
}

/// The records of each class that come to each node.
fn tally(nodes: &[Node], lesson: &Lesson<'_>, rows: &[u32]) -> Vec<Vec<f64>> {
    let mut tallies = vec![vec![0.0; lesson.class_count]; nodes.len()];
    for &row in rows {
        let mut at = 0;
        loop {
            tallies[at][lesson.class(row)] += lesson.weight(row);
            let Some(branch) = &nodes[at].branch else { break };
            at = branch.next(lesson.sheet.row(row));
        }
    }
    tallies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_set_aside_and_rows_grown_from_are_all_rows() {
        let rows: Vec<u32> = (0..1000).map(|row| row * 3).collect();
        let (growing, checking) = set_aside(&rows, 5);
        assert_eq!((growing.len(), checking.len()), (750, 250));
        let mut both = [growing, checking].concat();
        both.sort_unstable();
        assert_eq!(both, rows);
        assert_eq!(set_aside(&rows[..100], 5), (rows[..100].to_vec(), Vec::new()));
    }
}
