//! Diagnoses with what was prescribed and found for them.

use super::{Columns, Entry, World, clinic};
use crate::hierarchy_rows::ancestors;
use crate::random::Stream;
use std::sync::Arc;

/// The four columns of one diagnosis; empty for those who have fewer.
pub(super) fn diagnosis(world: &Arc<World>, index: usize) -> Columns {
    let name = |kind: &str| format!("{kind}_{}", index + 1);
    let clinic = &world.clinic;
    let (drugs, snps) = (Arc::clone(world), Arc::clone(world));
    vec![
        Entry::drawn(name("disease"), &clinic.diseases, move |p, _| p.diseases[index].map(u32::from))
            .under(ancestors(clinic::above_disease)),
        Entry::drawn(name("drug"), &clinic.drugs, move |p, random| {
            let disease = p.diseases[index]?;
            treated(random).then(|| drugs.clinic.drug(u32::from(disease), random))
        })
        .under(ancestors(clinic::above_drug)),
        Entry::drawn(name("snp"), &clinic.snps, move |p, random| {
            let disease = p.diseases[index]?;
            Some(snps.clinic.snp(u32::from(disease), random))
        }),
        Entry::drawn(name("icd"), &clinic.icd, move |p, random| {
            let disease = p.diseases[index]?;
            Some(clinic::Clinic::icd_code(u32::from(disease), random))
        })
        .under(ancestors(clinic::above_icd)),
    ]
}

/// Not every disease is treated with a drug.
fn treated(random: &mut Stream) -> bool {
    random.chance(0.92)
}
