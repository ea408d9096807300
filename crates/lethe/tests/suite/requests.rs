//! Requests that come as JSON are answered like those that are made in Rust.

use lethe::discover::{Discover, discover};
use lethe::request::{Request, VERBS, Verb, Verdict};
use lethe::{Context, Error, Location, Result};
use serde_json::{Value, json};

const TABLE: &str = "age,zip,disease\n30,10115,flu\n30,10115,flu\n41,10117,cold\n42,10117,flu\n";

fn answer(verb: &str, request: &Value) -> Result<(Value, Verdict)> {
    let answered = (Verb::named(verb).unwrap().answer)(request, &Context::new(2).unwrap())?;
    Ok((answered.report, answered.verdict))
}

#[test]
fn a_question_in_json_has_the_answer_of_the_question_in_rust() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.csv"), TABLE).unwrap();
    let data = folder.path().join("t.csv").display().to_string();
    let request = json!({ "data": data, "k": 2, "max_size": 2, "coverage": true, "type": { "zip": "text" } });
    let (report, verdict) = answer("discover", &request).unwrap();
    assert_eq!(verdict, Verdict::Holds);
    let mut rust = Discover { max_size: Some(2), ..Discover::of(Location::parse(&data).unwrap()) };
    rust.details.coverage = true;
    rust.read.types = vec![("zip".to_owned(), lethe::ValueType::Text)];
    let expected = discover(&rust, &Context::new(1).unwrap()).unwrap();
    assert_eq!(report["minimal_qids"], json!(expected.minimal_qids));
    assert_eq!(report["coverage"], json!(expected.coverage));
    let found = answer("discover", &json!({ "data": data, "fail_if_found": true })).unwrap();
    assert_eq!(found.1, Verdict::DoesNotHold);
    let written = serde_json::to_value(&rust).unwrap();
    let again: Discover = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(&again).unwrap(), written);
}

#[test]
fn what_a_request_does_not_know_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.csv"), TABLE).unwrap();
    let data = folder.path().join("t.csv").display().to_string();
    for (verb, request, problem) in [
        ("discover", json!({ "data": data, "kk": 3 }), "unknown key 'kk'"),
        ("discover", json!({ "data": data, "k": "three" }), "invalid type"),
        ("discover", json!({ "k": 3 }), "missing field `data`"),
        (
            "discover",
            json!({ "data": data, "records": { "file": "r.csv", "size": 2 } }),
            "unknown key 'records.size'",
        ),
        ("inspect", json!({ "data": data, "delimiter": ";;" }), "one ASCII character"),
        ("inspect", json!({ "data": "t.xyz" }), "unknown kind of file"),
        ("anonymize", json!({ "data": data, "recipe": { "searches": {} } }), "unknown key"),
        (
            "anonymize",
            json!({
                "data": data,
                "recipe": { "columns": { "zip": { "role": "quasi" } }, "privacy": [{ "model": "k-anonymity", "k": 2 }] },
                "others": "drop",
                "hierarchies": { "zip": [["10115", "*"], ["10117", "*"]] },
                "rule": { "levels": [
                    { "levels": [7], "labels": [["*"]], "classes": [[0]] },
                    { "levels": [1], "labels": [["*"]], "classes": [[3]] }
                ] }
            }),
            "does not fit its hierarchies",
        ),
        ("verify", json!({ "data": data, "models": { "privacy": [{ "model": "k-anonymity" }] } }), "k"),
        ("dp", json!({ "data": data, "query": "nothing", "epsilon": 1 }), "unknown variant"),
        (
            "dp",
            json!({ "data": data, "query": "count", "values": ["a"], "epsilon": 1 }),
            "name it with `column`",
        ),
    ] {
        let message = match answer(verb, &request) {
            Err(error @ Error::Request(_)) => error.to_string(),
            other => panic!("{request}: {other:?}"),
        };
        assert!(message.contains(problem), "{message}");
    }
}

