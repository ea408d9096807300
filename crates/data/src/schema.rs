//! What a column means for privacy.

use serde::{Deserialize, Serialize};

/// The part a column plays when a table is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Points at a person by itself: removed or replaced.
    Identifying,
    /// May point at a person together with others: transformed.
    Quasi,
    /// Must not be learned about a person: protected.
    Sensitive,
    /// Neither: kept.
    Insensitive,
}

impl Role {
    /// The name users write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identifying => "identifying",
            Self::Quasi => "quasi",
            Self::Sensitive => "sensitive",
            Self::Insensitive => "insensitive",
        }
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
