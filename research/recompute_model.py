"""The tables in data/ and the model of docs/methodology.md: the filter over complete years."""

import csv
import os
import sys
import unicodedata
from collections import defaultdict
from math import lgamma, log, sqrt

DATA = sys.argv[1] if len(sys.argv) > 1 else "data"
VIOLENT = ("homicide", "rape", "robbery", "aggravated_assault")
PROPERTY = ("burglary", "motor_vehicle_theft", "larceny")
GROUPS = (0, 1)  # violent, property
MOVES = [percent / 100 for percent in range(1, 41)]
SIZES = {"city": (0, 5000, 10000, 50000, 200000), "county": (0, 50000, 200000), "sheriff": (0, 50000, 200000), "other": (0,)}
FEWEST_RESIDENTS = 1000
TYPICAL = 0.7


def table(name):
    with open(os.path.join(DATA, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def folded(name):
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c)).replace("-", " ")


class Place:
    """A city's agency, a sheriff, another agency, or a county."""

    def __init__(self, kind, county, name, city=""):
        self.kind, self.county, self.name, self.city = kind, county, name, city
        self.offenses, self.counts, self.residents = {}, {}, {}
        self.verdicts, self.complete = {}, defaultdict(bool)
        self.fall, self.begins_again = None, set()  # the open fall, and the years in which the place begins again

    def reported(self, year):
        """The year's counts, if the year can count at all; else None. For agencies other than a city's, zero is a count."""
        if year not in self.residents or year not in self.counts:
            return None
        if self.kind == "city" and (self.residents[year] < FEWEST_RESIDENTS or sum(self.counts[year]) == 0):
            return None
        return self.counts[year]


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

def size_class(kind, residents):
    return max(i for i, least in enumerate(SIZES[kind]) if residents >= least)


def log_probability(y, m, v, n):
    """Of a count y: negative binomial with mean n m and shape m² / v; Poisson where v is 0."""
    if v <= 0:
        return y * log(n * m) - n * m - lgamma(y + 1)
    a, b = m * m / v, m / v
    return lgamma(y + a) - lgamma(a) - lgamma(y + 1) + a * log(b / (b + n)) + y * log(n / (b + n))


def posterior(m, v, y, n):
    """Mean and variance."""
    if v <= 0:
        return m, 0.0
    rate = m / v + n
    return (m * m / v + y) / rate, (m * m / v + y) / rate**2


class Series:
    """The counts of one group or class, of all places of a kind, followed year by year.

    A state is the posterior after a complete year, with the place's count and the count at the state's rates so far:
    (mean, variance, year, count, count at the state's rates). A step is (prior, σ, state before, state).
    """

    def __init__(self, kind, group, count, rates):
        self.kind, self.count, self.rates = kind, count, rates
        self.own, self.typical = ((0.15, 0.015), (0.0, 0.025))[group] if kind in ("city", "county") else (0.0, 0.0)
        self.tried = [{} for _ in MOVES]
        self.likelihood = [[0.0] * len(MOVES) for _ in SIZES[kind]]
        self.moves, self.starts, self.present = {}, {}, {}

    def kept(self, years):
        return (1 - self.own - self.typical) ** years

    def anchor(self, state):
        pull = self.own + self.typical
        return (self.own * state[3] / state[4] + self.typical * TYPICAL) / pull if pull else 0.0

    def carried(self, state, year, move, rate=None):
        """Mean and variance of the rate of a later year, or at another rate of the state."""
        p, u, since = state[:3]
        rate, years = rate or self.rates[year], year - since
        factor, a = rate / self.rates[since], self.kept(years)
        return a * p * factor + (1 - a) * self.anchor(state) * rate, (u + p * p * move * move * years) * factor**2

    def move(self, place, year, fitted):
        return self.moves[fitted][size_class(self.kind, place.residents[year])]

    def after(self, place, before, prior, year):
        y, n = self.count(place, year), place.residents[year] / 1000
        return (*posterior(*prior, y, n), year, y + (before[3] if before else 0), n * self.rates[year] + (before[4] if before else 0))

    def start_of(self, year):
        """The prior of a first year, by the method of moments."""
        pairs = [(self.count(place, year), place.residents[year] / 1000) for place in self.present[year]]
        total = sum(n for _, n in pairs)
        m = sum(y for y, _ in pairs) / total
        return m, max(0.0, sum(n * (y / n - m) ** 2 for y, n in pairs) / total - m / (total / len(pairs)))

    def add(self, year, present):
        """Adds the complete places of a year, and fits σ to the years so far."""
        self.present[year] = present
        self.starts[year] = self.start_of(year) if present else None
        for i, states in enumerate(self.tried):
            for place in present:
                before, prior = None if year in place.begins_again else states.get(place), self.starts[year]
                if before:
                    prior = self.carried(before, year, MOVES[i])
                    size = size_class(self.kind, place.residents[before[2]])
                    self.likelihood[size][i] += log_probability(self.count(place, year), *prior, place.residents[year] / 1000)
                states[place] = self.after(place, before, prior, year)
        self.moves[year] = [MOVES[max(range(len(MOVES)), key=lambda i: (sums[i], i))] for sums in self.likelihood]

    def follow(self, last):
        """Each place's steps by year, with the σ fitted up to `last` in all of them."""
        steps = defaultdict(dict)
        for year in (year for year in YEARS if year <= last):
            for place in self.present[year]:
                newest = max(steps[place], default=None)
                before = None if newest is None or year in place.begins_again else steps[place][newest][3]
                move = self.move(place, before[2] if before else year, last)
                prior = self.carried(before, year, move) if before else self.starts[year]
                steps[place][year] = prior, move, before, self.after(place, before, prior, year)
        return steps


class Filter:
    """The two groups of one kind of place."""

    def __init__(self, kind, places):
        self.kind, self.places = kind, places
        self.groups = [Series(kind, g, lambda place, year, g=g: place.counts[year][g], {year: STATE[year][g] for year in YEARS})
                       for g in GROUPS]
        self.followed, self.errors, self.correlation = {}, [0.0, 0.0, 0.0], {}

    def close(self, year, errors):
        """`errors` of the forecasts of both groups, of the complete places that have one and do not begin again."""
        present = [place for place in self.places if place.complete[year]]
        for first, second in errors:
            self.errors = [self.errors[0] + first * second, self.errors[1] + first**2, self.errors[2] + second**2]
        product, *squares = self.errors
        self.correlation[year] = product / sqrt(squares[0] * squares[1]) if product else 0.0
        for series in self.groups:
            series.add(year, present)
        self.followed[year] = [series.follow(year) for series in self.groups]

    def years(self, place, year):
        """The complete years before a year."""
        return sorted(self.followed[year - 1][0].get(place, ())) if year - 1 in self.followed else []


filters = {kind: Filter(kind, [agency for agency in agencies.values() if agency.kind == kind])
           for kind in ("city", "sheriff", "other")}
filters["county"] = Filter("county", list(counties.values()))
