"""The months after the data year, and the year that they make beside it, by docs/specification.md. recompute_nation.py and
recompute_areas.py call it with their own models and tests.

It shares no code with the service. Python 3, standard library only.
"""

import re
from collections import defaultdict
from math import log, sqrt

from join_nation import YEARS, number, of_other
from recompute_filter import GROUPS, PROPERTY, VIOLENT, table

CLASSES, BOTH = VIOLENT + PROPERTY, (VIOLENT, PROPERTY)
LAST, NEXT, MONTHS = YEARS[-1], YEARS[-1] + 1, 12
LACKING = {"FL": "motor_vehicle_theft"}
NAMES = "violent", "property"


def months_by_agency():
    """The rows of each agency, oldest first, by its ORI."""
    by_agency = defaultdict(list)
    for row in table("us/months.csv"):
        by_agency[row["ori"]].append(row)
    return {ori: sorted(rows, key=lambda row: (int(row["year"]), int(row["month"]))) for ori, rows in by_agency.items()}


def months_by_place():
    """The same by the key of the place that the agency polices."""
    found = {}
    for rows in months_by_agency().values():
        first = rows[0]
        names = first["agency"], re.sub("(.*?) Police Department(?=,|$)", r"\1", first["agency"], count=1)
        joins = [of_other(first["state"], name, number(first["residents"]), LAST) for name in names]
        join = next((one for one in joins if one.unit or one.review), joins[0])
        found[join.key] = rows
    return found


def nation_of_next(residents, offenses):
    """Residents and counts of the nation: the published changes of both groups, from the counts of the data year."""
    row = next(row for row in table("us/review/nation-years.csv") if int(row["year"]) == NEXT)
    changes = float(row["violent_change"]), float(row["property_change"])
    counts = {name: int(offenses[name] * (1 + change / 100) + 0.5) for group, change in zip(BOTH, changes) for name in group}
    return int(100_000 * int(row["violent"]) / float(row["violent_rate"]) + 0.5), counts, row


class Months:
    def __init__(self, place, rows):
        self.place, self.ori, self.agency = place, rows[0]["ori"], rows[0]["agency"]
        self.residents = number(rows[0]["residents"])
        self.lacking = LACKING.get(place.state)
        self.has_fallen = False
        self.known = [name for name in CLASSES if name != self.lacking]
        self.counts = {name: [None if name == self.lacking else number(row[name]) for row in rows] for name in CLASSES}

    def stored(self, stored_name):
        return {"ori": self.ori, "agency": self.agency, "residents": self.residents,
                "offenses": {stored_name(name): counts for name, counts in self.counts.items()}}

    def year(self):
        """The counts of the year; None if a month is missing or blank. The lacking class is 0."""
        first = {name: self.counts[name][:MONTHS] for name in self.known}
        if any(len(counts) < MONTHS or None in counts for counts in first.values()):
            return None
        return {name: sum(first.get(name, ())) for name in CLASSES}

    def is_same_area(self):
        before, _ = self.place.newest()
        return bool(before and self.residents) and max(before, self.residents) <= 1.15 * min(before, self.residents)

    def has_low_month(self):
        groups = [[sum(self.counts[name][i] or 0 for name in group) for i in range(MONTHS)] for group in BOTH]
        for counts in [self.counts[name][:MONTHS] for name in self.known] + groups:
            ordered = sorted(counts)
            usual = max((ordered[5] + ordered[6]) / 2, sum(counts) / MONTHS)
            if usual >= 10 and ordered[0] < 0.1 * usual:
                return True
        return False

    def put(self):
        """Gives the place the year, so that the tests of years judge it. The lacking class is that of the data year."""
        year, place = self.year(), self.place
        if year is None or not self.is_same_area():
            return False
        counts = dict(year)
        if self.lacking:
            counts[self.lacking] = (place.newest()[1] or {}).get(self.lacking, 0)
        place.residents[NEXT], place.offenses[NEXT] = self.residents, counts
        place.counts[NEXT] = tuple(sum(counts[name] for name in group) for group in BOTH)
        return True

    def compared(self, rates, moves, gone):
        """The year beside the data year; None for a group without one of its classes in either."""
        place, year, result = self.place, self.year(), {"year": NEXT}
        for g, group in enumerate(BOTH):
            if set(group) & {*gone, self.lacking}:
                result[NAMES[g]] = None
                continue
            before, after = (sum(counts[name] for name in group) for counts in (place.offenses[LAST], year))
            moved = log((after + 0.5) / self.residents) - log((before + 0.5) / place.residents[LAST])
            nation = log(rates[g][NEXT] / rates[g][LAST])
            chance = 1 / (before + 0.5) + 1 / (after + 0.5)
            change = None if min(before, after) < 10 else float(f"{after / before * place.residents[LAST] / self.residents - 1:.4f}")
            result[NAMES[g]] = {"offenses": after, "ratePer1k": 1000 * after / self.residents, "change": change,
                                "exceedsChance": abs(moved) > 1.96 * sqrt(chance),
                                "exceedsUsual": abs(moved - nation) > 1.96 * sqrt(chance + moves[g] ** 2)}
        return result


def judged_months(rows_of, nation, judge, classes, move):
    """Adds the year to the rates of the nation. Returns for each place with months these and the comparison or None."""
    residents, offenses, _ = nation
    classes.class_rates[NEXT] = {name: 1000 * count / residents for name, count in offenses.items()}
    for g, group in enumerate(BOTH):
        classes.rates[g][NEXT] = sum(classes.class_rates[NEXT][name] for name in group)
    found = {}
    for place, rows in rows_of.items():
        months, compared = Months(place, rows), None
        if months.put() and not months.has_low_month():
            verdict = judge(place, NEXT)
            months.has_fallen = not verdict.complete
            if verdict.complete:
                gone = {name for name, *_ in classes.missing.get((place, LAST), ())}
                new = {name for name, *_ in classes.gone(place, NEXT)} - gone - {months.lacking}
                if not new and place.complete[LAST]:
                    compared = months.compared(classes.rates, [move(place, g) for g in GROUPS], gone)
        found[place] = months, compared
    return found


def of_the_nation(found, nation):
    """The places with a comparison together, beside what the FBI published."""
    _, _, row = nation
    both = [(months, compared) for months, compared in found.values() if compared and any(compared[name] for name in NAMES)]
    first = next(iter(found.values()))[0]
    changes = {}
    for g, group in enumerate(BOTH):
        own = [(months.place, compared) for months, compared in both if compared[NAMES[g]]]
        before = sum(sum(place.offenses[LAST][name] for name in group) for place, _ in own)
        changes[NAMES[g]] = float(f"{sum(compared[NAMES[g]]['offenses'] for _, compared in own) / before - 1:.4f}")
    return {"year": NEXT, "months": len(first.counts["homicide"]), "violentRatePer100k": float(row["violent_rate"]),
            "violentChange": float(row["violent_change"]), "propertyChange": float(row["property_change"]), "source": row["source"],
            "places": len(both), "residents": sum(months.residents for months, _ in both), "changes": changes}
