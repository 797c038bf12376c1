"""Lists what a person should read of the United States' edition, and counts what has been read: the 100 highest and lowest scores, those
that moved by 20 points, classes without any offense, and 60 absences drawn at random, whose review is in read_absences.csv.
Writes the table of docs/backtest.md; with --list, prints each record with its counts by year.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/read_records.py [DATA FOLDER [DOCUMENT]] [--list].
"""

import csv
import json
import os
import random
import re
import sys

sys.dont_write_bytecode = True
import offense_classes
from offense_classes import PROPERTY, VIOLENT, stored_name

FOLDER = os.path.dirname(os.path.abspath(__file__))
GIVEN = [one for one in sys.argv[1:] if not one.startswith("-")]
DATA, DOCUMENT = GIVEN + ["data", "docs/backtest.md"][len(GIVEN):]
SEED = 20261128
NAMES = {stored_name(name): name.replace("_", " ").replace("motor v", "motor-v").capitalize() for name in VIOLENT + PROPERTY}
YEARLY = {stored_name(name): share for name, share in offense_classes.YEARLY.items()}
# The cautions that say something of the level of the counts.
LEVEL = {"class_fall", "restart", "fell_for_years", "class_filled", "class_rare", "recorded_differently", "jump", "fall", "shared_fall",
         "neighbors_fall", "later_months", "second_source", "wider_area", "part_of_town", "state_count", "prison"}

with open(os.path.join(DATA, "united-states.json"), encoding="utf-8") as file:
    dataset = json.load(file)
places, nation = dataset["places"], dataset["yardstick"]["trend"]


def usual(place, name, i):
    """The offenses at the nation's rate."""
    return nation["offenses"][name][i] / nation["population"][i] * place["trend"]["population"][i]


def is_named(place, name):
    return any(NAMES[name] in one.get("detail", "") for one in place["cautions"])


def has_caution(place):
    return any(one["code"] in LEVEL for one in place["cautions"])


def moved(place):
    """Since 2019, or the newest complete year before."""
    scores, to = place["trend"]["score"], 2019 - place["trend"]["from"]
    before = next((one for one in reversed(scores[:to + 1]) if one is not None), None)
    return 0 if before is None else scores[-1] - before


def zeros():
    """Each class without any offense, and what the last five complete years expect, by their ratio to the nation."""
    for place in places:
        trend = place["trend"]
        complete = [i for i, score in enumerate(trend["score"][:-1]) if score is not None][-5:]
        for name, counts in trend["offenses"].items():
            if counts[-1] == 0:
                at_rate = usual(place, name, -1)
                had = sum(usual(place, name, i) for i in complete)
                yield place, name, at_rate, sum(counts[i] for i in complete) / had * at_rate if had else 0


def effect(place, name, expected):
    """How many points fewer the score would have with so many offenses of the class."""
    group = "violent" if name in map(stored_name, VIOLENT) else "property"
    rating, residents = place["rating"], place["trend"]["population"][-1] / 1000
    more = rating[group]["weight"] * expected / residents / dataset["yardstick"][group + "Rate"] / 2
    score = lambda risk: 100 / (1 + risk * risk)
    return score(rating["relativeRisk"]) - score(rating["relativeRisk"] + more)


def empty_classes(years):
    """Of classes with five to ten expected in a complete year, by the last five before: how many there are, how many have none beyond
    chance, how many of these have half or more in the next complete year, and the share that would be found if all were lost."""
    had_none, later, found = 0, [], []
    for place in places:
        trend = place["trend"]
        complete = [i for i, score in enumerate(trend["score"]) if score is not None]
        missing = {(one["year"], one["offense"]) for one in place["filled"]}
        for name, counts in trend["offenses"].items() if place["source"] == "fbi" else ():
            for at, i in enumerate(complete):
                year = trend["from"] + i
                begun = max((one for one in trend["begins"] if one < year), default=0)
                past = [one for one in complete[:at] if trend["from"] + one >= begun and (trend["from"] + one, name) not in missing][-5:]
                usual_before, had = sum(usual(place, name, one) for one in past), sum(counts[one] for one in past)
                expected = had / usual_before * usual(place, name, i) if usual_before else 0
                if year not in years or not 5 <= expected < 10:
                    continue
                share = 1 / had + YEARLY[name] ** 2
                found.append((1 + share * expected) ** (-1 / share) < (0.001 if name == "homicide" else 0.01))
                if counts[i] == 0 and found[-1]:
                    had_none += 1
                    later += [counts[one] >= expected / 2 for one in complete[at + 1:at + 2]]
    return f"{had_none} of {len(found):,}, and {sum(later)} of {len(later)} of these had half or more in the next complete year; lost whole, it is found in {100 * sum(found) / len(found):.0f}%"


