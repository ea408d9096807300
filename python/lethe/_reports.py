"""What the commands answer.

Written by generate.py from the schemas of the core; do not edit.
"""

from __future__ import annotations

from typing import Any

from .report import Report

Data = Any


class Account(Report):
    """What a release spends, on what, and whether that is proven."""

    #: The guarantee's epsilon, as an exact number.
    epsilon: str
    #: The guarantee's delta.
    delta: float
    #: What sampling and suppression spend.
    epsilon_sampling: str
    #: What the steps of the search spend.
    epsilon_steps: str
    #: What the last choice spends.
    epsilon_final: str
    #: How many steps the search may take.
    steps: int
    #: What the search looks for.
    score: str
    #: By how much one person changes a score at most.
    sensitivity: float
    #: The sampling chance.
    beta: Bounds2
    #: The smallest group that is published.
    k: int
    #: The exact delta at k.
    delta_at_k: Bounds2
    #: Whether the release keeps the guarantee by proof.
    proven: bool
    #: Why it is not proven.
    unproven: list[str]
    #: What the guarantee means for several records together.
    groups: list[GroupPrivacy]
    #: How this release adds up with others.
    composition: list[str]
    #: Whether delta follows from the number of records, which it then reveals up to a power of ten.
    delta_by_records: bool
    #: Whether the random bits are those of the operating system.
    private: bool
    #: What the whole search spends, the steps and the last choice; 0 where the recipe fixes all levels.
    epsilon_search: str


class AggregationLevel(Report):
    """A level of aggregation."""

    #: Nodes.
    nodes: int
    #: Ordered pairs of them.
    edges: int
    #: The largest error of a probability on this level; 0 where nothing is lost.
    error: float
    #: Milliseconds that it took to make this level from the one before.
    made_ms: float
    #: Milliseconds of a step of a walk on this level: all its probabilities times a vector, the middle of five.
    step_ms: float


class AllColumns(Report):
    """What all columns that were combined reveal together; a missing value counts as a value of its own."""

    #: The records that no other record equals on all columns.
    unique_rows: int
    #: The records in classes of fewer than ``k`` records.
    exposed_rows: int


class Altered(Report):
    """Altered cells by what became of them."""

    #: They say nothing any more.
    suppressed: int
    #: A label stands for several values.
    generalized: int
    #: They say something else.
    falsified: int


class Anonymization(Report):
    """What was published, what it costs, and the proof that it is safe."""

    #: Whether a solution was found and every model holds on the written file.
    holds: bool
    #: The method that searched.
    method: str
    #: On which levels records are published; null when no solution was found.
    solution: Solution | None
    #: The losses of the release, each from 0 (nothing lost) to 1 (everything suppressed).
    quality: Losses | None
    #: The records of the table: its rows, or the sum of their weights.
    rows: int
    #: The records that are suppressed.
    suppressed: int
    #: The records whose records may be suppressed.
    suppression_limit: int
    #: Whether suppressed records keep their sensitive values (``kept``) or show ``*`` or are left out (``hidden``); null
    #: when nothing is suppressed or no column is sensitive.
    suppressed_values: str | None
    #: The models as the verifier judged them on the written file.
    models: list[VerifiedModel]
    #: What the search did.
    search: SearchReport
    #: What local recoding gave, where requested.
    local: LocalReport | None
    #: The groups that records were published in, for methods that group them.
    grouping: Grouping | None
    #: What was done about column sets that identify records, for methods that change cells or part columns.
    elimination: Elimination | None
    #: What was spent on what, where the guarantee is differential privacy.
    account: Account | None
    #: Whether the search ended by itself.
    complete: bool
    #: What ended the search early.
    stopped: str | None
    #: Where no solution exists: what came nearest, and what stands in its way.
    nearest_miss: NearestMiss | None
    #: Why this is the result, where requested.
    explanation: Explanation | None
    #: The file that was written.
    output: str | None
    #: The file that the solution was saved to.
    frozen: str | None
    #: The columns of the table and what is published of each.
    columns: list[PublishedColumn]
    #: What else there is to know.
    notes: list[str]
    #: The best solutions, best first, where requested.
    solutions: list[ListedSolution] | None


class AssociationReport(Report):
    """How columns hang together."""

    #: 1 less the mean difference of associations; null without pairs.
    preserved: float | None
    #: The rows of the original that were looked at.
    rows: int
    #: Columns that were left out because they have too many values.
    left_out: list[str]
    #: The pairs of columns.
    pairs: list[PairReport]


class Attack(Report):
    """What an attacker can expect."""

    #: The chance for the record most at risk.
    max: float
    #: The mean chance over all records.
    avg: float
    #: The share of records for which the chance is above 1/k.
    at_risk: float


class AttackReport(Report):
    """Whom a release reveals to somebody who knows things. Where records are attacked several times, in each compartment or
    with several drawn parts of what is known, the attack that gets furthest with a person counts."""

    #: The records of whom something is known: rows of the file.
    known: int
    #: Records with exactly one candidate, a record that shows something. All counts but those of ``readings`` are by
    #: ``reading``.
    reidentified: int
    #: Records with at least one and fewer than ``k`` candidates, those re-identified among them.
    below_k: int
    #: Records whose candidates all show the same value in a sensitive column.
    disclosed: int
    #: The records of ``reidentified`` whose candidate is their own record.
    correct: int | None
    #: The records of ``reidentified`` whose candidate is another one's record.
    wrong: int | None
    #: How many records are named rightly on average when the attacker picks one candidate of each at random.
    expected_correct: float | None
    #: Records that no record fits.
    no_candidate: int
    #: Records whose candidates show nothing in any column: suppressed records, from which nothing is learned.
    blank: int
    #: The mean over all records of 1 / candidates, 0 for those without a record that shows something; null when nobody is
    #: known.
    mean_success: float | None
    #: Records with fewer candidates are narrowed down.
    k: int
    #: The records of the release, over all compartments.
    records: int
    #: The suppressed records among them that may have been somebody's by one reading and not by the other.
    suppressed: int
    #: How suppressed records are read, and the answer is judged.
    reading: str
    #: The same counts by each reading that can be right.
    readings: list[ReadingCounts]
    #: What is known about who is in the release.
    membership: str
    #: The columns that were compared.
    columns: list[str]
    #: Each sensitive column with the records whose value was learned.
    sensitive: list[DisclosedColumn]
    #: How many records have how many candidates.
    candidates: list[CandidateCount]
    #: Each compartment by itself, where the release is a folder of them.
    compartments: list[CompartmentAttack] | None
    #: The attacks with random parts of what is known, by their size, where requested.
    knowledge: list[KnowledgeAttack] | None
    #: What is special about this answer.
    notes: list[str]
    #: How far known values may be from the true ones, by column.
    tolerance: dict[str, str] | None
    #: Each sensitive column of the release, and how surely values in it are inferred.
    inference: list[InferredColumn]
    #: How well somebody shows who is in the release, by all that is known.
    membership_inference: MembershipInference
    #: The same attack on the original, where it is given.
    original: OriginalAttack | None


class Attacks(Report):
    """One attacker before three tables."""

    #: Before the original, without its names.
    original: AttackReport
    #: Before the generalized release.
    release: AttackReport
    #: Before the release with its columns split.
    compartments: AttackReport


class BeforeAfter(Report):
    """A figure of the original and of the release."""

    #: Of the original.
    original: int
    #: Of the release.
    released: int


class BeforeAfter2(Report):
    """A figure of the original and of the release."""

    #: Of the original.
    original: int | None
    #: Of the release.
    released: int | None


class BeforeAfter3(Report):
    """A figure of the original and of the release."""

    #: Of the original.
    original: float
    #: Of the release.
    released: float


class BeforeAfter4(Report):
    """A figure of the original and of the release."""

    #: Of the original.
    original: float | None
    #: Of the release.
    released: float | None


class BeforeAfter5(Report):
    """A figure of the original and of the release."""

    #: Of the original.
    original: NumberStatistics | None
    #: Of the release.
    released: NumberStatistics | None


class Blocking(Report):
    """A model that stands in the way of a solution."""

    #: The model.
    model: str
    #: The records in classes that do not satisfy it.
    records: int


