"""Recomputes every record from the tables in data/ by docs/specification.md, and compares it with data/dataset.json.
Then recompute_nation.py does the same for the United States.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/recompute.py [DATA FOLDER]. Prints each difference; exits with 1 where there is one.
"""

import json
import os
import sys
from math import floor

sys.dont_write_bytecode = True
from offense_classes import stored_name
from recompute_filter import DATA, PROPERTY, SIZES, VIOLENT, compare, filters, grade_of, rated, table
from recompute_model import (
    AGENCY_REVIEWS, CITIES, INCORPORATED, LAST, POLICED_BY, RESIDENTS, STATE, YEARS, agencies, city_agencies, counties,
    state_counts, state_offenses, state_residents,
)
from recompute_cautions import cautions, rows_of
from recompute_years import class_falls

LABELS = {"A": ("Very Safe", 5, "#143d78"), "B": ("Safe", 4, "#3576b0"), "C": ("Average", 3, "#76756f"),
          "C-": ("Below Average", 3, "#76756f"), "D": ("Below Average", 2, "#b25a10"), "F": ("High Crime", 1, "#7c1128")}


# Scores -------------------------------------------------------------------------------------------------------------

def tenths(count, residents):
    return (20000 * count + residents) // (2 * residents)


def published(place, year):
    """The figures of a record, with the rating and the intervals beside it."""
    score, rating, intervals = rated(place, year)
    grade = grade_of(score)
    label, stars, color = LABELS.get(grade) or LABELS[grade[0]]
    rate, average = tenths(sum(place.counts[year]), place.residents[year]), tenths(sum(state_counts[year]), state_residents[year])
    percent = (200 * abs(rate - average) + average) // (2 * average)
    record = {"population": place.residents[year], "crime_rate_per_1k": rate / 10, "safety_score": score, "grade": grade,
              "grade_label": label, "data_year": year, "state_average_rate": average / 10,
              "comparison": f"{percent}% {'above' if rate > average else 'below'} CA average"}
    if place.kind == "city":
        record.update({"stars": stars, "grade_color": color})
    else:
        record["cities_covered"] = sum(1 for county, _ in record_years if county == place.county)
    whole = {"record": record, "rating": rating, "intervals": intervals, "cautions": cautions(place, year, rating),
             "offenses": list(place.offenses[year].values()),
             "lowClasses": [{"offense": stored_name(name), "expected": floor(expected + 0.5), "from": since}
                            for name, y, expected, since, is_fall in class_falls(place, year)
                            if is_fall or (expected >= 10 and y < expected / 3)]}
    if place.kind == "county":
        whole["agencies"] = sorted((row["agency"], *(sum(int(row[offense]) for offense in group) for group in (VIOLENT, PROPERTY)))
                                   for row in rows_of(place.county, year))
    return whole


def stored(entry):
    """A stored record in the form of `published`."""
    whole = {**entry, "cautions": sorted(caution["code"] for caution in entry["cautions"]),
             "offenses": list(entry["offenses"].values())}
    if "agencies" in entry:
        whole["agencies"] = sorted((agency["name"], agency["violent"], agency["property"]) for agency in entry["agencies"])
    return whole


def trend(place, key):
    """The columns of a place's years: residents, counts, and the scores of the complete ones."""
    population = [RESIDENTS.get((*key, year)) for year in YEARS]
    classes = [place.offenses.get(year, {}) if place else {} for year in YEARS]
    scores = [rated(place, year)[0] if place and place.complete[year] else None for year in YEARS]
    columns = {"population": population, "score": scores,
               "offenses": {stored_name(name): [each.get(name) for each in classes] for name in VIOLENT + PROPERTY}}
    partial = [year for year in YEARS if place and year in place.verdicts and not place.complete[year]]
    return dict(columns, **{"from": YEARS[0], "partialYears": partial, "begins": sorted(place.begins_again) if place else []})


