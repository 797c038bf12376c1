"""The model of docs/specification.md without any table: the filter over complete years, forecasts, tests, and ranges."""

import csv
import os
import sys
from bisect import bisect_right
from collections import defaultdict, namedtuple
from functools import cache
from math import ceil, exp, floor, lgamma, log, sqrt

from offense_classes import PROPERTY, VIOLENT

DATA = next((one for one in sys.argv[1:] if not one.startswith("-")), "data")
GROUPS = (0, 1)  # violent, property
MOVES = [percent / 100 for percent in range(1, 41)]
SIZES = {"city": (0, 5000, 10000, 50000, 200000), "county": (0, 50000, 200000), "sheriff": (0, 50000, 200000), "other": (0,),
         "nation": (0, 5000, 10000, 25000, 50000, 100000, 250000), "area": (0, 25000, 50000, 100000)}
# The shares l and t of each group; of sheriffs and other agencies both are 0.
PULLS = {"city": ((0.15, 0.015), (0.0, 0.025)), "county": ((0.15, 0.015), (0.0, 0.025)), "nation": ((0.15, 0.01), (0.2, 0.0))}
FEWEST_RESIDENTS = 1000
TYPICAL = 0.7


def table(name):
    with open(os.path.join(DATA, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Place:
    """A city's agency, a sheriff, another agency, or a county."""

    def __init__(self, kind, county, name, city=""):
        self.kind, self.county, self.name, self.city = kind, county, name, city
        self.offenses, self.counts, self.residents = {}, {}, {}
        self.verdicts, self.complete = {}, defaultdict(bool)
        self.trusted = set()  # years that another edition calls complete, so that none of them is a new beginning
        self.trust = {}  # by year and group, where classes were filled in
        self.fall, self.begins_again = None, set()  # the open fall, and the years in which the place begins again

    def reported(self, year):
        """The year's counts, if the year can count at all; else None. For agencies other than a city's, zero is a count."""
        if year not in self.residents or year not in self.counts:
            return None
        if self.kind == "city" and (self.residents[year] < FEWEST_RESIDENTS or sum(self.counts[year]) == 0):
            return None
        return self.counts[year]


# Model --------------------------------------------------------------------------------------------------------------

def size_class(kind, residents):
    return bisect_right(SIZES[kind], residents) - 1


def log_probability(y, m, v, n):
    """Of a count y: negative binomial with mean n m and shape m² / v; Poisson where v is 0."""
    if v <= 0:
        return (y * log(n * m) if y else 0) - n * m - lgamma(y + 1)
    a, b = m * m / v, m / v
    return lgamma(y + a) - lgamma(a) - lgamma(y + 1) + a * log(b / (b + n)) + y * log(n / (b + n))


def likeliest(sums):
    """The σ with the highest likelihood; of equals the larger."""
    return MOVES[max(range(len(MOVES)), key=lambda i: (sums[i], i))]


def posterior(m, v, y, n):
    """Mean and variance."""
    if v <= 0:
        return m, 0.0
    rate = m / v + n
    return (m * m / v + y) / rate, (m * m / v + y) / rate**2


# Tests --------------------------------------------------------------------------------------------------------------

FALL, LOW = (0.01, 0.0001), (0.05, 0.001)  # both tails below the first, or one below the second
FEWEST_MISSING, YEARS_FALLEN = 5, 5


def tails(y, m, v, n):
    """The probabilities of y or fewer and of y or more."""
    middle = min(y, floor(n * m))
    if middle < 0:
        return 0.0, 1.0
    # P(k) / P(k - 1) is (k - 1 + a) / k * n / b of a negative binomial count, or b / k of a Poisson count if v is 0.
    a, b = (m * m / v, m / v + n) if v > 0 else (None, n * m)
    below = term = 1.0
    for k in range(middle, 0, -1):
        term /= b / k if a is None else (k - 1 + a) / k * n / b
        below += term
        if term < below * 1e-17:
            break
    own = 1.0
    for k in range(middle + 1, y + 1):
        own *= b / k if a is None else (k - 1 + a) / k * n / b
        below += own
        if own < below * 1e-17:
            break
    probability = exp(log_probability(middle, m, v, n))
    lower = min(1.0, probability * below)
    return lower, min(1.0, max(0.0, 1 - lower + probability * own))


def beyond(pair, bounds):
    return max(pair) < bounds[0] or min(pair) < bounds[1]


def share_of(count, expected):
    return (count + 0.5) / (expected + 0.5)


def is_down(share, low):
    return share <= sqrt(min(1, low))


def is_partial(y, expected):
    return y < expected * 2 / 3 and expected - y >= FEWEST_MISSING


# Scores and ranges --------------------------------------------------------------------------------------------------

Z = 1.2815515655446004
GRADES = ((95, "A+"), (83, "A"), (80, "A-"), (77, "B+"), (63, "B"), (60, "B-"), (57, "C+"), (43, "C"), (40, "C-"),
          (37, "D+"), (23, "D"), (20, "D-"), (0, "F"))


def score_of(risk):
    return floor(100 / (1 + max(risk, 0) ** 2) + 0.5)


def grade_of(score):
    return next(grade for least, grade in GRADES if score >= least)


def interval(cumulants, correlation, risk):
    """The whole scores between the two quantiles of the sum (Cornish-Fisher, four cumulants), with the score of `risk`."""
    k1, k2, k3, k4 = (sum(each) for each in zip(*cumulants))
    skew, excess = k3 / k2**1.5, k4 / k2**2
    deviation = sqrt(k2 + 2 * correlation * sqrt(cumulants[0][1] * cumulants[1][1]))
    ends = []
    for z in (Z, -Z):
        w = z + (z * z - 1) * skew / 6 + (z**3 - 3 * z) * excess / 24 - (2 * z**3 - 5 * z) * skew**2 / 36
        ends.append(100 / (1 + max(0, k1 + deviation * w) ** 2))
    whole = [*range(ceil(ends[0]), floor(ends[1]) + 1)]
    if ends[0] <= 100 / (1 + risk**2) <= ends[1]:
        whole.append(score_of(risk))
    return {"low": min(whole), "high": max(whole)} if whole else {"low": score_of(k1), "high": score_of(k1)}


# Filter -------------------------------------------------------------------------------------------------------------

class Series:
    """The counts of one group or class, of all places of a kind, followed year by year.

    A state is the posterior after a complete year, with the place's count and the count at the state's rates so far:
    (mean, variance, year, count, count at the state's rates). A step is (prior, σ, state before, state).
    """

    def __init__(self, kind, group, count, rates):
        self.kind, self.group, self.count, self.rates = kind, group, count, rates
        self.own, self.typical = PULLS[kind][group] if kind in PULLS else (0.0, 0.0)
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

    def trust(self, place, year):
        """The share of the count's evidence that is left where a part of it was filled in."""
        return place.trust.get((year, self.group), 1.0)

    def after(self, place, before, prior, year):
        return self.after_count(self.count(place, year), place.residents[year] / 1000, self.trust(place, year), before, prior, year)

    def after_count(self, y, n, t, before, prior, year):
        return (*posterior(*prior, t * y, t * n), year, y + (before[3] if before else 0), n * self.rates[year] + (before[4] if before else 0))

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
        for place in present:
            y, residents, t = self.count(place, year), place.residents[year], self.trust(place, year)
            begins = year in place.begins_again
            for i, states in enumerate(self.tried):
                before, prior = None if begins else states.get(place), self.starts[year]
                if before:
                    prior = self.carried(before, year, MOVES[i])
                    size = size_class(self.kind, place.residents[before[2]])
                    self.likelihood[size][i] += log_probability(t * y, *prior, t * residents / 1000)
                states[place] = self.after_count(y, residents / 1000, t, before, prior, year)
        self.moves[year] = [likeliest(sums) for sums in self.likelihood]

    def follow(self, last):
        """Each place's steps by year, with the σ fitted up to `last` in all of them."""
        steps = defaultdict(dict)
        for year in (year for year in self.present if year <= last):
            for place in self.present[year]:
                newest = max(steps[place], default=None)
                before = None if newest is None or year in place.begins_again else steps[place][newest][3]
                move = self.move(place, before[2] if before else year, last)
                prior = self.carried(before, year, move) if before else self.starts[year]
                steps[place][year] = prior, move, before, self.after(place, before, prior, year)
        return steps


class Filter:
    """The two groups of one kind of place."""

    def __init__(self, kind, places, rates):
        self.kind, self.places = kind, places
        self.groups = [Series(kind, g, lambda place, year, g=g: place.counts[year][g], rates[g]) for g in GROUPS]
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


filters = {}  # by the kind of place


# Forecasts ----------------------------------------------------------------------------------------------------------

Verdict = namedtuple("Verdict", "complete finding forecast fall")
Fall = namedtuple("Fall", "year start group share reviewed", defaults=[False])  # `start`: the states of both groups before it


class Forecast:
    """A place's year as the states of an earlier one predict it; each member has both groups."""

    def __init__(self, place, start, year):
        groups, n = filters[place.kind].groups, place.residents[year] / 1000
        self.start, self.since = start, start[0][2]
        self.rates = [series.carried(state, year, series.move(place, state[2], year - 1)) for series, state in zip(groups, start)]
        self.expected, self.variance = [m * n for m, _ in self.rates], [v * n * n for _, v in self.rates]
        if year in place.counts:
            self.lower, self.upper = zip(*(tails(floor(place.counts[year][g]), *self.rates[g], n) for g in GROUPS))


def forecast_from(place, year, since):
    return Forecast(place, [steps[place][since][3] for steps in filters[place.kind].followed[year - 1]], year)


def last_beginning(place, year):
    return max((begun for begun in place.begins_again if begun < year), default=1)


@cache
def forecasts(place, year):
    """From the newest complete years up to one, two, and three years back, the newest first."""
    begun = last_beginning(place, year)
    past = filters[place.kind].years(place, year)
    newest = {max((since for since in past if since <= year - back), default=0) for back in (1, 2, 3)}
    return [forecast_from(place, year, since) for since in sorted(newest, reverse=True) if since >= begun]


# Verdicts -----------------------------------------------------------------------------------------------------------

def fall_from(place, year, forecast, g=None):
    g = (1 if forecast.lower[1] < forecast.lower[0] else 0) if g is None else g
    return Fall(year, forecast.start, g, share_of(place.counts[year][g], forecast.expected[g]))


def finding_of(forecast):
    return "jump" if beyond(forecast.upper, FALL) else "low" if beyond(forecast.lower, LOW) else None


def letter_of(score):
    return next(letter for least, letter in ((80, "A"), (60, "B"), (40, "C"), (20, "D"), (0, "F")) if score >= least)


def score_with(place, year, priors, more):
    """The score with more offenses; by the raw rates if there is no prior."""
    n, risk = place.residents[year] / 1000, 0
    for g in GROUPS:
        y = place.counts[year][g] + more[g]
        risk += (posterior(*priors[g], y, n)[0] if priors else y / n) / filters[place.kind].groups[g].rates[year] / 2
    return score_of(risk)


def close(place, year, verdict):
    """Takes the verdict on a year."""
    if verdict is None:
        return
    place.verdicts[year], place.complete[year] = verdict, verdict.complete
    if verdict.complete:
        if place.fall and year not in place.trusted and (verdict.finding == "review" or year - place.fall.year >= YEARS_FALLEN):
            place.begins_again.add(year)
        place.fall = None
    place.fall = verdict.fall or place.fall


# Agencies that report together --------------------------------------------------------------------------------------

class Sum:
    """The counts of the members of a group, and the sums of their forecasts."""

    def __init__(self, members, year, back, moves):
        self.members = {}
        for place, past in members.items():
            known = [forecast for forecast in past if forecast.since <= year - back]
            if known:
                self.members[place] = known[0]
        self.counts = [sum(place.counts[year][g] for place in self.members) for g in GROUPS]
        self.expected, self.variance = ([sum(part(forecast)[g] for forecast in self.members.values()) for g in GROUPS]
                                        for part in (lambda one: one.expected, lambda one: one.variance))
        if self.members:
            self.lower = [tails(self.counts[g], self.expected[g], self.variance[g] + back * (moves[g] * self.expected[g]) ** 2, 1)[0]
                          for g in GROUPS]

    def has_fallen(self, tail=0.0005, share=0.6):
        return any(self.lower[g] < tail and self.counts[g] < share * self.expected[g] for g in GROUPS)


def judge_together(verdicts, year, found, *bound):
    """Replaces the verdicts of agencies that fell together."""
    for _, sums in found:
        fallen = next((each for each in sums if each.has_fallen(*bound)), None)
        if not fallen:
            continue
        g = 1 if fallen.lower[1] < fallen.lower[0] else 0
        share = share_of(fallen.counts[g], fallen.expected[g])
        for place, forecast in fallen.members.items():
            if verdicts[place].complete:
                down = is_down(share_of(place.counts[year][g], forecast.expected[g]), share)
                verdicts[place] = Verdict(False, "shared_fall", forecast, fall_from(place, year, forecast, g)) if down else \
                    Verdict(True, "shared_low", forecast, None)


def error_of(place, year, forecast):
    """Of both groups, in standard deviations of the forecast count."""
    return [(place.counts[year][g] - forecast.expected[g]) / sqrt(forecast.expected[g] + forecast.variance[g]) for g in GROUPS]


# Ratings ------------------------------------------------------------------------------------------------------------

def later_interval(place, year, years):
    """Of the score so many years later, with the same residents and the same rates of the yardstick."""
    n, found, risk = place.residents[year] / 1000, [], 0
    model = filters[place.kind]
    for series, steps in zip(model.groups, model.followed[year]):
        c, state = series.rates[year], steps[place][year][3]
        m, v = series.carried(state, year + years, series.move(place, year, year), c)
        t, h = n * v / m, 1 / (m / v + n)
        b = m * m / v * t * (1 + t)
        cumulants = m, b * h**2, b * (1 + 2 * t) * h**3, b * (1 + 6 * t + 6 * t * t) * h**4
        found.append([cumulant / (2 * c) ** k for k, cumulant in enumerate(cumulants, 1)])
        risk += state[0] / c / 2
    return interval(found, model.correlation[year], risk)


def rated(place, year):
    """Score, rating, and intervals of a complete year."""
    n, rating, this_year = place.residents[year] / 1000, {}, []
    model = filters[place.kind]
    for series, steps, group in zip(model.groups, model.followed[year], ("violent", "property")):
        (m, v), move, last, state = steps[place][year]
        p, u, c = *state[:2], series.rates[year]
        rating[group] = {
            "rate": sum(place.offenses[year][name] for name in (VIOLENT, PROPERTY)[series.group]) / n, "prior": {"mean": m, "variance": v}, "weight": v / (v + m / n / series.trust(place, year)), "move": move,
            "smoothedRate": p, "ratio": p / c,
            "last": last and {"mean": last[0], "variance": last[1], "year": last[2], "anchor": series.anchor(last),
                              "kept": series.kept(year - last[2])}}
        if series.trust(place, year) < 1:
            rating[group]["filled"] = {"count": float(series.count(place, year)), "trust": series.trust(place, year)}
        scale = [1 / (2 * c) ** k for k in (1, 2, 3, 4)]
        this_year.append([a * b for a, b in zip(scale, (p, u, 2 * u * u / p, 6 * u * (u / p) ** 2))])
    rating["relativeRisk"] = (rating["violent"]["ratio"] + rating["property"]["ratio"]) / 2
    risk = rating["relativeRisk"]
    return score_of(risk), rating, {"nextYear": later_interval(place, year, 1), "thisYear": interval(this_year, 0, risk)}


# Comparison ---------------------------------------------------------------------------------------------------------

def compare(where, ours, theirs, found):
    """Every value of ours with its counterpart; stored figures have six decimals."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return sum(compare(f"{where}.{key}", value, theirs.get(key, "nothing"), found) for key, value in ours.items())
    if isinstance(ours, (list, tuple)) and isinstance(theirs, (list, tuple)) and len(ours) == len(theirs):
        return sum(compare(f"{where}[{i}]", *pair, found) for i, pair in enumerate(zip(ours, theirs)))
    numbers = isinstance(ours, float) and isinstance(theirs, (int, float))
    if not (abs(ours - theirs) < 5.1e-7 if numbers else ours == theirs):
        found.append(f"{where}: {ours} here, {theirs} in the dataset")
    return 1
