"""Recomputes the area of every county department from data/us by docs/areas.md, and compares it with
data/united-states.json. The towns with departments of their own come from the places there, which recompute_nation.py recomputes.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/recompute_areas.py [DATA FOLDER]. Prints each difference; exits with 1 where there is one.
"""

import json
import os
import re
import sys
from collections import defaultdict
from math import ceil, floor, sqrt
from statistics import median

sys.dont_write_bytecode = True
from join_nation import joined, number
from recompute_classes import Classes, is_low
from offense_classes import stored_name
from recompute_months import judged_months, months_by_agency, nation_of_next
from recompute_country import (
    CLASSES, ESTIMATES, compare_entries, fallen, first_report, has_few, is_open, is_partial, nation_in, still_down,
)
from recompute_filter import (
    DATA, FEWEST_MISSING, GROUPS, PROPERTY, VIOLENT, Z, Filter, Place, Verdict,
    close, compare, error_of, filters, finding_of, forecasts, interval, rated, table,
)

TABLES = sorted(int(name[:4]) for name in os.listdir(os.path.join(DATA, "us/areas")))
FIRST, LAST = TABLES[0], TABLES[-1]
ALL = range(FIRST, LAST + 1)
OWN_EDITION = "CA"


# Join ---------------------------------------------------------------------------------------------------------------

REVIEWED = {(row["state"], row["department"]): row for row in table("us/review/areas.csv")}
COUNTY = {row["geoid"]: row for row in table("us/county-residents.csv")}
KINDS = "County|Parish|Borough|Census Area|Municipality|City and Borough"
BY_NAME = {(row["state"], joined(re.sub(f" ({KINDS})$", "", row["county"]))): row["geoid"] for row in COUNTY.values()}
LISTED = {row["ori"]: row for row in table("us/departments.csv")}
IN_COUNTY = defaultdict(list)
for row in LISTED.values():
    IN_COUNTY[row["state"], joined(row["county"])].append(row)


def base_of(name):
    return re.sub("( County)?( Unified)? Police Department$| Sheriff's Office$| County$", "", name)


def known_as(name, geoid):
    text = re.sub("(Police Department) County Sheriff's Office$", r"\1", re.sub(r"\s+", " ", name))
    return text.replace(" County Sheriff", " Parish Sheriff") if COUNTY[geoid]["county"].endswith(" Parish") else text


def is_police(name):
    return bool(re.search(r"\bPolice\b", name))


def join(row, same_county):
    """ORI, GEOID, name, and name in Table 8 of the department; None where none is certain."""
    review = REVIEWED.get((row["state"], row["department"]))
    if review:
        return review["ori"], review["geoid"], review["name"], review["city"]
    key = row["state"], joined(base_of(row["department"]))
    if key not in BY_NAME:
        return None
    if sum(one["department"] == row["department"] for one in same_county) > 1:
        return None
    found = [one for one in IN_COUNTY[key] if is_police(one["name"]) == is_police(row["department"])]
    if len(found) == 1:
        return found[0]["ori"], BY_NAME[key], known_as(found[0]["name"], BY_NAME[key]), ""
    if not found and len(IN_COUNTY[key]) == 1 and len(same_county) == 1:
        return IN_COUNTY[key][0]["ori"], BY_NAME[key], known_as(IN_COUNTY[key][0]["name"], BY_NAME[key]), ""
    return None


# Areas --------------------------------------------------------------------------------------------------------------

class Area(Place):
    def __init__(self, state, ori, geoid, name, city):
        super().__init__("area", (state, geoid), name)
        self.state, self.ori, self.geoid, self.town = state, ori, geoid, city
        self.own = number(LISTED[ori]["residents"]) or None
        self.rows, self.unclear, self.low_return, self.second, self.begins_again = {}, {}, False, None, set()


    def newest(self):
        """Residents and counts of the newest table."""
        year = max(self.rows)
        counts = {name: number(self.rows[year][name]) for name in CLASSES}
        return residents_of(self, year), None if None in counts.values() else counts


of_state = {(row["state"], int(row["year"])): int(row["residents"]) for row in ESTIMATES}
of_county = {geoid: {int(year): int(residents) for year, residents in (one.split(":") for one in row["estimates"].split(" "))}
             for geoid, row in COUNTY.items()}


