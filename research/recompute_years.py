"""Which years are complete, by docs/methodology.md: of agencies, and of counties by what their agencies lack.

It was written from the page and the tables alone. Importing it runs the filters.
"""

from math import exp, sqrt

from recompute_model import (
    CITIES, FEWEST_RESIDENTS, GROUPS, POLICED_BY, RESIDENTS, REVIEWS, STATE, YEARS, agencies, counties, filters,
    log_probability, moved_away,
)

FALL, LOW = (0.01, 0.0001), (0.05, 0.001)  # both tails below the first, or one below the second
MOST_MISSING = 0.05
CITY_YEARS = [year for year in YEARS if any((*city, year) in RESIDENTS for city in CITIES)]

lows, jumps = set(), set()  # (place, year)
missing, missing_with_low = {}, {}  # (county, year): share of each group


# Agencies -----------------------------------------------------------------------------------------------------------

def counts_in(agency, year):
    """The year's counts, if the year can count at all; else None."""
    if year not in agency.residents or not agency.has_figures(year):
        return None
    if agency.kind == "city" and agency.residents[year] < FEWEST_RESIDENTS:
        return None
    return agency.counts[year]


def expected(place, year, g):
    return place.forecast[g][0] * place.residents[year] / 1000


def at_most(y, m, v, n):
    """The probability of y or fewer, summed downward."""
    term, total = exp(log_probability(y, m, v, n)) if y >= 0 else 0.0, 0.0
    for k in range(y, -1, -1):
        total += term
        if term < total * 1e-17 and k < n * m:
            break
        # P(k - 1) / P(k) of a negative binomial count, or of a Poisson count if v is 0.
        term *= k / ((k - 1 + m * m / v) * n / (m / v + n) if v > 0 else n * m)
    return total


def lower_tail(y, m, v, n):
    """The probability of y or fewer; 1 if y is above the mean."""
    return 1.0 if y > n * m else at_most(y, m, v, n)


def upper_tail(y, m, v, n):
    """The probability of y or more; 1 if y is below the mean, and 0 if it is too small for a number."""
    if y < n * m:
        return 1.0
    return 0.0 if y > 0 and log_probability(y - 1, m, v, n) < -700 else 1 - at_most(y - 1, m, v, n)


def tails(place, counts, year, tail):
    return [tail(counts[g], *place.forecast[g], place.residents[year] / 1000) for g in GROUPS]


def beyond(pair, bounds):
    return max(pair) < bounds[0] or min(pair) < bounds[1]


def stayed_down(agency, g, year, later):
    """Whether the count of a later year confirms the fall of the group g."""
    after = counts_in(agency, later)
    if after is None or "partial_year" in REVIEWS[agency.county, agency.name, later]:
        return False
    level = (agency.counts[year][g] + 0.5) / (expected(agency, year, g) + 0.5)
    then = agency.forecast[g][0] * agency.residents[later] / 1000 * STATE[later][g] / STATE[year][g]
    return (after[g] + 0.5) / (then + 0.5) <= sqrt(min(1, level))


def judge(agency, year):
    """Whether the agency's year is complete; notes low counts and jumps."""
    counts, reviews = counts_in(agency, year), REVIEWS[agency.county, agency.name, year]
    if counts is None or reviews:
        return counts is not None and "accepted" in reviews
    if agency.forecast is None:
        return True
    years = CITY_YEARS if agency.kind == "city" else YEARS
    last = max(earlier for earlier in years if earlier < year and agency.complete[earlier])
    gap = sum(1 for between in years if last < between < year)
    lower = tails(agency, counts, year, lower_tail)
    partial = gap >= 2 and any(
        counts[g] < expected(agency, year, g) * 2 / 3 and expected(agency, year, g) - counts[g] >= 5 for g in GROUPS)
    if partial or beyond(lower, FALL):
        group = 0 if lower[0] <= lower[1] else 1
        deciding = [later for later in years if later > year][:2 if partial else 1]
        return len(deciding) == (2 if partial else 1) and all(stayed_down(agency, group, year, later) for later in deciding)
    note_unusual(agency, counts, year, lower)
    return True


def note_unusual(place, counts, year, lower):
    if beyond(tails(place, counts, year, upper_tail), FALL):
        jumps.add((place, year))
    elif beyond(lower, LOW):
        lows.add((place, year))


# Counties -----------------------------------------------------------------------------------------------------------

def is_skipped(agency, year):
    """Whether an agency that is not complete lacks nothing by definition."""
    if year not in agency.residents or (agency.kind == "city" and agency.residents[year] < FEWEST_RESIDENTS):
        return True
    if agency.has_figures(year):
        return False
    return moved_away(agency.county, agency.name) or POLICED_BY.get((agency.county, agency.city)) in ("sheriff", "shared")


def lacks(agency, year):
    """Expected less reported offenses of each group; less than one offense is nothing."""
    reported = counts_in(agency, year) or (0, 0)
    differences = [expected(agency, year, g) - reported[g] for g in GROUPS]
    return [difference if difference >= 1 else 0 for difference in differences]


def shares(county, year, with_low):
    lacking = [lacks(agency, year) for agency in agencies.values()
               if agency.county == county.county and agency.forecast is not None and not is_skipped(agency, year)
               and (not agency.complete[year] or (with_low and (agency, year) in lows))]
    totals = [sum(each[g] for each in lacking) for g in GROUPS]
    return [total / (total + county.counts[year][g]) if total else 0.0 for g, total in zip(GROUPS, totals)]


for year in YEARS:
    for agency in agencies.values():
        agency.forecast = filters[agency.kind].forecast(agency, year)
        agency.complete[year] = judge(agency, year)
    for county in counties.values():
        county.forecast = filters["county"].forecast(county, year)
        reviews = REVIEWS[county.county, "", year]
        missing[county.county, year] = shares(county, year, with_low=False)
        missing_with_low[county.county, year] = shares(county, year, with_low=True)
        enough = max(missing[county.county, year]) <= MOST_MISSING
        county.complete[year] = "accepted" in reviews or (enough and not reviews)
        if county.forecast and enough and not reviews:
            note_unusual(county, county.counts[year], year, tails(county, county.counts[year], year, lower_tail))
    for each in filters.values():
        each.advance(year)