class Bound(Report):
    """How far something may be off."""

    #: At most this, up or down.
    within: float
    #: With at least this chance.
    confidence: float
    #: What the bound is of.
    of: str


class Bounds(Report):
    """Two numbers between which the exact one lies."""

    #: Not above the exact value.
    lower: int | float | list[float] | str
    #: Not below the exact value.
    upper: int | float | list[float] | str


class Bounds2(Report):
    """Numbers between which an exact one lies."""

    #: The lower one.
    lower: float
    #: The upper one.
    upper: float


class Broken(Report):
    """A model that some classes break."""

    #: The model.
    model: str
    #: The classes that break it.
    classes: int
    #: The records in them.
    records: int
    #: The largest of them.
    largest: int


class CandidateCount(Report):
    """Records with about as many candidates."""

    #: At least so many candidates.
    from_: int
    #: At most so many candidates.
    to: int
    #: The records.
    records: int


class CandidateSet(Report):
    """Columns with a cycle that deviates."""

    #: The columns.
    columns: list[str]
    #: The largest deviation of one of their cycles, in standard deviations.
    deviation: float
    #: The fewest records that have both values of one of their cycles.
    fewest: int


class CertainInference(Report):
    """Whoever knows one value knows another."""

    #: The column of what is known.
    from_column: str
    #: The value that is known, where requested.
    from_value: str | None
    #: The column of what is learned.
    to_column: str
    #: The value that is learned, where requested.
    to_value: str | None
    #: The records that have both.
    support: int
    #: Their share of those who have the first.
    probability: float
    #: Whether the column of what is learned is sensitive.
    sensitive: bool


class Checked(Report):
    """The outcome of a check."""

    #: Whether the hierarchy, after repair where requested, has no defect.
    valid: bool
    #: The format of the file.
    format: str
    #: The number of nodes of each level, leaves first, root last; empty unless valid.
    levels: list[int]
    #: Every rule that is broken; with a repair, those that remain.
    defects: list[FoundDefect]
    #: What the repair changed.
    repairs: list[str]
    #: The file the repaired hierarchy was written to.
    output: str | None


class CheckedRecipe(Report):
    """A recipe that was understood."""

    #: The columns it speaks of.
    columns: list[str]
    #: The privacy models it demands.
    privacy: list[str]
    #: The search it asks for.
    method: str
    #: The recipe as it was understood, defaults included.
    recipe: Any


class ClassFigures(Report):
    """Equivalence classes and what attackers can expect of them."""

    #: The rows.
    rows: int
    #: Rows that show nothing in any of the columns and so are in no class; 0 where all rows are such.
    suppressed: int
    #: The classes.
    classes: int
    #: The smallest class; null without rows.
    min_class: int | None
    #: The mean size of classes; null without rows.
    avg_class: float | None
    #: Unique rows: classes of size 1.
    unique_rows: int
    #: Rows in classes of fewer than k.
    rows_below_k: int
    #: The risk for a record that the attacker knows to be in the table; null without rows.
    prosecutor: Attack | None
    #: The share of records that are re-identified when all are attacked; null without rows.
    marketer: float | None
    #: Rows by the size of their class.
    class_sizes: list[ClassSizeRange]


class ClassSizeCount(Report):
    """Classes of one size."""

    #: The records in each.
    size: int
    #: The number of classes.
    classes: int


class ClassSizeRange(Report):
    """Classes of about the same size."""

    #: At least so many rows.
    from_: int
    #: At most so many rows.
    to: int
    #: The classes.
    classes: int
    #: The rows in them.
    rows: int


class CleanReport(Report):
    """What was found in a folder."""

    #: The folder.
    folder: str
    #: Whether nothing was to be removed.
    dry_run: bool
    #: What is there, or was.
    leftovers: list[FoundLeftover]
    #: The bytes that were removed.
    removed_bytes: int


class Collapsed(Report):
    """What became of it."""

    #: The records that were read: rows, or the sum of their weights.
    records: int
    #: The distinct combinations, which are the rows that were written.
    combinations: int
    #: The columns that were combined.
    columns: list[str]
    #: The file.
    output: str


class ColumnChanges(Report):
    """The changed cells of a column."""

    #: Its name.
    column: str
    #: Cells that show ``*``.
    suppressed: int
    #: Cells that show a label of a hierarchy.
    generalized: int
    #: Cells that show another value.
    falsified: int


class ColumnComparison(Report):
    """A column before and after."""

    #: Its name.
    name: str
    #: The type of its original values.
    type: str
    #: Its role, where one is known: ``identifying``, ``quasi``, ``sensitive`` or ``insensitive``.
    role: str | None
    #: How many tables of the release have it.
    tables: int
    #: On which levels of its hierarchy the release shows it; left out without a hierarchy that has all its labels.
    levels: ShownLevels | None
    #: The label of several values that most cells of the release show, if at least k do.
    example: str | None
    #: Its data score.
    data_score: DataScores
    #: Its distinct values and labels.
    distinct: BeforeAfter
    #: The share of cells that show nothing (null, ``*``, ``n/a``); null without rows.
    missing: BeforeAfter4
    #: Its altered cells; a lower bound where rows do not correspond.
    altered_cells: int
    #: The same by what became of them.
    altered: Altered
    #: How far its cells were moved on average; null where it cannot be reported.
    distortion: float | None
    #: Cells with labels that could not be read.
    unread: int
    #: The total variation distance, what is missing being a value; null without rows.
    total_variation: float | None
    #: The Kolmogorov–Smirnov distance, for numbers and dates.
    kolmogorov_smirnov: float | None
    #: The Wasserstein distance as a share of the original's range, for numbers and dates.
    wasserstein: float | None
    #: Mean, variance and quantiles, for numbers; a label of the release counts as its middle.
    statistics: BeforeAfter5 | None


class ColumnFigures(Report):
    """How well columns separate records."""

    #: The columns.
    columns: list[str]
    #: Different combinations of their values.
    classes: int
    #: Different combinations divided by records; null for an empty table.
    distinction: float | None
    #: The share of pairs of records that differ; null for fewer than two records.
    separation: float | None
    #: The records with a unique combination.
    unique_rows: int


class ColumnRisk(Report):
    """What a column has to do with the sets."""

    #: The column.
    column: str
    #: The number of sets it is in.
    sets: int
    #: The size of the smallest set it is in.
    smallest_set: int
    #: Of the records that listed sets expose, those whom none without this column exposes, where requested. A larger set
    #: without the column, which is not listed, may still expose them.
    records: int | None
    #: The information of the column, in bits a record.
    entropy_bits: float
    #: What is gained when the column is generalized, where requested; columns of texts have no neighbouring values.
    generalized: Generalized | None


class ColumnSetMeasures(Report):
    """What the values of a column set reveal about each other, over the records that have at least two of them."""

    #: The columns.
    columns: list[str]
    #: The smallest deviation of one of its column pairs, in standard deviations, where the set grew from candidates.
    deviation: float | None
    #: The mean over all records of the mean of P(b | a) over the ordered pairs of a record's values in these columns.
    mean: float
    #: Its standard deviation.
    sigma: float
    #: The largest of these means.
    largest_mean: float
    #: The same with sums in place of means, over all records.
    sum: float
    #: The largest sum.
    largest_sum: float
    #: Records that deviate from those with as many of these values by more than ``theta`` standard deviations.
    flagged_records: int
    #: The fewest records that have the same values in all these columns; 0 where nobody has a value in each.
    fewest: int


class ColumnShare(Report):
    """What a column contributes to the scores of records."""

    #: The column.
    column: str
    #: The share of all scores due to minimal sets with this column; shares of columns overlap.
    share: float


class Compared(Report):
    """What a release cost, in figures and as a report with charts."""

    #: The HTML file.
    report: str
    #: The figures.
    figures: Comparison


