"""The back-test of the United States, 2019 to 2024, what its bounds catch, and how many missing months they find (see power.py).

Each year is predicted from the data before it, by the model of recompute_nation.py. The seed is fixed, so each run gives
the same tables. It shares no code with the service. Python 3, standard library only.
Usage: python3 research/backtest_nation.py [DATA FOLDER]. Writes us/backtest.json in that folder.
"""

import json
import os
import random
import sys
from collections import defaultdict

sys.dont_write_bytecode = True
import recompute_nation as nation
from recompute_filter import (
    DATA, PROPERTY, VIOLENT, beyond, forecast_from, forecasts, is_down, last_beginning, later_interval, letter_of, share_of, size_class, tails,
)

SEED, LOSS_YEARS, MONTHS = 1, (2022, 2023, 2024), (3, 6, 9)
FEWEST = 10  # a smaller class cannot be told from zero
CLASSES = VIOLENT + PROPERTY
NAMES = ["2,500 to 4,999", "5,000 to 9,999", "10,000 to 24,999", "25,000 to 49,999", "50,000 to 99,999", "100,000 to 249,999", "250,000 and more"]
chance = random.Random(SEED)


def share(found):
    return round(sum(found) / len(found), 3) if found else None


# Ranges and letters -------------------------------------------------------------------------------------------------

def cases():
    """Each complete year since 2019 with the place's last complete one before it, of places that are not of another edition."""
    for year in (year for year in nation.JUDGED if year >= 2019):
        for place in nation.places:
            earlier_years = [one for one in nation.JUDGED if one < year and place.complete[one]]
            if place.source == "fbi" and place.complete[year] and earlier_years:
                before = earlier_years[-1]
                score, earlier = nation.scores[place][year], nation.scores[place][before]
                low, high = later_interval(place, before, year - before).values()
                yield {"year": year, "place": place.key, "state": place.state, "size": NAMES[size_class("nation", place.residents[before])],
                       "gap": len([one for one in nation.JUDGED if before < one < year]), "filled": bool(place.trust.keys() & {(year, 0), (year, 1)}),
                       "stateCount": any(one["year"] == year for one in place.state_counts), "past": len(earlier_years), "inside": low <= score <= high, "kept": letter_of(score) == letter_of(earlier)}


def of_kind(found):
    """Records after a gap, with a short past, and with a class filled in: are their ranges as good as the others'?"""
    with_counts = {(one["state"], one["year"]) for one in found if one["stateCount"]}
    kinds = {"no gap": lambda one: one["gap"] == 0, "a gap of two judged years or more, three complete years before it":
             lambda one: one["gap"] >= 2 and one["past"] >= 3, "a class filled in": lambda one: one["filled"],
             "a class by the program of the state": lambda one: one["stateCount"],
             "the same state, by Table 8 alone": lambda one: (one["state"], one["year"]) in with_counts and not one["stateCount"]}
    for name, applies in kinds.items():
        for years in ((2019, 2020), (2022, 2023), (2024,)):
            own = [one for one in found if applies(one) and one["year"] in years]
            if not own:
                continue
            yield {"kind": name, "years": f"{years[0]} to {years[-1]}" if len(years) > 1 else str(years[0]), "places": len(own),
                   "inside": share([one["inside"] for one in own]), "kept": share([one["kept"] for one in own])}


def alarms():
    """What the tests withhold although nothing was removed, by rule: years of places whose judged year before is complete."""
    for year in LOSS_YEARS:
        before = nation.JUDGED[nation.JUDGED.index(year) - 1]
        own = [place for place in nation.places if place.source == "fbi" and place.verdicts.get(year) and place.complete[before]
               and not nation.review_of(place, year)]
        verdicts = [place.verdicts[year] for place in own]
        rules = {"fall": lambda one: one.finding == "fall" and not one.fall.reviewed, "first report": lambda one: one.finding == "fall" and one.fall.reviewed,
                 "shared fall": lambda one: one.finding == "shared_fall", "class": lambda one: one.finding == "class_lost",
                 "second source": lambda one: one.finding == "second_source"}
        for name, applies in rules.items():
            yield {"year": year, "rule": name, "placeYears": len(own), "withheld": share([not one.complete and applies(one) for one in verdicts])}


