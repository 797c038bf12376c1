"""Recomputes every record of the United States from data/us by docs/specification.md, and compares it with
data/united-states.json. California's cities come from data/dataset.json, which recompute.py recomputes.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/recompute_nation.py [DATA FOLDER]. Prints each difference; exits with 1 where there is one.
"""

import json
import os
import re
import sys
import unicodedata
from collections import defaultdict

sys.dont_write_bytecode = True
from recompute_filter import (
    DATA, FALL, GROUPS, MOVES, PROPERTY, SIZES, VIOLENT, YEARS_FALLEN, Fall, Filter, Forecast, Place, Sum, Verdict, beyond, close,
    compare, error_of, fall_from, filters, finding_of, forecasts, is_down, is_partial, judge_together, later_interval, letter_of,
    likeliest, log_probability, rated, score_with, share_of, table,
)

CLASSES = VIOLENT + PROPERTY
YEARS = sorted(int(name[:4]) for name in os.listdir(os.path.join(DATA, "us/offenses")))
LAST, CHANGE = YEARS[-1], 2021
JUDGED = [year for year in YEARS if year != CHANGE]
LARGE = 10000
TOWNS = {"CT", "MA", "ME", "NH", "RI", "VT"}
BREAK = re.compile("changes in (this|the state/local) agency's reporting practices")
SEVERAL = re.compile(r"\bRegional\b|\bMetro(politan)?\b|\bAuthority\b|\bVillages\b|\bTown and Village\b|/")


# Names --------------------------------------------------------------------------------------------------------------

def joined(name):
    """The letters and digits of a name, without case and accents, with the short forms of saint, mount, and fort."""
    text = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()
    text = re.sub(r"\.(?=[^\W\d_])", " ", text).replace(".", "").strip()
    text = re.sub("^(the )?(city|town) of ", "", re.sub(r"[\s\-/_]+", " ", text))
    for long, short in (("saint ", "st "), ("mount ", "mt "), ("fort ", "ft ")):
        text = short + text[len(long):] if text.startswith(long) else text
    return "".join(c for c in text if c.isalnum())


def split(agency):
    """The name of a row, and the county that it may have."""
    found = re.match("^(.+?), (.+ (?:County|Parish))$", agency)
    return found.groups() if found else (agency, None)


def without_kind(name):
    found = re.match("^(.+?) (Township|Town|Village|Borough|City)$", name)
    return (found.group(1), found.group(2).lower()) if found else None


def is_part(name):
    """Whether a name is bare, or that of a town or township, of which another place may have the bare name."""
    kind = without_kind(name)
    return kind is None or kind[1] in ("township", "town")


REVIEWED = {(row["state"], row["agency"]): row for row in table("us/review/names.csv")}


def named(state, agency):
    review = REVIEWED.get((state, agency))
    return split(review["place"] if review else agency)


def key_of(state, name, county=None):
    return state, joined(name), joined(county) if county else ""


# Census -------------------------------------------------------------------------------------------------------------

KINDS = ("city|town|village|borough|city and borough|municipality|corporation|CDP|urban county|metro township"
         "|(?:unified|consolidated|metropolitan|metro) government")


def census_place(official):
    """Name and kind of an incorporated place. Of a government of a city and a county, the city's name."""
    full, kind = re.match(rf"^(.+?)(?: ({KINDS}))?(?: \(balance\))?$", official).groups()
    government = bool(kind) and ("government" in kind or kind == "urban county") or full.endswith("County")
    both = re.match("^(.+?)[-/].+", full) if government or official.endswith(" (balance)") else None
    return both.group(1) if both else re.sub(" Town$", "", full), "city" if government or not kind else kind


census = defaultdict(list)
for row in table("us/census-places.csv"):
    name, kind = census_place(row["official_name"])
    census[row["state"], joined(name)].append({"state": row["state"], "name": name, "kind": kind, "used": False,
                                               "residents": int(row["residents"])})
county_names = defaultdict(set)
for row in table("us/place-counties.csv"):
    county_names[row["state"], joined(row["name"])].add(row["county"])


def census_residents(state, name):
    """Of the only place of the Census with the name; marks those that have it."""
    found = census[state, joined(name)]
    if found:
        found = [place for place in found if state not in TOWNS or place["kind"] == "city"]
    elif without_kind(name) is None:
        found = census[state, joined(name + " City")]
    else:
        bare, kind = without_kind(name)
        found = [place for place in census[state, joined(bare)] if place["kind"] == kind]
    for place in found:
        place["used"] = True
    return found[0]["residents"] if len(found) == 1 else None


