"""How many missing months the tests find: removes months from complete city-years and judges those years again.

A month that is lost takes each offense of the year with chance 1/12. Three kinds of loss: all classes of a city, one
class of it, and all classes of all cities of a county. The seed is fixed, so each run gives the same table.
It shares no code with the service. Python 3, standard library only.
Usage: python3 research/power.py [DATA FOLDER]. Writes the member `power` of backtest.json in that folder.
"""

import json
import os
import random
import sys

sys.dont_write_bytecode = True
import recompute_years as tests
from recompute_filter import DATA, GROUPS, PROPERTY, SIZES, VIOLENT
from recompute_model import agencies, counties

SEED, YEARS, MONTHS = 1, (2022, 2023, 2024, 2025), (3, 6, 9)
CLASSES = VIOLENT + PROPERTY
FEWEST = 10  # a smaller class cannot be told from zero

# The filters have run. From here on, forecasts are made for changed counts.
tests.forecasts = tests.forecasts.__wrapped__
tests.class_falls = tests.class_falls.__wrapped__
chance = random.Random(SEED)


def kept(count, months):
    return sum(chance.random() >= months / 12 for _ in range(max(0, count)))


def with_loss(place, year, months, classes):
    """The offenses of a year without some months of some classes."""
    return {name: kept(count, months) if name in classes else count for name, count in place.offenses[year].items()}


class Changed:
    """A year with other offenses and no open fall, until the end of the block."""

    def __init__(self, place, year, offenses):
        self.place, self.year, self.offenses = place, year, offenses
        self.before = place.offenses[year], place.counts[year], place.fall

    def __enter__(self):
        counts = tuple(sum(self.offenses[name] for name in group) for group in (VIOLENT, PROPERTY))
        self.place.offenses[self.year], self.place.counts[self.year], self.place.fall = self.offenses, counts, None

    def __exit__(self, *_):
        self.place.offenses[self.year], self.place.counts[self.year], self.place.fall = self.before


def complete_cities(year):
    """Whose year is complete by the tests alone, with a past to be compared with."""
    return [place for place in agencies.values() if place.kind == "city" and place.complete[year]
            and place.verdicts[year].finding != "review" and tests.forecasts(place, year)]


def all_classes(place, year, months):
    with Changed(place, year, with_loss(place, year, months, CLASSES)):
        verdict = tests.judge(place, year)
        return verdict is None or not verdict.complete, False


def one_class(place, year, months):
    """Found if the year is withheld, or if the record would have the caution `class_fall` that it has not without the loss."""
    large = [name for name in CLASSES if place.offenses[year][name] >= FEWEST]
    if not large:
        return None
    had_caution = tests.has_class_fall(place, year)
    with Changed(place, year, with_loss(place, year, months, (chance.choice(large),))):
        verdict = tests.judge(place, year)
        is_withheld = verdict is None or not verdict.complete
        return is_withheld, not is_withheld and not had_caution and tests.has_class_fall(place, year)


def neighbors(county, year, months, cities):
    """The cities of a county that are withheld if all of them lose the same months."""
    changes = [Changed(place, year, with_loss(place, year, months, CLASSES)) for place in cities]
    groups, tests.TOGETHER = tests.TOGETHER, [{county}]
    try:
        for change in changes:
            change.__enter__()
        verdicts = {place: place.verdicts.get(year) for place in agencies.values() if place.county == county}
        verdicts.update({place: tests.judge(place, year) for place in cities})
        tests.judge_together(verdicts, year, tests.sums_of(verdicts, year))
        return [place for place in cities if verdicts[place] is None or not verdicts[place].complete]
    finally:
        for change in changes:
            change.__exit__()
        tests.TOGETHER = groups


def size_of(place, year):
    return max(i for i, least in enumerate(SIZES["city"]) if place.residents[year] >= least)


def size_names():
    least = [max(1000, one) for one in SIZES["city"]]
    return [f"{low:,} to {high - 1:,}" for low, high in zip(least, least[1:])] + [f"{least[-1]:,} and more"]


def shortest(share):
    """Three decimals, and a whole number without any, as the rest of the file has them."""
    return int(share) if share == int(share) else round(share, 3)


def rows(loss, months, outcomes):
    """`outcomes`: the size, whether the year is withheld, and whether it only gets a caution."""
    for index, name in [*enumerate(size_names()), (None, None)]:
        found = [outcome for outcome in outcomes if index is None or outcome[0] == index]
        share = [shortest(sum(outcome[part] for outcome in found) / len(found)) if found else 0 for part in (1, 2)]
        yield {"loss": loss, "months": months, "size": name, "cityYears": len(found), "withheld": share[0], "caution": share[1]}


def power():
    table = []
    for months in MONTHS:
        alone, single, together = [], [], []
        for year in YEARS:
            cities = complete_cities(year)
            for place in cities:
                alone.append((size_of(place, year), *all_classes(place, year, months)))
                outcome = one_class(place, year, months)
                if outcome:
                    single.append((size_of(place, year), *outcome))
            for county in counties:
                members = [place for place in cities if place.county == county]
                if len(members) >= 3:
                    found = neighbors(county, year, months, members)
                    together += [(size_of(place, year), place in found, False) for place in members]
        for loss, outcomes in (("all classes", alone), ("one class", single), ("all cities of a county", together)):
            table += rows(loss, months, outcomes)
    return {"seed": SEED, "years": YEARS, "rows": table}


if __name__ == "__main__":
    path = os.path.join(DATA, "backtest.json")
    with open(path, encoding="utf-8") as file:
        members = [line for line in file.read().splitlines() if not line.startswith('"power":')]
    result = power()
    # The last member of the file, on a line of its own. The back-test writes the others.
    members[-1:] = ['"power":' + json.dumps(result, separators=(",", ":")), "}"]
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write("\n".join(members) + "\n")
    for row in result["rows"]:
        if row["loss"] == "all classes" or row["size"] is None:
            print(row["loss"], row["months"], row["size"], row["cityYears"], row["withheld"], row["caution"])
