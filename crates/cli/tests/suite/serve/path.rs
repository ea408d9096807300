//! The way of a steward: a table, a recipe, a release, its evidence.

use super::client::{RECIPE, Ready, table};
use crate::support::{in_folder, json as report_of};
use serde_json::{Value, json};

fn release(ready: &Ready) -> (Value, String) {
    let job = ready.job("anonymize", &json!({}));
    assert_eq!((&job["state"], &job["verdict"]), (&json!("done"), &json!("holds")), "{job}");
    let id = job["id"].as_str().unwrap().to_owned();
    (job, id)
}

#[test]
fn a_release_has_the_bytes_and_the_report_of_the_command_line() {
    let ready = Ready::new(2_000, &[]);
    let (job, id) = release(&ready);
    let folder = ready.folder.path();
    std::fs::write(folder.join("patients.csv"), table(2_000)).unwrap();
    std::fs::write(folder.join("r.toml"), RECIPE).unwrap();
    let call = [
        "anonymize",
        "patients.csv",
        "--recipe",
        "r.toml",
        "-o",
        "release.csv",
        "--format",
        "json",
        "--threads",
        "1",
    ];
    let output = in_folder(folder, &call);
    assert!(output.status.success());
    let downloaded = ready.service.get(&ready.at(&format!("/jobs/{id}/release")));
    assert_eq!(downloaded.body, std::fs::read(folder.join("release.csv")).unwrap());
    let times = |mut report: Value| {
        report["search"]["elapsed_ms"] = json!(0);
        report
    };
    assert_eq!(times(job["report"].clone()), times(report_of(&output)));
    // The Parquet file has the same cells.
    let parquet = ready.service.get(&ready.at(&format!("/jobs/{id}/release?format=parquet")));
    assert_eq!(parquet.status, 200, "{}", parquet.text());
    std::fs::write(folder.join("downloaded.parquet"), &parquet.body).unwrap();
    let converted = in_folder(folder, &["convert", "downloaded.parquet", "-o", "again.csv"]);
    assert!(converted.status.success());
    assert_eq!(std::fs::read(folder.join("again.csv")).unwrap(), downloaded.body);
    // The manifest has its hash, and rows are those of the file.
    let manifest = ready.service.get(&ready.at(&format!("/jobs/{id}/manifest"))).json();
    assert_eq!(manifest["files"][0]["bytes"], json!(downloaded.body.len()));
    assert_eq!(manifest["dataset"]["name"], "patients.csv");
    let rows = ready.service.get(&ready.at(&format!("/jobs/{id}/rows?offset=1998&limit=10"))).json();
    let text = downloaded.text();
    let last = text.lines().last().unwrap().replace('"', "");
    assert_eq!((&rows["total"], rows["rows"].as_array().unwrap().len()), (&json!(2_000), 2));
    let cells: Vec<&str> =
        rows["rows"][1].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
    assert_eq!(cells.join(","), last);
}

#[test]
fn what_is_asked_about_a_release_is_answered_from_it() {
    let ready = Ready::new(1_000, &[]);
    let (_, id) = release(&ready);
    let reference = format!("release:{id}");
    let verified = ready.job("verify", &json!({ "data": reference }));
    assert_eq!(verified["report"]["holds"], true, "{verified}");
    let original = ready.job("verify", &json!({}));
    assert_eq!(
        (&original["report"]["holds"], &original["verdict"]),
        (&json!(false), &json!("does-not-hold"))
    );
    let compared = ready.job("compare", &json!({ "released": reference }));
    assert!(compared["report"]["data_score"]["released"].is_number(), "{compared}");
    let attacked = ready.job("attack", &json!({ "released": reference, "columns": ["age", "zip"] }));
    assert_eq!(attacked["report"]["reidentified"], 0, "{attacked}");
    let (before, after) = (ready.job("risk", &json!({})), ready.job("risk", &json!({ "data": reference })));
    assert!(before["report"]["prosecutor"]["max"].as_f64() > after["report"]["prosecutor"]["max"].as_f64());
    let found = ready.job("discover", &json!({ "max_size": 2 }));
    assert!(!found["report"]["minimal_qids"].as_array().unwrap().is_empty(), "{found}");
    let page = ready.service.get(&ready.at(&format!("/jobs/{id}/report.html")));
    assert!(
        page.text().starts_with("<!DOCTYPE html>")
            && page.header("content-security-policy").unwrap().contains("sandbox")
    );
    // Nobody is shown where the workspace is.
    let all = [verified, compared, attacked, found].map(|job| job.to_string()).concat();
    assert!(
        !all.contains(&*ready.folder.path().to_string_lossy())
            && !page.text().contains(&*ready.folder.path().to_string_lossy())
    );
}

