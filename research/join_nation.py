"""Joins every row of Table 8 to a municipality by docs/specification.md, from data/us/municipalities.csv and the reviews.

It shares no code with the service. Python 3, standard library only.
Usage: python3 research/join_nation.py [DATA FOLDER]. Compares with data/us/joins.csv; exits with 1 where they differ.
"""

import os
import re
import sys
import unicodedata
from collections import Counter, defaultdict

sys.dont_write_bytecode = True
from recompute_filter import DATA, table

YEARS = sorted(int(name[:4]) for name in os.listdir(os.path.join(DATA, "us/offenses")))
AGENCIES = {year: table(f"us/offenses/{year}.csv") for year in YEARS}
REVIEWED = {(row["state"], row["agency"]): row for row in table("us/review/names.csv")}
IDENTITIES = {(row["state"], row["agency"]): row for row in table("us/review/identities.csv")}
NEW_ENGLAND = {"CT", "MA", "ME", "NH", "RI", "VT"}
SAID = "Township|Town|Village|Borough|City"
LEGAL = ("charter township", "city and borough", "urban county", "metro township", "unified government", "consolidated government",
         "metropolitan government", "metro government", "township", "town", "city", "village", "borough", "municipality",
         "corporation", "plantation", "CDP")


def joined(name):
    """The letters and digits of a name, without case and accents, with the short forms of saint, mount, and fort."""
    text = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()
    text = re.sub(r"\.(?=[^\W\d_])", " ", text).replace(".", "").strip()
    text = re.sub("^(the )?(city|town) of ", "", re.sub(r"[\s\-/_]+", " ", text))
    for long, short in (("saint ", "st "), ("mount ", "mt "), ("fort ", "ft ")):
        text = short + text[len(long):] if text.startswith(long) else text
    return "".join(c for c in text if c.isalnum())


def split(agency):
    """The name of a row, and the county that it may have."""
    found = re.match("^(.+?), (.+ (?:County|Parish))$", agency)
    return found.groups() if found else (agency, None)


def named(state, agency):
    review = REVIEWED.get((state, agency))
    return split(review["place"] if review else agency)


def without_kind(name):
    """The bare name and the kind that is said, before or after it."""
    before = re.match(rf"^({SAID}) of (.+)$", name)
    after = None if before else re.match(rf"^(.+?) ({SAID})$", name)
    if before:
        return before.group(2), before.group(1).lower()
    return (after.group(1), after.group(2).lower()) if after else None


class Unit:
    def __init__(self, row):
        self.state, self.geoid, self.official = row["state"], row["geoid"], row["official_name"]
        self.residents = int(row["residents"]) if row["residents"] else None
        self.estimates = {int(part[:4]): int(part[5:]) for part in row["estimates"].split()}
        self.counties = [(part.split(":") + ["1"])[:2] for part in row["counties"].split("|") if part]
        plain = self.official.removesuffix(" (balance)")
        said = next((kind for kind in LEGAL if plain.endswith(" " + kind)), "")
        full = plain[:len(plain) - len(said)].strip()
        self.level = {5: "county", 7: "place", 10: "subdivision"}[len(self.geoid)]
        self.statistical = self.level == "county" or said == "CDP"
        both = said.endswith("government") or said == "urban county" or full.endswith("County")
        city = re.match("^(.+?)(?:[-/]|, ).+", full) if both or not said and self.official != plain else None
        self.kind = None if self.statistical else "city" if both or said in ("", "city and borough", "municipality", "corporation", "metro township") \
            else "township" if said == "charter township" else said
        self.name = self.official if self.level == "county" else full if said == "CDP" else city.group(1) if city else re.sub(" Town$", "", full)
        names = [self.official if self.level == "county" else full, self.name]
        common = re.match(r"^(.+) \((.+)\)$", full)
        names += list(common.groups()) if common else []
        of = re.match("^(?:The )?(?:City|Town|Village) of (.+)$", full)
        names += [of.group(1)] if of else []
        names += [re.sub(" (City|Town)$", "", full)] if self.kind == "city" else []
        self.keys = {joined(name) for name in names}

    def agrees(self, residents):
        return bool(self.residents and residents) and abs(residents / self.residents - 1) <= 0.15

    def is_of_size(self, residents):
        return not self.residents or not residents or 1 / 3 <= residents / self.residents <= 3

    def only_county(self):
        return self.counties[0][0] if self.counties and float(self.counties[0][1]) >= 0.9995 else None


UNITS = [Unit(row) for row in table("us/municipalities.csv")]
BY_GEOID = {unit.geoid: unit for unit in UNITS}
by_name = defaultdict(list)
for unit in UNITS:
    for key in unit.keys:
        by_name[unit.state, key].append(unit)


def whole_name(state, name):
    """Those whose whole name it is: an incorporated place before the subdivision around it; in New England a city, then a town."""
    found = [unit for unit in by_name[state, joined(name)] if not unit.statistical]
    inside = [unit for unit in found if unit.level == "place"]
    around = [unit for unit in found if unit.level == "subdivision"]
    if state in NEW_ENGLAND:
        return [unit for unit in inside if unit.kind == "city"] or around or inside
    return inside or around


