//! Every verb in one list: from it come the schemas, and whatever speaks of all verbs, such as a service or a binding.

use super::{Report, Request, Verdict};
use crate::{
    Context, Error, Files, Result, anonymize, attack, clean, collapse, compare, convert, demo, discover, dp,
    evidence, exposure, generate, hierarchy, inspect, json, recipe, risk, safepub_parameters, silo, stream,
    verify,
};
use schemars::{Schema, schema_for};
use serde_json::Value;

/// A verb whose request and report are JSON.
pub struct Verb {
    /// The name of its command, such as `silo-train`.
    pub name: &'static str,
    /// The schema of its request.
    pub request: fn() -> Schema,
    /// The schema of its report.
    pub report: fn() -> Schema,
    /// The files that a request names.
    ///
    /// **Errors**: a key that no such request has, or a value that makes no sense.
    pub files: fn(&Value) -> Result<Files>,
    /// Answers a request.
    ///
    /// **Errors**: as of [`Request::answer`]; a key that no such request has, or a value that makes no sense.
    pub answer: fn(&Value, &Context) -> Result<Answered>,
}

/// A report as JSON, its verdict and its charts.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The report.
    pub report: Value,
    /// What it says in one word.
    pub verdict: Verdict,
    /// Its charts as HTML ([`Report::charts`]).
    pub charts: Vec<String>,
}

impl Verb {
    const fn of<R: Request>() -> Self {
        Self {
            name: R::NAME,
            request: || schema_for!(R),
            report: || schema_for!(R::Report),
            files: |request| Ok(parse::<R>(request)?.files()),
            answer: |request, context| {
                let report = parse::<R>(request)?.answer(context)?;
                let (verdict, charts) = (report.verdict(), report.charts());
                Ok(Answered { report: json::value(&report)?, verdict, charts })
            },
        }
    }

    /// The verb of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        VERBS.iter().find(|verb| verb.name == name)
    }
}

/// Reads a request.
///
/// **Errors**: a value makes no sense, or a key means nothing: to ignore it would look like an answer.
fn parse<R: Request>(request: &Value) -> Result<R> {
    let refuse = |problem: String| Error::Request(format!("the request of '{}': {problem}", R::NAME));
    let read: R = serde_json::from_value(request.clone()).map_err(|error| refuse(error.to_string()))?;
    // Whatever was understood is there when the request is written down again.
    match unknown(request, &json::value(&read)?, "") {
        Some(key) => Err(refuse(format!("unknown key '{key}'"))),
        None => Ok(read),
    }
}

/// Keys with what recipes say: those refuse what they do not know, and leave out what is usual when they are written down.
const RECIPES: [&str; 3] = ["recipe", "models", "hierarchy"];

/// The first key that was given and is not understood.
fn unknown(given: &Value, understood: &Value, path: &str) -> Option<String> {
    match (given, understood) {
        (Value::Object(given), Value::Object(understood)) => given.iter().find_map(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match understood.get(key) {
                None => Some(path),
                Some(_) if RECIPES.contains(&path.as_str()) => None,
                Some(known) => unknown(value, known, &path),
            }
        }),
        (Value::Array(given), Value::Array(understood)) => {
            let mut items = given.iter().zip(understood).enumerate();
            items.find_map(|(index, (given, understood))| {
                unknown(given, understood, &format!("{path}[{index}]"))
            })
        }
        _ => None,
    }
}

/// Makes requests of types that have `files`, from the functions that answer them.
macro_rules! verbs {
    ($($name:literal $request:ty => $report:ty, $answer:expr;)*) => {
        $(impl Request for $request {
            const NAME: &'static str = $name;
            type Report = $report;

            fn files(&self) -> Files {
                <$request>::files(self)
            }

            fn answer(&self, context: &Context) -> Result<$report> {
                $answer(self, context)
            }
        })*

        /// Every verb that can be asked with a request in JSON.
        pub const VERBS: &[Verb] = &[$(Verb::of::<$request>()),*];
    };
}

verbs! {
    "inspect" inspect::Inspect => inspect::Inspection, inspect::inspect;
    "discover" discover::Discover => discover::Discovery, discover::discover;
    "risk" risk::Risk => risk::Risks, risk::risk;
    "exposure" exposure::Exposure => exposure::ExposureReport, exposure::exposure;
    "anonymize" anonymize::Anonymize => anonymize::Anonymization, anonymize::anonymize;
    "verify" verify::Verify => verify::Verification, verify::verify;
    "hierarchy-make" hierarchy::Make => hierarchy::Written, hierarchy::make;
    "hierarchy-check" hierarchy::Check => hierarchy::Checked, hierarchy::check;
    "hierarchy-show" hierarchy::Show => hierarchy::Shown, hierarchy::show;
    "hierarchy-convert" hierarchy::Convert => hierarchy::Written, hierarchy::convert;
    "recipe" recipe::Check => recipe::CheckedRecipe, recipe::check;
    "recipe-init" recipe::Init => recipe::ProposedRecipe, recipe::init;
    "verify-compartments" verify::compartments::VerifyCompartments => verify::compartments::CompartmentVerification,
        verify::compartments::verify_compartments;
    "attack" attack::Attack => attack::AttackReport, attack::attack;
    "compare" compare::Compare => compare::Comparison, compare::compare;
    "report" evidence::Evidence => evidence::EvidenceReport, evidence::evidence;
    "silo-train" silo::Train => silo::Written, silo::train;
    "silo-merge" silo::Merge => silo::Written, silo::merge;
    "silo-update" silo::Update => silo::Written, silo::update;
    "silo-sanitize" silo::Sanitize => silo::SanitizedModel, silo::sanitize;
    "silo-score" silo::Score => silo::RatedRecords, silo::score;
    "stream" stream::Stream => stream::StreamReport, stream::stream;
    "dp" dp::Release => dp::DpReport, dp::release;
    "dp-ledger-create" dp::CreateLedger => dp::LedgerReport, dp::create;
    "dp-ledger-show" dp::ShowLedger => dp::LedgerReport, dp::show;
    "safepub-parameters" safepub_parameters::Guarantee => safepub_parameters::SafepubParameters,
        safepub_parameters::safepub_parameters;
    "collapse" collapse::Collapse => collapse::Collapsed, collapse::collapse;
    "convert" convert::Convert => convert::Converted, convert::convert;
    "generate" generate::Generate => generate::Generated, generate::generate;
    "clean" clean::Clean => clean::CleanReport, clean::clean;
    "demo" demo::Demo => demo::Story, demo::demo;
}
