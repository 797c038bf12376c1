"""Recomputes every record of the United States from data/us by docs/specification.md, and compares it with
data/united-states.json. California's cities come from data/dataset.json, which recompute.py recomputes.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/recompute_nation.py [DATA FOLDER]. Prints each difference; exits with 1 where there is one.
"""

import json
import os
import re
import sys
from collections import defaultdict

sys.dont_write_bytecode = True
from math import log, sqrt
from offense_classes import stored_name
from recompute_filter import (
    DATA, GROUPS, MOVES, PROPERTY, SIZES, VIOLENT, YEARS_FALLEN, Fall, Filter, Forecast, Place, Sum, Verdict,
    beyond, close, compare, error_of, fall_from, filters, finding_of, forecasts, judge_together, later_interval,
    likeliest, log_probability, rated, share_of, table,
)
from recompute_country import (
    CLASSES, ESTIMATES, compare_entries, fallen, first_report, has_few, is_open, is_partial, nation_in, still_down,
)
from recompute_cautions import cautions as of_california
from recompute_classes import Classes, is_low
from recompute_model import city_agencies
from join_nation import AGENCIES, JOINED, REVIEWED, UNITS, YEARS, number, of_other
from recompute_months import judged_months, months_by_place, nation_of_next, of_the_nation

LAST, CHANGE = YEARS[-1], 2021
JUDGED = [year for year in YEARS if year != CHANGE]
LARGE = 2500
BREAK = re.compile("changes in (this|the state/local) agency's reporting practices")
SEVERAL = re.compile(r"\bRegional\b|\bMetro(politan)?\b|\bAuthority\b|\bVillages\b|\bTown and Village\b|/")


# Places -------------------------------------------------------------------------------------------------------------

