"""The cautions of California's records, by docs/specification.md. Shares no code with the service."""

from recompute_filter import PROPERTY, VIOLENT, table
from recompute_model import LAST, YEARS
from recompute_years import has_class_fall, has_lasting_rise, low_with_neighbors, more_elsewhere, shortage

NOTICES = {(row["county"], row["agency"], row["year"]) for row in table("review/anomalies.csv") if row["kind"] == "notice"}


def rows_of(county, year):
    return [row for row in table(f"offenses/{year}.csv") if row["county"] == county]


def campus_reported(place, year):
    """Whether a campus of the city reported at least 5% of the city's offenses."""
    campuses = {row["agency"] for row in table("review/campuses.csv") if (row["county"], row["city"]) == (place.county, place.city)}
    return any(20 * sum(int(row[offense]) for offense in VIOLENT + PROPERTY) >= sum(place.counts[year])
               for row in rows_of(place.county, year) if row["agency"] in campuses)


def cautions(place, year, rating):
    """The codes of the record's cautions, sorted."""
    first = min(earlier for earlier in YEARS if place.complete[earlier])
    finding, residents = place.verdicts[year].finding, place.residents
    violent, prop = rating["violent"]["ratio"], rating["property"]["ratio"]
    codes = {row["code"] for row in table("review/cautions.csv")
             if (row["county"], row["city"]) == (place.county, place.city) and row["year"] in ("", str(year))}
    found = {
        "older_year": year != LAST,
        "fall": finding == "low",
        "shared_fall": finding == "shared_low",
        "class_fall": has_class_fall(place, year),
        "jump": finding == "jump",
        "publisher_notice": (place.county, place.name, str(year)) in NOTICES,
        "second_source": any(map(sum, more_elsewhere(place, year, 1.05))),
        "recorded_differently": has_lasting_rise(place, year),
        "few_residents": sum(place.counts[year]) < 60 or place.counts[year][0] < 8,
        "visitors_and_jobs": prop > 1.2 and prop > 1.5 * violent,
        "population_break": first < 2025 <= year and abs(residents[2025] / residents.get(2024, residents[2025]) - 1) > 0.05,
    }
    if place.kind == "county":
        found["missing_reports"] = max(shortage(place, year)[1]) >= 0.01
    else:
        found["neighbors_fall"] = place in low_with_neighbors(year)
        found["campus_police"] = campus_reported(place, year)
    return sorted(codes | {code for code, applies in found.items() if applies})
