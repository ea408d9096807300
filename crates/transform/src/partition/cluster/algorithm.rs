//! The names of the algorithms, and what they report.

/// How clusters are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// One pass of k-means.
    Oka,
    /// Clusters grown greedily, one after the other.
    KMember,
    /// A search that starts from a division of the part and regroups neighbours for as long as the loss falls.
    #[default]
    Hybrid,
    /// Groups around the records farthest from the mean.
    Mdav,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Oka, Self::KMember, Self::Hybrid, Self::Mdav];

    /// The algorithm of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oka => "oka",
            Self::KMember => "k-member",
            Self::Hybrid => "hybrid",
            Self::Mdav => "mdav",
        }
    }
}

/// What was done to find clusters. Of several parts, the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClusterStats {
    /// Units that satisfy the models by themselves and are clusters of their own to begin with.
    pub set_aside: u64,
    /// Clusters split in two.
    pub splits: u64,
    /// Clusters whose units went to others.
    pub dissolved: u64,
    /// Units moved or exchanged, and neighbourhoods grouped anew, since that lowered the loss.
    pub moves: u64,
}

impl std::ops::AddAssign for ClusterStats {
    fn add_assign(&mut self, other: Self) {
        self.set_aside += other.set_aside;
        self.splits += other.splits;
        self.dissolved += other.dissolved;
        self.moves += other.moves;
    }
}
