"""The back-test of the areas of county departments: ranges and letters by size, and the copies of Table 10 of 2018 and 2019
beside each other and the estimates of the states. Writes data/us/backtest-areas.json; docs/areas.md has its numbers.

Usage: python3 research/backtest_areas.py [DATA FOLDER] [--write]
"""

import json
import os
import sys
from statistics import median, quantiles

sys.dont_write_bytecode = True
from recompute_areas import (
    DATA, LAST, PROPERTY, STATES, TABLES, UNHELD, VIOLENT, estimates, is_police, later, members, model, rated, table,
)
from join_nation import number
from recompute_filter import letter_of

SIZES_SHOWN = (10000, 25000, 50000, 100000)
LETTERS = "ABCDF"


def cases(before, year):
    """Each area with both years complete: its residents, whether ranges held, and whether the letter stayed."""
    for area in members:
        if area.complete[before] and area.complete[year] and area.residents[year] >= SIZES_SHOWN[0]:
            score, old = rated(area, year)[0], rated(area, before)[0]
            ranges, reported = later(area, before, year - before)
            rate = 1000 * sum(area.counts[year]) / area.residents[year]
            low, high = (LETTERS.index(letter_of(ranges[end])) for end in ("high", "low"))
            yield {
                "residents": area.residents[year],
                "whole": bool(UNHELD[area.state]) and max(UNHELD[area.state]) <= (2 if is_police(area.name) else 0.35),
                "score": ranges["low"] <= score <= ranges["high"],
                "rate": reported["low"] <= rate <= reported["high"],
                "letter": letter_of(score) == letter_of(old),
                "letters": low <= LETTERS.index(letter_of(score)) <= high,
                "width": ranges["high"] - ranges["low"],
            }


def share(found, what):
    return round(sum(one[what] for one in found) / len(found), 3)


def by_size(before, year):
    found = list(cases(before, year))
    for least, most in zip(SIZES_SHOWN, [*SIZES_SHOWN[1:], 1e9]):
        own = [one for one in found if least <= one["residents"] < most]
        for whole in (False, True):
            some = [one for one in own if one["whole"] or not whole]
            yield {"year": year, "from": least, "wholeReports": whole, "areas": len(some), "scoreInRange": share(some, "score"),
                   "rateInRange": share(some, "rate"), "sameLetter": share(some, "letter"), "letterInRange": share(some, "letters"),
                   "medianWidth": median(one["width"] for one in some)}


def total(rows, state, group):
    return sum(number(row[name]) or 0 for row in rows for name in group if row["state"] == state)


def held():
    """What Tables 8 and 10 of a year have of the states' estimates: the median state and the tenths at both ends."""
    for year in TABLES:
        cities, counties = table(f"us/offenses/{year}.csv"), table(f"us/areas/{year}.csv")
        own = [row for row in estimates if int(row["year"]) == year]
        for name, group in (("violent", VIOLENT), ("property", PROPERTY)):
            shares = [(total(cities, state, group) + total(counties, state, group)) / total(own, state, group) for state in STATES]
            cut = quantiles(shares, n=10, method="inclusive")
            yield {"year": year, "group": name, "low": round(cut[0], 3), "median": round(median(shares), 3), "high": round(cut[-1], 3)}


def beside_each_other():
    """Each department in the tables of 2018 and 2019: the ratio of its offenses, by group."""
    rows = [{(row["state"], row["department"]): row for row in table(f"us/areas/{year}.csv")} for year in TABLES[:2]]
    for name, group in (("violent", VIOLENT), ("property", PROPERTY)):
        ratios = []
        for key in rows[0].keys() & rows[1].keys():
            one, other = (sum(number(year[key][offense]) or 0 for offense in group) for year in rows)
            if one >= 20 and other >= 20:
                ratios.append(other / one)
        cut = quantiles(ratios, n=20, method="inclusive")
        yield {"group": name, "departments": len(ratios), "low": round(cut[0], 3), "median": round(median(ratios), 3), "high": round(cut[-1], 3)}


def main():
    result = {
        "ranges": [one for before, year in zip(TABLES[1:], TABLES[2:]) for one in by_size(before, year)],
        "copies": list(beside_each_other()),
        "heldByTables": list(held()),
        "moves": {name: series.moves[LAST] for name, series in zip(("violent", "property"), model.groups)},
    }
    text = json.dumps(result, indent=1) + "\n"
    path = os.path.join(DATA, "us/backtest-areas.json")
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        with open(path, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit("data/us/backtest-areas.json differs; run with --write and look at what changed")
    print(text if "--write" in sys.argv else "the back-test of areas is as committed")


if __name__ == "__main__":
    main()
