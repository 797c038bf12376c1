"""What each step of the United States' edition brings: the records that it would lack without the step, and the places that a step
would add that is not taken. Writes the table of docs/backtest.md, whose ranges and letters are those of backtest_nation.py for the
newest year.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/steps.py [DATA FOLDER [DOCUMENT]].
"""

import multiprocessing
import re
import sys
from collections import namedtuple

sys.dont_write_bytecode = True

Found = namedtuple("Found", "residents past last inside kept")  # of a place with a complete newest year
DOCUMENT = sys.argv[2] if len(sys.argv) > 2 else "docs/backtest.md"


def classes_as_in_1_2(*_):
    """A class below a third of its past, where ten or more are expected, leaves the year out, however long it stays."""
    import recompute_classes

    def gone(self, place, year):
        for name, count, expected, variance, never in self.changes(place, year):
            if not never and expected >= 10 and count < expected / 3:
                self.gone_years[place, name].add(year)
                yield name, count, expected, variance, never

    recompute_classes.Classes.gone = gone
    recompute_classes.Classes.is_misleading = lambda self, place, year, gone, forecast: bool(gone)


def no_counts_of_states():
    import recompute_filter
    table = recompute_filter.table
    recompute_filter.table = lambda name: [] if name == "us/state-counts.csv" else table(name)


def records(change):
    """All places by their key, and the keys of those with a record, after the change of a rule."""
    change()
    import backtest_nation  # runs the model
    nation = backtest_nation.nation
    cases = {case["place"]: case for case in backtest_nation.cases() if case["year"] == nation.LAST}
    found, graded = {}, set()
    for place in nation.places:
        if place.complete[nation.LAST]:
            years = [year for year in nation.JUDGED if max(place.begins_again, default=0) <= year < nation.LAST and place.complete[year]]
            case = cases.get(place.key, {})
            found[place.key] = Found(place.residents[nation.LAST], len(years), bool(set(years) & set(nation.JUDGED[-4:-1])),
                                     case.get("inside"), case.get("kept"))
            graded |= {place.key} if nation.absence_of(place) is None else set()
    short = {place.key for place in nation.places if nation.absence_of(place) == "short_past"}
    return found, graded, short


def row(name, keys, found, sign="+"):
    own = [found[key] for key in keys]
    percent = lambda values: f"{100 * sum(values) / len(values):.0f}" if values else ""
    held = [one.inside for one in own if one.inside is not None]
    kept = [one.kept for one in own if one.kept is not None]
    residents = sum(one.residents for one in own) / 1e6
    return f"| {name} | {sign}{len(own):,} | {sign}{residents:.1f} | {percent(held)} | {percent(kept)} |"


def main():
    with multiprocessing.get_context("spawn").Pool(2, maxtasksperchild=1) as pool:
        (found, graded, short), (_, without_classes, _), (_, without_counts, _) = pool.map(
            records, [list, classes_as_in_1_2, no_counts_of_states], chunksize=1)
    lines = [
        "| step | places | residents, million | within | same letter |", "|---|--:|--:|--:|--:|",
        row("classes filled in, tested by chance, or after five years the place's own", graded - without_classes, found),
        row("2,500 to 9,999 residents", {key for key in graded if found[key].residents < 10_000}, found),
        row("three complete years, none of the three before 2024", {key for key in graded if not found[key].last and key[0] != "CA"}, found),
        row("Florida's vehicle thefts", graded - without_counts, found),
        row("not taken: one or two complete years", {key for key in short if found[key].past > 0}, found, ""),
        row("**now**", graded, found, ""),
    ]
    written = "<!-- steps: written by research/steps.py -->\n" + "\n".join(lines) + "\n<!-- /steps -->"
    with open(DOCUMENT, encoding="utf-8", newline="") as file:
        text = file.read()
    with open(DOCUMENT, "w", encoding="utf-8", newline="") as file:
        file.write(re.sub(r"<!-- steps: .*?<!-- /steps -->", lambda _: written, text, flags=re.DOTALL))
    print(written)
    print(f"lost by these steps: {len(without_classes - graded)} and {len(without_counts - graded)}")


if __name__ == "__main__":
    main()