def floors():
    """Complete years with hardly any property offense: how many each bound withholds, how many of them are above twice the bound in the
    next year, and how many years it finds of which eleven months are lost."""
    for name, years in (("to 2018", range(2013, 2019)), ("2019 to 2024", range(2019, 2025))):
        for bound in (0.02, 0.05, 0.1):
            own, later, found = [], [], []
            for year in (year for year in nation.JUDGED if year in years):
                after = next((one for one in nation.JUDGED if one > year), None)
                for place in nation.places:
                    if place.source != "fbi" or not place.complete[year]:
                        continue
                    had, usual = property_share(place, year)
                    if usual < 40:
                        continue
                    own.append(had < bound * usual)
                    found.append(had / 12 < bound * usual)
                    if own[-1] and after and place.complete[after]:
                        now, usual = property_share(place, after)
                        later.append(now >= 2 * bound * usual)
            yield {"years": name, "bound": bound, "placeYears": len(own), "withheld": sum(own), "next": len(later), "back": sum(later), "found": share(found)}


def property_share(place, year):
    return sum(place.offenses[year][name] for name in PROPERTY), nation.rates[1][year] * place.residents[year] / 1000


def caution_alarms():
    """The cautions about a place's level: how many years have them, and have them if months are lost. Of unbroken places, and after a gap."""
    fell = lambda place, year: nation.fell_for_years(place, year)
    rare = nation.classes.is_rare
    for year in (2018, 2022, 2023, 2024):
        judged = [one for one in nation.JUDGED if year - 5 <= one <= year]
        own = [place for place in nation.places if place.source == "fbi" and place.complete[year]]
        unbroken = [place for place in own if all(place.complete[one] for one in judged)]
        risen = lambda place, before: nation.scores[place][year] - nation.scores[place][before] >= 20
        gaps = [(place, before) for place in own for before, begun in [last_gap(place, year)] if begun and year - begun < 5]
        yield {"caution": "fell_for_years", "year": year, "places": len(own), "named": share([fell(place, year) for place in own]),
               "lost6": share([with_less(place, year, 6, fell) for place in own]), "lost9": share([with_less(place, year, 9, fell) for place in own])}
        yield {"caution": "class_rare", "year": year, "places": len(own), "named": share([rare(place, year) for place in own]), "lost6": None, "lost9": None}
        for name, pairs in (("risen, no gap", [(place, judged[0]) for place in unbroken]), ("risen, a gap", gaps)):
            yield {"caution": name, "year": year, "places": len(pairs), "named": share([risen(*pair) for pair in pairs]), "lost6": None, "lost9": None}


def last_gap(place, year):
    complete = [one for one in nation.JUDGED if one <= year and place.complete[one]]
    return next(((before, begun) for before, begun in reversed(list(zip(complete, complete[1:]))) if begun - before > 2), (None, None))


def with_less(place, year, months, test):
    whole = place.counts[year]
    place.counts[year] = tuple(round(count * (12 - months) / 12) for count in whole)
    try:
        return test(place, year)
    finally:
        place.counts[year] = whole


