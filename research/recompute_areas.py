"""Recomputes the area of every county department from data/us by docs/areas.md, and compares it with
data/united-states.json. The towns with departments of their own come from the places there, which recompute_nation.py recomputes.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/recompute_areas.py [DATA FOLDER]. Prints each difference; exits with 1 where there is one.
"""

import json
import os
import re
import sys
from collections import Counter, defaultdict
from math import ceil, floor, sqrt
from statistics import median

sys.dont_write_bytecode = True
from join_nation import joined, number
from recompute_filter import (
    DATA, FALL, FEWEST_MISSING, GROUPS, PROPERTY, SIZES, VIOLENT, YEARS_FALLEN, Z, Fall, Filter, Forecast, Place, Verdict,
    beyond, close, compare, error_of, fall_from, filters, finding_of, forecasts, interval, is_down, letter_of,
    posterior, rated, score_of, score_with, share_of, table, tails,
)

CLASSES = VIOLENT + PROPERTY
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
    """The rule, and ORI, GEOID, name, and name in Table 8 of the department."""
    review = REVIEWED.get((row["state"], row["department"]))
    if review:
        return "reviewed", (review["ori"], review["geoid"], review["name"], review["city"])
    key = row["state"], joined(base_of(row["department"]))
    if key not in BY_NAME:
        return "no_county", None
    if sum(one["department"] == row["department"] for one in same_county) > 1:
        return "two_rows", None
    found = [one for one in IN_COUNTY[key] if is_police(one["name"]) == is_police(row["department"])]
    if len(found) == 1:
        return "name", (found[0]["ori"], BY_NAME[key], known_as(found[0]["name"], BY_NAME[key]), "")
    if not found and len(IN_COUNTY[key]) == 1 and len(same_county) == 1:
        return "only_department", (IN_COUNTY[key][0]["ori"], BY_NAME[key], known_as(IN_COUNTY[key][0]["name"], BY_NAME[key]), "")
    return "not_listed", None


# Areas --------------------------------------------------------------------------------------------------------------

class Area(Place):
    def __init__(self, state, ori, geoid, name, city):
        super().__init__("area", (state, geoid), name)
        self.state, self.ori, self.geoid, self.town = state, ori, geoid, city
        self.own = number(LISTED[ori]["residents"]) or None
        self.rows, self.unclear, self.low_return, self.second, self.begins_again = {}, {}, False, None, set()


estimates = table("us/state-estimates.csv")
of_state = {(row["state"], int(row["year"])): int(row["residents"]) for row in estimates}
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


areas, joins, report = {}, Counter(), []
for year in TABLES:
    rows = table(f"us/areas/{year}.csv")
    of_one = defaultdict(list)
    for row in rows:
        of_one[row["state"], joined(base_of(row["department"]))].append(row)
    for row in rows:
        rule, found = join(row, of_one[row["state"], joined(base_of(row["department"]))])
        joins[rule] += 1
        if year == LAST:
            report.append((row["state"], row["department"], rule, found))
        if found and row["state"] != OWN_EDITION:
            area = areas.setdefault(found[0], Area(row["state"], *found))
            area.rows[year] = row
for area in areas.values():
    for year in TABLES:
        if area.town and year not in area.rows:
            area.rows.update({year: row for row in table(f"us/offenses/{year}.csv") if (row["state"], row["agency"]) == (area.state, area.town)})
    area.rows = dict(sorted(area.rows.items()))

with open(os.path.join(DATA, "united-states.json"), encoding="utf-8") as file:
    dataset = json.load(file)
towns = defaultdict(list)
for place in dataset["places"] + dataset["absent"]:
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

nation_residents = {year: sum(int(row["residents"]) for row in estimates if int(row["year"]) == year) for year in ALL}
class_rates = {year: {name: 1000 * sum(int(row[name]) for row in estimates if int(row["year"]) == year) / nation_residents[year]
                      for name in CLASSES} for year in ALL}
