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
    DATA, PROPERTY, VIOLENT, beyond, forecasts, is_down, later_interval, letter_of, share_of, size_class,
)

SEED, LOSS_YEARS, MONTHS = 1, (2022, 2023, 2024), (3, 6, 9)
FEWEST = 10  # a smaller class cannot be told from zero
CLASSES = VIOLENT + PROPERTY
NAMES = ["up to 24,999", "25,000 to 49,999", "50,000 to 99,999", "100,000 to 249,999", "250,000 and more"]
chance = random.Random(SEED)


def share(found):
    return round(sum(found) / len(found), 3) if found else None


# Ranges and letters -------------------------------------------------------------------------------------------------

def cases():
    """Each complete year since 2019 with the last judged one before it, of places that are not of another edition."""
    for before, year in zip(nation.JUDGED, nation.JUDGED[1:]):
        for place in nation.places if year >= 2019 else ():
            if place.source == "fbi" and place.complete[before] and place.complete[year]:
                score, earlier = nation.scores[place][year], nation.scores[place][before]
                low, high = later_interval(place, before, year - before).values()
                yield {"year": year, "state": place.state, "size": NAMES[size_class("nation", place.residents[before])],
                       "inside": low <= score <= high, "kept": letter_of(score) == letter_of(earlier)}


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
        self.before = place.offenses[year], place.counts[year], place.fall
        self.offenses = {name: sum(chance.random() >= months / 12 for _ in range(count)) if name in classes else count
                         for name, count in place.offenses[year].items()}

    def __enter__(self):
        counts = tuple(sum(self.offenses[name] for name in group) for group in (VIOLENT, PROPERTY))
        self.place.offenses[self.year], self.place.counts[self.year], self.place.fall = self.offenses, counts, None

    def __exit__(self, *_):
        self.place.offenses[self.year], self.place.counts[self.year], self.place.fall = self.before


def is_withheld(place, year, verdict):
    return not verdict.complete or any(nation.is_gone(*change) for change in nation.class_changes(place, year))


def has_low_class(place, year):
    return any(nation.is_low(*change) for change in nation.class_changes(place, year))


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
              "states": [{**row, "hasRange": row["state"] in nation.WITH_RANGES} for row in table(found, "state")],
              "falls": list(falls()), "seed": SEED, "power": list(power())}
    lines = [json.dumps(name) + ":" + ("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in value) + "\n]"
                                       if isinstance(value, list) else json.dumps(value)) for name, value in result.items()]
    with open(os.path.join(DATA, "us/backtest.json"), "w", encoding="utf-8", newline="") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
    for name in ("years", "sizes", "newest", "states", "falls"):
        for row in result[name]:
            print(*row.values())
    for row in result["power"]:
        if row["loss"] == "all classes" or row["size"] is None:
            print(*row.values())
