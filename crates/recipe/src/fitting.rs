//! Which keys of a recipe go together.

use crate::method::{Method, MethodKeys, MethodName};
use crate::{Algorithm, Composition, Perturbation, Search, Suppressed};
use lethe_data::Role;
use std::fmt::Display;

const GROUPS: &[MethodName] = &[MethodName::Mondrian, MethodName::Cluster, MethodName::DiskCluster];
/// Methods that show numbers by one that stands for them.
const CENTERS: &[MethodName] = &[MethodName::Cluster, MethodName::DiskCluster, MethodName::Generalize];
const COMPARTMENTS: &[MethodName] = &[MethodName::Compartment, MethodName::Compose];
const PERTURBATIONS: &[MethodName] = &[MethodName::Perturb, MethodName::Compose];
const COMPOSITIONS: &[MethodName] = &[MethodName::Compose];
const SAFEPUB: &[MethodName] = &[MethodName::Safepub];

impl MethodName {
    /// The methods that change cells or part columns until nobody deviates.
    pub const ELIMINATIONS: &'static [Self] =
        &[Self::Suppress, Self::Generalize, Self::Perturb, Self::Compose, Self::Compartment];

    /// Whether this method is one of [`MethodName::ELIMINATIONS`].
    pub fn eliminates(self) -> bool {
        Self::ELIMINATIONS.contains(&self)
    }

    /// Whether this method changes what a column of this role shows. Where columns are split all take part, because any of
    /// them may serve to join tables, and so do all under a guarantee of differential privacy. Where cells are changed and no
    /// column is called quasi-identifying, all without a role are.
    pub fn treats(self, role: Option<Role>, any_quasi: bool) -> bool {
        let treats_all = COMPARTMENTS.contains(&self) || SAFEPUB.contains(&self);
        match role {
            Some(Role::Identifying) => false,
            Some(Role::Quasi) => true,
            Some(_) => treats_all,
            None => treats_all || self.eliminates() && !any_quasi,
        }
    }
}

/// A key without effect, and why it is refused.
pub(crate) type Idle = (&'static str, String);

impl<Q> Search<Q> {
    /// The same search by the method that keys name.
    ///
    /// **Errors**: the first key that others leave without effect, and why.
    pub fn with_method(self, keys: MethodKeys) -> Result<Self, Idle> {
        let shows = keys.suppressed_shows.is_some();
        let method = Method::new(keys)?;
        if shows && self.suppressed != Suppressed::Keep {
            let problem = only_goes_with("suppressed", &[Suppressed::Keep], self.suppressed);
            return Err(("suppressed_shows", problem));
        }
        Ok(Self { method, ..self })
    }
}

impl MethodKeys {
    /// The first key that others leave without effect, and why. Such a key is refused: it shows that the writer expects
    /// something else to happen.
    pub fn idle_key(&self) -> Option<Idle> {
        self.algorithm_of_other_methods()
            .or_else(|| self.key_of_other_methods())
            .or_else(|| self.key_of_other_choices())
    }

    fn key_of_other_methods(&self) -> Option<Idle> {
        let needs: [(&str, bool, &[MethodName]); 20] = [
            ("levels", !self.levels.is_empty(), &[MethodName::Fixed]),
            ("mode", self.mode.is_some(), COMPARTMENTS),
            ("recode", self.recode.is_some(), GROUPS),
            ("split", self.split.is_some(), &[MethodName::Mondrian]),
            ("center", self.center.is_some(), CENTERS),
            ("max_size", self.max_size.is_some(), MethodName::ELIMINATIONS),
            ("cover", self.cover.is_some(), COMPARTMENTS),
            ("shared", self.shared.is_some(), COMPARTMENTS),
            ("alone", self.alone.is_some(), &[MethodName::Compartment]),
            ("perturbation", self.perturbation.is_some(), PERTURBATIONS),
            ("amount", self.amount.is_some(), PERTURBATIONS),
            ("composition", self.composition.is_some(), COMPOSITIONS),
            ("generalize_above", self.generalize_above.is_some(), COMPOSITIONS),
            ("compartment_from", self.compartment_from.is_some(), COMPOSITIONS),
            ("eps_search", self.safepub.eps_search.is_some(), SAFEPUB),
            ("steps", self.safepub.steps.is_some(), SAFEPUB),
            ("score", self.safepub.score.is_some(), SAFEPUB),
            ("final", self.safepub.final_choice.is_some(), SAFEPUB),
            ("final_share", self.safepub.final_share.is_some(), SAFEPUB),
            ("sampling", self.safepub.sampling.is_some(), SAFEPUB),
        ];
        let idle = needs.into_iter().find(|(_, given, methods)| *given && !methods.contains(&self.method));
        if let Some((key, _, methods)) = idle {
            return Some((key, only_goes_with("method", methods, self.method)));
        }
        let searches_levels =
            !GROUPS.contains(&self.method) && !SAFEPUB.contains(&self.method) && !self.method.eliminates();
        // Only where levels are searched for are records suppressed.
        let idle = [
            ("local", self.local),
            ("suppressed_shows", self.suppressed_shows.is_some()),
            ("gs_factor", self.gs_factor.is_some()),
        ];
        let (key, _) = idle.into_iter().find(|(_, given)| *given && !searches_levels)?;
        Some((key, format!("goes with methods that search for levels, not with \"{}\"", self.method)))
    }

    /// Words of one key that belong to different methods.
    fn algorithm_of_other_methods(&self) -> Option<Idle> {
        let algorithm = self.algorithm.filter(|algorithm| !algorithm.methods().contains(&self.method))?;
        let problem =
            format!("\"{algorithm}\" {}", only_goes_with("method", algorithm.methods(), self.method));
        Some(("algorithm", problem))
    }

    /// Keys that go with their method, but not with what else is chosen.
    fn key_of_other_choices(&self) -> Option<Idle> {
        if self.gs_factor.is_some() && self.local {
            return Some(("gs_factor", only_goes_with("local", &[false], true)));
        }
        if self.center.is_some() && self.method != MethodName::Generalize {
            let algorithm = self.algorithm.unwrap_or(Algorithm::Hybrid);
            if algorithm != Algorithm::Mdav {
                return Some(("center", only_goes_with("algorithm", &[Algorithm::Mdav], algorithm)));
            }
        }
        let perturbation = self.perturbation.unwrap_or_default();
        if self.amount.is_some() && perturbation == Perturbation::Neighbour {
            let strong = Perturbation::NAMES.iter().map(|(_, other)| *other);
            let strong: Vec<_> = strong.filter(|other| *other != perturbation).collect();
            return Some(("amount", only_goes_with("perturbation", &strong, perturbation)));
        }
        let composition = self.composition.unwrap_or_default();
        let thresholds: [(&str, bool, &[Composition]); 2] = [
            ("generalize_above", self.generalize_above.is_some(), &[Composition::Coverage]),
            (
                "compartment_from",
                self.compartment_from.is_some(),
                &[Composition::Coverage, Composition::Auto],
            ),
        ];
        let idle = thresholds.into_iter().find(|(_, given, with)| *given && !with.contains(&composition));
        idle.map(|(key, _, with)| (key, only_goes_with("composition", with, composition)))
    }
}

pub(crate) fn only_goes_with<T: Display>(key: &str, wanted: &[T], found: T) -> String {
    let wanted: Vec<String> = wanted.iter().map(|wanted| format!("\"{wanted}\"")).collect();
    let wanted = match wanted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => wanted.concat(),
    };
    format!("only goes with {key} = {wanted}, not \"{found}\"")
}