#[test]
fn a_job_keeps_the_recipe_that_it_began_with_and_shows_how_to_repeat_it() {
    let ready = Ready::new(500, &[]);
    let (_, id) = release(&ready);
    let weaker = RECIPE.replace("k = 5", "k = 3");
    assert_eq!(ready.service.put(&ready.at("/recipe"), "application/toml", &weaker).status, 200);
    let script =
        |target: &str| ready.service.get(&ready.at(&format!("/jobs/{id}/script?for={target}"))).text();
    assert_eq!(script("toml"), RECIPE);
    assert!(script("shell").contains("lethe anonymize patients.csv --recipe recipe.toml -o release.csv"));
    assert!(script("python").contains("lethe.anonymize(\"patients.csv\", recipe=\"recipe.toml\")"));
    let verified = ready.job("verify", &json!({ "data": format!("release:{id}") }));
    assert_eq!(verified["report"]["models"][0]["required"], 5);
}

#[test]
fn the_lattice_is_listed_with_its_best_node() {
    let ready = Ready::new(500, &[]);
    let job = ready.job("anonymize", &json!({ "lattice": true, "publish": false, "solutions": 3 }));
    assert_eq!((&job["state"], &job["release"]), (&json!("done"), &json!(false)), "{job}");
    let lattice =
        ready.service.get(&ready.at(&format!("/jobs/{}/solutions", job["id"].as_str().unwrap()))).json();
    assert_eq!(lattice["columns"], json!(["age", "zip"]));
    let best = usize::try_from(lattice["best"].as_u64().unwrap()).unwrap();
    let levels = &job["report"]["solution"]["levels"];
    assert_eq!(lattice["levels"][best], json!([levels["age"], levels["zip"]]));
    assert_eq!(lattice["holds"][best], true);
    assert_eq!(lattice["value"][best], job["report"]["search"]["value"]);
    let nodes: u64 =
        lattice["heights"].as_array().unwrap().iter().map(|height| height.as_u64().unwrap()).product();
    assert_eq!(lattice["levels"].as_array().unwrap().len() as u64, nodes);
}