class Comparison(Report):
    """What a release cost."""

    #: The number of rows.
    rows: BeforeAfter
    #: The bytes of the files; null where they are no files.
    bytes: BeforeAfter2
    #: The tables of the release.
    tables: int
    #: How rows of the release were held against those of the original: ``rows`` (by their position), ``none``, ``split-
    #: rows`` or ``compartments``.
    correspondence: str
    #: How much data there is, by Podlesny 2023: Table 6.1, and both variants.
    data_score: DataScores
    #: The cells of the original.
    cells: int
    #: The cells that do not say what they said; a lower bound where rows do not correspond.
    altered_cells: int
    #: Their share; null for an empty table.
    altered_share: float | None
    #: The same by what became of them.
    altered: Altered
    #: How far cells were moved on average, from 0 (not at all) to 1; null where it cannot be reported.
    distortion: float | None
    #: The losses by every measure, each from 0 (nothing lost) to 1 (everything suppressed); null where it cannot be
    #: reported.
    quality: dict[str, float | None]
    #: The columns of the original.
    columns: list[ColumnComparison]
    #: How columns hang together.
    associations: AssociationReport
    #: How well random counting queries are answered; null where nothing can be asked.
    count_queries: CountQueries | None
    #: How many records are unique or in small classes, before and after.
    risk: RiskComparison
    #: The column that is learned, where requested.
    class_: str | None
    #: How well it is learned from the others.
    learning: list[Learned] | None
    #: What else there is to know.
    notes: list[str]


class CompartmentAttack(Report):
    """What one compartment reveals by itself."""

    #: Its file.
    file: str
    #: The columns that were compared; none where nothing of the compartment is known.
    columns: list[str]
    #: Its records.
    records: int
    #: Records with exactly one candidate in it, a record that shows something.
    reidentified: int
    #: Records with at least one and fewer than ``k`` candidates in it.
    below_k: int
    #: Records whose candidates in it all show the same value in a sensitive column.
    disclosed: int
    #: Records that no record of it fits.
    no_candidate: int


class CompartmentFile(Report):
    """A compartment."""

    #: Its file in the folder of the release; null in mode ``row-wise``.
    file: str | None
    #: Its columns.
    columns: list[str]


class CompartmentReport(Report):
    """The tables that columns were split into."""

    #: What is split: ``global`` or ``row-wise``.
    mode: str
    #: The compartments.
    files: list[CompartmentFile]
    #: No fewer compartments can cover what they must.
    lower_bound: int
    #: Whether these are proven to be the fewest.
    fewest: bool
    #: The number of maximal safe column sets, where all are known.
    maximal_safe_sets: int | None
    #: The pairs of columns that are in some compartment together.
    pairs: int
    #: The pairs that are safe together.
    safe_pairs: int
    #: Whether compartments overlap without rings, so that no join proves anything about fewer than k records.
    acyclic: bool
    #: Columns that were taken out of compartments to make it so, each time.
    trimmed: int
    #: Columns that singled records out by themselves; their cells were changed before columns were split.
    alone: list[str]
    #: Whether it is proven that all parts together give nobody away, by whatever calculation.
    proven: bool
    #: Column sets on which joining parts again finds records below k.
    found: int
    #: Groups of records that are equal on shared columns who all have the same value in another column.
    homogeneous: int
    #: Records that were split, in mode ``row-wise``.
    split_rows: int | None


class CompartmentVerification(Report):
    """Whether records can be found again in a release of several compartments."""

    #: Whether nobody below k is found, no order is in doubt and nothing was left untried.
    holds: bool
    #: The fewest records that must be equal.
    k: int
    #: The most columns that the attacker knows; null: all of them.
    max_size: int | None
    #: The records of the release.
    rows: int
    #: The compartments as listed; of a file with split rows, one for each set of columns that rows show, those that show
    #: all columns last.
    compartments: list[VerifiedCompartment]
    #: Whether the compartments form no ring.
    acyclic: bool
    #: Whether it is proven that the counts of all compartments together give nobody away, by whatever calculation.
    proven: bool
    #: Whether all that this attack can try was tried.
    complete: bool
    #: Column sets on which records below k are found by putting compartments together; at most 1,000.
    found: list[FoundRecords]
    #: The groups of records that are equal on shared columns who all have the same value in another column.
    homogeneous: int
    #: What else is to be known about the answer.
    notes: list[str]


class Converted(Report):
    """What was converted."""

    #: Rows written.
    rows: int
    #: Columns written.
    columns: int
    #: The file.
    output: str


class CountQueries(Report):
    """The relative errors of random counting queries, answered from the release."""

    #: Queries that count at least one record of the original.
    queries: int
    #: The mean of |answer − truth| / truth.
    mean_relative_error: float
    #: Their median.
    median_relative_error: float


class DataScores(Report):
    """The data score."""

    #: Of the original.
    original: float
    #: Of the release, by Table 6.1.
    released: float
    #: Both variants.
    variants: Variants


class Dependencies(Report):
    """Columns that say nothing new beside others."""

    #: Columns in which everybody has the same value, or none has any.
    constant: list[str]
    #: Columns that are determined by another one.
    determined: list[Determined]


class Determined(Report):
    """A column that another one determines: records that are equal on the one are equal on the other."""

    #: The column that is determined.
    column: str
    #: The column that determines it.
    by: str
    #: Whether each determines the other.
    mutual: bool


class DisclosedColumn(Report):
    """A sensitive column and how many values were learned."""

    #: The column.
    column: str
    #: Records whose candidates all show the same value in it.
    disclosed: int


class Discovery(Report):
    """Which minimal column sets identify records."""

    #: The number of records: rows, or the sum of their weights.
    rows: int
    #: The columns that were combined, in file order.
    columns: list[str]
    #: A record is exposed by a column set when fewer than ``k`` records are equal on it.
    k: int
    #: A column set is a quasi-identifier when it exposes at least so many records.
    min_exposed: int
    #: The largest sets looked at; null for all sizes.
    max_size: int | None
    #: ``value``: a missing value is a value of its own; ``wildcard``: it may be any value.
    nulls: str
    #: The search algorithm.
    algorithm: str
    #: Whether all minimal quasi-identifiers (up to ``max_size``) are listed.
    complete: bool
    #: All minimal quasi-identifiers of up to so many columns are listed, even if the search was stopped.
    complete_to: int
    #: What ended the work early.
    stopped: str | None
    #: What all these columns together reveal; null for a table without records or columns.
    all_columns: AllColumns | None
    #: The columns that identify records by themselves; they are not combined unless requested.
    standalone_identifiers: list[str]
    #: The minimal quasi-identifiers, smaller sets first, then in column order.
    minimal_qids: list[list[str]]
    #: The records each set exposes, where requested.
    coverage: list[int] | None
    #: The records exposed by at least one of the listed sets, where requested; larger sets may expose more.
    exposed_records: int | None
    #: The number of sets of each size.
    sizes: list[SetsOfSize]
    #: The maximal sets that are not quasi-identifiers, where requested; of those of up to ``max_size`` columns when that
    #: is given, of up to ``complete_to`` columns when the search was stopped.
    maximal_safe_sets: list[list[str]] | None
    #: Numbers of rows that each set exposes, counted from 1 without the header, where requested.
    witnesses: list[list[int]] | None
    #: Columns that say nothing new beside others, where requested.
    dependencies: Dependencies | None
    #: What was written about the records at risk, where requested.
    records: RecordsAtRisk | None
    #: The columns that are in a set, those in most sets first.
    column_risks: list[ColumnRisk]
    #: What to do about it.
    suggestions: list[str]
    #: What is special about this answer.
    notes: list[str]
    #: What the work cost.
    stats: Stats


class DpReport(Report):
    """A noisy answer, what it cost and what is known about its error."""

    #: The question: ``count``, ``sum``, ``mean``, ``quantile``, ``histogram``, ``select``, ``randomized-response`` or
    #: ``median``.
    query: str
    #: The column it is about.
    column: str | None
    #: Whether the bits came from the operating system; ``false`` means that the answer must not be published.
    private: bool
    #: The number.
    value: float | None
    #: The same as an exact fraction.
    exact: str | None
    #: The noisy number of values that a mean is of.
    noisy_count: float | None
    #: The value that was chosen.
    choice: str | None
    #: A count for each value.
    counts: list[NoisyCount] | None
    #: The answers of the median mechanism.
    answers: list[MedianAnswer] | None
    #: The exact number of rows, where the guarantee does not hide it.
    rows: int | None
    #: How far the answer may be off; it follows from the parameters and from what is shown.
    bound: Bound | None
    #: The noise of each part.
    noise: list[NoiseReport]
    #: The constants that the publication of the median mechanism would use.
    published: PublishedConstants | None
    #: What it cost.
    account: Account
    #: What else to know.
    notes: list[str]


