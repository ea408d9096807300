"""Errors, interrupts, threads, processes, memory."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import pickle
import signal
import subprocess
import sys
import textwrap
import time

import pandas
import pytest
from conftest import HARD

import lethe


def test_errors_have_code_hint_and_place(patients):
    with pytest.raises(lethe.RequestError) as error:
        lethe.risk(patients, ["nothing"])
    assert error.value.code == "unknown-column" and error.value.place["column"] == "nothing"
    with pytest.raises(lethe.InputError) as error:
        lethe.inspect("nowhere.csv")
    assert error.value.code == "file-not-found"
    with pytest.raises(lethe.RequestError):
        lethe.discover(patients, algorithm="magic")
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.code) == (str(error.value), error.value.code)


def test_limits_are_errors(patients):
    big = pandas.concat([patients] * 500)
    with pytest.raises(lethe.LimitError):
        lethe.discover(big, memory="1KB")


def test_unknown_arguments_are_refused(patients):
    with pytest.raises(TypeError):
        lethe.verify(patients, quasi=["sex"], q=5)
    with pytest.raises(lethe.RequestError, match="unknown key"):
        lethe.anonymize(patients, quasi=["sex"], others="drop", k=2, nonsense=1)


def test_results_pickle(release):
    again = pickle.loads(pickle.dumps(release))
    assert again == release and again.data.equals(release.data)
    assert again.solution == release.solution


def test_calls_from_several_threads(patients):
    def asked(_: int) -> list:
        return lethe.discover(patients, threads=1).minimal_qids

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(asked, range(16)))
    assert all(answer == answers[0] for answer in answers)


def asked_elsewhere(frame: pandas.DataFrame) -> int:
    return lethe.risk(frame, ["age"]).min_class


def test_calls_in_spawned_processes(patients):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert len(set(pool.map(asked_elsewhere, [patients] * 3))) == 1


def test_nothing_is_printed(patients, capfd):
    lethe.discover(patients, progress=False)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_stops_within_a_second(tmp_path):
    script = """
        import lethe
        print("begins", flush=True)
        try:
            lethe.discover(hard, progress=False)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    running = subprocess.Popen(
        [sys.executable, "-c", HARD + textwrap.dedent(script)], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert running.stdout.readline() == "begins\n"
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    begin = time.monotonic()
    assert running.stdout.readline() == "interrupted\n"
    # A machine that does other work besides may need longer than the second that is meant.
    assert time.monotonic() - begin < 5
    running.wait()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_thousand_calls_leave_nothing_behind(patients):
    def resident() -> int:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096

    for _ in range(200):
        lethe.risk(patients, ["age", "zip"], threads=1)
    before = resident()
    for _ in range(1000):
        lethe.risk(patients, ["age", "zip"], threads=1)
    assert resident() - before < 16 << 20