rates = [{year: sum(class_rates[year][name] for name in group) for year in ALL} for group in (VIOLENT, PROPERTY)]
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
    newest, is_open = past[0], fall and year - fall.year < YEARS_FALLEN
    if is_open:
        forecast = Forecast(area, fall.start, year)
        y, expected = area.counts[year][fall.group], forecast.expected[fall.group]
        partial = y < 2 / 3 * expected and expected - y >= FEWEST_MISSING and forecast.lower[fall.group] <= 0.1
        down = partial if fall.reviewed else is_down(share_of(y, expected), fall.share)
        if down:
            return Verdict(False, "fall", forecast, fall)
    first_report = returned(area, year, newest)
    if not fall or is_open:
        if first_report and len([one for one in TABLES if newest.since < one < year]) >= 2:
            return first_report
        fallen = next((forecast for forecast in past if beyond(forecast.lower, FALL)), None)
        if fallen:
            return Verdict(False, "fall", fallen, fall_from(area, year, fallen))
    return first_report or Verdict(True, finding_of(newest), newest, None)


def returned(area, year, newest):
    """The first report after a table without one: a fall below two thirds, and less likely than one in ten."""
    if newest.since == max(one for one in TABLES if one < year):
        return None
    short = [g for g in GROUPS if area.counts[year][g] < 2 / 3 * newest.expected[g]
             and newest.expected[g] - area.counts[year][g] >= FEWEST_MISSING]
    area.low_return = area.low_return or bool(short)
    if all(newest.lower[g] > 0.1 for g in short):
        return None
    return Verdict(False, "fall", newest, fall_from(area, year, newest)._replace(reviewed=True))


SPREAD = {"homicide": 0.2, "rape": 0.25, "robbery": 0.25, "aggravated_assault": 0.32, "burglary": 0.32, "larceny": 0.25,
          "motor_vehicle_theft": 0.33}
first_gone, gone_years, own_since, missing, last_changes = {}, defaultdict(set), defaultdict(int), {}, {}


def class_changes(area, year):
    """Each class: count, expected count, its variance, and whether the department never reported it."""
    begun = max((one for one in area.begins_again if one < year), default=0)
    past = [one for one in TABLES if begun <= one < year and area.complete[one]]

    def sums(name, years):
        return (sum(area.offenses[one][name] for one in years),
                sum(class_rates[one][name] * area.residents[one] / 1000 for one in years))

    for name in CLASSES if past else ():
        count, nation = area.offenses[year][name], class_rates[year][name] * area.residents[year] / 1000
        if name in ("rape", "burglary", "larceny", "motor_vehicle_theft") and len(past) >= 3:
            had, usual = sums(name, past)
            others = [sums(other, past) for group in (VIOLENT, PROPERTY) if name in group for other in group if other != name]
            level = 1 if name in ("burglary", "larceny") else sum(pair[0] for pair in others) / sum(pair[1] for pair in others)
            total, expected = usual + nation, nation * level
            if total >= 25 and had + count < 0.04 * total and expected >= 2 and count < expected / 3:
                yield name, count, expected, expected + (0.7 * expected) ** 2, True
                continue
        own = [one for one in past if one >= own_since[area, name] and one not in gone_years[area, name]][-5:]
        had, usual = sums(name, own)
        expected = had / usual * nation if usual else 0
        yield name, count, expected, expected + expected**2 * (1 / max(1, had) + SPREAD[name] ** 2), False


def is_gone(name, count, expected, variance, never):
    if expected < 10 or count >= expected / 3:
        return False
    return tails(count, expected, variance - expected, 1)[0] < (0.001 if name == "homicide" else 0.01)


def confirmed(area, year, name):
    if year != LAST or not area.second:
        return False
    g = 0 if name in VIOLENT else 1
    ours, theirs = area.counts[year][g], area.second[1 + g]
    return max(ours, theirs) <= 1.05 * min(ours, theirs)


def gone_classes(area, year):
    for name, *change in class_changes(area, year):
        key = area, name
        if change[-1]:
            yield name, *change
        elif not is_gone(name, *change):
            first_gone.pop(key, None)
        else:
            since = first_gone.setdefault(key, year)
            if year - since >= YEARS_FALLEN or confirmed(area, year, name):
                own_since[key] = since
                gone_years[key].clear()
                del first_gone[key]
            else:
                gone_years[key].add(year)
                yield name, *change