class Elimination(Report):
    """What was done about column sets that identify records."""

    #: Combinations of at most so many columns single nobody out; null for any number of columns.
    max_size: int | None
    #: Searches that found something to treat.
    rounds: int
    #: The column sets that they found, added up.
    sets: int
    #: How many of these got which treatment.
    treatments: dict[str, int]
    #: The cells of the columns that take part and show something else than they did.
    altered_cells: int
    #: Their share.
    altered_share: float
    #: Cells that show ``*``.
    suppressed_cells: int
    #: Cells that show a label of a hierarchy.
    generalized_cells: int
    #: Cells that show another value: not truthful.
    falsified_cells: int
    #: What the removed cells cost by the weights of their columns, for the method suppress.
    cost: float | None
    #: What they cost at least, whoever removes them.
    least_cost: float | None
    #: Whether everything that is shown is true of the record that shows it.
    truthful: bool
    #: The columns with cells that were changed.
    columns: list[ColumnChanges]
    #: The tables that columns were split into.
    compartments: CompartmentReport | None


class ErrorRates(Report):
    """Rates of errors of the positive class, or their means over classes; null where there is nothing to divide by."""

    #: Of those reported positive, the share that is.
    precision: float | None
    #: Of the positive, the share reported so.
    recall: float | None
    #: Of the others, the share reported positive.
    false_positive_rate: float | None
    #: Of the positive, the share reported otherwise.
    false_negative_rate: float | None


class EvidenceReport(Report):
    """The evidence about a release."""

    #: Whether every model holds on the released file.
    holds: bool
    #: How that was found out.
    proof: Proof
    #: The original's name.
    original: str
    #: The release's name; null where nothing was published.
    released: str | None
    #: The columns of the original, and what is published of them.
    columns: list[ReportedColumn]
    #: The risk for a person of a known population, where the recipe names one.
    journalist: JournalistRisk | None
    #: What the release cost; null where it could not be compared.
    comparison: Comparison | None
    #: What an attacker learns who knows the original's quasi-identifiers of everybody; null where it was not tried.
    attack: AttackReport | None
    #: What each model protects against, and who could still be harmed.
    limits: list[Limit]
    #: Where the report comes from.
    provenance: Provenance
    #: What else there is to know.
    notes: list[str]


class Explanation(Report):
    """Why this is the result."""

    #: What forces each column that could be less general: what happens one level lower, all others as they are.
    columns: list[Forced]
    #: What each relaxation would gain, the largest gain first.
    relaxations: list[Gain]


class ExposedNode(Report):
    """A value that gives others away."""

    #: Its column.
    column: str
    #: The value, where requested.
    value: str | None
    #: Summed cycle inference: the sum of P(b | a) over all values b of other columns.
    scf: float
    #: Mean cycle inference: the same divided by the values that somebody has beside it.
    mcf: float
    #: The records that have it.
    count: int


class ExposedRecord(Report):
    """A record whose values give each other away unlike those of others."""

    #: Its row in the file, from 1, without the header.
    row: int
    #: The sum of P(b | a) over its ordered pairs of values.
    sum: float
    #: Their mean.
    mean: float
    #: Standard deviations from the mean of records with as many values.
    deviation: float


class ExposureReport(Report):
    """Which values give others away, and which records are exposed by it."""

    #: The rows of the table.
    rows: int
    #: The columns that were looked at.
    columns: list[str]
    #: Values of columns that somebody has.
    nodes: int
    #: Ordered pairs of values of different columns that somebody has.
    edges: int
    #: The mean over all records of the mean probability by which a record's values give each other away.
    mean: float
    #: Its standard deviation.
    sigma: float
    #: Records and column pairs that deviate by more standard deviations are reported.
    theta: float
    #: Records that deviate from those with as many values by more than ``theta`` standard deviations.
    flagged_records: int
    #: The values that give most away, by mean cycle inference, then by records.
    top_nodes: list[ExposedNode]
    #: The records that deviate most.
    top_records: list[ExposedRecord]
    #: Column pairs with a cycle that deviates by more than ``theta``, those that deviate most first.
    candidates: list[CandidateSet]
    #: How many candidates there are.
    candidate_sets: int
    #: Measures of column sets: those that were requested, then those that grow from candidates.
    sets: list[ColumnSetMeasures]
    #: Who has one value has another, those about sensitive columns first, then those about most records.
    certain: list[CertainInference]
    #: How many such rules there are.
    certain_inferences: int
    #: The nodes and edges level by level, where they are aggregated.
    levels: list[AggregationLevel] | None
    #: What was released for others to see; this about it is not for others.
    release: ReleasedStatistics | None
    #: How well candidates show which column pairs expose somebody, for several thresholds.
    check: list[ThetaCheck] | None
    #: The largest threshold that misses no column pair which exposes somebody, where requested and there is one.
    greedy_theta: float | None
    #: Milliseconds for counting and measuring.
    elapsed_ms: float


class FeatureWeight(Report):
    """The weight of a feature."""

    #: The column.
    feature: str
    #: Learned from the original.
    original: float
    #: Learned from the release.
    released: float


class FileRecord(Report):
    """A file and its hash."""

    #: What it is: ``original``, ``release`` or ``recipe``.
    role: str
    #: Its name.
    name: str
    #: Its bytes.
    bytes: int
    #: The SHA-256 of its bytes, in hexadecimal digits.
    sha256: str


class Forced(Report):
    """A column one level lower than in the solution."""

    #: The column.
    column: str
    #: The level one below that of the solution.
    level: int
    #: Whether that would be a solution as well: then it loses more by suppression than it gains.
    holds: bool
    #: Its loss.
    value: float
    #: The records that would have to be suppressed.
    suppressed: int
    #: The models that some classes break there.
    broken: list[Broken]


class FoundDefect(Report):
    """A broken rule."""

    #: The line of the file, where the defect has one.
    line: int | None
    #: The rule's name.
    kind: str
    #: What is wrong, and where.
    message: str


class FoundLeftover(Report):
    """Something that was found."""

    #: Where it is.
    path: str
    #: What it is.
    kind: str
    #: Its bytes.
    bytes: int
    #: What becomes of it.
    outcome: str


class FoundRecords(Report):
    """Records below k who are found on a set of columns."""

    #: The compartments that prove it together, by place in ``compartments``, counted from 0.
    compartments: list[int]
    #: The columns.
    columns: list[str]
    #: At least so many records are in combinations of fewer than k.
    records: int
    #: The smallest combination has at least so many records.
    lower: int
    #: It has at most so many records.
    upper: int


class FrequentValue(Report):
    """A value and how often it occurs."""

    #: The value as it is spelled.
    value: str
    #: The number of rows that have it.
    count: int


class Gain(Report):
    """What would be gained by asking less."""

    #: What is relaxed.
    relaxation: str
    #: How much smaller the loss would be. Where a column is left out, its own loss is no gain.
    gain: float
    #: The loss then.
    value: float | None
    #: The records that would be suppressed then.
    suppressed: int | None
    #: Whether that is proven to be the best.
    optimal: bool


class Generalized(Report):
    """What is gained when neighbouring values of a column are joined, in value order, until a group has at least two of them
    and a tenth of the records that have a value, never fewer than ``k``; fewer records left at the end join the last
    group. Missing values stay as they are."""

    #: The groups of values; one group says no more than no column.
    groups: int
    #: Of the records that listed sets expose, those whom none of these sets exposes any more. A larger set, which is not
    #: listed, may still expose them.
    relieved: int


class Generated(Report):
    """What was generated."""

    #: The data set.
    data_set: str
    #: Rows written.
    rows: int
    #: Columns written.
    columns: int
    #: The seed that gives the same data again.
    seed: int
    #: The file.
    output: str
    #: The hierarchy files, one a column that has one.
    hierarchies: list[WrittenHierarchy]


class GroupPrivacy(Report):
    """The guarantee for records that are in the table together, such as a family."""

    #: How many records.
    records: int
    #: Their epsilon.
    epsilon: float
    #: Their delta; 1 guarantees nothing.
    delta: float