def returns():
    """What the test of first reports would withhold of years whose year before is complete, by size: two thirds alone, and with the chance test."""
    found = defaultdict(list)
    for year in (year for year in nation.JUDGED if 2014 <= year <= 2024):
        for place in nation.places:
            if place.source == "fbi" and place.complete[year] and not nation.review_of(place, year):
                # As if the two judged years before were missing.
                since = [one for one in nation.JUDGED if one < year and place.complete[one]]
                judged = [one for one in nation.JUDGED if one < year]
                old = [one for one in since if len([each for each in judged if each > one]) >= 2]
                if old and old[-1] >= last_beginning(place, year):
                    past = forecast_from(place, year, old[-1])
                    counts = [sum(place.offenses[year][name] for name in group) for group in (VIOLENT, PROPERTY)]
                    short = [counts[g] < 2 / 3 * past.expected[g] and past.expected[g] - counts[g] >= 5 for g in (0, 1)]
                    rare = [short[g] and past.lower[g] <= 0.1 for g in (0, 1)]
                    half = []
                    for g in (0, 1):
                        n, y = place.residents[year] / 1000, counts[g] // 2
                        half.append(y < 2 / 3 * past.expected[g] and past.expected[g] - y >= 5 and tails(y, *past.rates[g], n)[0] <= 0.1)
                    found[NAMES[size_class("nation", place.residents[year])]].append((any(short), any(rare), any(half)))
    for name in NAMES:
        alone, with_chance, halved = zip(*found[name])
        yield {"size": name, "placeYears": len(found[name]), "twoThirds": share(alone), "withChance": share(with_chance), "halfFound": share(halved)}


def table(found, name):
    groups = defaultdict(list)
    for case in found:
        groups[case[name]].append(case)
    keys = NAMES if name == "size" else sorted(groups)
    return [{name: key, "places": len(groups[key]), "inside": share([case["inside"] for case in groups[key]]),
             "kept": share([case["kept"] for case in groups[key]])} for key in keys]


# Falls --------------------------------------------------------------------------------------------------------------

def falls():
    """What each bound of a fall catches in years with a next one, and how much of it is nearer to the forecast in the next year."""
    found = []
    for year, after in zip(nation.JUDGED[1:], nation.JUDGED[2:]):
        for place in nation.places:
            if place.source == "fbi" and year in place.counts and after in place.counts:
                found.append([(past.lower, has_recovered(place, year, after, past)) for past in forecasts(place, year)])
    for both in (0.05, 0.02, 0.01, 0.005):
        for either in (0.001, 0.0001, 0.00001):
            first = [next((ended for lower, ended in past if beyond(lower, (both, either))), None) for past in found]
            caught = [ended for ended in first if ended is not None]
            yield {"both": both, "either": either, "caught": len(caught), "recovered": sum(caught)}


def has_recovered(place, year, after, past):
    """Whether the next count is nearer to the forecast than to the fall, in the group with the lower tail."""
    g = 1 if past.lower[1] < past.lower[0] else 0
    rates, residents = nation.model.groups[g].rates, place.residents
    expected = past.expected[g] / residents[year] * residents[after] * rates[after] / rates[year]
    low = share_of(place.counts[year][g], past.expected[g])
    return not is_down(share_of(place.counts[after][g], expected), low)


# Missing months -----------------------------------------------------------------------------------------------------

class Changed:
    """A year with fewer offenses and no open fall, until the end of the block."""

    def __init__(self, place, year, months, classes):
        self.place, self.year = place, year
        self.before = place.offenses[year], place.counts[year], place.fall, {g: place.trust.pop((year, g), None) for g in (0, 1)}
        self.offenses = {name: sum(chance.random() >= months / 12 for _ in range(count)) if name in classes else count
                         for name, count in place.offenses[year].items()}

    def __enter__(self):
        counts = tuple(sum(self.offenses[name] for name in group) for group in (VIOLENT, PROPERTY))
        self.place.offenses[self.year], self.place.counts[self.year], self.place.fall = self.offenses, counts, None

    def __exit__(self, *_):
        self.place.offenses[self.year], self.place.counts[self.year], self.place.fall, trust = self.before
        self.place.trust.update({(self.year, g): one for g, one in trust.items() if one is not None})


def is_withheld(place, year, verdict):
    return not verdict.complete or nation.classes.is_misleading(place, year, nation.classes.gone_now(place, year), verdict.forecast)


