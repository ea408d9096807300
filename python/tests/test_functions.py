"""Functions are the commands: same names, same answers."""

from __future__ import annotations

import json

import pytest
from conftest import run

import lethe

#: A call of a function, and the same as a command line.
SAME = [
    (lambda d: lethe.inspect(d), ["inspect", "p.csv"]),
    (lambda d: lethe.discover(d, exclude=["id"]), ["discover", "p.csv", "--exclude", "id"]),
    (lambda d: lethe.discover(d, k=5, max_size=2), ["discover", "p.csv", "--k", "5", "--max-size", "2"]),
    (lambda d: lethe.discover(d, columns=["zip", "sex"], borders=True), ["discover", "p.csv", "--columns", "zip,sex", "--borders"]),
    (lambda d: lethe.discover(d, nulls="wildcard"), ["discover", "p.csv", "--nulls", "wildcard"]),
    (lambda d: lethe.risk(d, ["age", "zip"]), ["risk", "p.csv", "--quasi", "age,zip"]),
    (lambda d: lethe.risk(d, ["age"], k=5, subsets=1), ["risk", "p.csv", "--quasi", "age", "--k", "5"]),
    (lambda d: lethe.risk(d, ["age", "sex"], population=10000), ["risk", "p.csv", "--quasi", "age,sex", "--population", "10000"]),
    (lambda d: lethe.risk(d, ["age", "zip"], suda=2), ["risk", "p.csv", "--quasi", "age,zip", "--suda=2"]),
    (lambda d: lethe.exposure(d, columns=["age", "zip", "sex"]), ["exposure", "p.csv", "--columns", "age,zip,sex"]),
    (lambda d: lethe.exposure(d, columns=["sex", "disease"], theta=1.5), ["exposure", "p.csv", "--columns", "sex,disease", "--theta", "1.5"]),
    (lambda d: lethe.verify(d, quasi=["sex"], k=5), ["verify", "p.csv", "--quasi", "sex", "--k", "5"]),
    (lambda d: lethe.verify(d, quasi=["sex"], k=5, l="3@disease"), ["verify", "p.csv", "--quasi", "sex", "--k", "5", "--l", "3@disease"]),
    (lambda d: lethe.verify(d, quasi=["age"], t="0.2@disease:equal"), ["verify", "p.csv", "--quasi", "age", "--t", "0.2@disease:equal"]),
    (lambda d: lethe.verify(d, quasi=["age", "zip"], k=2), ["verify", "p.csv", "--quasi", "age,zip", "--k", "2"]),
    (lambda d: lethe.compare(d, d, quasi=["age"]), ["compare", "p.csv", "p.csv", "--quasi", "age"]),
    (lambda d: lethe.compare(d, d, class_="disease", folds=3), ["compare", "p.csv", "p.csv", "--class", "disease", "--folds", "3"]),
    (lambda d: lethe.attack(d, d, columns=["age", "zip"]), ["attack", "p.csv", "--known", "p.csv", "--columns", "age,zip"]),
    (lambda d: lethe.attack(d, d, columns=["age", "zip"], sensitive=["disease"]),
     ["attack", "p.csv", "--known", "p.csv", "--columns", "age,zip", "--sensitive", "disease"]),
    (lambda d: lethe.safepub_parameters(epsilon=1, delta="0.00001"), ["safepub-parameters", "--epsilon", "1", "--delta", "0.00001"]),
]

#: What depends on the run or on where the data was.
VOLATILE = ("stats", "elapsed_ms", "suggestions", "bytes")


def without_volatile(value):
    if isinstance(value, dict):
        return {key: without_volatile(one) for key, one in value.items() if key not in VOLATILE}
    return [without_volatile(one) for one in value] if isinstance(value, list) else value


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("call", "words"), SAME, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_a_function_answers_what_the_command_prints(patients, tmp_path, call, words):
    patients.to_csv(tmp_path / "p.csv", index=False)
    printed = run(*words, "--format", "json", folder=tmp_path)
    assert printed.returncode in (0, 1), printed.stderr
    from_file = call(str(tmp_path / "p.csv"))
    wanted = without_volatile(json.loads(printed.stdout))
    assert without_volatile(json.loads(json.dumps(from_file.to_dict()).replace(f"{tmp_path}/", ""))) == wanted
    assert from_file.holds == (printed.returncode == 0)


def test_the_release_has_the_bytes_of_the_command(patients, settings, release, tmp_path):
    patients.to_csv(tmp_path / "p.csv", index=False)
    recipe = lethe.Recipe()
    for name, role in {"id": "identifying", "age": "quasi", "zip": "quasi", "sex": "quasi", "disease": "sensitive"}.items():
        recipe.role(name, role)
    for name, hierarchy in settings["hierarchies"].items():
        recipe.columns[name]["hierarchy"] = hierarchy
    recipe.model("k-anonymity", k=5).search["suppression_limit"] = 0.05
    recipe.save(tmp_path / "r.toml")
    printed = run("anonymize", "p.csv", "--recipe", "r.toml", "-o", "out.csv", folder=tmp_path)
    assert printed.returncode == 0, printed.stderr
    release.data.to_csv(tmp_path / "ours.csv", index=False)
    assert (tmp_path / "ours.csv").read_bytes() == (tmp_path / "out.csv").read_bytes()