class Grouping(Report):
    """The groups that records were published in."""

    #: How records were joined, for methods that cluster.
    algorithm: str | None
    #: The groups. Those that show the same labels are one class of the release.
    groups: int
    #: How many groups there are of each size, ascending.
    sizes: list[GroupsOfSize]
    #: Groups of identical records that were large enough by themselves.
    identical: int
    #: Clusters that were too large and were split.
    splits: int
    #: Clusters that were too small, or did not satisfy the models, and were dissolved into others.
    dissolved: int
    #: Steps that lowered the loss: records moved or exchanged, neighbouring clusters put together anew.
    moved: int
    #: The parts that the table was cut into on disk; 0 where it was grouped in memory.
    parts: int


class GroupsOfSize(Report):
    """Groups of one size."""

    #: The records of each.
    records: int
    #: How many groups.
    groups: int


class Guarantee(Report):
    """What was done to counts, and what it keeps secret."""

    #: Values and pairs of fewer records are hidden.
    k: int
    #: The privacy loss that the noise leaves; null without noise.
    epsilon: float | None
    #: An upper bound of the chance that epsilon does not show all; null without noise.
    delta: float | None


class HiddenCounts(Report):
    """What a model does not show."""

    #: Those of them that at least k records have: hidden so that the others cannot be worked out, or by noise.
    values_besides: int
    #: Pairs that are hidden.
    pairs: int
    #: Those of them that at least k records have.
    pairs_besides: int


class InferredColumn(Report):
    """How well the values of a sensitive column are inferred: for each person, the value that most candidates show."""

    #: The column.
    column: str
    #: The share of records with the most frequent value: how sure somebody is who has the release and knows nothing.
    baseline: float
    #: The mean over all records of the share of candidates with the inferred value, 0 where none is inferred; null when
    #: nobody is known.
    mean_confidence: float | None
    #: The mean over all records of what this share exceeds the value's share of the whole release by.
    mean_gain: float | None
    #: The records whose value is inferred so surely.
    confidence: list[InferredRecords]


class InferredRecords(Report):
    """Records whose sensitive value is inferred with at least some confidence."""

    #: At least this share of the candidates show the inferred value.
    confidence: float
    #: The records.
    records: int
    #: Those of them whose value is inferred more surely than from its share of the whole release.
    gained: int
    #: The records of whom as much is inferred without linking: everybody, where the most frequent value has such a share
    #: of the release, else nobody.
    baseline: int
    #: Those of ``records`` whose own record shows the inferred value, where the truth is known.
    correct: int | None


class InspectedColumn(Report):
    """What is in a column."""

    #: The column's name.
    name: str
    #: ``boolean``, ``integer``, ``decimal``, ``date``, ``datetime``, ``text`` or ``set``.
    type: str
    #: Rows without a value.
    nulls: int
    #: Distinct values.
    distinct: int
    #: Distinct values divided by rows with a value.
    cardinality: float
    #: The share of the distinct values that occur once.
    unique_share: float
    #: Shannon entropy of the values, in bits.
    entropy_bits: float
    #: Kullback-Leibler divergence from the uniform distribution, in bits.
    kl_uniform: float
    #: The kind of information, such as ``email``, where it was recognised.
    kind: str | None
    #: Whether the column identifies records by itself.
    standalone: bool
    #: The suggested role: ``identifying``, ``quasi``, ``sensitive`` or ``insensitive``.
    role: str
    #: Why this role.
    reason: str
    #: The smallest value, where values are shown and ordered.
    min: str | None
    #: The largest value, where values are shown and ordered.
    max: str | None
    #: The most frequent values, where values are shown.
    top: list[FrequentValue] | None


class Inspection(Report):
    """What is in a table."""

    #: The number of records: rows, or the sum of their weights.
    rows: int
    #: One entry a column, in file order or the order requested.
    columns: list[InspectedColumn]
    #: The columns that identify records by themselves.
    standalone_identifiers: list[str]


class JournalistRisk(Report):
    """The risk for a person of the population who may or may not be in the table."""

    #: In the original; null where it cannot be computed.
    original: Attack | None
    #: The highest risk in the release, by the population that the verifier counted; null where no k-map is required.
    released_max: float | None


class KnowledgeAttack(Report):
    """What attackers learn who know so many columns of each person, drawn at random."""

    #: The number of columns; fewer where fewer are known of a person.
    knowledge: int
    #: The attacks: records times draws.
    attacks: int
    #: Attacks that leave one candidate, a record that shows something.
    reidentified: int
    #: Attacks that leave at least one and fewer than ``k`` candidates.
    below_k: int
    #: Attacks after which all candidates show the same value in a sensitive column.
    disclosed: int
    #: The mean over all attacks of 1 / candidates; null when nobody is known.
    mean_success: float | None


class Learned(Report):
    """How well a class is learned from a release."""

    #: The learner.
    model: str
    #: The share of records whose class is reported right, trained on the release.
    accuracy: float
    #: The same, trained on the original.
    original_accuracy: float
    #: The share of the most frequent class.
    zero_r: float
    #: The share of the way from ``zero_r`` to ``original_accuracy``; null where the original teaches nothing.
    relative: float | None
    #: Errors, trained on the release.
    rates: ErrorRates
    #: Errors, trained on the original.
    original_rates: ErrorRates
    #: The area under the ROC curve of the positive class, or its mean over classes, trained on the release; null with one
    #: class.
    auc: float | None
    #: The same, trained on the original.
    original_auc: float | None
    #: The Brier score, from 0 (certain and right) to 1, trained on the release.
    brier: float | None
    #: The same, trained on the original.
    original_brier: float | None
    #: The weight of each feature, the largest being 100, for logistic regression.
    coefficients: list[FeatureWeight] | None
    #: The folds.
    folds: int
    #: The records tested.
    rows: int
    #: Whether tables were sampled.
    sampled: bool
    #: The classes learned.
    classes: int
    #: The share of tested records whose own row was kept out of what was trained on; below 1 the accuracy is too good.
    held_out: float
    #: Whether every regression reached its minimum.
    converged: bool


class LedgerReport(Report):
    """A data set's budget and what was spent of it."""

    #: Whose budget it is.
    data_set: str
    #: ``add-remove`` or ``replace-one``.
    neighbours: str
    #: All that may be spent, exactly.
    epsilon: str
    #: All that may be spent, exactly.
    delta: str
    #: What was spent, exactly.
    spent_epsilon: str
    #: What was spent, exactly.
    spent_delta: str
    #: What is left, exactly.
    left_epsilon: str
    #: What is left, exactly.
    left_delta: str
    #: Every spend, oldest first.
    spends: list[SpendReport]


class LedgerStatus(Report):
    """The state of a ledger after a spend."""

    #: Whose budget it is.
    data_set: str
    #: What was spent in all, exactly.
    spent_epsilon: str
    #: What was spent in all, exactly.
    spent_delta: str
    #: What is left, exactly.
    left_epsilon: str
    #: What is left, exactly.
    left_delta: str


class Limit(Report):
    """What a model protects against, and what it does not."""

    #: The model, or ``any``.
    model: str
    #: What it protects against.
    protects: str
    #: Who could still be harmed.
    limit: str


class ListedSolution(Report):
    """A solution: what it loses, and how exposed its records are."""

    #: The level of each quasi-identifying column, in column order.
    levels: dict[str, int]
    #: The value of the measure that the search makes small.
    value: float
    #: The records that are suppressed.
    suppressed: int
    #: The equivalence classes that are published.
    classes: int
    #: The records of the smallest class; null where everybody is suppressed.
    smallest_class: int | None
    #: The prosecutor's highest risk: 1 / the smallest class.
    highest_risk: float | None
    #: The prosecutor's average risk: classes / published records.
    average_risk: float | None


class LocalReport(Report):
    """What local recoding gave."""

    #: Whether it is published; otherwise the search's solution is, because it loses less or suppresses fewer.
    used: bool
    #: The rounds.
    rounds: int
    #: The value of the measure for the search's solution, the best levels for all; null when there is none.
    loss_before: float | None
    #: The value of the measure.
    loss: float
    #: How much smaller that is than before.
    gain: float | None
    #: Milliseconds spent.
    elapsed_ms: float


