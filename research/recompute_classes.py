"""The classes of offenses that are missing in a year, by docs/specification.md: found, filled in, or reason enough to leave the
year out. recompute_nation.py and recompute_areas.py call it with their own years and rates.

It shares no code with the service. Python 3, standard library only.
"""

from collections import defaultdict

from offense_classes import PROPERTY, VIOLENT, YEARLY
from recompute_filter import (
    GROUPS, YEARS_FALLEN, Verdict, letter_of, posterior, score_of, score_with, tails,
)

NEVER = ("rape", "burglary", "larceny", "motor_vehicle_theft")


def is_gone(name, count, expected, variance, never):
    return expected >= 10 and count < expected / 3 and is_beyond_chance(name, count, expected, variance)


def is_low(name, count, expected, variance, never):
    """Below half of 20 or more, or none beyond chance."""
    return expected >= 20 and count < expected / 2 or count == 0 and is_beyond_chance(name, count, expected, variance)


def is_beyond_chance(name, count, expected, variance):
    return expected > 0 and tails(count, expected, variance - expected, 1)[0] < (0.001 if name == "homicide" else 0.01)


def missing_counts(gone):
    return [sum(expected - count for name, count, expected, *_ in gone if name in group) for group in (VIOLENT, PROPERTY)]


class Classes:
    """The classes of all places in these years. `second` of a place is the second collection: its kind and two counts."""

    def __init__(self, years, class_rates, rates):
        self.years, self.class_rates, self.rates, self.last = years, class_rates, rates, years[-1]
        self.first_gone, self.gone_years, self.own_since = {}, defaultdict(set), defaultdict(int)  # by place and class
        self.missing, self.last_changes = {}, {}  # what is gone, by place and year; all of the last year, by place

    def changes(self, place, year):
        """Each class: count, expected count, its variance, and whether the place never reported it."""
        begun = max((one for one in place.begins_again if one < year), default=0)
        past = [one for one in self.years if begun <= one < year and place.complete[one]]

        def sums(name, years):
            return (sum(max(0, place.offenses[one][name]) for one in years),
                    sum(self.class_rates[one][name] * place.residents[one] / 1000 for one in years))

        for name in VIOLENT + PROPERTY if past else ():
            count, nation = max(0, place.offenses[year][name]), self.class_rates[year][name] * place.residents[year] / 1000
            if name in NEVER and len(past) >= 3:
                had, usual = sums(name, past)
                others = [sums(other, past) for group in (VIOLENT, PROPERTY) if name in group for other in group if other != name]
                level = 1 if name in ("burglary", "larceny") else sum(pair[0] for pair in others) / sum(pair[1] for pair in others)
                total, expected = usual + nation, nation * level
                if total >= 25 and had + count < 0.04 * total and expected >= 2 and count < expected / 3:
                    yield name, count, expected, expected + (0.7 * expected) ** 2, True
                    continue
            key = place, name
            own = [one for one in past if one >= self.own_since[key] and one not in self.gone_years[key]][-5:]
            had, usual = sums(name, own)
            expected = had / usual * nation if usual else 0
            yield name, count, expected, expected + expected**2 * (1 / max(1, had) + YEARLY[name] ** 2), False

    def confirmed(self, place, year, name):
        """Whether the second collection is within 5% in the group of the class."""
        if year != self.last or not place.second:
            return False
        g = 0 if name in VIOLENT else 1
        ours, theirs = place.counts[year][g], place.second[1 + g]
        return max(ours, theirs) <= 1.05 * min(ours, theirs)

    def gone(self, place, year):
        """The classes that are gone, until the level is the place's own. Keeps account: once for each year, in order."""
        for name, *change in self.changes(place, year):
            key = place, name
            if change[-1]:
                yield name, *change
            elif not is_gone(name, *change):
                self.first_gone.pop(key, None)
            else:
                since = self.first_gone.setdefault(key, year)
                if year - since >= YEARS_FALLEN or self.confirmed(place, year, name):
                    self.own_since[key] = since
                    self.gone_years[key].clear()
                    del self.first_gone[key]
                else:
                    self.gone_years[key].add(year)
                    yield name, *change

    def gone_now(self, place, year):
        """The classes that are gone by this year alone."""
        return [(name, *change) for name, *change in self.changes(place, year) if change[-1] or is_gone(name, *change)]

    def is_misleading(self, place, year, gone, forecast):
        """Whether filling in would move the score by five points, or the rate of all offenses by five percent of the nation's."""
        more, priors = missing_counts(gone), forecast.rates if forecast else None
        moved = score_with(place, year, priors, more) - score_with(place, year, priors, (0, 0))
        percent = 100 * sum(more) / (place.residents[year] / 1000) / sum(self.rates[g][year] for g in GROUPS)
        return bool(gone) and (abs(moved) >= 5 or percent > 5)

    def is_rare(self, place, year):
        """Whether a class that is not missing, other than homicide, has no offense where the nation's rate gives 25 or more, or
        assaults are under 4% of what it gives in three years and this one, if that is 25 or more."""
        gone = {name for name, *_ in self.missing.get((place, year), ())}
        begun = max((one for one in place.begins_again if one < year), default=0)
        past = [one for one in self.years if begun <= one < year and place.complete[one]]
        usual = lambda name, years: sum(self.class_rates[one][name] * place.residents[one] / 1000 for one in years)
        names = [name for name in VIOLENT + PROPERTY if name not in gone]
        if past and any(place.offenses[year][name] <= 0 and usual(name, [year]) >= 25 for name in names if name != "homicide"):
            return True
        years, assault = [*past, year], "aggravated_assault"
        had = sum(max(0, place.offenses[one][assault]) for one in years)
        return assault in names and len(past) >= 3 and usual(assault, years) >= 25 and had < 0.04 * usual(assault, years)

    def contradicted(self, place, year, counts, forecast):
        """Whether the state's program has over 1.1 times the count of a group, and the letter of the group would change."""
        if year != self.last or not place.second or place.second[0] != "state":
            return False
        n = place.residents[year] / 1000

        def letter(g, y):
            rate = posterior(*forecast.rates[g], y, n)[0] if forecast else y / n
            return letter_of(score_of(rate / self.rates[g][year]))

        return any(place.second[1 + g] > 1.1 * counts[g] and letter(g, place.second[1 + g]) != letter(g, counts[g]) for g in GROUPS)

    def checked(self, place, year, verdict, forecast):
        """The verdict on a complete year after these tests; fills in what is missing where it matters little."""
        if year == self.last:
            self.last_changes[place] = list(self.changes(place, year))
        gone = self.missing[place, year] = list(self.gone(place, year))
        if self.is_misleading(place, year, gone, forecast):
            return Verdict(False, "class_lost", forecast, None)
        counts = tuple(y + extra for y, extra in zip(place.counts[year], missing_counts(gone)))
        if self.contradicted(place, year, counts, forecast):
            return Verdict(False, "second_source", forecast, None)
        if gone:
            place.counts[year] = counts
            for g, group in enumerate((VIOLENT, PROPERTY)):
                variance = sum(variance for name, _, _, variance, _ in gone if name in group)
                if variance:
                    place.trust[year, g] = counts[g] / (counts[g] + variance)
        return verdict