def has_low_class(place, year):
    """Named in a caution: below half of what was expected, or gone and filled in."""
    return any(expected >= FEWEST and count < expected / (2 if expected >= 20 else 3)
               for _, count, expected, _, never in nation.classes.changes(place, year) if not never)


def alone(place, year, months):
    with Changed(place, year, months, CLASSES):
        return is_withheld(place, year, nation.judge(place, year)), False


def one_class(place, year, months):
    """Found if the year is withheld, or if it has the caution `class_fall` that it has not without the loss."""
    large = [name for name in CLASSES if place.offenses[year][name] >= FEWEST]
    if not large:
        return None
    had = has_low_class(place, year)
    with Changed(place, year, months, (chance.choice(large),)):
        withheld = is_withheld(place, year, nation.judge(place, year))
        return withheld, not withheld and not had and has_low_class(place, year)


def together(own, year, months):
    """The places of a county that are withheld if all of them lose the same months."""
    changes = [Changed(place, year, months, CLASSES) for place in own]
    try:
        for change in changes:
            change.__enter__()
        verdicts = {place: nation.judge(place, year) for place in own}
        nation.judge_together(verdicts, year, nation.counties_of(verdicts, year))
        return [is_withheld(place, year, verdicts[place]) for place in own]
    finally:
        for change in changes:
            change.__exit__()


def rows(loss, months, outcomes):
    """`outcomes`: the size, whether the year is withheld, and whether it only gets a caution."""
    for name in [*NAMES, None]:
        found = [outcome for outcome in outcomes if name in (None, outcome[0])]
        yield {"loss": loss, "months": months, "size": name, "placeYears": len(found),
               "withheld": share([outcome[1] for outcome in found]), "caution": share([outcome[2] for outcome in found])}


def power():
    # From here on, forecasts are made for changed counts.
    nation.forecasts = forecasts.__wrapped__
    for months in MONTHS:
        found, single, shared = [], [], []
        for year in LOSS_YEARS:
            own = [place for place in nation.places if place.source == "fbi" and place.complete[year]
                   and place.verdicts[year].finding != "review" and nation.forecasts(place, year)]
            counties = defaultdict(list)
            for place in own:
                size = NAMES[size_class("nation", place.residents[year])]
                found.append((size, *alone(place, year, months)))
                outcome = one_class(place, year, months)
                single += [(size, *outcome)] if outcome else []
                if place.county:
                    counties[place.county].append((size, place))
            for members in (members for members in counties.values() if len(members) >= 3):
                withheld = together([place for _, place in members], year, months)
                shared += [(size, one, False) for (size, _), one in zip(members, withheld)]
        for loss, outcomes in (("all classes", found), ("one class", single), ("all places of a county", shared)):
            yield from rows(loss, months, outcomes)


if __name__ == "__main__":
    found = list(cases())
    result = {"years": table(found, "year"), "sizes": table(found, "size"), "newest": table([case for case in found if case["year"] == nation.LAST], "size"),
              "kinds": list(of_kind(found)), "alarms": list(alarms()), "cautions": list(caution_alarms()), "floors": list(floors()), "returns": list(returns()),
              "states": [{**row, "hasRange": row["state"] in nation.WITH_RANGES} for row in table([case for case in found if case["gap"] == 0], "state")],
              "falls": list(falls()), "seed": SEED, "power": list(power())}
    lines = [json.dumps(name) + ":" + ("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in value) + "\n]"
                                       if isinstance(value, list) else json.dumps(value)) for name, value in result.items()]
    with open(os.path.join(DATA, "us/backtest.json"), "w", encoding="utf-8", newline="") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
    for name in ("years", "sizes", "newest", "kinds", "alarms", "cautions", "floors", "returns", "states", "falls"):
        for row in result[name]:
            print(*row.values())
    for row in result["power"]:
        if row["loss"] == "all classes" or row["size"] is None:
            print(*row.values())