class Losses(Report):
    """The losses of a release; ``docs/quality.md`` has the formulas."""

    #: The share of the domain that labels cover.
    loss: float
    #: The height of labels in their hierarchies.
    precision: float
    #: From how many others a person cannot be reported.
    discernibility: float
    #: The mean size of classes.
    group_size: float
    #: The bits about the original values that are gone.
    entropy: float
    #: The normalized certainty penalty.
    ncp: float
    #: The height of labels, summed over cells.
    total: float
    #: The records that their class would misclassify, where a class column is named.
    classification: float | None


class MedianAnswer(Report):
    """An answer of the median mechanism."""

    #: ``easy``: from earlier answers; ``hard``: from the data with noise; ``halted``: no answer.
    kind: str
    #: The share of rows with one of the values.
    share: float | None


class MembershipInference(Report):
    """How well somebody shows who is in the release, who takes a person for being in it when a record that shows something is
    consistent with all that is known."""

    #: Known records that no record fits: where what is known and the labels are true, they are not in the release.
    certainly_absent: int
    #: Their share of the known records; null when nobody is known.
    certainly_absent_share: float | None
    #: Records that are known not to be in the release, where a table of them is given.
    absent: int | None
    #: The share of the known records that are taken for being in the release.
    true_positive_rate: float | None
    #: The share of the absent records that are taken for being in the release.
    false_positive_rate: float | None
    #: The difference of the two rates: 0 where the release shows nothing about who is in it.
    advantage: float | None


class ModelColumnReport(Report):
    """A column of a model."""

    #: The column.
    column: str


class NearestMiss(Report):
    """The combination of levels that came nearest to a solution."""

    #: Its levels.
    levels: dict[str, int]
    #: The records that would have to be suppressed.
    suppressed: int
    #: The models that stand in the way, the one with most records first.
    blocking: list[Blocking]


class NoiseReport(Report):
    """The noise of a part of an answer."""

    #: Of which part.
    part: str
    #: ``discrete-laplace``, ``discrete-gaussian``, ``exponential-mechanism`` or ``randomized-response``.
    distribution: str
    #: Laplace: 1 / rate; Gaussian: sigma; exponential mechanism: what a score is multiplied by; randomized response: the
    #: chance of the truth.
    scale: float
    #: The standard deviation, where the noise is a number.
    deviation: float | None
    #: The noise is at most this in 95 of 100 cases; 0 where it is no number.
    bound_95: float


class NoisyCount(Report):
    """A count of rows with a value."""

    #: The value as the user named it; null for all others together.
    value: str | None
    #: The noisy count, or the unbiased estimate; it may be below zero.
    count: float
    #: How many rows reported this value, for randomized response.
    reported: int | None


class NullsInK(Report):
    """The k that a table has, by what a missing value means."""

    #: The smallest class when a missing value is a value of its own; null without any class. Models judge this way.
    null_as_value: int | None
    #: The fewest records a record matches when a missing value may stand for any value.
    null_as_wildcard: int | None


class NumberStatistics(Report):
    """Statistics of numbers."""

    #: The cells with a number.
    cells: int
    #: The mean.
    mean: float
    #: The median; null where fewer than k cells are on one side of it, as are quantiles: they would be somebody's value.
    median: float | None
    #: The variance of a sample.
    variance: float
    #: The quantiles of 5, 25, 75 and 95 percent.
    quantiles: list[float | None]


class OriginalAttack(Report):
    """What the same attackers learn from the original."""

    #: Its records.
    records: int
    #: Records with exactly one candidate in it.
    reidentified: int
    #: Records with at least one and fewer than ``k`` candidates in it.
    below_k: int
    #: Records whose candidates in it all show the same value in a sensitive column.
    disclosed: int
    #: The mean over all records of 1 / candidates; null when nobody is known.
    mean_success: float | None
    #: The attacks with random parts of what is known, by their size, where requested.
    knowledge: list[KnowledgeAttack] | None


class PairReport(Report):
    """How two columns hang together."""

    #: The two columns.
    columns: list[str]
    #: ``cramers-v``, ``pearson`` or ``correlation-ratio``.
    measure: str
    #: In the original.
    original: float
    #: In the release; 0 where no table shows both.
    released: float
    #: What it is in the release less what it is in the original.
    difference: float
    #: The total variation distance between the contingency tables, the original's values counted under the labels of the
    #: release; null where labels overlap or cannot be read, or no table shows both columns.
    contingency: float | None
    #: The correlation of ranks, for two columns of numbers or dates.
    spearman: BeforeAfter3 | None


class PopulationEstimates(Report):
    """How many records are unique in the population."""

    #: The records of the population.
    size: int
    #: The share of them who are in the table.
    sampling_fraction: float
    #: By Pitman's sampling formula; null when it does not fit the table.
    pitman: UniquenessEstimate | None
    #: By the classes of the table (Zayatz).
    zayatz: UniquenessEstimate | None
    #: By a shifted negative binomial distribution; null when it does not fit the table.
    snb: UniquenessEstimate | None
    #: The estimate that the rule of Dankar et al. picks.
    dankar: UniquenessEstimate | None
    #: Which one that is: ``pitman``, ``zayatz``, ``snb``, or ``exact`` where nothing had to be estimated.
    dankar_uses: str | None


class Proof(Report):
    """How it was found out whether models hold."""

    #: In a sentence.
    how: str
    #: The method that made the release, where it is known.
    method: str | None
    #: Each model of the recipe.
    models: list[ProvenModel]


class ProposedColumn(Report):
    """A column in a proposed recipe."""

    #: Its name.
    name: str
    #: Its role.
    role: str
    #: Why it has this role.
    reason: str
    #: Its hierarchy, for a quasi-identifier; null where its values can only be shown or suppressed.
    hierarchy: Any


class ProposedRecipe(Report):
    """A recipe that was proposed."""

    #: The columns in the order of the table.
    columns: list[ProposedColumn]
    #: The privacy models.
    privacy: list[str]
    #: The method.
    method: str
    #: The recipe as a file, in TOML.
    recipe: str
    #: The file that it was written to.
    output: str | None
    #: What else there is to know.
    notes: list[str]


class ProvenModel(Report):
    """A model, what is required and what the release achieves."""

    #: Its name.
    model: str
    #: Its variant, where it has several.
    variant: str | None
    #: The sensitive column that it protects.
    column: str | None
    #: How what is achieved must relate to what is required: ``at-least``, ``at-most``, ``below`` or ``between``.
    comparison: str
    #: The limit.
    required: int | float | list[float] | str
    #: The worst value of the release; null where nothing was measured.
    achieved: int | float | list[float] | str | None
    #: Whether it holds.
    holds: bool


class Provenance(Report):
    """Where a report comes from."""

    #: The version of Lethe.
    version: str
    #: The date that the caller gave.
    date: str | None
    #: The seed of everything random.
    seed: int
    #: The files.
    files: list[FileRecord]
    #: The recipe as it was understood.
    recipe: Any


class PublishedColumn(Report):
    """A column of the table and what is published of it."""

    #: Its name.
    name: str
    #: Its role; null for a column without one.
    role: str | None
    #: Whether it is in the release.
    published: bool
    #: The level of its hierarchy that all records show, where there is one.
    level: int | None
    #: The most general level, on which every value is ``*``.
    top: int | None
    #: A label that records show: the most frequent one above level 0.
    example: str | None
    #: The hierarchy that it got because none was given, as a recipe spells it.
    default_hierarchy: Any


class PublishedConstants(Report):
    """What the publication of the median mechanism sets its parameters to."""

    #: The rows of a candidate database, m.
    candidate_rows: float
    #: The privacy loss of one hard answer, alpha'.
    rate: float
    #: The step between thresholds.
    gamma: float
    #: The number of hard queries before it halts.
    hard: float


class RareRecords(Report):
    """The records that few columns identify (SUDA)."""

    #: The largest minimal sets looked for.
    max_size: int
    #: The share of the population that the table was taken to hold.
    sampling_fraction: float
    #: Rows with a minimal set.
    rows_at_risk: int
    #: The records they stand for.
    records_at_risk: int
    #: Pairs of a row and a minimal set of 1, 2, … columns.
    sets_by_size: list[int]
    #: How likely a match with a unique person is correct, for the whole file.
    dis: float
    #: What each column contributes to the scores.
    columns: list[ColumnShare]


