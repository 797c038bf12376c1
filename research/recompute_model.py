"""The tables in data/, and the filters over their agencies and counties."""

import os
import unicodedata
from collections import defaultdict

from recompute_filter import DATA, GROUPS, PROPERTY, VIOLENT, Filter, Place, filters, table


def folded(name):
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c)).replace("-", " ")


# Tables -------------------------------------------------------------------------------------------------------------

YEARS = sorted(int(name[:4]) for name in os.listdir(os.path.join(DATA, "offenses")))
LAST = YEARS[-1]
CITIES = {(row["county"], row["city"]) for row in table("places.csv") + table("review/incorporations.csv")}
CITY_OF_NAME = {(county, folded(city)): city for county, city in CITIES}
AGENCY_REVIEWS = {(row["county"], row["agency"]): row for row in table("review/agencies.csv")}
POLICED_BY = {(row["county"], row["city"]): row["policed_by"] for row in table("review/policing.csv")}
INCORPORATED = {(row["county"], row["city"]): int(row["incorporated"][:4]) for row in table("review/incorporations.csv")}
RESIDENTS = {(row["county"], row["city"], year): int(row["residents"])
             for year in YEARS for row in table(f"population/{year}.csv")}
REVIEWS = defaultdict(set)
for row in table("review/anomalies.csv"):
    REVIEWS[row["county"], row["agency"], int(row["year"])].add(row["kind"])


SECOND = defaultdict(list)  # the counts of other collections: source, violent, property
for row in table("review/second-source.csv"):
    SECOND[row["county"], row["city"], int(row["year"])].append(
        (row["source"], *(int(row[group]) if row[group] else None for group in ("violent", "property"))))


def new_agency(county, name):
    review = AGENCY_REVIEWS.get((county, name))
    city = review["city"] if review else CITY_OF_NAME.get((county, folded(name)), "")
    if city:
        return Place("city", county, name, city)
    return Place("sheriff" if not review and name.endswith("Sheriff's Department") else "other", county, name)


def followed(county, name):
    """The row under which an agency is followed: its successor's in the same county, else its own."""
    review = AGENCY_REVIEWS.get((county, name))
    return (county, review["successor"]) if review and review["successor_county"] == county else (county, name)


def moved_away(county, name):
    review = AGENCY_REVIEWS.get((county, name))
    return bool(review) and review["successor_county"] not in ("", county)


agencies, counties = {}, {row["county"]: Place("county", row["county"], "") for row in table("counties.csv")}
for year in YEARS:
    for row in table(f"offenses/{year}.csv"):
        key = followed(row["county"], row["agency"])
        if key not in agencies:
            agencies[key] = new_agency(*key)
        for place in (agencies[key], counties[row["county"]]):
            offenses = place.offenses.setdefault(year, dict.fromkeys(VIOLENT + PROPERTY, 0))
            for offense in offenses:
                offenses[offense] += int(row[offense])
for place in [*agencies.values(), *counties.values()]:
    for year, offenses in place.offenses.items():
        place.counts[year] = tuple(sum(offenses[offense] for offense in group) for group in (VIOLENT, PROPERTY))
    for year in YEARS:
        if (place.county, place.city, year) in RESIDENTS:
            place.residents[year] = RESIDENTS[place.county, place.city, year]
# A publisher's notice holds unless a collection other than the FBI's has nearly the same counts.
for (county, name, year), kinds in REVIEWS.items():
    if "notice" in kinds:
        place = agencies[followed(county, name)]
        near = [all(theirs is not None and max(ours, theirs) <= 1.05 * min(ours, theirs)
                    for ours, theirs in zip(place.counts[year], counts))
                for source, *counts in SECOND[county, place.city, year] if source != "fbi"]
        kinds.remove("notice")
        if not any(near):
            kinds.add("partial_year")
city_agencies = {(agency.county, agency.city): agency for agency in agencies.values() if agency.kind == "city"}
state_counts = {year: [sum(county.counts[year][g] for county in counties.values()) for g in GROUPS] for year in YEARS}
state_residents = {year: sum(county.residents[year] for county in counties.values()) for year in YEARS}
state_offenses = {year: {offense: sum(county.offenses[year][offense] for county in counties.values())
                         for offense in VIOLENT + PROPERTY} for year in YEARS}
STATE = {year: [1000 * state_counts[year][g] / state_residents[year] for g in GROUPS] for year in YEARS}


# Model --------------------------------------------------------------------------------------------------------------

state_rates = [{year: STATE[year][g] for year in YEARS} for g in GROUPS]
for kind in ("city", "sheriff", "other"):
    filters[kind] = Filter(kind, [agency for agency in agencies.values() if agency.kind == kind], state_rates)
filters["county"] = Filter("county", list(counties.values()), state_rates)