def checked(area, year, verdict):
    """The verdict after the tests of classes and of the second collection."""
    if not verdict or not verdict.complete:
        return verdict
    n, forecast = area.residents[year] / 1000, verdict.forecast
    newest = (forecasts(area, year) or [None])[0]
    last_changes[area] = list(class_changes(area, year))
    gone = missing[area, year] = list(gone_classes(area, year))
    more = [sum(expected - count for name, count, expected, *_ in gone if name in group) for group in (VIOLENT, PROPERTY)]
    priors = newest.rates if newest else None
    if gone:
        moved = score_with(area, year, priors, more) - score_with(area, year, priors, (0, 0))
        if abs(moved) >= 5 or 100 * sum(more) / n / sum(rates[g][year] for g in GROUPS) > 5:
            return Verdict(False, "class_lost", newest, None)
    counts = tuple(y + extra for y, extra in zip(area.counts[year], more))
    if year == LAST and area.second and area.second[0] == "state":
        def letter(g, y):
            rate = posterior(*priors[g], y, n)[0] if priors else y / n
            return letter_of(score_of(rate / rates[g][year]))
        if any(area.second[1 + g] > 1.1 * counts[g] and letter(g, area.second[1 + g]) != letter(g, counts[g]) for g in GROUPS):
            return Verdict(False, "second_source", newest, None)
    if gone:
        area.counts[year] = counts
        for g, group in enumerate((VIOLENT, PROPERTY)):
            variance = sum(variance for name, _, _, variance, _ in gone if name in group)
            if variance:
                area.trust[year, g] = counts[g] / (counts[g] + variance)
    return verdict


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
    own = [row for row in estimates if row["state"] == state and int(row["year"]) == LAST]
    return [(total(own, group) - total(cities, group) - total(counties, group)) / total(counties, group) for group in (VIOLENT, PROPERTY)]


STATES = sorted({row["state"] for row in estimates})
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
    offenses = area.offenses[LAST]
    codes = {
        "fall": finding == "low", "jump": finding == "jump", "class_filled": bool(gone), "second_source": bool(second),
        "class_fall": any(expected >= 20 and count < expected / 2 and name not in gone for name, count, expected, *_ in last_changes[area]),
        "few_residents": sum(offenses.values()) < 60 or sum(offenses[name] for name in VIOLENT) < 8,
    }
    return sorted(code for code, applies in codes.items() if applies)


def stored_name(offense):
    first, *others = offense.split("_")
    return first + "".join(word.capitalize() for word in others)


def trend(area, is_served):
    known = {year: {name: number(row[name]) for name in CLASSES} for year, row in area.rows.items() if area.own is not None}
    blank = lambda counts: None in counts.values()
    score = [rated(area, year)[0] if area.complete[year] and (is_served or year != LAST) else None for year in ALL]
    return {"from": FIRST, "population": [residents_of(area, year) if year in known else None for year in ALL],
            "offenses": {stored_name(name): [None if year not in known or blank(known[year]) else known[year][name] for year in ALL]
                         for name in CLASSES},
            "partialYears": [year for year, one in zip(ALL, score) if year in known and one is None], "score": score}


def entry(area):
    reason = absence_of(area)
    whole = {"state": area.state, "county": COUNTY[area.geoid]["county"], "geoid": area.geoid, "ori": area.ori,
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
    found, values = [], 0
    ours = {area.ori: entry(area) for area in members}
    theirs = {one["ori"]: one for one in dataset["areas"] + dataset["absentAreas"]}
    found += [f"{ori}: on one side only" for ori in set(ours) ^ set(theirs)]
    for ori in sorted(set(ours) & set(theirs)):
        one = {**theirs[ori]}
        if "cautions" in one:
            one["cautions"] = sorted(caution["code"] for caution in one["cautions"])
        found += [f"{ori}: figures on one side only"] if ("rating" in one) != ("rating" in ours[ori]) else []
        values += compare(ori, ours[ori], one, found)
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
    graded = [one for one in served if one["withoutLetter"] is None]
    print(f"{len(served)} areas with {people(served):,} residents, {len(graded)} with a letter ({people(graded):,}), "
          f"{len(ours) - len(served)} absent; rows: {dict(joins)}: {values} values, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