def of_kind(state, name):
    bare, kind = without_kind(name)
    found = by_name[state, joined(bare)]
    own = [unit for unit in found if unit.kind == kind]
    return own or [unit for unit in found if kind == "township" and unit.kind == "town"]


def meant(state, name):
    said = without_kind(name)
    if said and name.startswith(said[1].capitalize() + " of "):
        return of_kind(state, name)
    whole = whole_name(state, name)
    if not said or said[1] == "city" and whole:
        return whole
    return whole + [unit for unit in of_kind(state, name) if unit not in whole]


def candidates(state, name, county):
    forms = [name]
    if name.endswith("boro"):
        forms.append(name + "ugh")
    if name.endswith("borough"):
        forms.append(name[:-3])
    if name.endswith(" Town and Village"):
        forms.append(name[:-len(" Town and Village")] + " Town")
    found = next((units for units in (meant(state, form) for form in forms) if units), [])
    return [unit for unit in found if county is None or joined(county) in {joined(one) for one, _ in unit.counties}]


def community(state, name, county, residents):
    """A census-designated place or a county of the name, with about as many residents."""
    if county:
        return None
    found = {unit.geoid: unit for each in (name, name + " County") for unit in by_name[state, joined(each)]
             if unit.statistical and unit.agrees(residents)}
    return next(iter(found.values())) if len(found) == 1 else None


in_list = defaultdict(set)
for row in table("us/agencies.csv"):
    in_list[row["state"], joined(row["agency"])].add(row["counties"])


def is_listed(unit, name):
    """Whether the FBI's list has departments of the name in one county (or pair) only, and the unit is there."""
    found = in_list[unit.state, joined(name)]
    counties = {joined(part) for part in next(iter(found)).split("; ")} if len(found) == 1 else ()
    return any(joined(re.sub(" (County|Parish)$", "", county)) in counties for county, _ in unit.counties)


def join(state, name, county, rows):
    """`rows`: residents by year. Yields the year, the rule, the unit, and the review."""
    review = IDENTITIES.get((state, f"{name}, {county}" if county else name))
    if review:
        yield from ((year, "reviewed", BY_GEOID.get(review["geoid"]), review) for year in rows)
        return
    said = without_kind(name)
    found = [unit for unit in candidates(state, name, county)
             if said or unit.level != "subdivision" or any(unit.is_of_size(residents) for residents in rows.values())]
    if len(found) == 1:
        yield from ((year, "county" if county else "name", found[0], None) for year in rows)
    elif not found:
        unit = community(state, name, county, rows[max(rows)])
        yield from ((year, "community" if unit else "open", unit, None) for year in rows)
    elif len(listed := [unit for unit in found if is_listed(unit, name)]) == 1:
        yield from ((year, "agency_list", listed[0], None) for year in rows)
    else:
        for year, residents in rows.items():
            like = [unit for unit in found if unit.agrees(residents)]
            yield (year, "residents", like[0], None) if len(like) == 1 else (year, "open", None, None)


class Joined:
    def __init__(self, state, name, county, rule, unit, review):
        self.name, self.county, self.rule, self.unit, self.review = name, county, rule, unit, review
        bare, kind = without_kind(name) or (name, "")
        self.key = (state, unit.geoid) if unit else (state, "|".join(joined(part) for part in (bare, kind, county or "")))


def number(text):
    return int(text) if text else None


def join_all():
    rows = defaultdict(dict)
    for year in YEARS:
        for row in AGENCIES[year]:
            rows[row["state"], row["agency"]][year] = number(row["residents"])
    found = {}
    for (state, agency), residents in rows.items():
        name, county = named(state, agency)
        for year, rule, unit, review in join(state, name, county, residents):
            found[state, agency, year] = Joined(state, name, county, rule, unit, review)
    return found


JOINED = join_all()


def of_other(state, agency, residents, year):
    """A row of another publisher: as Table 8 of the year names it, else by its own name and residents."""
    known = JOINED.get((state, agency, year))
    if known:
        return known
    name, county = named(state, agency)
    _, rule, unit, review = next(join(state, name, county, {year: residents}))
    return Joined(state, name, county, rule, unit, review)


def main():
    ours, theirs, rules = set(), set(), Counter()
    spans = defaultdict(list)
    for (state, agency, year), one in JOINED.items():
        rules[one.rule] += 1
        spans[state, agency, one.rule, one.unit.geoid if one.unit else "", one.review["ori"] if one.review else ""].append(year)
    for (state, agency, rule, geoid, ori), years in spans.items():
        ours.add((state, agency, str(min(years)), str(max(years)), rule, geoid, ori))
    for row in table("us/joins.csv"):
        theirs.add(tuple(row[name] for name in ("state", "agency", "from", "to", "rule", "geoid", "ori")))
    for row in sorted(ours ^ theirs):
        print("here only:" if row in ours else "in the table only:", *row)
    print(f"{len(JOINED)} rows joined ({', '.join(f'{rule} {count}' for rule, count in rules.most_common())}): {len(ours ^ theirs)} differences")
    return 1 if ours ^ theirs else 0


if __name__ == "__main__":
    sys.exit(main())
