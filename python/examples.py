"""The examples in the docstrings of the functions that generate.py writes; they are run as tests."""

from __future__ import annotations

#: Imports and a table, before the example of its own.
PEOPLE = """\
>>> import lethe, pyarrow
>>> people = pyarrow.table({
...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
"""

FOLDER = ">>> import os, tempfile\n>>> folder = tempfile.mkdtemp()\n"

HIERARCHY = """\
>>> import lethe, os, pyarrow, tempfile
>>> file = os.path.join(tempfile.mkdtemp(), "age.csv")
>>> ages = pyarrow.table({"age": [31, 34, 42, 47]})
"""

MODEL = """\
>>> model = os.path.join(folder, "people.model")
>>> trained = lethe.silo.train(people, model)
"""

EXAMPLES = {
    "attack": PEOPLE
    + """\
>>> found = lethe.attack(people, people, columns=["zip", "sex"], sensitive=["ill"])
>>> found.known, found.reidentified, found.holds
(4, 2, False)
""",
    "collapse": PEOPLE
    + """\
>>> lethe.collapse([people], columns=["sex"]).tables["output"].to_pydict()
{'sex': ['f', 'm'], 'count': [3, 1]}
""",
    "compare": PEOPLE
    + """\
>>> coarse = people.set_column(0, "zip", pyarrow.array(["101**"] * 4))
>>> lethe.compare(people, coarse, quasi=["zip", "sex"]).altered_cells
4
""",
    "convert": PEOPLE
    + FOLDER
    + """\
>>> lethe.convert(people, output=os.path.join(folder, "people.parquet")).rows
4
""",
    "discover": PEOPLE
    + """\
>>> lethe.discover(people).minimal_qids
[['zip'], ['sex'], ['ill']]
""",
    "dp-ledger-create": FOLDER
    + """\
>>> import lethe
>>> lethe.Ledger.create(os.path.join(folder, "ledger"), "patients", epsilon=1).show().left_epsilon
'1'
""",
    "dp-ledger-show": FOLDER
    + """\
>>> import lethe
>>> ledger = lethe.Ledger.create(os.path.join(folder, "ledger"), "patients", epsilon=1)
>>> ledger.show().spends
[]
""",
    "exposure": PEOPLE
    + """\
>>> found = lethe.exposure(people)
>>> found.rows, found.nodes
(4, 7)
""",
    "generate": """\
>>> import lethe
>>> lethe.generate("amnesia", 3, seed=1).num_rows
3
""",
    "hierarchy-check": HIERARCHY
    + """\
>>> made = lethe.hierarchy.make(ages, "age", {"intervals": [10, 20]}, output=file)
>>> lethe.hierarchy.check(file).valid
True
""",
    "hierarchy-convert": HIERARCHY
    + """\
>>> with open(file, "w") as text:
...     print("31,30s,*", "42,40s,*", sep="\\\\n", file=text)
>>> lethe.hierarchy.convert(file, output=file.replace("age", "other")).levels
[2, 2, 1]
""",
    "hierarchy-make": HIERARCHY
    + """\
>>> lethe.hierarchy.make(ages, "age", {"intervals": [10, 20]}, output=file).levels
[4, 2, 2, 1]
""",
    "hierarchy-show": HIERARCHY
    + """\
>>> made = lethe.hierarchy.make(ages, "age", {"intervals": [10, 20]}, output=file)
>>> lethe.hierarchy.show(file).levels
[4, 2, 2, 1]
""",
    "inspect": PEOPLE
    + """\
>>> [(column.name, column.type, column.distinct) for column in lethe.inspect(people).columns]
[('zip', 'text', 3), ('sex', 'text', 2), ('ill', 'text', 2)]
""",
    "recipe": PEOPLE
    + """\
>>> recipe = lethe.Recipe().role("zip", "quasi").role("sex", "quasi").role("ill", "sensitive").model("k-anonymity", k=2)
>>> recipe.check(people).holds
True
""",
    "recipe-init": PEOPLE
    + """\
>>> sorted(lethe.Recipe.suggest(people).columns)
['ill', 'sex', 'zip']
""",
    "report": PEOPLE
    + """\
>>> recipe = lethe.Recipe().role("zip", "quasi").role("sex", "quasi").role("ill", "sensitive").model("k-anonymity", k=2)
>>> release = lethe.anonymize(people, recipe=recipe)
>>> lethe.evidence(people, release.data, recipe).holds
True
""",
    "risk": PEOPLE
    + """\
>>> found = lethe.risk(people, ["zip", "sex"])
>>> found.min_class, found.unique_rows, found.prosecutor.avg
(1, 2, 0.75)
""",
    "safepub-parameters": """\
>>> import lethe
>>> lethe.safepub_parameters(epsilon="ln(2)", delta="0.000001").k > 1
True
""",
    "silo-merge": PEOPLE
    + FOLDER
    + MODEL
    + """\
>>> lethe.silo.merge([model, model], os.path.join(folder, "both.model")).records
8
""",
    "silo-sanitize": PEOPLE
    + FOLDER
    + MODEL
    + """\
>>> safe = lethe.silo.sanitize(model, 2, os.path.join(folder, "safe.model"))
>>> safe.records, safe.guarantees[0].k
(4, 2)
""",
    "silo-score": PEOPLE
    + FOLDER
    + MODEL
    + """\
>>> lethe.silo.score(model, people).records
4
""",
    "silo-train": PEOPLE
    + FOLDER
    + """\
>>> lethe.silo.train(people, os.path.join(folder, "people.model")).records
4
""",
    "silo-update": PEOPLE
    + FOLDER
    + MODEL
    + """\
>>> lethe.silo.update(model, people, os.path.join(folder, "new.model")).records
8
""",
    "stream": """\
>>> import lethe, os, pyarrow, tempfile
>>> with lethe.Stream(os.path.join(tempfile.mkdtemp(), "state"), columns=["sex"], k=2) as stream:
...     shown = stream.feed(pyarrow.table({"sex": ["f", "f", "f"]}))
>>> stream.report.total.taken
3
""",
    "verify": PEOPLE
    + """\
>>> lethe.verify(people, quasi=["sex"], k=2).holds
False
>>> lethe.verify(people.slice(0, 2), quasi=["sex"], k=2, l="2@ill").holds
True
""",
    "verify-compartments": PEOPLE
    + FOLDER
    + """\
>>> parts = os.path.join(folder, "parts")
>>> recipe = {"columns": {name: {"role": "quasi"} for name in people.column_names},
...     "privacy": [{"model": "k-anonymity", "k": 2}], "search": {"method": "compartment"}}
>>> made = lethe.anonymize(pyarrow.concat_tables([people] * 5), recipe=recipe, output=parts)
>>> lethe.verify_compartments(parts, k=2).holds
True
""",
}