def show(place, more=""):
    trend = place["trend"]
    print(f"{place['name']}, {place['state']}{more}: {[one['code'] for one in place.get('cautions', ())] or place.get('detail')}")
    if trend:
        print("  scores", *("-" if one is None else one for one in trend["score"]))
        for name, counts in trend["offenses"].items():
            print(f"  {name}", *("-" if one is None else one for one in counts))


def main():
    by_risk = sorted(places, key=lambda place: place["rating"]["relativeRisk"])
    rose, fell = [place for place in places if moved(place) >= 20], [place for place in places if moved(place) <= -20]
    empty = list(zeros())
    telling = [one for one in empty if one[1] != "homicide" and (one[2] >= 10 or one[3] >= 5)]
    lines = ["| read | records | with a caution about the level |", "|---|--:|--:|"]
    for name, found in (("the 100 highest scores", by_risk[:100]), ("the 100 lowest scores", by_risk[-100:]),
                        ("20 points or more above 2019, or the last score before", rose), ("20 points or more below", fell)):
        lines.append(f"| {name} | {len(found)} | {sum(map(has_caution, found))} |")
        if "--list" in sys.argv:
            print(f"== {name}")
            for place in found:
                show(place)
    lines.append(f"| classes without an offense, where the place's past expects 5 or the nation's rate 10 | {len(telling)} "
                 f"| {sum(is_named(place, name) for place, name, *_ in telling)} |")
    if "--list" in sys.argv:
        for place, name, at_rate, own in telling:
            show(place, f", {name}: {own:.0f} by its past, {at_rate:.0f} at the nation's rate")
    far = [place for place, name, _, own in empty if name != "homicide" and not is_named(place, name) and effect(place, name, own) >= 5]
    few = sum(any(one["code"] == "few_residents" for one in place["cautions"]) for place in far)
    lines += ["", f"({len(empty):,} classes of {len({id(one[0]) for one in empty}):,} records have no offense. Of those not named, "
              f"{len(far)} would move the score by five points at the level of the past; {few} of these have the caution about few offenses.)", "",
              f"(A class with five to ten expected had none beyond chance, to 2018, in {empty_classes(range(2012, 2019))}; since then in "
              f"{empty_classes(range(2019, 2025))}.)", "",
              "| absences read | drawn | looked doubtful |", "|---|--:|--:|"]
    with open(os.path.join(FOLDER, "read_absences.csv"), encoding="utf-8", newline="") as file:
        read = {(row["state"], row["place"], row["county"]): row for row in csv.DictReader(file)}
    chance, drawn = random.Random(SEED), set()
    for reason in ("incomplete_figures", "short_past"):
        own = [one for one in dataset["absent"] if one["reason"] == reason]
        sample = chance.sample(sorted(own, key=lambda one: (one["state"], one["name"], one["county"] or "")), 30)
        keys = [(one["state"], one["name"], one["county"] or "") for one in sample]
        drawn |= set(keys)
        lines.append(f"| `{reason}` | 30 of {len(own)} | {sum(read[key]['looks'] == 'doubtful' for key in keys if key in read)} |")
        for one in sample if "--list" in sys.argv else ():
            show(one)
    written = "<!-- read: written by research/read_records.py -->\n" + "\n".join(lines) + "\n<!-- /read -->"
    print(written)
    if drawn != set(read):
        sys.exit(f"read_absences.csv is of another sample: {sorted(drawn ^ set(read))}")
    with open(DOCUMENT, encoding="utf-8", newline="") as file:
        text = file.read()
    with open(DOCUMENT, "w", encoding="utf-8", newline="") as file:
        file.write(re.sub(r"<!-- read: .*?<!-- /read -->", lambda _: written, text, flags=re.DOTALL))


if __name__ == "__main__":
    main()
