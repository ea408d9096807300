"""Checks that are right and still fail: each waits for a change that is on its way.

A check in this list that fails is counted as skipped; the run says when one of them passes in every case, so
that it can leave the list. The list should be empty.
"""

AWAITED = {
    "leftovers.over_an_older_table": "pages of a replaced SQLite table keep their bytes",
    "process.waiting_for_standard_input": "the first signal is ignored while standard input is idle",
    "process.waiting_for_a_fifo": "the first signal is ignored while a FIFO is idle",
}
