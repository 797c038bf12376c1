"""What places and the areas of county departments share: the nation's rates, the tests of falls and first reports, and the comparison
with the dataset. recompute_nation.py and recompute_areas.py call it with their own years.

It shares no code with the service. Python 3, standard library only.
"""

from recompute_filter import (
    FALL, FEWEST_MISSING, PROPERTY, VIOLENT, YEARS_FALLEN, Forecast, Verdict, beyond, compare, fall_from, is_down, share_of, table,
)

CLASSES = VIOLENT + PROPERTY
ESTIMATES = table("us/state-estimates.csv")


def nation_in(years):
    """By year: residents, counts by class, rates by class, and the rates of both groups."""
    of = {year: [row for row in ESTIMATES if int(row["year"]) == year] for year in years}
    residents = {year: sum(int(row["residents"]) for row in rows) for year, rows in of.items()}
    offenses = {year: {name: sum(int(row[name]) for row in rows) for name in CLASSES} for year, rows in of.items()}
    class_rates = {year: {name: 1000 * count / residents[year] for name, count in counts.items()} for year, counts in offenses.items()}
    rates = [{year: sum(class_rates[year][name] for name in group) for year in years} for group in (VIOLENT, PROPERTY)]
    return residents, offenses, class_rates, rates


def is_partial(place, year, forecast, g):
    """Below two thirds of the forecast, by five offenses, and less likely than one in ten: partial, as first reports often are."""
    y, expected = place.counts[year][g], forecast.expected[g]
    return forecast.lower[g] <= 0.1 and y < 2 / 3 * expected and expected - y >= FEWEST_MISSING


def is_open(fall, year):
    return fall and year - fall.year < YEARS_FALLEN


def still_down(place, year):
    """The verdict of a year at the level of an open fall; None if it is not."""
    fall = place.fall
    if not is_open(fall, year):
        return None
    forecast = Forecast(place, fall.start, year)
    share = share_of(place.counts[year][fall.group], forecast.expected[fall.group])
    down = is_partial(place, year, forecast, fall.group) if fall.reviewed else is_down(share, fall.share)
    return Verdict(False, "fall", forecast, fall) if down else None


def first_report(place, year, newest):
    """The verdict of a partial first report."""
    return Verdict(False, "fall", newest, fall_from(place, year, newest)._replace(reviewed=True))


def fallen(place, year, past):
    """The verdict of a year far below one of the forecasts; None if it is not."""
    forecast = next((one for one in past if beyond(one.lower, FALL)), None)
    return forecast and Verdict(False, "fall", forecast, fall_from(place, year, forecast))


def has_few(offenses):
    return sum(offenses.values()) < 60 or sum(offenses[name] for name in VIOLENT) < 8


def compare_entries(ours, theirs, found):
    """Each entry by its key; how many values are compared."""
    found += [f"{key}: on one side only" for key in set(ours) ^ set(theirs)]
    values = 0
    for key in sorted(set(ours) & set(theirs)):
        one = {**theirs[key]}
        if "cautions" in one:
            one["cautions"] = sorted(caution["code"] for caution in one["cautions"])
        found += [f"{key}: a record on one side only"] if ("rating" in one) != ("rating" in ours[key]) else []
        values += compare(str(key), ours[key], one, found)
    return values