#[test]
fn compartments_are_several_files() {
    let ready = Ready::new(500, &[]);
    let recipe = json!({
        "columns": { "patient_id": { "role": "identifying" }, "age": { "role": "quasi" }, "zip": { "role": "quasi" }, "disease": { "role": "quasi" } },
        "privacy": [{ "model": "k-anonymity", "k": 2 }],
        "search": { "method": "compartment" },
    });
    let job = ready.job("anonymize", &json!({ "recipe": recipe }));
    assert_eq!(job["state"], "done", "{job}");
    let at = ready.at(&format!("/jobs/{}", job["id"].as_str().unwrap()));
    let files = ready.service.get(&format!("{at}/files")).json();
    let names: Vec<&str> =
        files["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"compartments.json") && names.contains(&"compartment-01.csv"), "{names:?}");
    assert_eq!(ready.service.get(&format!("{at}/files/compartment-01.csv")).status, 200);
    assert_eq!(ready.service.get(&format!("{at}/release")).status, 409);
}

#[test]
fn a_table_and_a_recipe_can_be_suggested_changed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let service = super::client::Service::start(&folder.path().join("w"), &[]);
    let project = service.project();
    let made = service.send(
        "POST",
        &format!("/api/v1/projects/{project}/datasets?example=health&rows=300&columns=8"),
        &[("Authorization", &format!("Bearer {}", service.token))],
        &[],
    );
    assert_eq!(
        (made.status, &made.json()["rows"], &made.json()["columns"]),
        (201, &json!(300), &json!(8)),
        "{}",
        made.text()
    );
    let dataset = made.json()["id"].clone();
    let profile =
        service.get(&format!("/projects/{project}/datasets/{}/profile", dataset.as_str().unwrap())).json();
    assert_eq!(profile["columns"].as_array().unwrap().len(), 8);
    let at = |rest: &str| format!("/projects/{project}{rest}");
    assert_eq!(service.get(&at("/recipe")).status, 404);
    let suggested = service.post(&at("/recipe/suggest"), &json!({ "dataset": dataset })).json();
    let text = suggested["recipe"].as_str().unwrap();
    let valid = service.post(&at("/recipe/validate"), &json!({ "dataset": dataset, "recipe": text })).json();
    assert_eq!(valid["valid"], true, "{valid}");
    assert_eq!(service.put(&at("/recipe"), "application/toml", text).status, 200);
    // As JSON it comes back in the form in which it is put again.
    let as_json = service.get(&at("/recipe"));
    assert_eq!(service.put(&at("/recipe"), "application/json", &as_json.text()).status, 200);
    assert_eq!(service.get(&at("/recipe")).json(), as_json.json());
    let wrong = service.put(&at("/recipe"), "application/toml", "[columns.age]\nrole = \"quazi\"\n");
    assert_eq!(
        (wrong.status, wrong.code(), &wrong.json()["error"]["line"]),
        (422, "recipe".to_owned(), &json!(2))
    );
    let invalid = service
        .post(&at("/recipe/validate"), &json!({ "recipe": { "privacy": [{ "model": "k-anonimity" }] } }))
        .json();
    assert_eq!(invalid["valid"], false, "{invalid}");
}

#[test]
fn hierarchies_are_made_checked_and_used() {
    let ready = Ready::new(500, &[]);
    let made = ready.service.post(
        &ready.at("/hierarchies/make"),
        &json!({ "dataset": ready.dataset, "column": "age", "hierarchy": { "intervals": [10, 20], "from": 0, "to": 80 } }),
    );
    let made = made.json();
    let csv = made["csv"].as_str().unwrap();
    assert_eq!(csv.lines().count() as u64, made["levels"][0].as_u64().unwrap());
    let put = ready.service.put(&ready.at("/hierarchies/age.csv"), "text/csv", csv);
    assert_eq!((put.status, &put.json()["levels"]), (200, &made["levels"]));
    assert_eq!(ready.service.get(&ready.at("/hierarchies/age.csv")).text(), csv);
    let broken = csv.replacen('*', "other root", 1);
    let refused = ready.service.put(&ready.at("/hierarchies/age.csv"), "text/csv", &broken);
    assert_eq!((refused.status, refused.code()), (422, "hierarchy".to_owned()), "{}", refused.text());
    let checked = ready.service.post(&ready.at("/hierarchies/check"), &json!({ "csv": broken })).json();
    assert_eq!(checked["valid"], false);
    let of_column = json!({ "csv": "20;*\n", "dataset": ready.dataset, "column": "age" });
    assert_eq!(ready.service.post(&ready.at("/hierarchies/check"), &of_column).json()["valid"], false);
    let recipe = RECIPE
        .replace("hierarchy = { intervals = [10, 20, 40], from = 0, to = 80 }", "hierarchy = \"age.csv\"");
    assert_eq!(ready.service.put(&ready.at("/recipe"), "application/toml", &recipe).status, 200);
    assert_eq!(ready.job("anonymize", &json!({}))["verdict"], "holds");
    assert_eq!(ready.service.delete(&ready.at("/hierarchies/age.csv")).status, 204);
    let lost = ready.service.post(&ready.at("/jobs"), &ready.asked("anonymize", &json!({})));
    assert_eq!((lost.status, lost.code()), (422, "recipe".to_owned()), "{}", lost.text());
}