def residents_of(area, year):
    """Carried from the newest year by the county, and before the county's first year by the state."""
    if area.own is None:
        return None
    known = of_county[area.geoid]
    first, newest = min(known), max(known)
    ratio = known[max(first, year)] / known[newest]
    if year < first:
        ratio = ratio * (of_state[area.state, year] / of_state[area.state, first])
    return floor(area.own * ratio + 0.5)


areas = {}
for year in TABLES:
    rows = table(f"us/areas/{year}.csv")
    of_one = defaultdict(list)
    for row in rows:
        of_one[row["state"], joined(base_of(row["department"]))].append(row)
    for row in rows:
        found = join(row, of_one[row["state"], joined(base_of(row["department"]))])
        if found and row["state"] != OWN_EDITION:
            area = areas.setdefault(found[0], Area(row["state"], *found))
            area.rows[year] = row
for area in areas.values():
    for year in TABLES:
        if area.town and year not in area.rows:
            area.rows.update({year: row for row in table(f"us/offenses/{year}.csv") if (row["state"], row["agency"]) == (area.state, area.town)})
    area.rows = dict(sorted(area.rows.items()))

with open(os.path.join(DATA, "united-states.json"), encoding="utf-8") as file:
    of_nation = json.load(file)
towns = defaultdict(list)
for place in of_nation["places"] + of_nation["absent"]:
    trend = place["trend"]
    if place["county"] and trend:
        columns = trend["offenses"].values()
        known = [trend["from"] + i for i in range(len(trend["population"])) if all(column[i] is not None for column in columns)]
        if known:
            towns[place["state"], place["county"]].append((known[0], trend["population"][known[-1] - trend["from"]] or 0))
index = {(row["state"], joined(row["agency"])): row for row in table("us/second-source.csv")
         if row["kind"] != "fbi"}
for area in areas.values():
    county = COUNTY[area.geoid]["county"]
    newest = of_county[area.geoid][max(of_county[area.geoid])]
    for year in area.rows:
        residents = residents_of(area, year)
        given = sum(people for since, people in towns[area.state, county] if since > year)
        if (area.own or 0) > 1.05 * newest or given > 0.15 * (residents or 0):
            area.unclear[year] = True
    row, now = index.get((area.state, joined(county))), LAST in area.rows and residents_of(area, LAST) or 0
    if row and max(int(row["residents"] or 0), now) < 1.15 * min(int(row["residents"] or 0), now):
        area.second = row["kind"], int(row["violent"]), int(row["property"])
    for year, row in area.rows.items():
        counts = {name: number(row[name]) for name in CLASSES}
        residents = residents_of(area, year)
        if None not in counts.values() and sum(counts.values()) and residents and year not in area.unclear:
            area.residents[year], area.offenses[year] = residents, counts
            area.counts[year] = tuple(sum(counts[name] for name in group) for group in (VIOLENT, PROPERTY))

nation_residents, nation_offenses, class_rates, rates = nation_in(ALL)
members = sorted(areas.values(), key=lambda one: (one.state, COUNTY[one.geoid]["county"], -(one.own or 0), one.ori))
model = filters["area"] = Filter("area", members, rates)


# Verdicts -----------------------------------------------------------------------------------------------------------

def judge(area, year):
    """The verdict by the area's own counts, as of a place without reviews; a fall stays open as there."""
    if year not in area.counts:
        return None
    past, fall = forecasts(area, year), area.fall
    if not past:
        return Verdict(True, None, None, None)
    newest, down = past[0], still_down(area, year)
    if down:
        return down
    partial = returned(area, year, newest)
    if not fall or is_open(fall, year):
        is_first = len([one for one in TABLES if newest.since < one < year]) >= 2
        down = partial if partial and is_first else fallen(area, year, past)
    return down or partial or Verdict(True, finding_of(newest), newest, None)


def returned(area, year, newest):
    """The first report after a table without one: a fall below two thirds, and less likely than one in ten."""
    if newest.since == max(one for one in TABLES if one < year):
        return None
    short = [g for g in GROUPS if area.counts[year][g] < 2 / 3 * newest.expected[g]
             and newest.expected[g] - area.counts[year][g] >= FEWEST_MISSING]
    area.low_return = area.low_return or bool(short)
    return first_report(area, year, newest) if any(is_partial(area, year, newest, g) for g in GROUPS) else None