def county_of(state, name):
    names = [name] if is_part(name) else [name, without_kind(name)[0]]
    found = next((county_names[state, joined(one)] for one in names if county_names[state, joined(one)]), ())
    return next(iter(found)) if len(found) == 1 else None


# Places -------------------------------------------------------------------------------------------------------------

def number(text):
    return int(text) if text else None


class NationPlace(Place):
    def __init__(self, key, name, county, source):
        super().__init__("nation", (key[0], county) if county else None, name)
        self.key, self.state, self.shown_county, self.source = key, key[0], county, source
        self.census, self.area = None, False
        self.rows = {}  # by year: residents, counts by class or None, agency, review

    def is_large(self):
        return any((row[0] or 0) >= LARGE for row in self.rows.values()) or (self.census or 0) >= LARGE

    def unclear(self):
        residents = self.rows[LAST][0] if LAST in self.rows else None
        return not self.area and bool(self.census and residents) and abs(residents / self.census - 1) > 0.15


FOOTNOTES = {(int(row["year"]), row["mark"]): row["text"] for row in table("us/footnotes.csv")}
AGENCIES = {year: table(f"us/offenses/{year}.csv") for year in YEARS}
AREAS = {key_of(state, *split(row["place"])) for (state, _), row in REVIEWED.items() if row["area"]}


def counts_in(row):
    counts = {name: number(row[name]) for name in CLASSES}
    return None if None in counts.values() else counts


def places_of_tables():
    found = {}
    for year, rows in AGENCIES.items():
        for row in rows:
            name, county = named(row["state"], row["agency"])
            key = key_of(row["state"], name, county)
            place = found.setdefault(key, NationPlace(key, name, county, "fbi"))
            place.name, place.shown_county = name, county
            notes = [FOOTNOTES.get((year, mark), "") for mark in row["marks"].split()]
            review = "new_series" if any(BREAK.search(note) for note in notes) else None
            place.rows[year] = number(row["residents"]), counts_in(row), row["agency"], review
    keys = set(found)
    found = {key: place for key, place in found.items() if place.state != "CA"}
    for place in found.values():
        place.census = census_residents(place.state, place.name)
        place.shown_county = place.shown_county or county_of(place.state, place.name)
        place.county = (place.state, place.shown_county) if place.shown_county else None
        place.area = place.key in AREAS or bool(SEVERAL.search(place.name))
    return keys, found


def places_of_california():
    with open(os.path.join(DATA, "dataset.json"), encoding="utf-8") as file:
        dataset = json.load(file)
    for city in [{**entry, **entry["record"]} for entry in dataset["cities"]] + dataset["absent"]:
        place, trend = NationPlace(key_of("CA", city["city"]), city["city"], city["county"], "california"), city["trend"]
        for year in YEARS:
            at = lambda column: column[year - trend["from"]] if trend else None
            counts = {name: at(trend["offenses"][stored_name(name)]) if trend else None for name in CLASSES}
            review = "accepted" if trend and at(trend["score"]) is not None else "partial_year"
            place.rows[year] = (at(trend["population"]) if trend else None, None if None in counts.values() else counts,
                                city.get("agency", city["city"]), review)
        yield place


def places_of_census(known):
    for place in (place for each in census.values() for place in each):
        key = key_of(place["state"], place["name"])
        if place["state"] != "CA" and not place["used"] and place["residents"] >= LARGE and key not in known:
            has_town = key_of(place["state"], place["name"] + " Town") in known
            found = NationPlace(key, place["name"], None if has_town else county_of(place["state"], place["name"]), "fbi")
            found.census = place["residents"]
            yield found


def stored_name(offense):
    first, *others = offense.split("_")
    return first + "".join(word.capitalize() for word in others)


known, of_tables = places_of_tables()
places = [place for place in [*of_tables.values(), *places_of_california()] if place.is_large()]
places += places_of_census(known)
for place in places:
    for year, (residents, counts, _, review) in place.rows.items():
        if year in JUDGED and residents and counts and sum(counts.values()) and not (year == LAST and place.unclear()):
            place.residents[year], place.offenses[year] = residents, counts
            place.counts[year] = tuple(sum(counts[name] for name in group) for group in (VIOLENT, PROPERTY))

