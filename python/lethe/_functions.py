"""The commands as functions.

Written by generate.py from the schemas of the core; do not edit.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from . import _reports as reports
from ._call import ask
from ._models import with_models

Data = Any
RecipeLike = Any


def attack(
    released: Data,
    known: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    recipe: RecipeLike | None = None,
    hierarchy: Mapping[str, str] | None = None,
    columns: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    truth: str | None = None,
    k: int | None = None,
    knowledge: str | None = None,
    draws: int = 1,
    ignore_disclosure: bool = False,
    reading: str | None = None,
    tolerance: Mapping[str, str] | None = None,
    confidence: Sequence[float] = (0.5, 0.8, 0.95),
    absent: Data | None = None,
    original: Data | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.AttackReport:
    """A release, and what somebody knows about records in it.

    :param released: The released table, or a folder of compartments.
    :param known: What is known: one row a person, columns named as in the release.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param recipe: A recipe with hierarchies, types, sensitive columns and k.
    :param hierarchy: Hierarchy files of columns; they come before those of the recipe.
    :param columns: The columns that are known; when empty, all that are in both files and neither sensitive nor
        identifying.
    :param sensitive: The columns that are to be learned; those of the recipe when empty.
    :param truth: The column in both files that says who is who; never compared.
    :param k: Records with fewer than so many candidates are narrowed down; the recipe's k, or 2, when not given.
    :param knowledge: Attack with random parts of what is known: so many columns a person.
    :param draws: How often parts are drawn for each person and number of columns.
    :param ignore_disclosure: Whether sensitive values that are disclosed are no answer with no.
    :param reading: How suppressed records are read; when not given, by the rule unless the recipe samples records.
    :param tolerance: How far known values may be from the true ones, by column: a difference of numbers, days, or edits of
        a text.
    :param confidence: The confidences at which inferred sensitive values are counted.
    :param absent: Records that are known not to be in the release: how many of them seem to be?
    :param original: The table before it was anonymized, attacked in the same way for comparison.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> found = lethe.attack(people, people, columns=["zip", "sex"], sensitive=["ill"])
    >>> found.known, found.reidentified, found.holds
    (4, 2, False)
    """
    return ask("attack", reports.AttackReport, dict(locals()))


def collapse(
    data: Sequence[Data] | Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    columns: Sequence[str] = (),
    output: Data | bool | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Collapsed:
    """What is collapsed.

    :param data: The tables, which have the same columns; their records are added up.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param columns: The columns that are combined; all when empty.
    :param output: Where the combinations go.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> lethe.collapse([people], columns=["sex"]).tables["output"].to_pydict()
    {'sex': ['f', 'm'], 'count': [3, 1]}
    """
    return ask("collapse", reports.Collapsed, dict(locals()))


def compare(
    original: Data,
    released: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    recipe: RecipeLike | None = None,
    quasi: Sequence[str] = (),
    order: str = 'detect',
    class_: str | None = None,
    positive: str | None = None,
    folds: int = 10,
    k: int | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Comparison:
    """What to compare, and what else to ask.

    :param original: The original table.
    :param released: What was released of it.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param recipe: A recipe with roles and hierarchies.
    :param quasi: The quasi-identifying columns; those of the recipe when empty.
    :param order: Whether rows of the release stand where they stood in the original.
    :param class_: Learn to show this column from the others.
    :param positive: The value of the class whose errors are counted.
    :param folds: How many parts of the original take turns in being asked about.
    :param k: Classes of fewer records are reported as risky; the recipe's k, or 2, when not given. Counts below it, or
        below ``DRAWN_FROM``, are not drawn.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> coarse = people.set_column(0, "zip", pyarrow.array(["101**"] * 4))
    >>> lethe.compare(people, coarse, quasi=["zip", "sex"]).altered_cells
    4
    """
    return ask("compare", reports.Comparison, dict(locals()))


def convert(
    data: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    output: Data | bool | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Converted:
    """A table that is to be written in another format.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param output: Where it goes.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> lethe.convert(people, output=os.path.join(folder, "people.parquet")).rows
    4
    """
    return ask("convert", reports.Converted, dict(locals()))


def discover(
    data: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    columns: Sequence[str] = (),
    exclude: Sequence[str] = (),
    k: int = 2,
    min_exposed: str = '1',
    max_size: int | None = None,
    nulls: str = 'value',
    algorithm: str = 'auto',
    standalone_threshold: float = 1.0,
    keep_standalone: bool = False,
    time_limit: str | None = None,
    coverage: bool = False,
    witness: int = 0,
    top: int | None = None,
    borders: bool = False,
    explain_dependencies: bool = False,
    records_by_size: bool = False,
    column_records: str = 'none',
    fail_if_found: bool = False,
    records: Mapping[str, Any] | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Discovery:
    """Which columns of which table to combine, what counts as dangerous, and what else to show.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param columns: Only these columns; all when empty.
    :param exclude: Not these columns.
    :param k: A record is exposed by a column set when fewer than ``k`` records are equal on it.
    :param min_exposed: A column set is a quasi-identifier when it exposes at least so many records.
    :param max_size: The largest sets to look at; all sizes when not given.
    :param nulls: How a missing value compares with others.
    :param algorithm: The name of a search algorithm; see ``ALGORITHMS``.
    :param standalone_threshold: The cardinality from which a column identifies records by itself.
    :param keep_standalone: Whether such columns are searched all the same.
    :param time_limit: When to stop and show what is proven. A tenth of the time is kept for what is reported besides the
        sets.
    :param coverage: The records each set exposes.
    :param witness: So many rows exposed by each set.
    :param top: Coverage and witnesses of the first so many sets only; of all when not given.
    :param borders: The maximal safe sets.
    :param explain_dependencies: Constant, equal and dependent columns.
    :param records_by_size: The records exposed by the sets of each size, and by all.
    :param column_records: The records that are no longer exposed when a column is dropped or more general: about two
        groupings a set.
    :param fail_if_found: Whether something that is found is an answer with no.
    :param records: Where the records at risk go, when they are requested.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> lethe.discover(people).minimal_qids
    [['zip'], ['sex'], ['ill']]
    """
    return ask("discover", reports.Discovery, dict(locals()))


def dp_ledger_create(
    file: str,
    data_set: str,
    epsilon: str,
    *,
    neighbours: str = 'add-remove',
    delta: str = '0',
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.LedgerReport:
    """A ledger that is to be made.

    :param file: The ledger.
    :param data_set: Whose budget it is.
    :param neighbours: Which tables the guarantee speaks of.
    :param epsilon: The budget, such as ``1`` or ``ln(2)``.
    :param delta: The chance with which it may be exceeded.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> import lethe
    >>> lethe.Ledger.create(os.path.join(folder, "ledger"), "patients", epsilon=1).show().left_epsilon
    '1'
    """
    return ask("dp-ledger-create", reports.LedgerReport, dict(locals()))


def dp_ledger_show(
    file: str,
    *,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.LedgerReport:
    """A ledger that is to be looked at.

    :param file: The ledger.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> import lethe
    >>> ledger = lethe.Ledger.create(os.path.join(folder, "ledger"), "patients", epsilon=1)
    >>> ledger.show().spends
    []
    """
    return ask("dp-ledger-show", reports.LedgerReport, dict(locals()))


def exposure(
    data: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    columns: Sequence[str] = (),
    exclude: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    theta: float = 2.0,
    top: int = 10,
    min_support: int = 5,
    certain: str = '1',
    k: int = 2,
    sets: Sequence[Sequence[str]] = (),
    max_size: int = 3,
    check: bool = False,
    aggregate: str = 'none',
    show_values: bool = False,
    edges: Data | bool | None = None,
    map: str | None = None,
    records: Data | bool | None = None,
    release: Mapping[str, Any] | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.ExposureReport:
    """Which columns of which table, and what to show.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param columns: Only these columns; all when empty.
    :param exclude: Not these columns.
    :param sensitive: Columns whose values nobody should learn; rules about them are reported first.
    :param theta: Standard deviations from which on a record or column pair is reported.
    :param top: How many values, records, column pairs and rules are reported.
    :param min_support: Records with both values of a rule, at least.
    :param certain: The least share of those with one value who have the other, so that it is reported as certain.
    :param k: A column pair exposes somebody when fewer than so many records have both values; what they have is not
        released.
    :param sets: Column sets to measure.
    :param max_size: The most columns of a set that grows from candidates; such sets have at least three.
    :param check: Whether candidates are held against what is true, for several thresholds.
    :param aggregate: Which nodes become one.
    :param show_values: Whether values are reported.
    :param edges: Where every edge goes. True gives a data frame in ``.tables`` instead of a file.
    :param map: Where a map of the graph is drawn, as SVG.
    :param records: Where the measures of every record go. True gives a data frame in ``.tables`` instead of a file.
    :param release: Statistics that may be shown to others.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> found = lethe.exposure(people)
    >>> found.rows, found.nodes
    (4, 7)
    """
    return ask("exposure", reports.ExposureReport, dict(locals()))


def generate(
    name: str,
    rows: int,
    *,
    columns: int | None = None,
    output: Data | bool | None = None,
    hierarchies: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Generated:
    """What to generate and where to.

    :param name: The data set.
    :param rows: The number of rows.
    :param columns: Only the first so many columns; the usual ones when not given.
    :param output: Where the table goes.
    :param hierarchies: The folder that matching hierarchies go to.

    >>> import lethe
    >>> lethe.generate("amnesia", 3, seed=1).num_rows
    3
    """
    return ask("generate", reports.Generated, dict(locals()))


def hierarchy_check(
    file: str,
    *,
    format: str | None = None,
    header: str = 'detect',
    delimiter: str | None = None,
    name: str | None = None,
    of: Mapping[str, Any] | None = None,
    repair: Mapping[str, Any] | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Checked:
    """A hierarchy that is to be checked.

    :param file: The file.
    :param format: Its format; found out from its content when not given.
    :param header: Whether a CSV file's first line names its columns.
    :param delimiter: The separator of a CSV file; found out when not given.
    :param name: Which hierarchy is meant, where the file holds several.
    :param of: The column it is for.
    :param repair: How it is repaired, where that is wanted.

    >>> import lethe, os, pyarrow, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "age.csv")
    >>> ages = pyarrow.table({"age": [31, 34, 42, 47]})
    >>> made = lethe.hierarchy.make(ages, "age", {"intervals": [10, 20]}, output=file)
    >>> lethe.hierarchy.check(file).valid
    True
    """
    return ask("hierarchy-check", reports.Checked, dict(locals()))


def hierarchy_convert(
    file: str,
    *,
    format: str | None = None,
    header: str = 'detect',
    delimiter: str | None = None,
    name: str | None = None,
    of: Mapping[str, Any] | None = None,
    output: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Written:
    """A hierarchy that is to be written in the CSV form of ARX.

    :param file: The file.
    :param format: Its format; found out from its content when not given.
    :param header: Whether a CSV file's first line names its columns.
    :param delimiter: The separator of a CSV file; found out when not given.
    :param name: Which hierarchy is meant, where the file holds several.
    :param of: The column it is for.
    :param output: Where it goes; it is returned when not given.

    >>> import lethe, os, pyarrow, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "age.csv")
    >>> ages = pyarrow.table({"age": [31, 34, 42, 47]})
    >>> with open(file, "w") as text:
    ...     print("31,30s,*", "42,40s,*", sep="\\n", file=text)
    >>> lethe.hierarchy.convert(file, output=file.replace("age", "other")).levels
    [2, 2, 1]
    """
    return ask("hierarchy-convert", reports.Written, dict(locals()))


def hierarchy_make(
    data: Data,
    column: str,
    hierarchy: Any,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    output: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Written:
    """A hierarchy that is to be built.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param column: The column's name.
    :param hierarchy: How it is built, as in a recipe.
    :param output: Where it goes; it is returned when not given.

    >>> import lethe, os, pyarrow, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "age.csv")
    >>> ages = pyarrow.table({"age": [31, 34, 42, 47]})
    >>> lethe.hierarchy.make(ages, "age", {"intervals": [10, 20]}, output=file).levels
    [4, 2, 2, 1]
    """
    return ask("hierarchy-make", reports.Written, dict(locals()))


def hierarchy_show(
    file: str,
    *,
    format: str | None = None,
    header: str = 'detect',
    delimiter: str | None = None,
    name: str | None = None,
    of: Mapping[str, Any] | None = None,
    depth: int = 64,
    children: int = 10,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Shown:
    """A hierarchy that is to be drawn.

    :param file: The file.
    :param format: Its format; found out from its content when not given.
    :param header: Whether a CSV file's first line names its columns.
    :param delimiter: The separator of a CSV file; found out when not given.
    :param name: Which hierarchy is meant, where the file holds several.
    :param of: The column it is for.
    :param depth: Levels below the root that are drawn, at most 64.
    :param children: Children drawn of each node; the others are counted.

    >>> import lethe, os, pyarrow, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "age.csv")
    >>> ages = pyarrow.table({"age": [31, 34, 42, 47]})
    >>> made = lethe.hierarchy.make(ages, "age", {"intervals": [10, 20]}, output=file)
    >>> lethe.hierarchy.show(file).levels
    [4, 2, 2, 1]
    """
    return ask("hierarchy-show", reports.Shown, dict(locals()))


def inspect(
    data: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    columns: Sequence[str] = (),
    standalone_threshold: float = 1.0,
    show_values: int | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Inspection:
    """What to inspect and how.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param columns: Only these columns; all when empty.
    :param standalone_threshold: The cardinality from which a column counts as a standalone identifier.
    :param show_values: How many frequent values to show, with the smallest and largest; ``None`` hides all values.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> [(column.name, column.type, column.distinct) for column in lethe.inspect(people).columns]
    [('zip', 'text', 3), ('sex', 'text', 2), ('ill', 'text', 2)]
    """
    return ask("inspect", reports.Inspection, dict(locals()))


def recipe(
    recipe: RecipeLike,
    *,
    data: Data | None = None,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.CheckedRecipe:
    """A recipe that is to be checked.

    :param recipe: The recipe.
    :param data: A table that it should fit.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> recipe = lethe.Recipe().role("zip", "quasi").role("sex", "quasi").role("ill", "sensitive").model("k-anonymity", k=2)
    >>> recipe.check(people).holds
    True
    """
    return ask("recipe", reports.CheckedRecipe, dict(locals()))


def recipe_init(
    data: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    hierarchies: str | None = None,
    order: Mapping[str, Any] | None = None,
    suppression_limit: str | None = None,
    output: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
    **models: Any,
) -> reports.ProposedRecipe:
    """A table that needs a recipe.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param hierarchies: A folder with hierarchy files, named after their columns (``age.csv``, ``adult_hierarchy_age.csv``).
    :param order: Columns with the order of their values.
    :param suppression_limit: The share of records that may be suppressed; 0.05 when not given.
    :param output: Where the recipe goes; it is returned when not given.
    :param models: Models as on the command line: ``k=5``, ``l="3@disease"``; a list for several.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> sorted(lethe.Recipe.suggest(people).columns)
    ['ill', 'sex', 'zip']
    """
    return ask("recipe-init", reports.ProposedRecipe, with_models(locals()))


def report(
    original: Data,
    released: Data,
    recipe: RecipeLike,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    class_: str | None = None,
    k: int | None = None,
    date: str | None = None,
    output: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.EvidenceReport:
    """A release that is to be reported on.

    :param original: The original table.
    :param released: What was released of it: a table, or a folder of compartments.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param recipe: The recipe: roles, hierarchies, and the models that must hold.
    :param class_: The column that classifiers learn to predict; the first sensitive one of the recipe when not given.
    :param k: Records in smaller classes are at risk, and smaller counts are not shown; the recipe's k, or 2, when not
        given.
    :param date: The date of the report, as it is to be printed.
    :param output: Where the report goes: a page where the name ends in ``.html``, else JSON.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> recipe = lethe.Recipe().role("zip", "quasi").role("sex", "quasi").role("ill", "sensitive").model("k-anonymity", k=2)
    >>> release = lethe.anonymize(people, recipe=recipe)
    >>> lethe.evidence(people, release.data, recipe).holds
    True
    """
    return ask("report", reports.EvidenceReport, dict(locals()))


def risk(
    data: Data,
    quasi: Sequence[str],
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    k: int = 2,
    population: Any = None,
    subsets: int = 1,
    suda: int | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Risks:
    """What to ask about a table.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param quasi: The quasi-identifying columns.
    :param k: Records in classes of fewer than ``k`` are at risk.
    :param population: The population that the table was drawn from: its size, or a file with its records.
    :param subsets: Show how well every choice of up to so many columns separate records; 0 and 1: single columns.
    :param suda: Also find records that up to so many columns identify.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> found = lethe.risk(people, ["zip", "sex"])
    >>> found.min_class, found.unique_rows, found.prosecutor.avg
    (1, 2, 0.75)
    """
    return ask("risk", reports.Risks, dict(locals()))


def safepub_parameters(
    epsilon: str,
    delta: str,
    *,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.SafepubParameters:
    """A guarantee of differential privacy.

    :param epsilon: The budget, such as ``1`` or ``ln(2)``.
    :param delta: The chance with which it may be exceeded, such as ``1e-6``.

    >>> import lethe
    >>> lethe.safepub_parameters(epsilon="ln(2)", delta="0.000001").k > 1
    True
    """
    return ask("safepub-parameters", reports.SafepubParameters, dict(locals()))


def silo_merge(
    models: Sequence[str],
    output: str,
    *,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Written:
    """Models that are added up.

    :param models: The models.
    :param output: Where the sum goes.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> model = os.path.join(folder, "people.model")
    >>> trained = lethe.silo.train(people, model)
    >>> lethe.silo.merge([model, model], os.path.join(folder, "both.model")).records
    8
    """
    return ask("silo-merge", reports.Written, dict(locals()))


def silo_sanitize(
    model: str,
    k: int,
    output: str,
    *,
    epsilon: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.SanitizedModel:
    """A model that is to leave its silo.

    :param model: The model, not sanitised before.
    :param k: Values and pairs of fewer records are hidden.
    :param epsilon: Noise with this loss is added to every count.
    :param output: Where the sanitised model goes.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> model = os.path.join(folder, "people.model")
    >>> trained = lethe.silo.train(people, model)
    >>> safe = lethe.silo.sanitize(model, 2, os.path.join(folder, "safe.model"))
    >>> safe.records, safe.guarantees[0].k
    (4, 2)
    """
    return ask("silo-sanitize", reports.SanitizedModel, dict(locals()))


def silo_score(
    model: str,
    data: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    k: int = 2,
    theta: float = 2.0,
    top: int = 10,
    records: Data | bool | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.RatedRecords:
    """Records that are rated against a model.

    :param model: The model.
    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param k: Pairs of fewer records are rare.
    :param theta: Records that deviate by more than so many standard deviations are flagged.
    :param top: How many records the report lists.
    :param records: Where to write all of them. True gives a data frame in ``.tables`` instead of a file.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> model = os.path.join(folder, "people.model")
    >>> trained = lethe.silo.train(people, model)
    >>> lethe.silo.score(model, people).records
    4
    """
    return ask("silo-score", reports.RatedRecords, dict(locals()))


def silo_train(
    data: Data,
    output: str,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    columns: Sequence[str] = (),
    exclude: Sequence[str] = (),
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Written:
    """A table whose values and value pairs are counted.

    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param columns: Only these columns; all when empty.
    :param exclude: Not these columns.
    :param output: Where the model goes.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> lethe.silo.train(people, os.path.join(folder, "people.model")).records
    4
    """
    return ask("silo-train", reports.Written, dict(locals()))


def silo_update(
    model: str,
    data: Data,
    output: str,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    remove: bool = False,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.Written:
    """A model whose table has more records, or fewer.

    :param model: The silo's own model.
    :param data: The table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param remove: Whether they are removed instead of added.
    :param output: Where the updated model goes; it may replace the model.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> model = os.path.join(folder, "people.model")
    >>> trained = lethe.silo.train(people, model)
    >>> lethe.silo.update(model, people, os.path.join(folder, "new.model")).records
    8
    """
    return ask("silo-update", reports.Written, dict(locals()))


def stream(
    input: str,
    state: str,
    output: str,
    *,
    model: str | None = None,
    recipe: RecipeLike | None = None,
    sets: Sequence[Sequence[str]] = (),
    columns: Sequence[str] = (),
    max_size: int | None = None,
    k: int | None = None,
    batch: int = 10000,
    max_delay: int = 10,
    drop_overdue: bool = False,
    id: str | None = None,
    exclude: Sequence[str] = (),
    delimiter: str | None = None,
    escape_formulas: bool = False,
    at_end: str = 'pause',
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.StreamReport:
    """A stream of records, and what must hold of those that are released.

    :param input: A file, a folder of files, or ``-`` for standard input.
    :param state: The folder with the state of the stream.
    :param output: The file that released records are appended to.
    :param model: The file with a silo's model of all that was released, where one is wanted.
    :param recipe: A recipe with quasi-identifying columns, k, and columns that are not written out.
    :param sets: Column sets that records are judged on.
    :param columns: Columns that records are judged on.
    :param max_size: Of these, all sets of at most so many; one set of all when not given.
    :param k: The carriers each combination needs.
    :param batch: Records a batch.
    :param max_delay: For how many further batches a record is held.
    :param drop_overdue: Drop what was held too long, instead of suppressing cells of it.
    :param id: A column that names the record; one that was taken is not taken again. Not written out.
    :param exclude: Columns that are not written out.
    :param delimiter: What separates fields of the input; found out when not given.
    :param escape_formulas: Write an apostrophe before cells that a spreadsheet would run as formulas.
    :param at_end: What happens when all input is taken.

    >>> import lethe, os, pyarrow, tempfile
    >>> with lethe.Stream(os.path.join(tempfile.mkdtemp(), "state"), columns=["sex"], k=2) as stream:
    ...     shown = stream.feed(pyarrow.table({"sex": ["f", "f", "f"]}))
    >>> stream.report.total.taken
    3
    """
    return ask("stream", reports.StreamReport, dict(locals()))


def verify(
    data: Data,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    recipe: RecipeLike | None = None,
    quasi: Sequence[str] = (),
    order: Mapping[str, Any] | None = None,
    reference: Data | None = None,
    suppressed: str = 'class-where-shown',
    work: str | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
    **models: Any,
) -> reports.Verification:
    """What to verify.

    :param data: The released table.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param recipe: A recipe with models, roles, and what models need to know of columns.
    :param quasi: The quasi-identifying columns; those of the recipe when empty.
    :param order: Columns with the order of their values.
    :param reference: The original, whose distributions classes are held against; the released table when ``None``.
    :param suppressed: Who judges the records that are ``*`` in every quasi-identifying column.
    :param work: Where a table larger than memory is kept while it is judged in parts; where the system keeps temporary
        files when not given.
    :param models: Models as on the command line: ``k=5``, ``l="3@disease"``; a list for several.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> lethe.verify(people, quasi=["sex"], k=2).holds
    False
    >>> lethe.verify(people.slice(0, 2), quasi=["sex"], k=2, l="2@ill").holds
    True
    """
    return ask("verify", reports.Verification, with_models(locals()))


def verify_compartments(
    data: str,
    *,
    delimiter: str | None = None,
    no_header: bool = False,
    null: Sequence[str] = (),
    type: Mapping[str, str] | None = None,
    unescape_formulas: bool = False,
    weights: str | None = None,
    recipe: RecipeLike | None = None,
    k: int | None = None,
    max_size: int | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
) -> reports.CompartmentVerification:
    """What to verify.

    :param data: A folder with ``compartments.json`` and the files it names, or a file whose split rows show ``n/a`` in the
        columns of other compartments.
    :param delimiter: The field separator of a text file: one character, or ``tab``; found out when not given.
    :param no_header: Whether the first record of a text file names the columns. Requests say ``no_header``.
    :param null: Spellings that mean "no value", besides the empty field.
    :param type: Types of columns that should not be inferred.
    :param unescape_formulas: Whether a text file was written with formulas escaped (see ``escaping_formulas``): the
        apostrophes are taken off again.
    :param weights: The column that says for how many records each row stands, if there is one. It is not a column of the
        table, and need not be named among those to keep.
    :param recipe: A recipe that says what is required.
    :param k: Nobody may be in a group of fewer records; what the recipe says when ``None``.
    :param max_size: The most columns that the attacker knows; what the recipe says when ``None``, and all where it says
        nothing.

    >>> import lethe, pyarrow
    >>> people = pyarrow.table({
    ...     "zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"], "ill": ["flu", "cold", "flu", "flu"]})
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> parts = os.path.join(folder, "parts")
    >>> recipe = {"columns": {name: {"role": "quasi"} for name in people.column_names},
    ...     "privacy": [{"model": "k-anonymity", "k": 2}], "search": {"method": "compartment"}}
    >>> made = lethe.anonymize(pyarrow.concat_tables([people] * 5), recipe=recipe, output=parts)
    >>> lethe.verify_compartments(parts, k=2).holds
    True
    """
    return ask("verify-compartments", reports.CompartmentVerification, dict(locals()))
