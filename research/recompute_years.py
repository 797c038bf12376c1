"""Which years are complete, by docs/methodology.md: of agencies, and of counties by what their agencies lack.

Importing it runs the filters.
"""

from functools import cache
from math import asin, cos, radians, sin, sqrt

from recompute_filter import (
    FALL, FEWEST_MISSING, FEWEST_RESIDENTS, GROUPS, MOVES, PROPERTY, VIOLENT, YEARS_FALLEN, Fall, Forecast, Series, Sum, Verdict,
    beyond, close, error_of, fall_from, filters, finding_of, forecast_from, forecasts, is_down, is_partial, judge_together,
    last_beginning, letter_of, likeliest, log_probability, score_with, share_of, table, tails,
)
from recompute_model import (
    CITIES, POLICED_BY, RESIDENTS, REVIEWS, SECOND, YEARS, agencies, counties, moved_away, state_offenses, state_residents,
)

CITY_YEARS = [year for year in YEARS if any((*city, year) in RESIDENTS for city in CITIES)]

# Agencies -----------------------------------------------------------------------------------------------------------

def judge(place, year):
    """The verdict by the place's own counts; None if the year cannot count."""
    counts, fall = place.reported(year), place.fall
    if counts is None:
        return None
    past, reviews = forecasts(place, year), REVIEWS[place.county, place.name, year]
    newest = past[0] if past else None
    if reviews:
        begun = fall or newest and fall_from(place, year, newest)._replace(reviewed=True)
        return Verdict("accepted" in reviews, "review", newest, None if "accepted" in reviews else begun)
    if newest is None:
        return Verdict(True, None, None, None)
    expired = fall and year - fall.year >= YEARS_FALLEN
    if fall and not expired:
        forecast = Forecast(place, fall.start, year)
        y, e = counts[fall.group], forecast.expected[fall.group]
        if is_partial(y, e) if fall.reviewed else is_down(share_of(y, e), fall.share):
            return Verdict(False, "fall", forecast, fall)
    years = CITY_YEARS if place.kind == "city" else YEARS
    gap = sum(1 for between in years if newest.since < between < year)
    partial = gap >= 2 and any(is_partial(*pair) for pair in zip(counts, newest.expected))
    fallen = [newest] if partial else [forecast for forecast in past if beyond(forecast.lower, FALL)]
    if fallen and not expired:
        return Verdict(False, "fall", fallen[0], fall_from(place, year, fallen[0]))
    return Verdict(True, finding_of(newest), newest, None)


def more_elsewhere(place, year, times):
    """For each other collection, what it has more in the groups in which it has over so many times the count."""
    counts = place.counts[year]
    return [[z - y if z and z > times * y else 0 for y, z in zip(counts, others)]
            for _, *others in SECOND[place.county, place.city, year]] if place.kind == "city" else []


def contradicted(place, year):
    """Whether another collection has over 10% more, by which the letter would change."""
    priors = forecasts(place, year)[0].rates if forecasts(place, year) else None
    letter = lambda more: letter_of(score_with(place, year, priors, more))
    return any(letter(more) != letter((0, 0)) for more in more_elsewhere(place, year, 1.1))


def judged(place, year):
    verdict = judge(place, year)
    if verdict and verdict.complete and verdict.finding != "review" and contradicted(place, year):
        return Verdict(False, "second_source", next(iter(forecasts(place, year)), None), None)
    return verdict


# Agencies that report together --------------------------------------------------------------------------------------

SYSTEMS = {}
for row in table("review/reporting.csv"):
    SYSTEMS.setdefault(row["system"], set()).add(row["county"])
TOGETHER = [{county} for county in counties] + list(SYSTEMS.values())
shared_likelihood = [[0.0] * len(MOVES) for _ in GROUPS]


shared_moves = {}


def moves_now():
    return [likeliest(sums) for sums in shared_likelihood]


