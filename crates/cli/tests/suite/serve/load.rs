//! Many at once.

use super::client::{Ready, try_raw};
use serde_json::json;

#[test]
fn a_thousand_requests_at_once_are_answered() {
    let ready = Ready::new(200, &[]);
    let job = ready.job("anonymize", &json!({}));
    let release = ready.at(&format!("/jobs/{}/release", job["id"].as_str().unwrap()));
    let expected = ready.service.get(&release).body;
    let paths = [release, ready.at("/recipe"), ready.at(""), "/session".to_owned()];
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..1_000)
            .map(|number| {
                let (path, service, expected) = (&paths[number % 4], &ready.service, &expected);
                std::thread::Builder::new()
                    .stack_size(128 << 10)
                    .spawn_scoped(scope, move || {
                        let head = format!(
                            "GET /api/v1{path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
                            service.address, service.token
                        );
                        let response = try_raw(&service.address, &head, &[]).unwrap();
                        assert_eq!(response.status, 200, "{path}: {}", response.text());
                        if number % 4 == 0 {
                            assert_eq!(&response.body, expected);
                        }
                    })
                    .unwrap()
            })
            .collect();
        for one in asked {
            one.join().unwrap();
        }
    });
}