classes = Classes(TABLES, class_rates, rates)
missing = classes.missing


def checked(area, year, verdict):
    """The verdict after the tests of classes and of the second collection."""
    if not verdict or not verdict.complete:
        return verdict
    return classes.checked(area, year, verdict, (forecasts(area, year) or [None])[0])


for year in ALL:
    verdicts = {area: checked(area, year, judge(area, year)) for area in members}
    for area, verdict in verdicts.items():
        close(area, year, verdict)
    model.close(year, [error_of(area, year, forecasts(area, year)[0]) for area in members
                       if area.complete[year] and year not in area.begins_again and forecasts(area, year)])


# Entries ------------------------------------------------------------------------------------------------------------

def later(area, year, years):
    """The 80% ranges of a later year: of the score, and of the reported rate of all offenses."""
    is_large = area.residents[year] >= 100000
    scores, _, risk = carried(area, year, years, 1.5 if is_large else 1)
    _, reported, _ = carried(area, year, years, 1.5 if is_large else 1.3)
    return interval(scores, model.correlation[year], risk), rate_range(reported, model.correlation[year])


def carried(area, year, years, wider):
    """The cumulants of both groups some years later, of the score's part and of the reported rate, and the risk of now."""
    n, scores, reported, risk = area.residents[year] / 1000, [], [], 0
    for series, steps in zip(model.groups, model.followed[year]):
        c, state = series.rates[year], steps[area][year][3]
        m, v = series.carried(state, year + years, wider * series.move(area, year, year), c)
        t, h = n * v / m, 1 / (m / v + n)
        b = m * m / v * t * (1 + t)
        cumulants = m, b * h**2, b * (1 + 2 * t) * h**3, b * (1 + 6 * t + 6 * t * t) * h**4
        scores.append([cumulant / (2 * c) ** k for k, cumulant in enumerate(cumulants, 1)])
        k2 = m / n * (1 + t)
        reported.append((m, k2, k2 * (1 + 2 * t) / n, k2 * (1 + 6 * t + 6 * t * t) / n**2))
        risk += state[0] / c / 2
    return scores, reported, risk


def rate_range(cumulants, correlation):
    k1, k2, k3, k4 = (sum(each) for each in zip(*cumulants))
    skew, excess, deviation = k3 / k2**1.5, k4 / k2**2, sqrt(k2 + 2 * correlation * sqrt(cumulants[0][1] * cumulants[1][1]))
    low, high = (max(0, k1 + deviation * (z + (z * z - 1) * skew / 6 + (z**3 - 3 * z) * excess / 24 - (2 * z**3 - 5 * z) * skew**2 / 36))
                 for z in (-Z, Z))
    low, high = (round(rate * 100000) / 10000 for rate in (low, high))
    return {"low": floor(low) / 10, "high": ceil(high) / 10}


def unheld(state):
    """What neither table has of the state's estimate, as a share of Table 10."""
    def total(rows, group):
        return sum(number(row[name]) or 0 for row in rows for name in group)
    counties = [row for row in table(f"us/areas/{LAST}.csv") if row["state"] == state]
    if not counties:
        return None
    cities = [row for row in table(f"us/offenses/{LAST}.csv") if row["state"] == state]
    own = [row for row in ESTIMATES if row["state"] == state and int(row["year"]) == LAST]
    return [(total(own, group) - total(cities, group) - total(counties, group)) / total(counties, group) for group in (VIOLENT, PROPERTY)]


STATES = sorted({row["state"] for row in ESTIMATES})
UNHELD = {state: unheld(state) for state in STATES}


def absence_of(area):
    if area.own is None:
        return "no_area"
    if LAST not in area.rows:
        return "no_figures"
    if residents_of(area, LAST) < 10000:
        return "few_residents"
    if LAST in area.unclear:
        return "population_unclear"
    if not area.complete[LAST]:
        return "incomplete_figures"
    at_rate = rates[1][LAST] * area.residents[LAST] / 1000
    if at_rate >= 40 and sum(area.offenses[LAST][name] for name in PROPERTY) < 0.05 * at_rate:
        return "incomplete_figures"
    begun = max(area.begins_again, default=0)
    return None if len([year for year in TABLES if begun <= year < LAST and area.complete[year]]) >= 2 else "short_past"


