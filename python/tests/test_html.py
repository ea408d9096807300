"""Reports in notebooks: tables, charts, nothing that is not escaped."""

from __future__ import annotations

import html.parser
import pickle

import pandas
import pytest

import lethe

pytestmark = pytest.mark.filterwarnings("ignore")
VOID = {"meta", "br", "hr", "img", "line", "rect", "path", "circle", "polyline"}


class Balance(html.parser.HTMLParser):
    """Whether every element that is opened is closed, and which there are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def shown(report) -> Balance:
    found = Balance(report._repr_html_())
    assert not found.open and "script" not in found.seen
    return found


def test_figures_and_tables(patients):
    found = lethe.risk(patients, ["age", "zip"])
    page = found._repr_html_()
    assert "prosecutor" in page and "<table>" in page and shown(found).seen.count("svg") == 0


def test_discovery_draws_sets_by_size(patients):
    assert shown(lethe.discover(patients, max_size=2)).seen.count("svg") == 1
    assert shown(lethe.discover(patients, columns=["sex"])).seen.count("svg") == 0


def test_comparisons_draw_distributions_and_classes(patients, release):
    found = lethe.compare(patients, release.data, quasi=["age", "zip", "sex"])
    assert shown(found).seen.count("svg") >= 3
    assert "Risk before and after" in found._repr_html_() and "<svg" not in repr(found)


def test_attacks_draw_chances_over_what_is_known(patients, release):
    found = lethe.attack(release.data, patients, columns=["age", "zip", "sex"], knowledge="1..3")
    assert shown(found).seen.count("svg") == 1


def test_evidence_shows_the_charts_of_its_comparison(patients, settings):
    recipe = lethe.Recipe().role("id", "identifying").role("disease", "sensitive").model("k-anonymity", k=5)
    for name in settings["quasi"]:
        recipe.role(name, "quasi")
    published = lethe.anonymize(patients, recipe=recipe, hierarchies=settings["hierarchies"], suppression_limit=0.05)
    found = lethe.evidence(patients, released=published.data, recipe=recipe)
    assert shown(found).seen.count("svg") >= 1


def test_names_and_values_are_escaped():
    names = ["<img src=x onerror=alert(1)>", "b&<"]
    frame = pandas.DataFrame({name: [f"<i>{number % 3}" for number in range(30)] for name in names})
    for found in (lethe.inspect(frame), lethe.discover(frame), lethe.compare(frame, frame, quasi=names)):
        page = found._repr_html_()
        assert "<img" not in page and "<i>" not in page
        shown(found)


def test_charts_travel_with_a_report(patients):
    found = lethe.discover(patients, max_size=2)
    assert pickle.loads(pickle.dumps(found))._repr_html_() == found._repr_html_()


def test_long_tables_and_lists_are_cut():
    found = lethe.Report({"rows": [{"a": number} for number in range(100)], "list": list(range(50))})
    page = found._repr_html_()
    assert "first 20 of 100" in page and "50 in all" in page and ">99<" not in page