class RatedRecord(Report):
    """How one record stands."""

    #: The row, counted from 1.
    row: int
    #: The sum of P(b | a) over its ordered value pairs.
    sum: float
    #: The mean; null without a pair.
    mean: float | None
    #: The fewest records that the model shows for a pair of its values; null without a pair.
    smallest: int | None
    #: The pairs for which the model shows fewer than k records.
    below_k: int
    #: Whether its sum deviates from the others'.
    flagged: bool


class RatedRecords(Report):
    """Records against a model."""

    #: The records that were rated.
    records: int
    #: The records of the model.
    model_records: int
    #: The columns that count: those of both the table and the model.
    columns: list[str]
    #: Pairs of fewer records are rare.
    k: int
    #: Records that deviate by more than so many standard deviations are flagged.
    theta: float
    #: The mean of the records' sums; null where no record has two values.
    mean: float | None
    #: The standard deviation of the sums.
    sigma: float | None
    #: The records whose sum deviates from those of records with as many values.
    flagged_records: int
    #: The records with a pair for which the model shows fewer than k records.
    records_below_k: int
    #: The records with a pair that certainly has fewer than k records; null where noise leaves nothing certain.
    records_surely_below_k: int | None
    #: The records that deviate most: by rare pairs, then by the fewest records, then by row.
    top: list[RatedRecord]
    #: What is special about this answer.
    notes: list[str]


class ReadingCounts(Report):
    """What an attack finds out by one reading of suppressed records."""

    #: The reading.
    reading: str
    #: Records with exactly one candidate, a record that shows something.
    reidentified: int
    #: Records with at least one and fewer than ``k`` candidates.
    below_k: int
    #: Records whose candidates all show the same value in a sensitive column.
    disclosed: int
    #: Records whose candidates show nothing in any column.
    blank: int
    #: The mean over all records of 1 / candidates; null when nobody is known.
    mean_success: float | None
    #: Each sensitive column with the records whose value was learned.
    sensitive: list[DisclosedColumn]


class RecordsAtRisk(Report):
    """The records that few columns identify, and the file that lists them."""

    #: The file: ``row`` (counted from 1 without the header), ``score``, ``dis_score``, ``sets`` and ``smallest_set`` of
    #: each record that has a minimal set.
    file: str
    #: The largest minimal sets looked for.
    max_size: int
    #: The share of the population that the table was said to hold.
    sampling_fraction: float
    #: Rows with a minimal set.
    rows_at_risk: int
    #: The records they stand for.
    records_at_risk: int
    #: Pairs of a row and a minimal set of 1, 2, … columns.
    sets_by_size: list[int]
    #: Records that are unique on all columns.
    uniques: int
    #: Pairs of records that are equal on all columns, and unlike all others.
    pairs: int
    #: How likely a match with a unique person is correct, for the whole file.
    dis: float
    #: What each column contributes, in column order.
    columns: list[ColumnShare]


class ReleasedStatistics(Report):
    """Statistics that were released. The file may be shown to others, these numbers may not."""

    #: No pair of values that fewer records have can be worked out.
    k: int
    #: The column pairs that are in the file; they form no cycle.
    column_pairs: list[list[str]]
    #: Ordered pairs of values in the file.
    edges: int
    #: Of these, those with a probability below the true one.
    lowered: int
    #: Those with one above it.
    raised: int
    #: Those whose count is suppressed.
    suppressed: int
    #: Ordered pairs of values of these columns that somebody has and that are not in the file, because one of them is not
    #: named.
    unnamed: int
    #: The largest difference of a probability from the true one.
    largest_change: float
    #: Pairs of values that were risky.
    risky: int
    #: Of these, those that could not be made low enough.
    still_risky: int
    #: Pairs of named values of fewer than ``k`` records for which the check asked of the written file whether they can be
    #: worked out.
    checked_pairs: int
    #: How many can: 0, or the file would not be there.
    recoverable_pairs: int


class ReportedColumn(Report):
    """What is published of a column."""

    #: Its name.
    name: str
    #: Its role: ``identifying``, ``quasi``, ``sensitive`` or ``insensitive``; null where the recipe gives none.
    role: str | None
    #: Whether the release has it.
    published: bool
    #: On which levels of its hierarchy it is shown.
    levels: ShownLevels | None
    #: A label that it shows, if at least k cells do.
    example: str | None
    #: The share of its cells that are missing or suppressed.
    missing: float | None


class RiskComparison(Report):
    """How many records are unique or in small classes, before and after."""

    #: The columns that were looked at.
    columns: list[str]
    #: Rows in classes of fewer are at risk.
    k: int
    #: In the original.
    original: ClassFigures
    #: In the release; of several tables the one with the smallest class.
    released: ClassFigures


class Risks(Report):
    """How re-identifiable the records of a table are."""

    #: The number of records: rows, or the sum of their weights.
    rows: int
    #: The classes of records that are equal on the quasi-identifying columns.
    classes: int
    #: The records in the smallest class; null for an empty table.
    min_class: int | None
    #: The mean number of records in a class; null for an empty table.
    avg_class: float | None
    #: The unique records.
    unique_rows: int
    #: The risk for a person whom the attacker knows to be in the table; null for an empty table.
    prosecutor: Attack | None
    #: The risk for a person of the population, where its records are known.
    journalist: Attack | None
    #: The share of records that are re-identified when all are attacked: with the population's records where they are
    #: known, else as if the table were the population. Null for an empty table.
    marketer: float | None
    #: How many records are unique in the population, where its size is known.
    population: PopulationEstimates | None
    #: How many classes there are of each size, smallest first.
    class_sizes: list[ClassSizeCount]
    #: How well columns separate records: single ones, larger choices where requested, and all together.
    columns: list[ColumnFigures]
    #: The records that few columns identify, where requested.
    suda: RareRecords | None


class Round(Report):
    """A round of local recoding."""

    #: Its levels.
    levels: dict[str, int]
    #: The records published on them.
    records: int


class SafepubParameters(Report):
    """The parameters of a guarantee."""

    #: The budget, exactly.
    epsilon: str
    #: The chance with which it may be exceeded.
    delta: float
    #: The sampling chance, 1 − e^−epsilon.
    beta: Bounds
    #: The smallest group that may be published: the least that keeps the guarantee.
    k: int
    #: The exact delta at k.
    delta_at_k: Bounds
    #: A delta that k − 1 needs at least, which is above the guarantee's; null at k = 1.
    delta_below_k: Bounds | None
    #: With which delta the same parameters keep larger budgets.
    smoothness: list[SmoothnessPoint]
    #: A better way to write the budget.
    hint: str | None


class SanitizedModel(Report):
    """A model that may leave its silo."""

    #: The file.
    output: str
    #: The records that were counted; with noise, about so many.
    records: int
    #: The value pairs that are reported, over every two columns.
    pairs: int
    #: The columns, by name.
    columns: list[ModelColumnReport]
    #: What was done to the counts before they left their silos; empty for exact counts.
    guarantees: list[Guarantee]
    #: Whether counts are lower bounds, because records that some silo hides are missing from them.
    lower_bounds: bool
    #: What is special about this answer.
    notes: list[str]
    #: What it does not show. This is for the silo only: it is not in the file.
    hidden: HiddenCounts


class SearchReport(Report):
    """What a search did."""

    #: The combinations of levels; beyond 2^53, the nearest double.
    space: float
    #: Checks of combinations of levels; one that is met again is checked again.
    checked: int
    #: Combinations and regions of them whose classes were counted.
    grouped: int
    #: Regions pruned because nothing in them can be better than a solution that is known.
    pruned_by_bound: int
    #: Regions pruned because too many records would have to be suppressed everywhere in them.
    pruned_by_limit: int
    #: Milliseconds spent searching.
    elapsed_ms: float
    #: Whether no better solution with the same levels for all exists, or none at all: proven. False where more had to be
    #: suppressed after the search.
    optimal: bool
    #: The measure that was made small.
    quality: str
    #: Its value for the solution with the same levels for all: as published, unless records were recoded locally.
    value: float | None
    #: What the search found, where more had to be suppressed afterwards than it thought necessary.
    found: float | None
    #: A value that no solution falls below, where one is known.
    bound: float | None
    #: How much better another solution could be at most: the value less the bound.
    gap: float | None