def without_letter(area):
    share = UNHELD[area.state]
    if share is None or max(share) > (2 if is_police(area.name) else 0.35):
        return "others_report"
    return "class_missing" if missing.get((area, LAST)) else "partial_return" if area.low_return else None


def cautions(area):
    gone = [name for name, *_ in missing.get((area, LAST), ())]
    finding = area.verdicts[LAST].finding
    second = area.second and any(area.second[1 + g] > 1.05 * area.counts[LAST][g] for g in GROUPS)
    codes = {
        "fall": finding == "low", "jump": finding == "jump", "class_filled": bool(gone), "second_source": bool(second),
        "class_fall": any(is_low(*change) and change[0] not in gone for change in classes.last_changes[area]),
        "class_rare": classes.is_rare(area, LAST),
        "later_months": area in months and months[area][0].has_fallen,
        "few_residents": has_few(area.offenses[LAST]),
    }
    return sorted(code for code, applies in codes.items() if applies)


def trend(area, is_served):
    known = {year: {name: number(row[name]) for name in CLASSES} for year, row in area.rows.items() if area.own is not None}
    blank = lambda counts: None in counts.values()
    score = [rated(area, year)[0] if area.complete[year] and (is_served or year != LAST) else None for year in ALL]
    return {"from": FIRST, "population": [residents_of(area, year) if year in known else None for year in ALL],
            "offenses": {stored_name(name): [None if year not in known or blank(known[year]) else known[year][name] for year in ALL]
                         for name in CLASSES},
            "partialYears": [year for year, one in zip(ALL, score) if year in known and one is None], "score": score}


by_agency = months_by_agency()
months = judged_months({area: by_agency[area.ori] for area in members if area.own is not None and area.ori in by_agency},
                       nation_of_next(nation_residents[LAST], nation_offenses[LAST]), judge, classes,
                       lambda area, g: model.groups[g].move(area, LAST, LAST))


def entry(area):
    reason, (own, compared) = absence_of(area), months.get(area, (None, None))
    whole = {"months": own and own.stored(stored_name), **({"provisional": compared} if reason is None else {}),
             "state": area.state, "county": COUNTY[area.geoid]["county"], "geoid": area.geoid, "ori": area.ori,
             "department": area.name, "kind": "police" if is_police(area.name) else "sheriff"}
    if reason is None:
        _, rating, _ = rated(area, LAST)
        scores, reported = later(area, LAST, 1)
        letter = without_letter(area)
        return {**whole, "rating": rating, "withoutLetter": letter, "nextYear": scores if letter is None else None,
                "nextRate": reported, "cautions": cautions(area), "trend": trend(area, True)}
    is_small = reason in ("no_area", "few_residents")
    return {**whole, "reason": reason, "population": residents_of(area, LAST),
            "lastComplete": max((year for year in TABLES if year < LAST and area.complete[year]), default=None),
            "trend": None if is_small else trend(area, False)}


# Comparison ---------------------------------------------------------------------------------------------------------

def main():
    with open(os.path.join(DATA, "united-states.json"), encoding="utf-8") as file:
        dataset = json.load(file)
    found = []
    ours = {area.ori: entry(area) for area in members}
    theirs = {one["ori"]: one for one in dataset["areas"] + dataset["absentAreas"]}
    values = compare_entries(ours, theirs, found)
    served = [one for one in ours.values() if "rating" in one]
    people = lambda own: sum(one["trend"]["population"][-1] for one in own)
    for state in dataset["states"]:
        own = [one for one in served if one["state"] == state["code"]]
        graded = [one for one in own if one["withoutLetter"] is None]
        share = UNHELD[state["code"]]
        middle = lambda group: float(median(round(one["rating"][group]["ratio"], 6) for one in own))
        values += compare(state["code"], {
            "areas": len(own), "residents": people(own), "graded": len(graded), "gradedResidents": people(graded),
            "median": {group: middle(group) for group in ("violent", "property")} if own else None,
            "unheld": dict(zip(("violent", "property"), map(float, share))) if share else None}, state["countyAreas"], found)
    for line in found:
        print(line)
    print(f"{len(served)} areas, {len(ours) - len(served)} absent: {values} values, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