def newest_complete(place):
    years = range(LAST, LAST - (6 if place and place.kind == "county" else 3), -1)
    return next((year for year in years if place and place.complete[year]), None)


def absence_of(key):
    agency = city_agencies.get(key)
    if INCORPORATED.get(key, 0) >= LAST:
        return "newly_incorporated"
    if agency is None or LAST not in agency.counts:
        return {"shared": "shared_police", "sheriff": "no_separate_report"}.get(POLICED_BY.get(key), "no_figures")
    if agency.residents.get(LAST, 1000) < 1000:
        return "few_residents"
    return "no_figures" if agency.reported(LAST) is None else "incomplete_figures"


record_years = {key: newest_complete(agency) for key, agency in city_agencies.items() if newest_complete(agency)}


def main():
    with open(os.path.join(DATA, "dataset.json"), encoding="utf-8") as file:
        dataset = json.load(file)
    found, values = [], 0
    pairs = {"record": {}, "county": {}, "absent": {}, "absent county": {}}
    for entry in dataset["cities"]:
        pairs["record"][entry["record"]["county"], entry["record"]["city"]] = entry
    for entry in dataset["counties"]:
        pairs["county"][entry["record"]["county"], ""] = entry
    for entry in dataset["absent"]:
        pairs["absent"][entry["county"], entry["city"]] = entry
    for entry in dataset["absentCounties"]:
        pairs["absent county"][entry["county"], ""] = entry
    ours = {"record": set(record_years), "absent": CITIES - set(record_years),
            "county": {(name, "") for name, county in counties.items() if newest_complete(county)},
            "absent county": {(name, "") for name, county in counties.items() if not newest_complete(county)}}
    for kind, entries in pairs.items():
        found += [f"{key}: {kind} on one side only" for key in set(entries) ^ ours[kind]]
        for key in sorted(set(entries) & ours[kind]):
            place = counties[key[0]] if "county" in kind else city_agencies.get(key)
            years = trend(place, key)
            known = years["partialYears"] or any(score is not None for score in years["score"])
            values += compare(f"{key} trend", years if kind != "absent" or known else None, entries[key]["trend"], found)
            if "absent" in kind:
                reason = absence_of(key) if kind == "absent" else "incomplete_figures"
                whole = {"reason": reason, "population": RESIDENTS.get((*key, LAST))}
                values += compare(str(key), whole, entries[key], found)
            else:
                values += compare(str(key), published(place, newest_complete(place)), stored(entries[key]), found)
    for kind, name in (("city", "cities"), ("county", "counties")):
        moves = [{"from": least, "violent": violent, "property": prop} for least, violent, prop
                 in zip(SIZES[kind], *(series.moves[LAST] for series in filters[kind].groups))]
        values += compare(f"{kind} moves", moves, dataset["yearlyMoves"][name], found)
        values += compare(f"{kind} correlation", filters[kind].correlation[LAST], dataset["correlations"][name], found)
    violent, prop = STATE[LAST]
    columns = {"population": list(state_residents.values()),
               "offenses": {stored_name(name): [state_offenses[year][name] for year in YEARS] for name in VIOLENT + PROPERTY}}
    others = [agency for (county, name), agency in agencies.items() if agency.kind == "other" and LAST in agency.counts
              and AGENCY_REVIEWS.get((county, name), {}).get("kind") != "shared_police"]
    whole = {"population": state_residents[LAST], "violentRate": violent, "propertyRate": prop, "trend": columns,
             "otherAgencies": {name: sum(agency.counts[LAST][g] for agency in others) for g, name in enumerate(("violent", "property"))}}
    values += compare("state", whole, dataset["state"], found)
    for line in found:
        print(line)
    cities, absent = len(pairs["record"]), len(pairs["absent"])
    print(f"{cities} cities, {len(pairs['county'])} counties, {absent} absent cities: {values} values, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    failed = main()
    if os.path.exists(os.path.join(DATA, "us")):
        import recompute_nation
        failed |= recompute_nation.main()
    sys.exit(failed)
