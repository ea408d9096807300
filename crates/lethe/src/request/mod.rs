//! What every verb has in common: a request that can be written down, and a report with a verdict.

pub(crate) mod forms;
mod verbs;
mod verdicts;

pub use verbs::{Answered, VERBS, Verb};

use crate::{Context, Files, Result};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A question with all that decides its answer besides the [`Context`]: no working directory, environment or clock.
///
/// Its keys in JSON are the flags of the command of the same name, with underscores.
pub trait Request: Serialize + DeserializeOwned + JsonSchema {
    /// The name of its command, such as `silo-train`.
    const NAME: &'static str;
    /// What answers it.
    type Report: Report;

    /// The files that it names, each with its role.
    fn files(&self) -> Files;

    /// Answers it.
    ///
    /// **Errors**: the request makes no sense, a file is at fault, a limit was reached, or the run was cancelled.
    fn answer(&self, context: &Context) -> Result<Self::Report>;
}

/// An answer that serialises to the JSON of its command.
pub trait Report: Serialize + JsonSchema {
    /// The answer in one word; a command's exit status says no more.
    fn verdict(&self) -> Verdict {
        Verdict::Holds
    }

    /// Its charts, each a piece of HTML with its own style, for pages such as notebooks. They show names of columns, labels of a
    /// release and counts, no original value.
    fn charts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The answer is good: what was requested is done, or holds.
    Holds,
    /// The question was answered with no: a model does not hold, there is no solution, somebody was re-identified.
    DoesNotHold,
    /// A limit was reached, and the report has what was known by then.
    Limited,
    /// The caller asked to stop, and the report has what was known by then.
    Interrupted,
}

impl Verdict {
    /// Yes or no.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }
}