estimates = table("us/state-estimates.csv")
nation_residents = {year: sum(int(row["residents"]) for row in estimates if int(row["year"]) == year) for year in YEARS}
nation_offenses = {year: {name: sum(int(row[name]) for row in estimates if int(row["year"]) == year) for name in CLASSES}
                   for year in YEARS}
class_rates = {year: {name: 1000 * count / nation_residents[year] for name, count in nation_offenses[year].items()} for year in YEARS}
rates = [{year: sum(class_rates[year][name] for name in group) for year in YEARS} for group in (VIOLENT, PROPERTY)]
model = filters["nation"] = Filter("nation", places, rates)


# Verdicts -----------------------------------------------------------------------------------------------------------

def review_of(place, year):
    return place.rows[year][3]


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
    if fall and year - fall.year < YEARS_FALLEN:
        forecast = Forecast(place, fall.start, year)
        if is_down(share_of(place.counts[year][fall.group], forecast.expected[fall.group]), fall.share):
            return Verdict(False, "fall", forecast, fall)
    fallen = [forecast for forecast in past if beyond(forecast.lower, FALL)]
    if fallen and not (fall and year - fall.year >= YEARS_FALLEN):
        return Verdict(False, "fall", fallen[0], fall_from(place, year, fallen[0]))
    return Verdict(True, finding_of(newest), newest, None)


shared_likelihood = [[0.0] * len(MOVES) for _ in GROUPS]


def counties_of(verdicts, year):
    """The sums of each county's places that are complete by their own counts and not reviewed."""
    members = defaultdict(dict)
    for place, verdict in verdicts.items():
        if place.county and verdict and verdict.complete and not review_of(place, year):
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


def class_changes(place, year):
    """Each class beside what the last three complete years since the place began let expect, at the nation's change."""
    begun = max((one for one in place.begins_again if one < year), default=0)
    past = [one for one in JUDGED if begun <= one < year and place.complete[one]][-3:]
    for name in CLASSES if past else ():
        usual = sum(class_rates[one][name] * place.residents[one] / 1000 for one in past)
        share = sum(max(0, place.offenses[one][name]) for one in past) / usual
        yield max(0, place.offenses[year][name]), share * class_rates[year][name] * place.residents[year] / 1000


def is_gone(count, expected):
    return expected >= 10 and count < expected / 3


def is_low(count, expected):
    return expected >= 20 and count < expected / 2 and not is_gone(count, expected)


second = {key_of(row["state"], *named(row["state"], row["agency"])): (int(row["violent"]), int(row["property"]))
          for row in table("us/second-source.csv")}


def more_elsewhere(place, times):
    """What the second collection has more in a group in which it has over so many times the count."""
    counts = place.rows[LAST][1] if LAST in place.rows else None
    theirs = second.get(place.key)
    if place.source != "fbi" or not counts or not theirs:
        return [0, 0]
    ours = [sum(counts[name] for name in group) for group in (VIOLENT, PROPERTY)]
    return [b - a if b > times * a else 0 for a, b in zip(ours, theirs)]


def contradicted(place, year):
    more = more_elsewhere(place, 1.1)
    past = forecasts(place, year)
    letter = lambda added: letter_of(score_with(place, year, past[0].rates if past else None, added))
    return year == LAST and sum(more) > 0 and letter(more) != letter((0, 0))


def checked(place, year, verdict):
    """The verdict after the tests of classes and of the second collection."""
    if verdict and verdict.complete and review_of(place, year) != "accepted":
        if any(is_gone(*change) for change in class_changes(place, year)):
            return Verdict(False, "class_lost", verdict.forecast, None)
        if contradicted(place, year):
            return Verdict(False, "second_source", verdict.forecast, None)
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


# Records ------------------------------------------------------------------------------------------------------------

scores = {place: {year: rated(place, year)[0] for year in JUDGED if place.complete[year]} for place in places}


def states_with_ranges():
    inside = defaultdict(list)
    for before, year in zip(JUDGED, JUDGED[1:]):
        for place in places if year >= 2019 else ():
            if place.source == "fbi" and place.complete[before] and place.complete[year]:
                held = later_interval(place, before, year - before)
                inside[place.state].append(held["low"] <= scores[place][year] <= held["high"])
    return {"CA"} | {state for state, cases in inside.items() if 0.7 <= sum(cases) / len(cases) <= 0.9}


WITH_RANGES = states_with_ranges()


