//! A flag that stops work from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shared flag; once cancelled it stays so.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    parent: Option<CancelToken>,
}

impl CancelToken {
    /// A token for a part of the work: cancelled with this one, or alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(Flag { raised: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Asks all work that holds this token to stop at its next check.
    pub fn cancel(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether [`Self::cancel`] was called, here or on a token this one is a part of.
    pub fn is_cancelled(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) || self.0.parent.as_ref().is_some_and(Self::is_cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_cancelled_with_its_parent_but_not_the_other_way_round() {
        let parent = CancelToken::default();
        let (first, second) = (parent.child(), parent.child());
        first.cancel();
        assert!(first.is_cancelled() && !second.is_cancelled() && !parent.is_cancelled());
        parent.cancel();
        assert!(second.is_cancelled());
    }
}