#[test]
fn the_steps_of_a_story_can_be_asked_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let steps = [
        ("generate", json!({ "name": "census", "rows": 300, "output": at("c.csv") })),
        ("inspect", json!({ "data": at("c.csv"), "columns": ["age"] })),
        ("risk", json!({ "data": at("c.csv"), "quasi": ["age", "sex"], "population": 100_000 })),
        (
            "anonymize",
            json!({
                "data": at("c.csv"),
                "others": "drop",
                "recipe": {
                    "columns": { "age": { "role": "quasi", "hierarchy": { "intervals": [10, 20] } }, "sex": { "role": "quasi" } },
                    "privacy": [{ "model": "k-anonymity", "k": 5 }],
                    "search": { "method": "auto", "suppression_limit": 0.1 }
                },
                "output": at("release.csv")
            }),
        ),
        (
            "verify",
            json!({
                "data": at("release.csv"),
                "quasi": ["age", "sex"],
                "models": { "privacy": [{ "model": "k-anonymity", "k": 5 }] }
            }),
        ),
        (
            "hierarchy-make",
            json!({ "data": at("c.csv"), "column": "age", "hierarchy": { "intervals": [5, 10] }, "output": at("age.csv") }),
        ),
        ("hierarchy-show", json!({ "file": at("age.csv"), "depth": 1 })),
        (
            "exposure",
            json!({ "data": at("c.csv"), "columns": ["age", "sex"], "certain": "0.9", "aggregate": "threshold:0.9" }),
        ),
        (
            "collapse",
            json!({ "data": [at("c.csv")], "columns": ["age", "sex"], "output": at("counts.parquet") }),
        ),
        ("discover", json!({ "data": at("counts.parquet"), "weights": "count", "time_limit": "30s" })),
        (
            "convert",
            json!({ "data": at("c.csv"), "output": { "file": at("d.csv"), "escape_formulas": true } }),
        ),
        ("silo-train", json!({ "data": at("c.csv"), "columns": ["age", "sex"], "output": at("m") })),
        ("silo-merge", json!({ "models": [at("m"), at("m")], "output": at("m2") })),
        ("silo-update", json!({ "model": at("m"), "data": at("c.csv"), "output": at("m3") })),
        ("silo-sanitize", json!({ "model": at("m3"), "k": 5, "epsilon": "1/2", "output": at("m4") })),
        ("silo-score", json!({ "model": at("m"), "data": at("c.csv"), "top": 1 })),
        ("compare", json!({ "original": at("c.csv"), "released": at("d.csv"), "quasi": ["age"] })),
        (
            "attack",
            json!({ "released": at("d.csv"), "known": at("c.csv"), "columns": ["sex"], "knowledge": "1" }),
        ),
        (
            "stream",
            json!({ "input": at("c.csv"), "state": at("s"), "output": at("o.csv"), "columns": ["sex"], "k": 2 }),
        ),
        ("dp-ledger-create", json!({ "file": at("l"), "data_set": "census", "epsilon": "ln(3)" })),
        (
            "dp",
            json!({ "data": at("c.csv"), "query": "mean", "column": "age", "lower": 0, "upper": 100, "epsilon": 0.5, "ledger": at("l") }),
        ),
        ("dp-ledger-show", json!({ "file": at("l") })),
        ("safepub-parameters", json!({ "epsilon": 1, "delta": "1e-6" })),
        ("clean", json!({ "folder": at(""), "dry_run": true })),
    ];
    for (verb, request) in steps {
        let (report, verdict) = answer(verb, &request).unwrap_or_else(|error| panic!("{verb}: {error}"));
        assert!(report.is_object() && matches!(verdict, Verdict::Holds | Verdict::DoesNotHold), "{verb}");
    }
}

#[test]
fn every_verb_has_its_schemas_and_a_name_of_its_own() {
    for (index, verb) in VERBS.iter().enumerate() {
        assert!(VERBS[..index].iter().all(|other| other.name != verb.name), "{}", verb.name);
        let request = serde_json::to_value((verb.request)()).unwrap();
        assert!(request["properties"].is_object(), "{}", verb.name);
        assert_eq!((verb.report)().get("type"), Some(&json!("object")), "{}", verb.name);
    }
    assert_eq!(<Discover as Request>::NAME, "discover");
}