def trend(place, is_graded):
    at = lambda year: place.rows.get(year, (None, None))
    score = [scores[place].get(year) if is_graded or year != LAST else None for year in YEARS]
    classes = {stored_name(name): [(at(year)[1] or {}).get(name) for year in YEARS] for name in CLASSES}
    return {"from": YEARS[0], "population": [at(year)[0] for year in YEARS], "offenses": classes, "score": score,
            "partialYears": [year for year, one in zip(YEARS, score) if year in place.rows and one is None]}


def absence_of(place):
    """The first reason that holds; None with a record."""
    row = place.rows.get(LAST)
    if row is None or (place.source == "california" and row[1] is None):
        return "no_figures"
    residents, counts = row[:2]
    if residents is None or residents >= LARGE and place.unclear():
        return "population_unclear"
    if residents < LARGE:
        return "few_residents"
    if counts is None or sum(counts.values()) == 0 or not place.complete[LAST]:
        return "incomplete_figures"
    begun = max(place.begins_again, default=0)
    past = [year for year in JUDGED if begun <= year < LAST and place.complete[year]]
    return None if len(past) >= 3 and past[-1] >= LAST - 3 else "short_past"


def cautions(place, rating):
    finding, (violent, prop) = place.verdicts[LAST].finding, (rating[group]["ratio"] for group in ("violent", "property"))
    codes = {
        "fall": finding == "low",
        "shared_fall": finding == "shared_low",
        "class_fall": any(is_low(*change) for change in class_changes(place, LAST)),
        "second_source": sum(more_elsewhere(place, 1.05)) > 0,
        "jump": finding == "jump",
        "few_residents": sum(place.counts[LAST]) < 60 or place.counts[LAST][0] < 8,
        "visitors_and_jobs": prop > 1.5 and prop > 2 * violent,
        "wider_area": place.area,
        "own_edition": place.source == "california",
    }
    return sorted(code for code, applies in codes.items() if applies)


def expected(place):
    verdict = place.verdicts.get(LAST)
    if not verdict or not verdict.forecast:
        return None
    return dict(zip(("violent", "property"), (int(count + 0.5) for count in verdict.forecast.expected)))


def entry(place):
    reason = absence_of(place)
    whole = {"state": place.state, "name": place.name, "county": place.shown_county, "trend": trend(place, reason is None)}
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
    of_key = {place.key: place for place in places}
    for code in sorted({row["state"] for row in estimates}):
        row = next(row for row in estimates if row["state"] == code and int(row["year"]) == LAST)
        own = [one for one in entries if one["state"] == code]
        graded = [one for one in own if "rating" in one]
        smaller = {agency["agency"] for agency in AGENCIES[LAST] if agency["state"] == code
                   and key_of(code, *(named(code, agency["agency"]) if code != "CA" else (named(code, agency["agency"])[0],))) not in of_key}
        yield {"code": code, "residents": int(row["residents"]), "places": len(graded), "absent": len(own) - len(graded),
               "served": sum(one["trend"]["population"][-1] for one in graded), "smaller": sorted(smaller),
               "offenses": {stored_name(name): int(row[name]) for name in CLASSES}}


def main():
    with open(os.path.join(DATA, "united-states.json"), encoding="utf-8") as file:
        dataset = json.load(file)
    found, values = [], 0
    ours = {(one["state"], one["name"], one["county"] or ""): one for one in map(entry, places)}
    theirs = {(one["state"], one["name"], one["county"] or ""): one for one in dataset["places"] + dataset["absent"]}
    found += [f"{key}: on one side only" for key in set(ours) ^ set(theirs)]
    for key in sorted(set(ours) & set(theirs)):
        one = {**theirs[key]}
        if "cautions" in one:
            one["cautions"] = sorted(caution["code"] for caution in one["cautions"])
        found += [f"{key}: a record on one side only"] if ("rating" in one) != ("rating" in ours[key]) else []
        values += compare(str(key), ours[key], one, found)
    yardstick = {"population": nation_residents[LAST], "violentRate": rates[0][LAST], "propertyRate": rates[1][LAST],
                 "offenses": {stored_name(name): count for name, count in nation_offenses[LAST].items()},
                 "trend": {"population": [nation_residents[year] for year in YEARS],
                           "offenses": {stored_name(name): [nation_offenses[year][name] for year in YEARS] for name in CLASSES}}}
    values += compare("yardstick", yardstick, dataset["yardstick"], found)
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
