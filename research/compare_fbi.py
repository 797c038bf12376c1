"""Compares the Department's counts with the FBI's Table 8, Offenses Known to Law Enforcement by State by City.

Both publish the reports of the same police. Each city's seven classes of a year are compared, and their sum.
It shares no code with the service. Python 3, standard library only.
Usage: python3 research/compare_fbi.py DATA TABLE… where each TABLE is the FBI's workbook of one year (.xlsx, from 2020 on).
"""

import re
import sys
import xml.etree.ElementTree as xml
import zipfile

sys.dont_write_bytecode = True
from recompute_filter import PROPERTY, VIOLENT
from recompute_model import agencies, folded

SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CLASSES = VIOLENT + PROPERTY
HEADINGS = dict(zip(CLASSES, ("murder", "rape", "robbery", "aggravated", "burglary", "motor", "larceny")))
CLOSE = 0.04


def rows(path):
    """The rows of a workbook's first sheet: the text of each cell by its column."""
    with zipfile.ZipFile(path) as book:
        strings = ["".join(part.text or "" for part in item.iter(SPACE + "t"))
                   for item in xml.fromstring(book.read("xl/sharedStrings.xml"))]
        for row in xml.fromstring(book.read("xl/worksheets/sheet1.xml")).iter(SPACE + "row"):
            cells = {}
            for cell in row:
                value = cell.findtext(SPACE + "v")
                if value is not None:
                    column = re.match("[A-Z]+", cell.get("r")).group()
                    cells[column] = strings[int(value)] if cell.get("t") == "s" else value
            yield cells


def without_mark(text):
    """A name without the number of its footnote."""
    return re.sub(r"[\d, ]+$", "", text)


def california(path):
    """The year of the table, and the offenses of each city in California."""
    year, state, columns, cities = 0, "", {}, {}
    for cells in rows(path):
        title = re.search(r"by State by City, (\d{4})", cells.get("A", ""))
        year = int(title.group(1)) if title else year
        if cells.get("B") == "City":
            columns = {name: [column for column, text in cells.items() if heading in text.lower()]
                       for name, heading in HEADINGS.items()}
        state = cells.get("A") or state
        if without_mark(state).upper() == "CALIFORNIA" and "B" in cells:
            cities[folded(without_mark(cells["B"]))] = {name: count(cells, columns[name]) for name in CLASSES}
    if not cities or not all(columns.values()):
        sys.exit(f"{path}: not the FBI's Table 8 with cities of California")
    return year, cities


def count(cells, columns):
    """The first of the columns with a number, or None. From 2013 to 2016, rape has two columns for two definitions."""
    return next((round(float(cells[column])) for column in columns if cells.get(column, "").strip()), None)


def compare(year, cities):
    both = equal = 0
    far = []
    for place in agencies.values():
        theirs = cities.get(folded(place.name)) or cities.get(folded(place.city))
        if place.kind != "city" or year not in place.offenses or not theirs or None in theirs.values():
            continue
        ours = place.offenses[year]
        both, equal = both + 1, equal + (ours == theirs)
        sums = [sum(counts.values()) for counts in (ours, theirs)]
        if abs(sums[0] - sums[1]) > CLOSE * max(sums):
            far.append(f"{place.name} ({sums[0]:,}, FBI {sums[1]:,})")
    return both, equal, far


if __name__ == "__main__":
    for path in sys.argv[2:]:
        year, cities = california(path)
        both, equal, far = compare(year, cities)
        print(f"{year}: {both} cities in both, {equal} equal in every class, {len(far)} further apart than {CLOSE:.0%}: "
              + (", ".join(far) or "none"))