def sums_of(verdicts, year):
    """Of the agencies of each group that are complete by their own counts: from one, two, and three years back."""
    moves = moves_now()
    found = []
    for group in TOGETHER:
        members = {place: forecasts(place, year) for place, verdict in verdicts.items() if verdict and verdict.complete
                   and verdict.finding != "review" and place.county in group and place.kind != "other"}
        sums = [each for each in (Sum(members, year, back, moves) for back in (1, 2, 3)) if len(each.members) >= 3]
        found.append((group, sums))
    return found


def learn(found):
    """Adds the sums of counties that did not fall to the likelihoods of the moves that agencies share."""
    for group, sums in found:
        if sums and len(group) == 1:
            for g in GROUPS:
                for i, move in enumerate(MOVES):
                    prior = sums[0].expected[g], sums[0].variance[g] + (move * sums[0].expected[g]) ** 2
                    shared_likelihood[g][i] += log_probability(sums[0].counts[g], *prior, 1)


# Counties -----------------------------------------------------------------------------------------------------------

def lacks(agency, year, low_counts):
    """Expected less reported offenses of each group; less than one offense is nothing."""
    verdict = agency.verdicts.get(year)
    if verdict:
        forecast = None if verdict.complete and not (low_counts and verdict.finding == "low") else verdict.forecast
        reported = agency.counts[year]
    else:
        past = filters[agency.kind].years(agency, year)
        by_others = POLICED_BY.get((agency.county, agency.city)) in ("sheriff", "shared")
        skipped = (agency.residents.get(year, 0) < FEWEST_RESIDENTS or by_others if agency.kind == "city"
                   else moved_away(agency.county, agency.name))
        forecast, reported = forecast_from(agency, year, past[-1]) if past and not skipped else None, (0, 0)
    short = [e - y for e, y in zip(forecast.expected, reported)] if forecast else (0, 0)
    return [each if each >= 1 else 0 for each in short]


def shortage(county, year, low_counts=True):
    """What the agencies of a county lack in each group, and its share of the county's expected offenses."""
    lacking = [lacks(agency, year, low_counts) for agency in agencies.values() if agency.county == county.county]
    totals = [sum(each[g] for each in lacking) for g in GROUPS]
    shares = [total / (total + county.counts[year][g]) if total else 0.0 for g, total in zip(GROUPS, totals)]
    return totals, shares


def judge_county(county, year, low_counts=True):
    reviews = REVIEWS[county.county, county.name, year]
    forecast = next(iter(forecasts(county, year)), None)
    if reviews:
        return Verdict("accepted" in reviews, "review", forecast, None)
    short, _ = shortage(county, year, low_counts)
    ours, filled = (score_with(county, year, forecast and forecast.rates, more) for more in ((0, 0), short))
    if abs(ours - filled) >= 5 or letter_of(ours) != letter_of(filled):
        return Verdict(False, "missing", forecast, None)
    return Verdict(True, forecast and finding_of(forecast), forecast, None)


for year in YEARS:
    verdicts = {agency: judged(agency, year) for agency in agencies.values()}
    shared_moves[year] = moves_now()
    found = sums_of(verdicts, year)
    judge_together(verdicts, year, found)
    for agency, verdict in verdicts.items():
        if verdict:
            agency.verdicts[year] = verdict
    withheld = [county.county for county in counties.values()
                if county.reported(year) and judge_county(county, year, low_counts=False).finding == "missing"]
    suspected = [(group, sums) for group, sums in found if len(group) == 1 and next(iter(group)) in withheld]
    judge_together(verdicts, year, suspected, 0.01, 0.8)
    learn([(group, sums) for group, sums in found if not any(each.has_fallen() for each in sums)
           and not ((group, sums) in suspected and any(each.has_fallen(0.01, 0.8) for each in sums))])
    for agency, verdict in verdicts.items():
        close(agency, year, verdict)
    for county in counties.values():
        close(county, year, judge_county(county, year))
    for each in filters.values():
        each.close(year, [error_of(place, year, forecasts(place, year)[0]) for place in each.places
                          if place.complete[year] and year not in place.begins_again and forecasts(place, year)])


