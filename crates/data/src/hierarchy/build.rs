//! From paths to levels, or to the list of everything that is wrong with the paths.

use super::{Defect, DefectKind, Level, ROOT};
use crate::{Interner, TextArena};
use std::collections::{HashMap, HashSet};

type Built = (Vec<Level>, HashMap<Box<str>, u32>);

pub(super) fn levels_of<P: AsRef<[L]>, L: AsRef<str>>(paths: &[P]) -> Result<Built, Vec<Defect>> {
    let mut defects = Vec::new();
    let Some(height) = usual_height(paths) else {
        return Err(vec![Defect { path: 0, earlier: None, kind: DefectKind::EmptyHierarchy }]);
    };
    check_roots(paths, &mut defects);
    let mut growing: Vec<Growing> = (0..height).map(|_| Growing::default()).collect();
    for (path, labels) in paths.iter().enumerate() {
        let labels = labels.as_ref();
        for (level, _) in labels.iter().enumerate().skip(1).filter(|(_, label)| label.as_ref().is_empty()) {
            defects.push(Defect { path, earlier: None, kind: DefectKind::EmptyLabel { level } });
        }
        if labels.len() == height {
            add_path(&mut growing, path, labels, &mut defects);
        } else {
            let kind = DefectKind::RaggedHeight { found: labels.len(), expected: height };
            defects.push(Defect { path, earlier: None, kind });
        }
    }
    if defects.is_empty() {
        return Ok(finish(growing));
    }
    defects.sort_by_key(|defect| defect.path);
    Err(defects)
}

/// One level while paths are added.
#[derive(Default)]
struct Growing {
    labels: Interner,
    parents: Vec<u32>,
    /// The path on which each node was first seen.
    first_path: Vec<u32>,
    of_leaf: Vec<u32>,
}

fn add_path<L: AsRef<str>>(growing: &mut [Growing], path: usize, labels: &[L], defects: &mut Vec<Defect>) {
    let nodes: Vec<u32> = growing
        .iter_mut()
        .zip(labels)
        .map(|(level, label)| {
            let node = level.labels.intern(label.as_ref());
            if node as usize == level.first_path.len() {
                level.first_path.push(path as u32);
            }
            node
        })
        .collect();
    for (index, level) in growing.iter_mut().enumerate() {
        let node = nodes[index];
        let is_new = level.first_path[node as usize] as usize == path;
        let parent = nodes.get(index + 1).copied();
        let earlier = Some(level.first_path[node as usize] as usize);
        match parent {
            Some(parent) if is_new => level.parents.push(parent),
            Some(parent) if level.parents[node as usize] != parent => {
                defects.push(Defect { path, earlier, kind: DefectKind::TwoParents { level: index } });
            }
            _ if index == 0 && !is_new => {
                defects.push(Defect { path, earlier, kind: DefectKind::DuplicateLeaf });
            }
            _ => {}
        }
        level.of_leaf.push(node);
    }
}

fn finish(growing: Vec<Growing>) -> Built {
    let level = |level: Growing| {
        let labels = Labels { texts: level.labels.into_texts(), of_leaf: level.of_leaf };
        complete(labels, level.parents)
    };
    with_index(growing.into_iter().map(level).collect())
}

/// The labels of a level: its nodes in order of first occurrence, and the node of each leaf.
pub(super) struct Labels {
    pub(super) texts: TextArena,
    pub(super) of_leaf: Vec<u32>,
}

/// What [`levels_of`] would give for the paths through these levels and the root; `None` where it would find a defect.
/// Leaves must differ.
pub(super) fn levels_from(leaves: TextArena, above: Vec<Labels>) -> Option<Built> {
    let count = leaves.len();
    let identity = (0..count as u32).collect();
    let root = Labels { texts: std::iter::once(ROOT).collect(), of_leaf: vec![0; count] };
    let mut labels = vec![Labels { texts: leaves, of_leaf: identity }];
    labels.extend(above);
    labels.push(root);
    if labels[1..].iter().any(|level| level.texts.iter().any(str::is_empty)) {
        return None;
    }
    let parents: Vec<Vec<u32>> =
        labels.windows(2).map(|pair| parents(&pair[0], &pair[1])).collect::<Option<_>>()?;
    let levels = labels.into_iter().zip(parents.into_iter().chain([Vec::new()]));
    Some(with_index(levels.map(|(level, parents)| complete(level, parents)).collect()))
}

/// The parent of each node; `None` where one has two.
fn parents(below: &Labels, above: &Labels) -> Option<Vec<u32>> {
    let mut parents: Vec<u32> = Vec::with_capacity(below.texts.len());
    for (&node, &parent) in below.of_leaf.iter().zip(&above.of_leaf) {
        match parents.get(node as usize) {
            // Nodes are numbered in order of first occurrence.
            None => parents.push(parent),
            Some(&known) if known == parent => {}
            Some(_) => return None,
        }
    }
    Some(parents)
}

fn complete(level: Labels, parents: Vec<u32>) -> Level {
    let mut leaves = vec![0u32; level.texts.len()];
    for &node in &level.of_leaf {
        leaves[node as usize] += 1;
    }
    Level { labels: level.texts, parents, of_leaf: level.of_leaf, leaves }
}

fn with_index(levels: Vec<Level>) -> Built {
    let index = levels[0].labels.iter().enumerate().map(|(leaf, text)| (text.into(), leaf as u32)).collect();
    (levels, index)
}

/// The height that most paths have; the first of them decides a tie.
fn usual_height<P: AsRef<[L]>, L: AsRef<str>>(paths: &[P]) -> Option<usize> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for height in paths.iter().map(|path| path.as_ref().len()).filter(|&height| height > 0) {
        match counts.iter_mut().find(|(seen, _)| *seen == height) {
            Some((_, count)) => *count += 1,
            None => counts.push((height, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.iter().find(|(_, count)| *count == most).map(|(height, _)| *height)
}

fn check_roots<P: AsRef<[L]>, L: AsRef<str>>(paths: &[P], defects: &mut Vec<Defect>) {
    let ends: Vec<Option<&str>> = paths.iter().map(|path| path.as_ref().last().map(L::as_ref)).collect();
    let mut missing =
        ends.iter().enumerate().filter(|(_, end)| end.is_some_and(|end| end != ROOT)).map(|(path, _)| path);
    if ends.contains(&Some(ROOT)) {
        let kind = || DefectKind::MissingRoot;
        defects.extend(missing.map(|path| Defect { path, earlier: None, kind: kind() }));
        return;
    }
    let Some(first) = missing.next() else { return };
    let roots = ends.iter().flatten().collect::<HashSet<_>>().len();
    match missing.find(|&path| ends[path] != ends[first]) {
        Some(other) => {
            let kind = DefectKind::SeveralRoots { roots };
            defects.push(Defect { path: other, earlier: Some(first), kind });
        }
        None => defects.push(Defect { path: first, earlier: None, kind: DefectKind::MissingRoot }),
    }
}
