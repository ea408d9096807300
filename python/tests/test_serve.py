"""``lethe serve`` of the package: its jobs are processes of the same interpreter."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path


def test_the_service_of_the_package_reads_tables(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "lethe", "serve", "--empty", "--listen", "127.0.0.1:0", "--workspace", str(tmp_path / "w")]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as service:
        try:
            assert service.stdout is not None
            url = urllib.parse.urlsplit(service.stdout.readline().removeprefix("listening on ").strip())
            token = urllib.parse.parse_qs(url.query)["token"][0]

            def post(path: str, body: bytes | None) -> dict[str, object]:
                headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
                address = f"http://{url.netloc}/api/v1{path}"
                request = urllib.request.Request(address, data=body, method="POST", headers=headers)
                with urllib.request.urlopen(request) as answer:
                    return json.load(answer)

            project = post("/projects", b'{"name": "a test"}')["id"]
            added = post(f"/projects/{project}/datasets?name=t.csv", b"age,zip\n20,1\n30,2\n")
            assert (added["rows"], added["columns"]) == (2, 2)
        finally:
            service.terminate()
