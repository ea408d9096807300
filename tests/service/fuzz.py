"""Asks a running service everything that its OpenAPI document allows, and more, with Schemathesis.

    python fuzz.py URL

URL is what `lethe serve` prints, with its token. The service must never fail (status 5xx), answer only what the document says, and
refuse whoever has no token. Path parameters are those of a project that is made here, so that operations are reached.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

#: Requests for each operation.
EXAMPLES = 15
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "ignored_auth",
)


class Service:
    def __init__(self, url: str) -> None:
        parts = urllib.parse.urlsplit(url)
        self.root = f"{parts.scheme}://{parts.netloc}/api/v1"
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.root + path, data=data, method=method, headers=headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


def prepared(service: Service) -> dict[str, str]:
    """A project with a table, a recipe, a hierarchy and a release."""
    project = service.ask("POST", "/projects", {"name": "fuzz"})["id"]
    at = f"/projects/{project}"
    dataset = service.ask("POST", f"{at}/datasets?example=health&rows=300&columns=6")["id"]
    recipe = service.ask("POST", f"{at}/recipe/suggest", {"dataset": dataset})["recipe"]
    checked = service.ask("POST", f"{at}/recipe/validate", {"recipe": recipe})
    service.ask("PUT", f"{at}/recipe", checked["recipe"])
    job = service.ask("POST", f"{at}/jobs", {"verb": "anonymize", "dataset": dataset, "request": {"lattice": True}})["id"]
    while service.ask("GET", f"{at}/jobs/{job}")["state"] in ("queued", "running"):
        time.sleep(0.1)
    return {"project": project, "dataset": dataset, "job": job}


def main() -> int:
    service = Service(sys.argv[1])
    parameters = prepared(service)
    with tempfile.TemporaryDirectory() as folder:
        lines = ["[parameters]", *[f'"path.{name}" = "{value}"' for name, value in parameters.items()]]
        config = Path(folder) / "schemathesis.toml"
        config.write_text("\n".join(lines) + "\n")
        document = Path(folder) / "openapi.json"
        document.write_text(json.dumps(service.ask("GET", "/openapi.json")))
        call = ["schemathesis", "--config-file", config, "run", document, "--url", service.root.removesuffix("/api/v1")]
        call += ["--header", f"Authorization: Bearer {service.token}", "--checks", ",".join(CHECKS)]
        # What would delete the project, or never ends.
        call += ["--exclude-path-regex", "/events$", "--exclude-method", "DELETE"]
        call += ["--phases", "coverage,fuzzing", "--max-examples", EXAMPLES, "--seed", "1", "--suppress-health-check", "all"]
        call += ["--generation-database", "none", "--request-timeout", "60", "--no-color"]
        # What it keeps goes with the folder.
        return subprocess.run([str(part) for part in call], check=False, cwd=folder).returncode


if __name__ == "__main__":
    sys.exit(main())