#[test]
fn a_new_workspace_has_an_example_and_an_old_one_gets_none() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = folder.path().join("w");
    let projects = |call: &[&str]| {
        let service = super::client::Service::start_as(&workspace, call);
        let began = std::time::Instant::now();
        loop {
            let all = service.get("/projects").json()["projects"].as_array().unwrap().clone();
            let first = all.first().map(|project| project["id"].as_str().unwrap().to_owned());
            let datasets = first.map(|id| service.get(&format!("/projects/{id}")).json()["datasets"].clone());
            if let Some(found) = datasets.filter(|datasets| !datasets.as_array().unwrap().is_empty()) {
                return (all.len(), found[0]["rows"].clone());
            }
            assert!(began.elapsed() < std::time::Duration::from_mins(1), "no example was made");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    assert_eq!(projects(&[]), (1, json!(10_000)));
    assert_eq!(projects(&[]), (1, json!(10_000)));
}

#[test]
fn a_table_that_needs_options_to_be_read_needs_them_once() {
    let folder = tempfile::tempdir().unwrap();
    let service = super::client::Service::start(&folder.path().join("workspace"), &[]);
    let project = service.project();
    let text = table(400).replace(',', ";").replace("asthma", "-");
    let uploaded = service.upload(&project, "patients.csv&delimiter=%3B&null=-", text.as_bytes());
    assert_eq!(uploaded.status, 201, "{}", uploaded.text());
    let dataset = uploaded.json()["id"].as_str().unwrap().to_owned();
    let ready = Ready { service, project, dataset, folder };
    assert_eq!(ready.service.put(&ready.at("/recipe"), "application/toml", RECIPE).status, 200);
    let rows = ready.service.get(&ready.at(&format!("/datasets/{}/rows?limit=3", ready.dataset))).json();
    assert_eq!(rows["rows"][2][3], Value::Null, "{rows}");
    let (_, id) = release(&ready);
    let reference = format!("release:{id}");
    for (verb, request) in [
        ("compare", json!({ "released": reference })),
        ("attack", json!({ "released": reference, "columns": ["age", "zip"] })),
        ("report", json!({ "released": reference })),
    ] {
        assert_eq!(ready.job(verb, &request)["state"], "done", "{verb}");
    }
    assert_eq!(ready.service.get(&ready.at(&format!("/jobs/{id}/report.html"))).status, 200);
    let script = ready.service.get(&ready.at(&format!("/jobs/{id}/script?for=shell"))).text();
    assert!(script.contains("--delimiter ';' --null '-'"), "{script}");
    let said_twice =
        ready.service.post(&ready.at("/jobs"), &ready.asked("inspect", &json!({ "delimiter": "," })));
    assert_eq!(said_twice.status, 400);
}

#[test]
fn a_job_is_repeated_with_its_own_recipe_and_its_table_stays() {
    let ready = Ready::new(500, &[]);
    let (_, id) = release(&ready);
    let weaker = RECIPE.replace("k = 5", "k = 2");
    assert_eq!(ready.service.put(&ready.at("/recipe"), "application/toml", &weaker).status, 200);
    let again = ready.service.post(&ready.at(&format!("/jobs/{id}/restart")), &json!({})).json();
    let again = ready.service.wait(&ready.project, again["id"].as_str().unwrap());
    assert_eq!(again["report"]["models"][0]["required"], 5, "{again}");
    let dataset = ready.at(&format!("/datasets/{}", ready.dataset));
    assert_eq!(ready.service.delete(&dataset).status, 409, "evidence needs it");
    for job in [id.as_str(), again["id"].as_str().unwrap()] {
        assert_eq!(ready.service.delete(&ready.at(&format!("/jobs/{job}"))).status, 204);
    }
    assert_eq!(ready.service.delete(&dataset).status, 204);
    let odd = ready.service.put("/projects", "application/json", "{}");
    assert_eq!((odd.status, odd.code()), (405, "request".to_owned()));
    assert_eq!(ready.service.get("/projects/%ff").code(), "not-found");
}
