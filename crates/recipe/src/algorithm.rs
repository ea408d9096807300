//! The algorithms that some methods let the user choose from.

use crate::MethodName;
use crate::words;

words! {
    /// How a method does its work, where it knows several ways. Each word belongs to some methods only.
    pub enum Algorithm is "algorithm" {
        /// Every record goes to its nearest cluster in one pass; clusters are evened out afterwards.
        Oka = "oka",
        /// One cluster after the other is filled with the records that cost it least.
        KMember = "k-member",
        /// The one pass of `oka`, with clusters evened out by what `k-member` calls cost.
        Hybrid = "hybrid",
        /// Records around the two that are farthest apart, shown as their center: values that nobody has.
        Mdav = "mdav",
        /// Compartments are the largest column sets that single nobody out, of any size.
        Borders = "borders",
        /// Compartments are the largest column sets without a pair that singles somebody out.
        Cliques = "cliques",
    }
}

impl Algorithm {
    /// The methods that know this algorithm.
    pub fn methods(self) -> &'static [MethodName] {
        match self {
            Self::Oka | Self::KMember | Self::Hybrid | Self::Mdav => {
                &[MethodName::Cluster, MethodName::DiskCluster]
            }
            Self::Borders | Self::Cliques => &[MethodName::Compartment],
        }
    }

    /// What a method takes when nothing is said.
    pub fn default_of(method: MethodName) -> Option<Self> {
        match method {
            MethodName::Cluster | MethodName::DiskCluster => Some(Self::Hybrid),
            MethodName::Compartment => Some(Self::Borders),
            _ => None,
        }
    }
}