class SetsOfSize(Report):
    """The sets of one size."""

    #: The number of columns in each.
    size: int
    #: The number of sets.
    sets: int
    #: The records exposed by at least one of them, where requested.
    records: int | None


class Shown(Report):
    """A hierarchy to look at."""

    #: The number of nodes of each level, leaves first, root last.
    levels: list[int]
    #: The tree drawn in text.
    drawing: str


class ShownLevels(Report):
    """The levels of a hierarchy that a release shows, suppressed cells not counted."""

    #: The most detailed level; 0 is the original values.
    lowest: int
    #: The most general level.
    highest: int
    #: The level of ``*``.
    top: int


class SmoothnessPoint(Report):
    """A point of the curve."""

    #: The larger budget.
    epsilon: float
    #: Its exact delta.
    delta: Bounds


class Solution(Report):
    """On which levels records are published: the same for all, or in rounds."""

    #: The level of each quasi-identifying column, in column order; left out where records were recoded locally.
    levels: dict[str, int] | None
    #: The rounds of local recoding.
    rounds: list[Round]


class SpendReport(Report):
    """One spend."""

    #: When.
    time: str
    #: What for.
    label: str
    #: How much, exactly.
    epsilon: str
    #: How much, exactly.
    delta: str


class SplitColumns(Report):
    """A release with its columns split."""

    #: The recipe.
    recipe: str
    #: How the columns were split.
    anonymization: Anonymization
    #: Whether joining the files again finds anybody.
    verification: CompartmentVerification
    #: What it cost.
    comparison: Compared


class Stats(Report):
    """What the work cost."""

    #: Column sets whose rows were counted.
    candidates: int
    #: Milliseconds spent searching.
    elapsed_ms: float
    #: Milliseconds spent reading the table.
    read_ms: float
    #: Milliseconds spent on what was requested besides the sets.
    details_ms: float


class Story(Report):
    """What the demonstration did."""

    #: The folder that holds the generated files.
    folder: str
    #: The table and hierarchies that were made.
    generated: Generated
    #: What inspecting the table reported.
    inspection: Inspection
    #: Which column sets identify records.
    discovery: Discovery
    #: The recipe that was made from the suggested roles.
    recipe: str
    #: How the table was made safe.
    anonymization: Anonymization
    #: What the verifier says about the published file.
    verification: Verification
    #: What the published file cost.
    comparison: Compared
    #: The same table with its columns split.
    split: SplitColumns
    #: What somebody achieves who knows the quasi-identifying columns of everybody.
    attacks: Attacks


class StreamReport(Report):
    """What a run of a stream did."""

    #: Whether all input that was there was taken; false when the run was interrupted.
    complete: bool
    #: The carriers each combination has at least.
    k: int
    #: The columns that records are judged on.
    columns: list[str]
    #: The column sets that are counted; those within others are left out.
    sets: list[list[str]]
    #: Records that wait for others like them.
    held: int
    #: What this run did.
    run: Tally
    #: What all runs did.
    total: Tally
    #: What the verifier says about the output.
    verified: VerifiedOutput
    #: The file that released records are in.
    output: str
    #: The file with the model of them.
    model: str | None
    #: The folder with the state.
    state: str
    #: Milliseconds this run took.
    elapsed_ms: int


class Tally(Report):
    """What became of records."""

    #: Batches taken in.
    batches: int
    #: Records taken in.
    taken: int
    #: Records left out because one with the same id was taken before.
    repeated: int
    #: Records released as they came.
    released: int
    #: Records released with suppressed cells.
    suppressed: int
    #: Suppressed cells.
    suppressed_cells: int
    #: Records that are never shown.
    dropped: int


class ThetaCheck(Report):
    """How well a threshold finds the column pairs that expose somebody."""

    #: The threshold.
    theta: float
    #: Column pairs that are candidates.
    candidates: int
    #: Of these, the share that exposes somebody; null without candidates.
    precision: float | None
    #: Of the pairs that expose somebody, the share that are candidates; null without such pairs.
    recall: float | None
    #: Candidates that expose nobody.
    false_positives: int
    #: Pairs that expose somebody and are no candidates.
    false_negatives: int


class UniquenessEstimate(Report):
    """Records that are unique in the population."""

    #: Their number.
    records: float
    #: Their share of the population.
    share: float


class Variants(Report):
    """Both variants of the data score."""



class Verification(Report):
    """Whether a released table satisfies its models."""

    #: Whether every model holds.
    holds: bool
    #: The number of records: rows, or the sum of their weights.
    rows: int
    #: The records that are ``*`` in every quasi-identifying column; 0 where these are a class like any other.
    suppressed: int
    #: Whether these records show sensitive values and so are one class to the models of these columns.
    suppressed_judged: bool
    #: The quasi-identifying columns.
    quasi: list[str]
    #: The classes of records that are equal on them, suppressed records apart.
    classes: int
    #: The k that the table has, by what a missing value means.
    k: NullsInK
    #: The models in the order of the recipe, then of the flags.
    models: list[VerifiedModel]
    #: What else is to be known about the answer.
    notes: list[str]


class VerifiedCompartment(Report):
    """A compartment and what was found out about it only."""

    #: Its file.
    file: str
    #: Its columns.
    columns: list[str]
    #: The fewest records that are equal on its columns, of which the attacker knows at most ``max_size``; null without
    #: rows.
    min_class: int | None
    #: ``canonical`` or ``sorted``: the order of its rows follows from what they show and shows nothing. ``aligned``: rows
    #: stand where those of the same records stand in another compartment. ``unknown``: neither is certain.
    order: str
    #: Whether its classes are large enough and its order shows nothing.
    holds: bool


class VerifiedModel(Report):
    """A model and what was measured."""

    #: The model's name.
    model: str
    #: The variant, for models that have several.
    variant: str | None
    #: The sensitive column it protects.
    column: str | None
    #: How the worst value must relate to what is required: ``at-least``, ``at-most``, ``below`` or ``between``.
    comparison: str
    #: The limit; for ``between`` both.
    required: int | float | list[float] | str
    #: How likely a class may look large enough by chance, where a population is estimated.
    significance: float | None
    #: The worst value over all classes; for ``between`` the smallest and the largest. Null when there is no class, or
    #: when no value that was measured decides; ``reason`` then says why.
    achieved: int | float | list[float] | str | None
    #: Why nothing is reported as achieved.
    reason: str | None
    #: Bounds that enclose the exact worst value.
    bounds: Bounds | None
    #: Whether the model holds. What bounds leave undecided does not.
    holds: bool
    #: The classes that do not satisfy the model.
    failing_classes: int
    #: The records in them; where several choices of columns are judged, once for each that fails.
    failing_records: int
    #: The class that decides, where the model judges classes.
    worst_class: WorstClass | None


class VerifiedOutput(Report):
    """What the verifier counted in the output; a batch that it refuses is not shown."""

    #: The records of the output, all of which it has read.
    records: int
    #: The fewest records that show one combination on a column set; at least k.
    fewest_carriers: int | None
    #: Whether the whole file was judged once more as any release is: at the end of a stream, where it fits into memory.
    whole_file: bool


class WorstClass(Report):
    """The class that decides about a model; none of its records' values is reported."""

    #: Its records.
    records: int
    #: The records of the population who look like them, where one is known.
    population: int | None
    #: Its first row, counted from 1 without the header; left out for records that are not published.
    row: int | None
    #: The columns on which its records are equal.
    columns: list[str]
    #: Whether these are the records that are not published.
    unpublished: bool


class Written(Report):
    """A hierarchy and the form other tools read."""

    #: The number of nodes of each level, leaves first, root last.
    levels: list[int]
    #: The file it was written to, where one was named.
    output: str | None


class WrittenHierarchy(Report):
    """A hierarchy file and the column it is for."""

    #: The column.
    column: str
    #: The file.
    file: str