# Rises and neighbors ------------------------------------------------------------------------------------------------

def has_lasting_rise(place, year):
    """Whether a rise of an earlier year lasts in this one."""
    rise = None
    for now in (now for now in YEARS if now <= year and place.complete[now]):
        over = place.verdicts[now].finding == "review" or now in place.begins_again
        if over or (rise and now - rise.year >= YEARS_FALLEN):
            rise = None
        if over:
            continue
        y = place.counts[now]
        if rise and share_of(y[rise.group], Forecast(place, rise.start, now).expected[rise.group]) >= sqrt(max(1, rise.share)):
            if now == year:
                return True
            continue
        past = next((one for one in forecasts(place, now) if beyond(one.upper, (0.01, 0.001))), None)
        g = 1 if past and past.upper[1] < past.upper[0] else 0
        rise = past and Fall(now, past.start, g, share_of(y[g], past.expected[g]))
    return False


POINTS = {(row["county"], row["city"]): [radians(float(row[axis])) for axis in ("latitude", "longitude")]
          for row in table("places.csv") + table("review/incorporations.csv")}


def distance(one, other):
    (a, x), (b, y) = (POINTS[place.county, place.city] for place in (one, other))
    return asin(sqrt(sin((b - a) / 2) ** 2 + cos(a) * cos(b) * sin((y - x) / 2) ** 2))


@cache
def low_with_neighbors(year):
    """Cities that are low together with their nearest one to four in the county."""
    trusted = sorted((place for place in filters["city"].places if place.complete[year] and place.verdicts[year].finding != "review"),
                     key=lambda place: place.city)
    found = set()
    for place in trusted:
        near = sorted((other for other in trusted if other.county == place.county), key=lambda other: distance(place, other))
        for size in range(2, 1 + min(5, len(near))):
            members = {other: forecasts(other, year) for other in near[:size]}
            for each in (Sum(members, year, back, shared_moves[year]) for back in (1, 2, 3)):
                for g in GROUPS if len(each.members) == size else ():
                    low = each.lower[g] < 0.005 and each.counts[g] < 0.7 * each.expected[g]
                    share = share_of(each.counts[g], each.expected[g])
                    if low and all(is_down(share_of(one.counts[year][g], past.expected[g]), share) for one, past in each.members.items()):
                        found |= set(each.members)
    return found


# Classes ------------------------------------------------------------------------------------------------------------

def class_series(kind, offense):
    rates = {year: 1000 * state_offenses[year][offense] / state_residents[year] for year in YEARS}
    series = Series(kind, 0 if offense in VIOLENT else 1, lambda place, year: max(0, place.offenses[year][offense]), rates)
    for year in YEARS:
        series.add(year, [place for place in filters[kind].places if place.complete[year]])
    return series


classes = {kind: [class_series(kind, offense) for offense in VIOLENT + PROPERTY] for kind in ("city", "county")}
followed_classes = {}


@cache
def class_falls(place, year):
    """For each class the count, and the forecast with the lowest tail, from one, two, or three years back."""
    if (place.kind, year) not in followed_classes:
        followed_classes[place.kind, year] = [series.follow(year - 1) for series in classes[place.kind]]
    n, falls = place.residents[year] / 1000, []
    for name, series, steps in zip(VIOLENT + PROPERTY, classes[place.kind], followed_classes[place.kind, year]):
        found, y = [], series.count(place, year)
        for back in (1, 2, 3):
            since = max((since for since in steps.get(place, ()) if last_beginning(place, year) <= since <= year - back), default=None)
            if since:
                rate = series.carried(steps[place][since][3], year, series.move(place, since, year - 1))
                found.append((tails(y, *rate, n)[0], back, rate[0] * n, since))
        if found:
            lower, _, expected, since = min(found)
            falls.append((name, y, expected, since, lower < 0.001 and expected - y >= FEWEST_MISSING))
    return falls


def has_class_fall(place, year):
    return any(is_fall for *_, is_fall in class_falls(place, year))