def test_a_release_says_what_was_done(release, patients, settings):
    assert release.holds and release.report["suppressed"] == release.suppressed
    assert "id" not in release.data.columns
    assert lethe.verify(release.data, quasi=settings["quasi"], k=5).holds
    assert not lethe.verify(patients, quasi=settings["quasi"], k=5).holds


def test_columns_without_a_role_are_refused(patients):
    with pytest.raises(lethe.RequestError, match="sex"):
        lethe.anonymize(patients, quasi=["age"], identifiers=["id"], k=5)


def test_a_solution_is_applied_to_other_records(release, patients, tmp_path):
    assert release.solution.apply(patients).equals(release.data)
    release.solution.save(tmp_path / "s.json")
    again = lethe.Solution.load(tmp_path / "s.json")
    assert again == release.solution and again.apply(patients.head(20)).equals(release.data.head(20))
    assert (tmp_path / "s.json").stat().st_mode & 0o077 == 0


def test_a_recipe_is_suggested_changed_and_saved(patients, tmp_path):
    recipe = lethe.Recipe.suggest(patients)
    assert recipe.columns["id"]["role"] == "identifying"
    recipe.save(tmp_path / "r.toml")
    assert lethe.Recipe.load(tmp_path / "r.toml") == recipe
    recipe.columns["sex"]["role"] = "insensitive"
    assert lethe.Recipe.load(tmp_path / "r.toml") != recipe
    assert lethe.anonymize(patients, recipe=tmp_path / "r.toml").holds


def test_files_of_a_recipe_are_those_of_its_folder(patients, tmp_path, monkeypatch):
    there, here = tmp_path / "there", tmp_path / "here"
    for folder, label in ((there, "right"), (here, "wrong")):
        folder.mkdir()
        (folder / "sex.csv").write_text(f"f;{label};*\nm;{label};*\n")
    (there / "r.toml").write_text('[columns.sex]\nrole = "quasi"\nhierarchy = "sex.csv"\n[[privacy]]\nmodel = "k-anonymity"\nk = 150\n')
    monkeypatch.chdir(here)
    loaded = lethe.Recipe.load(there / "r.toml")
    loaded.save(here / "moved.toml")
    for recipe in (there / "r.toml", loaded, here / "moved.toml"):
        found = lethe.anonymize(patients[["sex"]], recipe=recipe)
        assert set(found.data["sex"]) == {"right"}
    assert lethe.verify(found.data, recipe=loaded).models[0].holds


def test_a_solution_is_its_owners_even_where_a_file_was_open_to_all(release, tmp_path):
    file = tmp_path / "s.json"
    file.write_text("old")
    file.chmod(0o644)
    release.solution.save(file)
    assert file.stat().st_mode & 0o077 == 0 and [one.name for one in tmp_path.iterdir()] == ["s.json"]


def test_parts_of_a_report_say_whether_they_hold(patients):
    found = lethe.verify(patients, quasi=["sex"], k=5, l="4@disease")
    assert [model.holds for model in found.models] == [model["holds"] for model in found.models] and found.models[0].holds


def test_tables_that_commands_write_come_as_data_frames(patients):
    found = lethe.exposure(patients, columns=["sex", "disease"], edges=True, records=True)
    assert list(found.tables["records"].columns) == ["row", "sum", "mean", "flagged"]
    assert len(found.tables["edges"]) > 0


def test_counts_of_combinations(patients):
    counts = lethe.collapse([patients, patients], columns=["sex"]).tables["output"]
    assert counts["count"].sum() == 2 * len(patients)


def test_generated_records():
    assert lethe.generate("amnesia", 5, seed=1).num_rows == 5
    assert lethe.generate("census", 5, seed=1, library="polars").height == 5


def test_a_ledger_pays_and_refuses(patients, tmp_path):
    ledger = lethe.Ledger.create(tmp_path / "l.json", "patients", epsilon=1)
    answer = lethe.dp.count(patients, epsilon="0.75", column="sex", values=["f"], ledger=ledger)
    assert 0 <= answer.value <= 300
    with pytest.raises(lethe.Error) as error:
        lethe.dp.count(patients, epsilon="0.75", column="sex", values=["f"], ledger=ledger)
    assert error.value.code == "budget-exceeded"


def test_reports_show_themselves(release, patients):
    assert "Release holds" in repr(release)
    found = lethe.risk(patients, ["age", "zip"])
    page = found._repr_html_()
    assert "<table>" in page and "prosecutor" in page
    assert len(found.to_pandas("columns")) == len(found.columns)
    with pytest.raises(AttributeError):
        found.nothing
