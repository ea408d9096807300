//! Groups around the records that are farthest from the mean.

use super::centroid::Centroid;
use super::clusters::Clusters;
use super::part::Part;

/// Puts all free units into clusters of at least k records: the unit farthest from the mean of all that are free takes
/// those nearest to it, then the unit farthest from that one does, for as long as 3k records are free. The last ones make
/// two clusters if they are 2k, else one.
///
/// Distances are Euclidean over the columns, as for microaggregation, whose groups are to have little variance.
///
/// **Paper**: Domingo-Ferrer and Mateo-Sanz 2002; Domingo-Ferrer and Torra 2005, section 3 (generic MDAV).
///
/// **Cost**: the free units times the clusters.
pub(super) fn mdav(clusters: &mut Clusters<'_>) {
    let part = clusters.part();
    let least = part.least().max(1);
    let mut free = Free { part, records: 0, units: clusters.free() };
    free.records = free.units.iter().map(|&unit| part.records(unit)).sum();
    while free.records >= 2 * least {
        let Some(mean) = Centroid::over(part, &free.units) else { break };
        let Some(first) = free.farthest(&mean) else { break };
        let more = free.records >= 3 * least;
        let members = free.take_around(&Centroid::of(part, first), least);
        clusters.found(members);
        if !more {
            break;
        }
        let Some(second) = free.farthest(&Centroid::of(part, first)) else { break };
        let members = free.take_around(&Centroid::of(part, second), least);
        clusters.found(members);
    }
    if !free.units.is_empty() {
        clusters.found(free.units);
    }
}

/// Units that are in no cluster.
struct Free<'a> {
    part: &'a Part<'a>,
    units: Vec<u32>,
    records: u64,
}

impl Free<'_> {
    fn apart(&self, from: &Centroid, unit: u32) -> f64 {
        from.distances(self.part, unit).map(|distance| distance * distance).sum()
    }

    /// The unit farthest from a centroid, the first of them.
    fn farthest(&self, from: &Centroid) -> Option<u32> {
        let apart = self.units.iter().map(|&unit| (self.apart(from, unit), unit));
        apart.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, unit)| unit)
    }

    /// Takes the units nearest to a centroid until they are so many records.
    fn take_around(&mut self, from: &Centroid, least: u64) -> Vec<u32> {
        let mut order: Vec<(f64, u32)> =
            self.units.iter().map(|&unit| (self.apart(from, unit), unit)).collect();
        order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut records = 0;
        let nearest = order.iter().take_while(|(_, unit)| {
            let wanted = records < least;
            records += self.part.records(*unit);
            wanted
        });
        let members: Vec<u32> = nearest.map(|(_, unit)| *unit).collect();
        self.units = order[members.len()..].iter().map(|(_, unit)| *unit).collect();
        self.units.sort_unstable();
        self.records -= members.iter().map(|&unit| self.part.records(unit)).sum::<u64>();
        members
    }
}
