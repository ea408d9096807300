//! Paths that lead out of the workspace or the data folder.

use super::client::{RECIPE, Ready, Service};
use serde_json::json;

#[test]
fn no_name_leads_out_of_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(data.join("inner")).unwrap();
    std::fs::write(data.join("inner/table.csv"), "a,b\n1,2\n").unwrap();
    std::fs::write(folder.path().join("secret.csv"), "a,b\n1,2\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret.csv"), data.join("link.csv")).unwrap();
    let service = Service::start(&folder.path().join("w"), &["--data", &data.display().to_string()]);
    let project = service.project();
    let add = |path: &str| {
        let bearer = format!("Bearer {}", service.token);
        let path = format!("/api/v1/projects/{project}/datasets?path={path}");
        service.send("POST", &path, &[("Authorization", &bearer)], &[]).status
    };
    assert_eq!(service.get("/files").json(), json!({ "files": [{ "path": "inner/table.csv", "bytes": 8 }] }));
    assert_eq!(add("inner/table.csv"), 201);
    for path in [
        "../secret.csv",
        "inner/../../secret.csv",
        "link.csv",
        "/etc/passwd",
        "..%2Fsecret.csv",
        "inner",
        "absent.csv",
        "",
    ] {
        assert!(matches!(add(path), 400 | 404), "{path}");
    }
    // What is only read is there afterwards.
    assert_eq!(service.delete(&format!("/projects/{project}")).status, 204);
    assert!(data.join("inner/table.csv").is_file());
}

#[test]
fn jobs_and_recipes_name_no_files() {
    let ready = Ready::new(100, &[]);
    let secret = ready.folder.path().join("secret.csv");
    std::fs::write(&secret, "age;*\n").unwrap();
    let secret = secret.display().to_string();
    let asked = |verb: &str, request| ready.service.post(&ready.at("/jobs"), &ready.asked(verb, &request));
    for (key, verb) in [
        ("output", "anonymize"),
        ("folder", "anonymize"),
        ("freeze", "anonymize"),
        ("ledger", "anonymize"),
        ("work", "verify"),
        ("edges", "exposure"),
        ("records", "discover"),
        ("map", "exposure"),
    ] {
        assert_eq!(asked(verb, json!({ key: secret })).status, 400, "{key}");
    }
    for (key, verb) in
        [("data", "inspect"), ("released", "compare"), ("original", "attack"), ("reference", "verify")]
    {
        for name in [secret.as_str(), "../secret.csv", "dataset:../../x", "release:nothing", "-"] {
            let status = asked(verb, json!({ key: name })).status;
            assert!(matches!(status, 400 | 404), "{key} {name}: {status}");
        }
    }
    let risk = asked("risk", json!({ "quasi": ["age"], "population": secret }));
    assert_eq!(risk.status, 403, "{}", risk.text());
    let pseudonym = asked("anonymize", json!({ "identifying": { "pseudonym": secret } }));
    assert_eq!(pseudonym.status, 403, "{}", pseudonym.text());
    let hierarchy = asked(
        "attack",
        json!({ "released": "dataset:".to_owned() + &ready.dataset, "hierarchy": { "age": secret } }),
    );
    assert_eq!(hierarchy.status, 403, "{}", hierarchy.text());
    for name in [secret.as_str(), "../../secret.csv", "absent.csv"] {
        let recipe = RECIPE.replace("{ mask = \"right\" }", &format!("\"{name}\""));
        assert_eq!(
            ready.service.put(&ready.at("/recipe"), "application/toml", &recipe).status,
            422,
            "{name}"
        );
    }
    let population = format!(
        "{RECIPE}\n[[privacy]]\nmodel = \"delta-presence\"\nmin = 0.1\nmax = 0.9\npopulation = \"{secret}\"\n"
    );
    assert_eq!(ready.service.put(&ready.at("/recipe"), "application/toml", &population).status, 422);
    // A folder of tables is a population, too.
    let folder = ready.folder.path().join("outside");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("part.csv"), super::client::table(500)).unwrap();
    let models = json!({ "privacy": [{ "model": "k-map", "k": 2, "population": folder }] });
    let whole = json!({ "columns": { "age": { "role": "quasi" } }, "privacy": models["privacy"] });
    assert_eq!(asked("anonymize", json!({ "recipe": whole, "others": "drop" })).status, 422);
    assert_eq!(asked("verify", json!({ "models": models })).status, 403);
    let validated = ready.service.post(&ready.at("/recipe/validate"), &json!({ "recipe": whole })).json();
    assert_eq!(validated["valid"], false, "{validated}");
    for name in ["..%2F..%2Fsecret.csv", "%2Fetc%2Fpasswd", "recipe.toml", ".hidden"] {
        assert_eq!(ready.service.get(&ready.at(&format!("/hierarchies/{name}"))).status, 404, "{name}");
        let put = ready.service.put(&ready.at(&format!("/hierarchies/{name}")), "text/csv", "a;*\n");
        assert_eq!(put.status, 400, "{name}");
    }
    for verb in ["demo", "clean", "stream", "convert", "generate", "silo-train", "nothing"] {
        assert_eq!(asked(verb, json!({})).status, 400, "{verb}");
    }
    assert!(std::path::Path::new(&secret).is_file());
}

#[test]
fn a_table_that_changed_since_it_was_added_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("patients.csv"), super::client::table(300)).unwrap();
    let service = Service::start(&folder.path().join("workspace"), &["--data", &data.display().to_string()]);
    let project = service.project();
    let bearer = format!("Bearer {}", service.token);
    let path = format!("/api/v1/projects/{project}/datasets?path=patients.csv");
    let dataset = service.send("POST", &path, &[("Authorization", &bearer)], &[]).json();
    let dataset = dataset["id"].as_str().unwrap().to_owned();
    let ready = Ready { service, project, dataset, folder };
    assert_eq!(ready.service.put(&ready.at("/recipe"), "application/toml", RECIPE).status, 200);
    let job = ready.job("anonymize", &json!({}));
    let id = job["id"].as_str().unwrap();
    let manifest = ready.service.get(&ready.at(&format!("/jobs/{id}/manifest")));
    assert_eq!(manifest.json()["dataset"]["bytes"], json!(super::client::table(300).len()));
    std::fs::write(data.join("patients.csv"), super::client::table(301)).unwrap();
    for rest in [
        format!("/jobs/{id}/manifest"),
        format!("/jobs/{id}/report.html"),
        format!("/datasets/{}/rows", ready.dataset),
    ] {
        assert_eq!(ready.service.get(&ready.at(&rest)).status, 409, "{rest}");
    }
    assert_eq!(ready.service.post(&ready.at("/jobs"), &ready.asked("inspect", &json!({}))).status, 409);
    assert_eq!(
        ready.service.get(&ready.at(&format!("/jobs/{id}/release"))).status,
        200,
        "the release is what it was"
    );
    #[cfg(unix)]
    {
        std::fs::write(ready.folder.path().join("secret.csv"), super::client::table(300)).unwrap();
        std::fs::remove_file(data.join("patients.csv")).unwrap();
        std::os::unix::fs::symlink(ready.folder.path().join("secret.csv"), data.join("patients.csv"))
            .unwrap();
        let values = ready.at(&format!("/datasets/{}/profile?values=1", ready.dataset));
        assert_eq!(ready.service.get(&values).status, 409, "a link to elsewhere");
    }
}
