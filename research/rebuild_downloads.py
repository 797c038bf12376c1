"""Rebuilds the score of every record from the files of /downloads alone, by the steps of docs/methodology.md ("Rebuild a
record"), and compares it with the published one.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/rebuild_downloads.py FOLDER, with history.csv, records.csv, us-history.csv, and us-records.csv.
"""

import csv
import os
import sys
from collections import defaultdict

sys.dont_write_bytecode = True
from offense_classes import PROPERTY, VIOLENT

CLASSES = (VIOLENT, PROPERTY)
NAMES = ("violent", "property")
# l and t of violent and property crime, and σ in percent from so many residents on.
STATE = ((0.15, 0.015), (0, 0.025))
NATION = ((0.15, 0.01), (0.2, 0))
MOVES = {
    "city": ((0, 32, 25), (5000, 29, 20), (10000, 20, 15), (50000, 14, 11), (200000, 11, 9)),
    "county": ((0, 18, 16), (50000, 15, 11), (200000, 9, 8)),
    "nation": ((0, 31, 26), (5000, 26, 22), (10000, 22, 18), (25000, 17, 14), (50000, 15, 12), (100000, 13, 11), (250000, 10, 9)),
}


def rows(name):
    with open(os.path.join(sys.argv[1], name), encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def counted(row, g):
    """The count of a group with what was filled in, thousands of residents, and the share of the evidence that is left."""
    count, n = sum(int(row[name]) for name in CLASSES[g]), int(row["population"]) / 1000
    filled = row.get(f"{NAMES[g]}_filled")
    if not filled:
        return count, n, 1
    count += float(filled)
    return count, n, count / (count + float(row[f"{NAMES[g]}_filled_variance"]))


def ratios(places, yardstick, kind, pulls):
    """The ratio of each place's smoothed rate to the yardstick's in each of its complete years, by group."""
    found = defaultdict(dict)
    for g, (l, t) in enumerate(pulls):
        rate = {year: counted(row, g)[0] / counted(row, g)[1] for year, row in yardstick.items()}
        start = {}
        for year in rate:
            all_places = [counted(years[year], g)[:2] for years in places.values() if year in years]
            if all_places:
                n = sum(one for _, one in all_places)
                m = sum(count for count, _ in all_places) / n
                spread = sum(one * (count / one - m) ** 2 for count, one in all_places) / n
                start[year] = m, max(0, spread - m / (n / len(all_places)))
        for place, years in places.items():
            past, offenses, usual = None, 0, 0
            for year, row in sorted(years.items()):
                count, n, trust = counted(row, g)
                if past is None or row["begins_again"]:
                    (m, v), offenses, usual = start[year], 0, 0
                else:
                    p, u, before, since = past
                    k, c, now = year - since, rate[since], rate[year]
                    move = [sigma for least, *sigmas in MOVES[kind] if least <= before * 1000 for sigma in [sigmas[g]]][-1] / 100
                    a = (1 - l - t) ** k
                    level = (l * offenses / usual + 0.7 * t) / (l + t)
                    m, v = a * p * now / c + (1 - a) * level * now, (u + p * p * move * move * k) * (now / c) ** 2
                w = v / (v + m / (trust * n)) if v else 0
                s = w * count / n + (1 - w) * m
                past = s, (s / (m / v + trust * n) if v else 0), n, year
                offenses, usual = offenses + count, usual + rate[year] * n
                found[place, year][g] = s / rate[year]
    return found


def compare(history, records, whole, kind, pulls, key):
    places, yardstick = defaultdict(dict), {}
    for row in history:
        year = int(row["data_year"])
        if whole(row):
            if row["homicide"]:
                yardstick[year] = row
        elif row["status"] == "complete" and (kind == "nation" or row["kind"] == kind):
            places[key(row)][year] = row
    found, wrong = ratios(places, yardstick, kind, pulls), 0
    for record in records:
        of = found[key(record), int(record["data_year"])]
        score = int(100 / (1 + ((of[0] + of[1]) / 2) ** 2) + 0.5)
        if score != int(record["safety_score"]):
            wrong += 1
            print(*key(record), score, "here,", record["safety_score"], "published")
    return len(records), wrong


def main():
    of_state, records = rows("history.csv"), rows("records.csv")
    name = lambda row: (row["kind"], row["county"], row["name"])
    results = [compare(of_state, [one for one in records if one["kind"] == kind], lambda row: row["kind"] == "state", kind, STATE, name)
               for kind in ("city", "county")]
    place = lambda row: (row["state"], row["name"], row["county"], row["geoid"])
    results.append(compare(rows("us-history.csv"), rows("us-records.csv"), lambda row: row["state"] == "US", "nation", NATION, place))
    total, wrong = (sum(numbers) for numbers in zip(*results))
    print(f"{total} records rebuilt, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
