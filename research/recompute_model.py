"""The tables in data/ and the model of docs/methodology.md: the filter over complete years, and its forecasts."""

import csv
import os
import sys
import unicodedata
from collections import defaultdict
from math import lgamma, log

DATA = sys.argv[1] if len(sys.argv) > 1 else "data"
VIOLENT = ("homicide", "rape", "robbery", "aggravated_assault")
PROPERTY = ("burglary", "motor_vehicle_theft", "larceny")
GROUPS = (0, 1)  # violent, property
MOVES = [percent / 100 for percent in range(1, 41)]
SIZES = {"city": (0, 5000, 10000, 50000, 200000), "county": (0, 50000, 200000), "sheriff": (0, 50000, 200000), "other": (0,)}
FEWEST_RESIDENTS = 1000


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
        self.complete, self.forecast = {}, None

    def has_figures(self, year):
        """A city without any offense has none; for other agencies, zero is a count."""
        return year in self.counts and (self.kind != "city" or sum(self.counts[year]) != 0)


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
city_agencies = {(agency.county, agency.city): agency for agency in agencies.values() if agency.kind == "city"}
state_counts = {year: [sum(county.counts[year][g] for county in counties.values()) for g in GROUPS] for year in YEARS}
state_residents = {year: sum(county.residents[year] for county in counties.values()) for year in YEARS}
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


def first_prior(places, year, g):
    n = [place.residents[year] / 1000 for place in places]
    total = sum(n)
    m = sum(place.counts[year][g] for place in places) / total
    s2 = sum(k * (place.counts[year][g] / k - m) ** 2 for k, place in zip(n, places)) / total
    return m, max(0.0, s2 - m / (total / len(n)))


def posterior(m, v, y, n):
    """Mean and variance."""
    if v <= 0:
        return m, 0.0
    rate = m / v + n
    return (m * m / v + y) / rate, (m * m / v + y) / rate**2


def carried(p, u, move, g, since, year):
    """Mean and variance of the rate of `year`, from the posterior of `since`."""
    factor = STATE[year][g] / STATE[since][g]
    return p * factor, (u + p * p * move * move * (year - since)) * factor**2


class Filter:
    """One kind of place, followed year by year."""

    def __init__(self, kind, places):
        self.kind, self.places = kind, places
        self.fit = {(i, g): {} for i in range(len(MOVES)) for g in GROUPS}
        self.likelihood = [[[0.0] * len(MOVES) for _ in SIZES[kind]] for _ in GROUPS]
        self.moves, self.states, self.scored, self.priors = {}, {}, {}, {}

    def step(self, state, place, g, year, moves):
        p, u, since = state
        move = moves[g][size_class(self.kind, place.residents[since])]
        return (*carried(p, u, move, g, since, year), move)

    def forecast(self, place, year):
        """Mean and variance of each group's rate, by the years before; None without a complete one."""
        state = self.states.get(year - 1, {}).get(place)
        if state is None or year not in place.residents:
            return None
        return [self.step(state[g], place, g, year, self.moves[year - 1])[:2] for g in GROUPS]

    def fit_moves(self, year):
        present = [place for place in self.places if place.complete[year]]
        self.priors[year] = [first_prior(present, year, g) for g in GROUPS] if present else None
        for (i, g), states in self.fit.items():
            for place in present:
                n, y = place.residents[year] / 1000, place.counts[year][g]
                if place in states:
                    p, u, since = states[place]
                    m, v = carried(p, u, MOVES[i], g, since, year)
                    size = size_class(self.kind, place.residents[since])
                    self.likelihood[g][size][i] += log_probability(y, m, v, n)
                else:
                    m, v = self.priors[year][g]
                states[place] = (*posterior(m, v, y, n), year)
        self.moves[year] = [[MOVES[max(range(len(MOVES)), key=lambda i: (sums[i], i))] for sums in self.likelihood[g]]
                            for g in GROUPS]

    def advance(self, last):
        """Follows every place through `last`, once it is known which of its years are complete."""
        self.fit_moves(last)
        self.states[last] = {}
        for place in self.places:
            state = None
            for year in (year for year in YEARS if year <= last and place.complete[year]):
                new, parts = [], []
                for g in GROUPS:
                    m, v, move = (*self.priors[year][g], None) if state is None else \
                        self.step(state[g], place, g, year, self.moves[last])
                    new.append((*posterior(m, v, place.counts[year][g], place.residents[year] / 1000), year))
                    parts.append((m, v, move, state and state[g]))
                state = new
                if year == last:
                    self.scored[place, year] = parts, state
            if state:
                self.states[last][place] = state


filters = {kind: Filter(kind, [agency for agency in agencies.values() if agency.kind == kind])
           for kind in ("city", "sheriff", "other")}
filters["county"] = Filter("county", list(counties.values()))