class NationPlace(Place):
    def __init__(self, key, name, county, source):
        super().__init__("nation", (key[0], county) if county else None, name)
        self.key, self.state, self.shown_county, self.source = key, key[0], county, source
        self.census, self.area, self.geoid, self.joint = None, False, None, False
        self.rows = {}  # by year: residents, counts by class or None, agency, review
        self.filled, self.state_counts, self.campus = [], [], False
        self.unclear, self.lasting = {}, None  # years with a contradicted population; whether a lasting one is more or less
        self.second, self.later = None, None

    def newest(self):
        """Residents and counts of the newest row."""
        return self.rows[max(self.rows)][:2] if self.rows else (None, None)

    def is_large(self):
        return any((row[0] or 0) >= LARGE for row in self.rows.values()) or (self.census or 0) >= LARGE

    def check_populations(self, unit):
        """Each row's residents: since 2020 beside the Census, in other years beside the rows before and after."""
        own = {year: row[0] for year, row in sorted(self.rows.items()) if row[0]}
        known = unit if unit and not self.area else None
        census = lambda year: None if not known else known.estimates.get(year) if known.estimates else known.residents
        off = {year: residents / census(year) - 1 for year, residents in own.items() if year >= 2020 and census(year)}
        newest = [(residents, (census(year) if year >= 2020 else None) or (known and known.residents)) for year, residents in own.items()][-3:]
        if len(newest) == 3 and all(value for _, value in newest):
            shares = [residents / value - 1 for residents, value in newest]
            if min(shares) > 0.15:
                self.lasting = "more"
            elif max(shares) < -0.15 and len(known.geoid) == 10:
                self.lasting = "less"
        for year, share in off.items():
            if abs(share) > 0.15 and self.lasting != ("more" if share > 0 else "less"):
                self.unclear[year] = True
        middle = sorted(own.values())[len(own) // 2] if own else 1
        far = lambda year: abs(log(own[year] / middle))
        fine = {year for year, share in off.items() if abs(share) <= 0.15}
        for before, year in zip(own, list(own)[1:]):
            if max(own[before], own[year]) > 1.6 * min(own[before], own[year]):
                later = before in fine or year not in fine and far(year) > far(before)
                self.unclear[year if later else before] = True


# Counts of a state's own program, by place and year; rape is not among them.
ALIKE = ("homicide", "robbery", "aggravated_assault", "burglary", "larceny")
OF_STATE = {(of_other(row["state"], row["agency"], number(row["residents"]), int(row["year"])).key, int(row["year"])): row
            for row in table("us/state-counts.csv")}


def vehicle_thefts(key, year, counts):
    """Those of Florida's program where it has the whole year; None elsewhere."""
    row = OF_STATE.get((key, year))
    if key[0] != "FL" or not row or not counts or not row["motor_vehicle_theft"]:
        return None
    total, months = sum(counts[name] for name in ALIKE), row["months"].split()
    if "-" in months or ("0" in months and total >= 120) or sum(int(row[name] or 0) for name in ALIKE) < 0.9 * total:
        return None
    return int(row["motor_vehicle_theft"])


CAMPUSES = {row["geoid"] for row in table("us/review/campuses.csv")}
FOOTNOTES = {(int(row["year"]), row["mark"]): row["text"] for row in table("us/footnotes.csv")}
AREAS = {(state, row["place"]) for (state, _), row in REVIEWED.items() if row["area"]}


def counts_in(row):
    counts = {name: number(row[name]) for name in CLASSES}
    return None if None in counts.values() else counts


def places_of_tables():
    found = {}
    for year, rows in AGENCIES.items():
        for row in rows:
            join = JOINED[row["state"], row["agency"], year]
            place = found.setdefault(join.key, NationPlace(join.key, join.name, join.county, "fbi"))
            if year in place.rows:
                sys.exit(f"{join.key} has two rows in {year}")
            place.name, place.shown_county, place.join = join.name, join.county, join
            notes = [FOOTNOTES.get((year, mark), "") for mark in row["marks"].split()]
            review = "new_series" if any(BREAK.search(note) for note in notes) else None
            counts = counts_in(row)
            stolen = vehicle_thefts(join.key, year, counts)
            if stolen is not None:
                place.state_counts.append({"year": year, "offense": "motorVehicleTheft", "count": stolen, "table8": counts["motor_vehicle_theft"]})
                counts["motor_vehicle_theft"] = stolen
            place.rows[year] = number(row["residents"]), counts, row["agency"], review
    keys = set(found)
    found = {key: place for key, place in found.items() if place.state != "CA"}
    for place in found.values():
        unit = place.join.unit
        place.census, place.geoid = (unit.estimates.get(LAST), unit.geoid) if unit else (None, None)
        place.area = (place.state, f"{place.name}, {place.shown_county}" if place.shown_county else place.name) in AREAS \
            or bool(SEVERAL.search(place.name))
        place.campus = place.geoid in CAMPUSES
        place.check_populations(unit)
        place.shown_county = place.shown_county or (unit and unit.only_county())
        place.county = (place.state, place.shown_county) if place.shown_county else None
    return keys, found


def places_of_california():
    with open(os.path.join(DATA, "dataset.json"), encoding="utf-8") as file:
        dataset = json.load(file)
    for city in [{**entry, **entry["record"]} for entry in dataset["cities"]] + dataset["absent"]:
        place, trend = NationPlace(("CA", city["geoid"]), city["city"], city["county"], "california"), city["trend"]
        place.geoid = city["geoid"]
        for year in YEARS:
            at = lambda column: column[year - trend["from"]] if trend else None
            counts = {name: at(trend["offenses"][stored_name(name)]) if trend else None for name in CLASSES}
            review = "partial_year"
            if trend and at(trend["score"]) is not None:
                review = "new_series" if year in trend["begins"] else "trusted"
                place.trusted.add(year)
            place.rows[year] = (at(trend["population"]) if trend else None, None if None in counts.values() else counts,
                                city.get("agency", city["city"]), review)
        yield place


def places_of_census(known):
    served = {geoid for place in of_tables.values() if place.is_large() and place.join.review
              for geoid in place.join.review["serves"].split()}
    named = {(place.state, place.name, place.shown_county) for place in of_tables.values() if place.is_large()}
    for unit in UNITS:
        key = unit.state, unit.geoid
        if unit.state != "CA" and not unit.statistical and unit.estimates.get(LAST, 0) >= LARGE and key not in known:
            found = NationPlace(key, unit.name, unit.only_county(), "fbi")
            if unit.kind and any((key[0], unit.name) == one[:2] and found.shown_county in (None, one[2]) for one in named):
                found.name += " " + unit.kind.capitalize()
            found.census, found.geoid, found.joint = unit.estimates[LAST], unit.geoid, unit.geoid in served
            yield found


known, of_tables = places_of_tables()
places = [place for place in [*of_tables.values(), *places_of_california()] if place.is_large()]
places += places_of_census(known)
for place in places:
    for year, (residents, counts, _, review) in place.rows.items():
        if year in JUDGED and residents and counts and sum(counts.values()) and year not in place.unclear:
            place.residents[year], place.offenses[year] = residents, counts
            place.counts[year] = tuple(sum(counts[name] for name in group) for group in (VIOLENT, PROPERTY))

nation_residents, nation_offenses, class_rates, rates = nation_in(YEARS)
model = filters["nation"] = Filter("nation", places, rates)


# Verdicts -----------------------------------------------------------------------------------------------------------

def review_of(place, year):
    return place.rows[year][3] if year in place.rows else None  # the year of months has no row


def judge(place, year):
    """The verdict by the place's own counts; None if the year cannot count."""
    if year not in place.counts:
        return None
    past, review, fall = forecasts(place, year), review_of(place, year), place.fall
    newest = past[0] if past else None
    if review:
        begun = fall or newest and fall_from(place, year, newest)._replace(reviewed=True)
        return Verdict(review != "partial_year", "review", newest, begun if review == "partial_year" else None)
    if newest is None:
        return Verdict(True, None, None, None)
    down = still_down(place, year)
    if not down and (not fall or is_open(fall, year)):
        is_first = len([one for one in JUDGED if newest.since < one < year]) >= 2
        partial = is_first and any(is_partial(place, year, newest, g) for g in GROUPS)
        down = first_report(place, year, newest) if partial else fallen(place, year, past)
    return down or Verdict(True, finding_of(newest), newest, None)


shared_likelihood = [[0.0] * len(MOVES) for _ in GROUPS]


def counties_of(verdicts, year):
    """The sums of each county's places that are complete by their own counts and not reviewed."""
    members = defaultdict(dict)
    for place, verdict in verdicts.items():
        if place.county and verdict and verdict.complete and not review_of(place, year) and place.residents[year] >= 10000:
            members[place.county][place] = forecasts(place, year)
    moves = [likeliest(sums) for sums in shared_likelihood]
    return [(county, [each for each in (Sum(own, year, back, moves) for back in (1, 2, 3)) if len(each.members) >= 3])
            for county, own in members.items()]


def learn(found):
    for _, sums in found:
        if sums and not any(each.has_fallen() for each in sums):
            for g in GROUPS:
                for i, move in enumerate(MOVES):
                    prior = sums[0].expected[g], sums[0].variance[g] + (move * sums[0].expected[g]) ** 2
                    shared_likelihood[g][i] += log_probability(sums[0].counts[g], *prior, 1)


second = {of_other(row["state"], row["agency"], number(row["residents"]), int(row["year"])).key:
          (row["kind"], int(row["violent"]), int(row["property"])) for row in table("us/second-source.csv")}
for place in places:
    # Figures of the FBI that are newer than its table are no second source.
    found = second.get(place.key)
    place.second, place.later = (None, found) if found and found[0] == "fbi" else (found, None)
classes = Classes(JUDGED, class_rates, rates)
missing = classes.missing


def checked(place, year, verdict):
    """The verdict after the tests of classes and of the second collection; fills in what is missing where it matters little."""
    if not verdict or not verdict.complete or review_of(place, year):
        return verdict
    verdict = classes.checked(place, year, verdict, verdict.forecast)
    if verdict.complete:
        place.filled += [{"year": year, "offense": stored_name(name), "expected": float(expected), "variance": float(variance)}
                         for name, _, expected, variance, _ in missing[place, year]]
    return verdict


def judge_year(year):
    verdicts = {place: judge(place, year) for place in places} if year != CHANGE else {}
    found = counties_of(verdicts, year)
    judge_together(verdicts, year, found)
    verdicts = {place: checked(place, year, verdict) for place, verdict in verdicts.items()}
    for place, verdict in verdicts.items():
        close(place, year, verdict)
        if verdict and verdict.complete and review_of(place, year) == "new_series":
            place.begins_again.add(year)
    learn(found)
    model.close(year, [error_of(place, year, forecasts(place, year)[0]) for place in places
                       if place.complete[year] and year not in place.begins_again and forecasts(place, year)])


for year in YEARS:
    judge_year(year)


nation_of_months = nation_of_next(nation_residents[LAST], nation_offenses[LAST])


# Records ------------------------------------------------------------------------------------------------------------

scores = {place: {year: rated(place, year)[0] for year in JUDGED if place.complete[year]} for place in places}


def states_with_ranges():
    inside = defaultdict(list)
    for before, year in zip(JUDGED, JUDGED[1:]):
        for place in places if year >= 2019 else ():
            if place.source == "fbi" and place.complete[before] and place.complete[year]:
                held = later_interval(place, before, year - before)
                inside[place.state].append(held["low"] <= scores[place][year] <= held["high"])
    return {"CA"} | {state for state, cases in inside.items() if 0.72 <= sum(cases) / len(cases) <= 0.9}


WITH_RANGES = states_with_ranges()


def trend(place, is_graded):
    at = lambda year: place.rows.get(year, (None, None))
    score = [scores[place].get(year) if is_graded or year != LAST else None for year in YEARS]
    offenses = {stored_name(name): [(at(year)[1] or {}).get(name) for year in YEARS] for name in CLASSES}
    return {"from": YEARS[0], "population": [at(year)[0] for year in YEARS], "offenses": offenses, "score": score,
            "partialYears": [year for year, one in zip(YEARS, score) if year in place.rows and one is None],
            "begins": sorted(place.begins_again)}


def absence_of(place):
    """The first reason that holds; None with a record."""
    row = place.rows.get(LAST)
    if place.joint or row is None or (place.source == "california" and row[1] is None):
        return "no_figures"
    residents, counts = row[:2]
    if residents is None or residents >= LARGE and LAST in place.unclear:
        return "population_unclear"
    if residents < LARGE:
        return "few_residents"
    if counts is None or sum(counts.values()) == 0 or not place.complete[LAST]:
        return "incomplete_figures"
    if place.source == "california":
        return None
    at_rate = rates[1][LAST] * residents / 1000
    if at_rate >= 40 and sum(counts[name] for name in PROPERTY) < 0.05 * at_rate:
        return "incomplete_figures"
    begun = max(place.begins_again, default=0)
    past = [year for year in JUDGED if begun <= year < LAST and place.complete[year]]
    return None if len(past) >= 3 else "short_past"


def restarted(place):
    """Whether reports began again after two years or more, less than five years ago, and fewer than three years are complete since (if two
    of those before were judged), or the score is 20 points or more above the last one before."""
    complete = [year for year in JUDGED if place.complete[year]]
    begun = [pair for pair in zip(complete, complete[1:]) if pair[1] - pair[0] > 2]
    if not begun or LAST - begun[-1][1] >= YEARS_FALLEN:
        return False
    before, year = begun[-1]
    is_new = len([one for one in complete if one >= year]) < 3 and len([one for one in JUDGED if before < one < year]) >= 2
    return is_new or scores[place][LAST] - scores[place][before] >= 20


def level_of(place, year, last, g):
    """What a group's ratio to the nation in the last three complete years up to `last` gives in a year, its sum, and that at the nation's rates."""
    level = [one for one in JUDGED if one <= last and place.complete[one]][-3:]
    had = sum(place.counts[one][g] for one in level)
    usual = sum(rates[g][one] * place.residents[one] / 1000 for one in level)
    now = rates[g][year] * place.residents[year] / 1000
    return level, had, usual, now


def rose_for_years(place):
    """Whether a rise of an earlier year lasts in the last one."""
    rise = None
    for now in (year for year in JUDGED if place.complete[year]):
        over = place.verdicts[now].finding == "review" or now in place.begins_again
        if over or (rise and now - rise.year >= YEARS_FALLEN):
            rise = None
        if over:
            continue
        if rise:
            expected = Forecast(place, rise.start, now).expected[rise.group]
            if share_of(place.counts[now][rise.group], expected) >= sqrt(max(1, rise.share)):
                if now == LAST:
                    return True
                continue
        y = [sum(place.offenses[now][name] for name in group) for group in (VIOLENT, PROPERTY)]
        past = next((one for one in forecasts(place, now) if beyond(one.upper, (0.01, 0.001))), None)
        g = 1 if past and past.upper[1] < past.upper[0] else 0
        rise = past and Fall(now, past.start, g, share_of(y[g], past.expected[g]))
    return False


def fell_for_years(place, last=LAST):
    """Whether a group is far below its level of the last three complete years to 2019, beyond chance and the usual changes. Of another year,
    to five years before it."""
    for g in GROUPS:
        level, had, usual, now = level_of(place, last, last - 5, g)
        if not level:
            return False
        y, move = place.counts[last][g], model.groups[g].move(place, last, last)
        variance = 1 / (y + 0.5) + 1 / (had + 0.5) + (last - sum(level) / len(level)) * move**2
        if min(now, usual) >= 5 and (log((y + 0.5) / (now + 0.5)) - log((had + 0.5) / (usual + 0.5))) / sqrt(variance) < -1.96:
            return True
    return False


def cautions(place, rating):
    if place.source == "california":
        found = california_cautions(place) | ({"few_residents"} if has_few(place.offenses[LAST]) else set()) | {"own_edition"}
        violent, prop = (rating[group]["ratio"] for group in ("violent", "property"))
        return sorted(found | ({"visitors_and_jobs"} if prop > 1.5 and prop > 2 * violent else set()))
    changes = classes.last_changes.get(place, ())
    gone = [name for name, *_ in missing.get((place, LAST), ())]
    finding, (violent, prop) = place.verdicts[LAST].finding, (rating[group]["ratio"] for group in ("violent", "property"))
    codes = {
        "fall": finding == "low",
        "shared_fall": finding == "shared_low",
        "class_fall": any(is_low(*change) and change[0] not in gone for change in changes),
        "class_filled": bool(gone),
        "fell_for_years": fell_for_years(place),
        "class_rare": classes.is_rare(place, LAST),
        "recorded_differently": rose_for_years(place),
        "restart": restarted(place),
        "second_source": any(one[1 + g] > 1.05 * place.counts[LAST][g] for one in (place.second or place.later,) if one for g in GROUPS),
        "jump": finding == "jump",
        "few_residents": has_few(place.offenses[LAST]),
        "visitors_and_jobs": prop > 1.5 and prop > 2 * violent,
        "wider_area": place.area or place.lasting == "more",
        "part_of_town": place.lasting == "less",
        "state_count": any(one["year"] == LAST for one in place.state_counts),
        "campus_police": place.campus,
        "later_months": place in months and months[place][0].has_fallen,
    }
    return sorted(code for code, applies in codes.items() if applies)


def california_cautions(place):
    """Those of California's own edition for the year, but those that this one words by its own numbers."""
    city = city_agencies[place.shown_county, place.name]
    found = of_california(city, LAST, rated(city, LAST)[1])
    return set(found) - {"older_year", "few_residents", "visitors_and_jobs", "population_break"}


def expected(place):
    verdict = place.verdicts.get(LAST)
    if not verdict or not verdict.forecast:
        return None
    return dict(zip(("violent", "property"), (int(count + 0.5) for count in verdict.forecast.expected)))


rows_of_months = months_by_place()
months = judged_months({place: rows_of_months[place.key] for place in places if place.key in rows_of_months},
                       nation_of_months, judge, classes, lambda place, g: model.groups[g].move(place, LAST, LAST))


def entry(place):
    reason, (own, compared) = absence_of(place), months.get(place, (None, None))
    whole = {"months": own and own.stored(stored_name), **({"provisional": compared} if reason is None else {}),
             "state": place.state, "name": place.name, "county": place.shown_county, "geoid": place.geoid, "trend": trend(place, reason is None),
             "filled": place.filled, "stateCounts": place.state_counts}
    if reason is None:
        _, rating, intervals = rated(place, LAST)
        return {**whole, "agency": place.rows[LAST][2], "source": place.source, "rating": rating, "cautions": cautions(place, rating),
                "nextYear": intervals["nextYear"] if place.state in WITH_RANGES else None}
    complete = [year for year in scores[place] if year < LAST]
    residents = place.rows[LAST][0] if LAST in place.rows else None
    return {**whole, "reason": reason, "population": residents if residents is not None else place.census,
            "lastComplete": max(complete, default=None),
            "expected": expected(place) if reason == "incomplete_figures" else None,
            "trend": whole["trend"] if any(row[0] is not None for row in place.rows.values()) else None}


# Comparison ---------------------------------------------------------------------------------------------------------

def states(entries):
    for code in sorted({row["state"] for row in ESTIMATES}):
        row = next(row for row in ESTIMATES if row["state"] == code and int(row["year"]) == LAST)
        own = [one for one in entries if one["state"] == code]
        graded = [one for one in own if "rating" in one]
        yield {"code": code, "residents": int(row["residents"]), "places": len(graded), "absent": len(own) - len(graded),
               "served": sum(one["trend"]["population"][-1] for one in graded),
               "offenses": {stored_name(name): int(row[name]) for name in CLASSES}}


def main():
    with open(os.path.join(DATA, "united-states.json"), encoding="utf-8") as file:
        dataset = json.load(file)
    found = []
    ours = {(one["state"], one["name"], one["county"] or ""): one for one in map(entry, places)}
    theirs = {(one["state"], one["name"], one["county"] or ""): one for one in dataset["places"] + dataset["absent"]}
    values = compare_entries(ours, theirs, found)
    yardstick = {"population": nation_residents[LAST], "violentRate": rates[0][LAST], "propertyRate": rates[1][LAST],
                 "offenses": {stored_name(name): count for name, count in nation_offenses[LAST].items()},
                 "trend": {"population": [nation_residents[year] for year in YEARS],
                           "offenses": {stored_name(name): [nation_offenses[year][name] for year in YEARS] for name in CLASSES}}}
    values += compare("yardstick", yardstick, dataset["yardstick"], found)
    values += compare("months", of_the_nation({place: months[place] for place in months if absence_of(place) is None}, nation_of_months), dataset["months"], found)
    moves = [{"from": least, "violent": violent, "property": prop} for least, violent, prop
             in zip(SIZES["nation"], *(series.moves[LAST] for series in model.groups))]
    values += compare("moves", moves, dataset["yearlyMoves"], found)
    values += compare("correlation", model.correlation[LAST], dataset["correlation"], found)
    by_code = {state["code"]: state for state in dataset["states"]}
    for state in states(list(ours.values())):
        values += compare(state["code"], state, by_code.pop(state["code"]), found)
    found += [f"{code}: only in the dataset" for code in by_code]
    for line in found:
        print(line)
    print(f"{len(dataset['places'])} places, {len(dataset['absent'])} absent: {values} values, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
