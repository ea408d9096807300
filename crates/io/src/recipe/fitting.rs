//! Which keys of a search go together.

use super::{ClusterAlgorithm, Method, Search};
use std::fmt::Display;

const CLUSTERS: &[Method] = &[Method::Cluster, Method::DiskCluster];
const GROUPS: &[Method] = &[Method::Mondrian, Method::Cluster, Method::DiskCluster];

impl Search {
    /// The first key that others leave without effect, and why. Such a key is refused: it shows that the writer expects
    /// something else to happen.
    pub fn idle_key(&self) -> Option<(&'static str, String)> {
        let needs: [(&str, bool, &[Method]); 6] = [
            ("levels", !self.levels.is_empty(), &[Method::Fixed]),
            ("mode", self.mode.is_some(), &[Method::Compartment]),
            ("algorithm", self.algorithm.is_some(), CLUSTERS),
            ("recode", self.recode.is_some(), GROUPS),
            ("split", self.split.is_some(), &[Method::Mondrian]),
            ("center", self.center.is_some(), CLUSTERS),
        ];
        let idle = needs.into_iter().find(|(_, given, methods)| *given && !methods.contains(&self.method));
        if let Some((key, _, methods)) = idle {
            return Some((key, only_goes_with("method", methods, self.method)));
        }
        if self.local && GROUPS.contains(&self.method) {
            let problem = format!("goes with methods that search for levels, not with \"{}\"", self.method);
            return Some(("local", problem));
        }
        let algorithm = self.algorithm.unwrap_or_default();
        let without_center = self.center.is_some() && algorithm != ClusterAlgorithm::Mdav;
        without_center.then(|| ("center", only_goes_with("algorithm", &[ClusterAlgorithm::Mdav], algorithm)))
    }
}

fn only_goes_with<T: Display>(key: &str, wanted: &[T], found: T) -> String {
    let wanted: Vec<String> = wanted.iter().map(|wanted| format!("\"{wanted}\"")).collect();
    let wanted = match wanted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => wanted.concat(),
    };
    format!("only goes with {key} = {wanted}, not \"{found}\"")
}
