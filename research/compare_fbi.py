"""Compares the Department's counts with the FBI's Table 8, Offenses Known to Law Enforcement by State by City.

Both publish the reports of the same police. Each city's seven classes of a year are compared, and their sum, and
data/review/second-source.csv must have what the FBI counted. It shares no code with the service.
Python 3, standard library only. Usage: python3 research/compare_fbi.py [DATA]
"""

import os
import sys

sys.dont_write_bytecode = True
from recompute_filter import DATA, PROPERTY, VIOLENT, table
from recompute_model import SECOND, agencies, folded

CLASSES = VIOLENT + PROPERTY
CLOSE = 0.04


def california(year):
    """The offenses of each city in the FBI's table of a year; None where a class is blank."""
    return {folded(row["agency"]): {name: int(row[name]) if row[name] else None for name in CLASSES}
            for row in table(f"us/offenses/{year}.csv") if row["state"] == "CA"}


def compare(year, cities):
    both = equal = 0
    far = []
    for place in agencies.values():
        theirs = cities.get(folded(place.name)) or cities.get(folded(place.city))
        if place.kind != "city" or year not in place.offenses or not theirs or None in theirs.values():
            continue
        kept = [counts for source, *counts in SECOND[place.county, place.city, year] if source == "fbi"]
        if kept != [[sum(theirs[name] for name in group) for group in (VIOLENT, PROPERTY)]]:
            sys.exit(f"review/second-source.csv: {place.city} {year} is not what the FBI counted")
        ours = place.offenses[year]
        both, equal = both + 1, equal + (ours == theirs)
        sums = [sum(counts.values()) for counts in (ours, theirs)]
        if abs(sums[0] - sums[1]) > CLOSE * max(sums):
            far.append(f"{place.name} ({sums[0]}, FBI {sums[1]})")
    return both, equal, both - len(far), ", ".join(sorted(far)) or "none"


if __name__ == "__main__":
    for year in sorted(int(name[:4]) for name in os.listdir(os.path.join(DATA, "us/offenses"))):
        both, equal, close, far = compare(year, california(year))
        print(f"{year}: {both} cities in the FBI's table, {equal} equal in every class, {close} within {CLOSE:.0%}; "
              f"further apart: {far}")
