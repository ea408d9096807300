"""Data frames in and out."""

from __future__ import annotations

import datetime
import decimal
import warnings

import duckdb
import pandas
import polars
import pyarrow
import pytest

import lethe
from lethe import _lethe

TYPES = [("pandas", pandas.DataFrame), ("polars", polars.DataFrame), ("pyarrow", pyarrow.Table)]


def as_library(frame: pandas.DataFrame, name: str):
    return {
        "pandas": lambda: frame,
        "polars": lambda: polars.from_pandas(frame),
        "pyarrow": lambda: pyarrow.Table.from_pandas(frame, preserve_index=False),
        "duckdb": lambda: duckdb.from_df(frame),
    }[name]()


@pytest.mark.parametrize(("name", "kind"), TYPES)
def test_what_comes_back_is_of_the_library_that_went_in(patients, settings, release, name, kind):
    found = lethe.anonymize(as_library(patients, name), **settings)
    assert found.holds and isinstance(found.data, kind)
    assert found.to_pandas().equals(release.data)


def test_duckdb_relations_are_read(patients, settings, release):
    found = lethe.anonymize(as_library(patients, "duckdb"), **settings)
    assert isinstance(found.data, duckdb.DuckDBPyRelation)
    assert found.to_pandas().equals(release.data)


def test_a_path_is_read_and_a_path_is_written(patients, settings, release, tmp_path):
    patients.to_csv(tmp_path / "p.csv", index=False)
    found = lethe.anonymize(tmp_path / "p.csv", output=tmp_path / "r.csv", **settings)
    assert found.holds and found.data is None
    written = pandas.read_csv(tmp_path / "r.csv", dtype=str)
    assert written.equals(release.data.astype(str))


def test_conversions(release):
    assert isinstance(release.to_arrow(), pyarrow.Table)
    assert isinstance(release.to_polars(), polars.DataFrame)
    assert release.to_polars().to_pandas().equals(release.data)


def test_the_index_is_never_released(patients, settings):
    by_id = patients.set_index("id")
    plain = {key: value for key, value in settings.items() if key != "identifiers"}
    with pytest.warns(UserWarning, match="index of the data frame is left out"):
        found = lethe.anonymize(by_id, **plain)
    assert list(found.data.columns) == ["age", "zip", "sex", "disease"]
    assert list(found.data.index) == list(range(len(found.data)))
    shuffled = patients.sample(frac=1, random_state=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        found = lethe.inspect(shuffled)
    assert [column.name for column in found.columns] == list(patients.columns)


def test_types_are_kept_apart():
    frame = pandas.DataFrame(
        {
            "whole": pandas.array([1, None, 3], dtype="Int64"),
            "number": [0.5, None, 2.5],
            "date": [datetime.date(2020, 1, 1), None, datetime.date(2021, 5, 6)],
            "text": pandas.Categorical(["a", None, "b"]),
            "money": [decimal.Decimal("1.10"), None, decimal.Decimal("2.25")],
            "truth": pandas.array([True, None, False], dtype="boolean"),
        }
    )
    for data in (frame, polars.from_pandas(frame), pyarrow.Table.from_pandas(frame)):
        found = lethe.inspect(data)
        types = {column.name: column.type for column in found.columns}
        assert types["whole"] == "integer" and types["date"] == "date" and types["text"] == "text"
        assert all(column.nulls == 1 for column in found.columns)


def test_columns_of_two_types_are_refused_without_their_values():
    frame = pandas.DataFrame({"a": ["secret", 5, object()]})
    with pytest.raises(lethe.RequestError) as error:
        lethe.inspect(frame)
    assert "secret" not in str(error.value) and error.value.code == "wrong-type"


def test_two_columns_of_one_name_are_refused():
    frame = pandas.DataFrame([[1, 2]], columns=["a", "a"])
    with pytest.raises(lethe.RequestError, match="same name"):
        lethe.inspect(frame)


def test_names_that_are_no_texts_become_texts():
    found = lethe.inspect(pandas.DataFrame({0: [1, 2], 1: ["x", "y"]}))
    assert [column.name for column in found.columns] == ["0", "1"]


@pytest.mark.parametrize("data", [5, [1, 2], {"a": [1]}, object()])
def test_what_is_no_table_is_refused(data):
    with pytest.raises(lethe.RequestError, match="cannot read a"):
        lethe.inspect(data)


def test_buffers_are_not_copied():
    table = pyarrow.table({"a": pyarrow.array(range(100_000))})
    address = table.column("a").chunk(0).buffers()[1].address
    back = pyarrow.table(_lethe.Table.of("a table", table))
    assert back.column("a").chunk(0).buffers()[1].address == address
    frame = polars.DataFrame({"a": range(100_000)})
    there = pyarrow.table(frame).column("a").chunk(0).buffers()[1].address
    assert pyarrow.table(_lethe.Table.of("a table", frame)).column("a").chunk(0).buffers()[1].address == there


def chained(error: BaseException | None) -> str:
    """All messages that somebody sees who follows an error to its causes."""
    text = ""
    while error is not None:
        text += f"{error!r} {error}"
        error = error.__cause__ or error.__context__
    return text


class Broken:
    """A stream of another library that fails with a value in its message."""

    def __arrow_c_stream__(self, requested_schema=None):
        raise ValueError("cannot convert 'secret'")


BROKEN = [
    lambda: pandas.DataFrame({"a": ["secret", 5, object()]}),
    lambda: polars.LazyFrame({"a": ["secret"]}).with_columns(polars.col("a").cast(polars.Int64)),
    lambda: duckdb.sql("select cast(x as integer) as a from (values ('secret')) t(x)"),
    Broken,
]


@pytest.mark.parametrize("make", BROKEN, ids=["pandas", "polars", "duckdb", "other"])
def test_errors_of_other_libraries_are_ours_and_quote_no_value(make):
    with pytest.raises(lethe.Error) as error:
        lethe.inspect(make())
    assert "secret" not in chained(error.value) and error.value.hint
