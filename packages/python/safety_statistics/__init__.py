"""Client of the Safety Statistics Service: safety scores and crime statistics for California and the United States.

Standard library only, Python 3.9 or newer. Install it with pip, or copy this file next to your program:

    from safety_statistics import SafetyClient

    client = SafetyClient("https://safety.example", os.environ["SAFETY_API_KEY"])
    city = client.city("Irvine")
    if city:
        print(city["grade"], "score", city["safety_score"], city["data_year"])

`AsyncSafetyClient` has the same methods as coroutines. Create one client and reuse it. Keep keys in the environment of your backend, never in code.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, AsyncIterator, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Type, TypedDict, TypeVar, Union, cast

_Asked = TypeVar("_Asked")
_Item = TypeVar("_Item")

__version__ = "1.5.0.dev1"
__all__ = [
    "AreaChange",
    "AreaExplained",
    "AreaMonths",
    "AreaProperty",
    "AreaRateRange",
    "AreaRecord",
    "AreaViolent",
    "AreaWholeReports",
    "AreaWithoutFigures",
    "AreaWithoutGrade",
    "AreaYears",
    "AreasBatchItem",
    "AsyncNationClient",
    "AsyncSafetyClient",
    "BatchData",
    "BatchItem",
    "BesideNation",
    "Candidate",
    "Caution",
    "CityHistory",
    "CityRecord",
    "ConnectionFailed",
    "CountyAreas",
    "CountyAreasExplanation",
    "CountyAreasHistory",
    "CountyAreasMonths",
    "CountyExplanation",
    "CountyHistory",
    "CountyInState",
    "CountyRecord",
    "CountyShare",
    "CoveringArea",
    "DatasetStatistics",
    "ExplainItem",
    "Explanation",
    "GradeDistribution",
    "HistoryItem",
    "InputError",
    "Intervals",
    "KeyRefused",
    "LimitExceeded",
    "Limits",
    "LocateAnswer",
    "LocateItem",
    "LocateQuery",
    "Location",
    "Matched",
    "NationBatchItem",
    "NationCandidate",
    "NationCaution",
    "NationClient",
    "NationCounty",
    "NationCountyShare",
    "NationExplanation",
    "NationGroup",
    "NationHistory",
    "NationLocateAnswer",
    "NationLocateItem",
    "NationLocateQuery",
    "NationLocatedPlace",
    "NationLocation",
    "NationMonth",
    "NationMonths",
    "NationPeers",
    "NationPlace",
    "NationPlaceFigures",
    "NationPlaceListed",
    "NationPropertyRate",
    "NationProvisional",
    "NationProvisionalGroup",
    "NationRange",
    "NationRank",
    "NationRecord",
    "NationStates",
    "NationStatistics",
    "NationViolentRate",
    "NationYear",
    "Note",
    "Offenses",
    "PeersAmong",
    "Place",
    "PlaceByGeoid",
    "PlaceFigures",
    "PlaceInState",
    "ProblemError",
    "PropertyOffenses",
    "PropertyRate",
    "RankAmong",
    "RankedResidents",
    "SafetyClient",
    "SafetyError",
    "ScoreInterval",
    "ServerError",
    "SetupError",
    "StateArea",
    "StateAreas",
    "StateCoverage",
    "Step",
    "TimedOut",
    "UnexpectedAnswer",
    "ViolentOffenses",
    "ViolentRate",
    "YearRecord",
]


class CityRecord(TypedDict):
    """Safety record of a city."""

    city: str
    county: str
    population: int
    crime_rate_per_1k: float
    safety_score: int
    grade: str
    grade_label: str
    stars: int
    grade_color: str
    data_year: int
    state_average_rate: float
    comparison: str


class CountyRecord(TypedDict):
    """Safety summary of a county."""

    county: str
    state: str
    population: int
    crime_rate_per_1k: float
    safety_score: int
    grade: str
    grade_label: str
    data_year: int
    state_average_rate: float
    comparison: str
    cities_covered: int


class BatchData(TypedDict):
    safety_score: int
    grade: str
    grade_label: str
    crime_rate_per_1k: float


class BatchItem(TypedDict):
    """One name of a batch. `city` is the name as you wrote it; `data` is None if `found` is False."""

    city: str
    found: bool
    data: Optional[BatchData]


class GradeDistribution(TypedDict):
    """Number of cities by letter, regardless of + and -."""

    A: int
    B: int
    C: int
    D: int
    F: int


class _ExplainItem(TypedDict):
    found: bool
    data: Union[Explanation, CountyExplanation, None]


class ExplainItem(_ExplainItem, total=False):
    """One place of a batch, with its explanation. `city` or `county` is the name as you wrote it."""

    city: str
    county: str


class _HistoryItem(TypedDict):
    found: bool
    data: Union[CityHistory, CountyHistory, None]


class HistoryItem(_HistoryItem, total=False):
    """One place of a batch, with its history. `city` or `county` is the name as you wrote it."""

    city: str
    county: str


class DatasetStatistics(TypedDict):
    """Statistics of the dataset."""

    cities: int
    counties: int
    data_year: int
    last_updated: str
    grade_distribution: GradeDistribution


class ScoreInterval(TypedDict):
    """An interval that contains the score with the given probability; `grades` are its grades, best first."""

    year: int
    probability: float
    safety_score_low: int
    safety_score_high: int
    grades: List[str]
    text: str


class Intervals(TypedDict):
    next_year: ScoreInterval
    """Where the score of the next year will lie."""
    this_year: ScoreInterval
    """The range of this year's score given chance in its counts."""


class Caution(TypedDict):
    """A caution about the figures of a place; `source` is None if the figures themselves show it.

    `detail` tells cautions of one code apart.
    """

    code: str
    detail: str
    text: str
    source: Optional[str]


class ViolentOffenses(TypedDict):
    homicide: int
    rape: int
    robbery: int
    aggravated_assault: int


class PropertyOffenses(TypedDict):
    burglary: int
    motor_vehicle_theft: int
    larceny: int


class Offenses(ViolentOffenses, PropertyOffenses):
    """Reported offenses of a year by class."""


class _Rate(TypedDict):
    count: int
    rate_per_1k: float
    yearly_move: float
    prior_mean: float
    prior_variance: float
    weight: float
    smoothed_rate_per_1k: float
    ratio: float
    safety_score: int
    grade: str


class _StateRate(_Rate):
    state_rate_per_1k: float


class _NationRate(_Rate):
    filled_count: Optional[float]
    national_rate_per_1k: float


class ViolentRate(_StateRate):
    """How the violent offenses were rated: the smoothed rate, its ratio to the state's rate, and the score of this ratio."""

    offenses: ViolentOffenses


class PropertyRate(_StateRate):
    """The same for property offenses."""

    offenses: PropertyOffenses


class NationViolentRate(_NationRate):
    """The same against the nation's rate."""

    offenses: ViolentOffenses


class NationPropertyRate(_NationRate):
    """The same for property offenses."""

    offenses: PropertyOffenses


class Step(TypedDict):
    """One line of the calculation: the formula, and the formula with the place's numbers."""

    name: str
    formula: str
    numbers: str
    value: float


class Note(TypedDict):
    """A break of the series: `year` is the first one after it."""

    year: int
    text: str


class _Explained(TypedDict):
    data_year: int
    population: int
    summary: str
    safety_score: int
    grade: str
    cautions: List[Caution]
    notes: List[Note]
    relative_risk: float
    years: List[int]
    steps: List[Step]


class _Explanation(_Explained):
    county: str
    intervals: Intervals
    violent: ViolentRate
    property: PropertyRate


class BesideNation(TypedDict):
    """A city against the United States, where the average scores 50."""

    data_year: int
    safety_score: int
    grade: str
    violent_ratio: float
    property_ratio: float
    yardstick: str


class Explanation(_Explanation):
    """How the score of a city was calculated."""

    city: str
    nation: Optional[BesideNation]


class CountyExplanation(_Explanation):
    """How the score of a county was calculated."""


class _Year(TypedDict):
    data_year: int
    population: Optional[int]
    violent_rate_per_1k: Optional[float]
    property_rate_per_1k: Optional[float]
    crime_rate_per_1k: Optional[float]
    offenses: Optional[Offenses]
    safety_score: Optional[int]
    grade: Optional[str]
    status: str


class YearRecord(_Year):
    """One year of a history; None if the year has no value."""

    state_average_rate: Optional[float]


class CityHistory(TypedDict):
    """The years of a city since 2010, oldest first."""

    city: str
    county: str
    years: List[YearRecord]
    notes: List[Note]


class CountyHistory(TypedDict):
    """The years of a county since 2010, oldest first."""

    county: str
    years: List[YearRecord]
    notes: List[Note]


class PlaceFigures(TypedDict):
    safety_score: int
    grade: str
    grade_label: str
    crime_rate_per_1k: float
    violent_rate_per_1k: float
    property_rate_per_1k: float
    population: int
    data_year: int


class _Place(TypedDict):
    kind: str
    name: str
    county: str
    within: Optional[str]
    split: bool
    status: str
    reason: Optional[str]
    latitude: float
    longitude: float
    data: Optional[PlaceFigures]
    match: Optional[str]


class Place(_Place, total=False):
    """A city, county, unincorporated community, or neighborhood; `data` is None if it has no grade of its own.

    `distance_km` is there with `near`.
    """

    distance_km: float


class Matched(TypedDict):
    kind: str
    name: str


class Candidate(TypedDict):
    """A possible location; `city` is None on unincorporated land of the county."""

    city: Optional[str]
    county: str
    share: float
    basis: str


class Location(TypedDict):
    """The record that applies to a point, a ZIP code, or a name. `answer` is "city", "county", or None."""

    matched: Matched
    answer: Optional[str]
    city: Optional[CityRecord]
    county: Optional[CountyRecord]
    candidates: List[Candidate]
    others: bool


class LocateQuery(TypedDict, total=False):
    """`lat` and `lon`, or `zip`, or `name`."""

    lat: float
    lon: float
    zip: str
    name: str


class _Located(TypedDict):
    found: bool
    data: Optional[Location]


class LocateAnswer(_Located, total=False):
    """`found` and `data`; `suggestions` and `hint` only if `found` is False."""

    suggestions: List[Place]
    hint: Optional[str]


class LocateItem(LocateAnswer):
    """The answer for one query of a batch."""

    query: LocateQuery


class NationGroup(TypedDict):
    """Violent or property offenses of a place: the estimated rate, which `rate_per_1k` is too, and the score of it alone."""

    rate_per_1k: float
    estimated_per_1k: float
    reported_per_1k: float
    safety_score: int
    grade: str


class NationRange(TypedDict):
    low: int
    high: int


class NationCaution(TypedDict):
    code: str
    text: str


class NationProvisionalGroup(TypedDict):
    """Reported offenses of a group in the year after the record's. `change_percent` is None for few offenses."""

    offenses: int
    rate_per_1k: float
    change_percent: Optional[float]
    exceeds_chance: bool
    exceeds_usual_change: bool


class NationProvisional(TypedDict):
    """The year after the record's by its months. A group is None if a class is missing."""

    year: int
    months: int
    violent: Optional[NationProvisionalGroup]
    property: Optional[NationProvisionalGroup]
    source: str
    as_of: str


class NationMonth(TypedDict):
    """Reported offenses of a month by class; None if it was not reported."""

    month: str
    homicide: Optional[int]
    rape: Optional[int]
    robbery: Optional[int]
    aggravated_assault: Optional[int]
    burglary: Optional[int]
    motor_vehicle_theft: Optional[int]
    larceny: Optional[int]


class NationMonths(TypedDict):
    """The months of a place after the record's year, preliminary."""

    city: str
    state: str
    county: Optional[str]
    ori: str
    agency: str
    population: Optional[int]
    months: List[NationMonth]
    provisional: Optional[NationProvisional]
    source: str
    as_of: str
    yardstick: str


class CountyShare(TypedDict):
    """A county, and the share of a place's residents in it."""

    county: str
    share: float


class NationRecord(TypedDict):
    """Safety record of a place in a state, compared with the United States."""

    city: str
    state: str
    county: Optional[str]
    population: int
    crime_rate_per_1k: float
    safety_score: int
    grade: str
    grade_label: str
    stars: int
    grade_color: str
    data_year: int
    national_average_rate: float
    comparison: str
    violent: NationGroup
    property: NationGroup
    next_year: Optional[NationRange]
    """The 80% range of the next year's score; None if the width is not known."""
    cautions: List[NationCaution]
    source: str
    provisional: Optional[NationProvisional]
    """The year after by its months; None if they are not whole."""
    yardstick: str
    geoid: Optional[str]
    """Census GEOID; None for a department of several municipalities."""
    latitude: Optional[float]
    longitude: Optional[float]
    counties: List[CountyShare]


class RankedResidents(TypedDict):
    """The sizes of the places that a rank compares; `max` is None for the largest."""

    min: int
    max: Optional[int]


class RankAmong(TypedDict):
    """1 is the highest score; places with the same score share a rank."""

    rank: int
    of: int


class NationRank(TypedDict):
    """Position by score among places of about the same size."""

    residents: RankedResidents
    nation: RankAmong
    state: RankAmong


class NationExplanation(_Explained):
    """How the score of a place in a state was calculated. `rank` is None for fewer than 10,000 residents."""

    city: str
    state: str
    county: Optional[str]
    next_year: Optional[ScoreInterval]
    rank: Optional[NationRank]
    provisional: Optional[NationProvisional]
    violent: NationViolentRate
    property: NationPropertyRate
    yardstick: str


class NationYear(_Year):
    """One year of a history; None if the year has no value."""

    national_average_rate: Optional[float]


class NationHistory(TypedDict):
    """The years of a place in a state since 2012, oldest first."""

    city: str
    state: str
    county: Optional[str]
    years: List[NationYear]
    notes: List[Note]
    yardstick: str


class NationPlaceFigures(PlaceFigures):
    """Figures of a place; `yardstick` says what its score is measured by."""

    yardstick: str
    provisional: Optional[NationProvisional]


class NationPlaceListed(TypedDict):
    """A place in a state; `data` is None if it has no grade, and `reason` says why."""

    city: str
    state: str
    county: Optional[str]
    geoid: Optional[str]
    latitude: Optional[float]
    longitude: Optional[float]
    has_boundary: bool
    status: str
    reason: Optional[str]
    rank: Optional[NationRank]
    data: Optional[NationPlaceFigures]


class _NationPlace(NationPlaceListed):
    match: Optional[str]


class NationPlace(_NationPlace, total=False):
    """A place of a list. `distance_km` is there with `near`."""

    distance_km: float


class PeersAmong(TypedDict):
    """The next larger and the next smaller places, the largest first."""

    larger: List[NationPlaceListed]
    smaller: List[NationPlaceListed]


class AreaWithoutGrade(TypedDict):
    """Why an area has no grade, with a sentence."""

    reason: str
    text: str


class AreaChange(TypedDict):
    """Change of the reported rates in percent, from the last complete year before."""

    from_year: int
    violent_percent: Optional[int]
    property_percent: Optional[int]


class AreaRateRange(TypedDict):
    """The 80% range of the next year's offenses per 1,000 residents."""

    low: float
    high: float


class AreaRecord(TypedDict):
    """What a county department reported of the area that it polices, which is never the whole county."""

    area: str
    department: str
    department_kind: str
    """police or sheriff."""
    ori: str
    population: int
    crime_rate_per_1k: float
    violent_rate_per_1k: float
    property_rate_per_1k: float
    safety_score: Optional[int]
    grade: Optional[str]
    grade_label: Optional[str]
    stars: Optional[int]
    grade_color: Optional[str]
    without_grade: Optional[AreaWithoutGrade]
    """None with a grade."""
    data_year: int
    national_average_rate: float
    comparison: Optional[str]
    change: Optional[AreaChange]
    next_year: Optional[NationRange]
    next_year_rate: AreaRateRange
    cautions: List[NationCaution]
    source: str
    provisional: Optional[NationProvisional]
    yardstick: str


class StateArea(AreaRecord):
    """An area in the list of a state, with its county."""

    county: str
    geoid: str


class StateAreas(TypedDict):
    """The areas of a state with figures, by county."""

    state: str
    data_year: int
    areas: List[StateArea]


class AreaWithoutFigures(TypedDict):
    """A county department without figures, and why."""

    department: str
    department_kind: str
    ori: str
    population: Optional[int]
    reason: str
    detail: str


class CountyAreas(TypedDict):
    """The areas of a county's departments, the one with most residents first."""

    state: str
    county: str
    geoid: str
    areas: List[AreaRecord]
    without_figures: List[AreaWithoutFigures]


class _AreaGroup(TypedDict):
    count: int
    rate_per_1k: float
    prior_mean: float
    weight: float
    smoothed_rate_per_1k: float
    national_rate_per_1k: float
    ratio: Optional[float]


class AreaViolent(_AreaGroup):
    """How an area's violent offenses were rated."""

    offenses: ViolentOffenses


class AreaProperty(_AreaGroup):
    """How an area's property offenses were rated."""

    offenses: PropertyOffenses


class AreaWholeReports(TypedDict):
    """Whether the department's reports are those of its area."""

    text: str
    unheld_violent: Optional[float]
    unheld_property: Optional[float]


class AreaExplained(TypedDict):
    """How the figures of a department's area came about."""

    area: str
    department: str
    department_kind: str
    ori: str
    data_year: int
    population: int
    residents: str
    whole_reports: AreaWholeReports
    safety_score: Optional[int]
    grade: Optional[str]
    relative_risk: Optional[float]
    violent: AreaViolent
    property: AreaProperty
    years: List[int]
    provisional: Optional[NationProvisional]
    cautions: List[NationCaution]


class CountyAreasExplanation(TypedDict):
    """How the figures of a county's departments came about."""

    state: str
    county: str
    geoid: str
    areas: List[AreaExplained]
    yardstick: str


class AreaYears(TypedDict):
    """The years of a county department."""

    department: str
    department_kind: str
    ori: str
    years: List[NationYear]


class CountyAreasHistory(TypedDict):
    """The years of a county's departments."""

    state: str
    county: str
    geoid: str
    areas: List[AreaYears]
    yardstick: str


class AreaMonths(TypedDict):
    """The months of a county department, preliminary."""

    department: str
    department_kind: str
    ori: str
    population: Optional[int]
    months: List[NationMonth]
    provisional: Optional[NationProvisional]


class CountyAreasMonths(TypedDict):
    """The months of a county's departments."""

    state: str
    county: str
    geoid: str
    areas: List[AreaMonths]
    source: str
    as_of: str
    yardstick: str


class CoveringArea(TypedDict):
    """The area that covers a place without figures of its own."""

    area: str
    department: str
    department_kind: str
    ori: str
    state: str
    county: str
    geoid: str
    population: Optional[int]
    crime_rate_per_1k: Optional[float]
    safety_score: Optional[int]
    grade: Optional[str]
    reason: Optional[str]
    path: str


class NationPeers(TypedDict):
    """The places next to one in size, in its state and in the nation."""

    place: NationPlaceListed
    in_state: PeersAmong
    in_nation: PeersAmong
    yardstick: str


class _PlaceInState(TypedDict):
    state: str
    city: str


class PlaceInState(_PlaceInState, total=False):
    """A name in a state, by its USPS code or name. `county` tells namesakes apart."""

    county: str


class PlaceByGeoid(TypedDict):
    """A Census GEOID of a place or a county subdivision."""

    geoid: str


class _NationBatchItem(TypedDict):
    found: bool
    data: Optional[NationRecord]


class NationBatchItem(_NationBatchItem, total=False):
    """One place of a batch, as you wrote it: `state` and `city`, or `geoid`. `reason`, `suggestions`, and `hint` only if `found` is False."""

    state: str
    city: str
    geoid: str
    reason: Optional[str]
    suggestions: List[NationPlace]
    hint: Optional[str]
    covered_by: Optional[CoveringArea]


class CountyInState(TypedDict):
    """A county of a state, with or without its kind."""

    state: str
    county: str


class _AreasBatchItem(CountyInState):
    found: bool
    data: Optional[CountyAreas]


class AreasBatchItem(_AreasBatchItem, total=False):
    """One county of a batch, as you wrote it. `without_figures` and `hint` only if `found` is False."""

    without_figures: List[AreaWithoutFigures]
    hint: Optional[str]


class NationCountyShare(TypedDict):
    county: str
    share: float


class NationLocatedPlace(TypedDict):
    """A place of the country, with or without figures."""

    city: str
    kind: str
    official_name: str
    state: str
    county: str
    counties: List[NationCountyShare]
    geoid: str
    latitude: float
    longitude: float
    population: int


class NationCandidate(TypedDict):
    """A place that may be meant; `city` is None for a county's land outside the other candidates."""

    city: Optional[str]
    kind: str
    state: str
    county: str
    geoid: str
    population: int
    share: Optional[float]


class NationCounty(TypedDict):
    county: str
    state: str
    geoid: Optional[str]


class NationLocation(TypedDict):
    """The place that is meant by a point, a ZIP code, a name, an address, or a GEOID; `place` is None if no single one is."""

    matched: Matched
    place: Optional[NationLocatedPlace]
    part_of: Optional[str]
    county: Optional[NationCounty]
    record: Optional[NationRecord]
    reason: Optional[str]
    covered_by: Optional[CoveringArea]
    basis: str
    boundary: Optional[str]
    candidates: List[NationCandidate]
    hint: Optional[str]


class NationLocateQuery(TypedDict, total=False):
    """`lat` and `lon`, or `zip`, or `name` with or without `state` and `county`, or `address`, or `geoid`."""

    lat: float
    lon: float
    zip: str
    name: str
    state: str
    county: str
    address: str
    geoid: str


class _NationLocated(TypedDict):
    found: bool
    data: Optional[NationLocation]


class NationLocateAnswer(_NationLocated, total=False):
    """`found` and `data`; `reason`, `suggestions`, and `hint` only if `found` is False."""

    reason: Optional[str]
    suggestions: List[NationPlace]
    hint: Optional[str]


class NationLocateItem(NationLocateAnswer):
    """The answer for one query of a batch."""

    query: NationLocateQuery


class StateCoverage(TypedDict):
    """What the dataset covers of a state. Its rates are context, not a score."""

    state: str
    name: str
    population: int
    residents_covered: int
    share_covered: float
    places: int
    absent: int
    areas: int
    areas_with_grade: int
    residents_in_areas: int
    violent_rate_per_1k: float
    property_rate_per_1k: float


class NationStates(TypedDict):
    """The coverage of each state and the District of Columbia, by name."""

    data_year: int
    states: List[StateCoverage]


class NationStatistics(TypedDict):
    """Statistics of the edition of the United States."""

    places: int
    absent: int
    states: int
    residents_covered: int
    areas: int
    areas_with_grade: int
    residents_in_areas: int
    population: int
    data_year: int
    last_updated: str
    grade_distribution: GradeDistribution
    yardstick: str


@dataclass(frozen=True)
class Limits:
    """The limits of the key as of the last answer that had them."""

    policy: str
    """`month` for live keys, `day` for test keys, `burst` if requests came too fast."""
    limit: int
    remaining: int
    resets_at: datetime
    """When the full limit is available again, in UTC."""


class SafetyError(Exception):
    """Base class of the errors of this client."""


class SetupError(SafetyError):
    """An invalid option, such as a missing URL or key. Raised by the constructor."""


class ConnectionFailed(SafetyError):
    """No answer: the URL is wrong, the server is down, or the connection broke. `__cause__` has the reason."""


class TimedOut(ConnectionFailed):
    """No answer within `timeout` seconds."""


class UnexpectedAnswer(SafetyError):
    """An answer that is not from the service: a redirect, a proxy's page, or JSON from another program."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class ProblemError(SafetyError):
    """The service refused the request and gave a reason (RFC 9457). Always one of the four classes below."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(
            f"{problem['detail']} ({problem['status']} {problem['code']}, request {problem['request_id']})"
        )
        self.problem = problem
        """The body of the answer."""
        self.status: int = problem["status"]
        self.code: str = problem["code"]
        self.request_id: str = problem["request_id"]
        """Include it when you contact the operator."""


class KeyRefused(ProblemError):
    """401 and 403: the key is missing, malformed, unknown, revoked, or expired, or its account is suspended."""


class LimitExceeded(ProblemError):
    """429: a quota or the burst is used up, and the wait is longer than an hour or `max_retry_wait`."""

    @property
    def resets_at(self) -> datetime:
        """When the full limit is available again, in UTC."""
        return datetime.fromisoformat(self.problem["resets_at"].replace("Z", "+00:00"))


class InputError(ProblemError):
    """400, 404, 405, 413, and 415: the request is invalid; sending it again gives the same answer."""

    @property
    def errors(self) -> List[Dict[str, str]]:
        """The errors: with a JSON pointer in a batch (`/cities/3` is your fourth name), else with a parameter."""
        return list(self.problem.get("errors", []))


class ServerError(ProblemError):
    """500 and 503: the service failed."""


_PROBLEMS: Dict[int, Type[ProblemError]] = {
    400: InputError,
    401: KeyRefused,
    403: KeyRefused,
    404: InputError,
    405: InputError,
    413: InputError,
    415: InputError,
    429: LimitExceeded,
    500: ServerError,
    503: ServerError,
}
# The service does not count 503, and a request with a gateway error may not have reached it.
_RETRIED_STATUSES = frozenset((502, 503, 504))
# The maximum of the largest plan. If the account's plan allows fewer, the first refusal says how many.
_FIRST_BATCH_SIZE = 100
_FIRST_BACKOFF = 0.25
# The maximum of the service, which needs the fewest requests.
_PAGE = 100

PlaceRecord = Union[Tuple[str, CityRecord], Tuple[str, CountyRecord]]


class SafetyClient:
    """A client of the Safety Statistics Service. Create one and reuse it: it remembers the batch size of your plan.

    base_url: URL of the service without /v1, such as https://safety.example.
    api_key: svc_live_… or svc_test_…, from the environment of your backend.
    timeout: timeout of each attempt, in seconds.
    retries: further attempts after 429 with Retry-After, 502, 503, 504, broken connections, and timeouts.
    max_retry_wait: longest wait before another attempt, in seconds. If the service asks for more, the call raises.
    batch_size: names per batch request; reduced to the plan's maximum if it is larger.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 10.0,
        retries: int = 2,
        max_retry_wait: float = 10.0,
        batch_size: int = _FIRST_BATCH_SIZE,
    ) -> None:
        self._base_url = _address_of(base_url)
        self._api_key = _usable_key(api_key)
        self._timeout = _number("timeout", timeout, lambda value: 0 < value < 1e6, "greater than 0")
        self._retries = _whole("retries", retries, 0, 100)
        self._max_retry_wait = _number("max_retry_wait", max_retry_wait, lambda value: 0 <= value < 1e6, "0 or more")
        self._batch_size = _whole("batch_size", batch_size, 1, 10_000)
        self._limits: Optional[Limits] = None
        self._opener = urllib.request.build_opener(_NoRedirect())
        self.us = NationClient(self)
        """Cities and towns in all states, compared with the United States."""

    def __repr__(self) -> str:
        return f"SafetyClient({self._base_url!r})"

    @property
    def limits(self) -> Optional[Limits]:
        """The limits of the key as of the last answer that had them; None before the first."""
        return self._limits

    def city(self, name: str) -> Optional[CityRecord]:
        """The record of a California city, by any common spelling of its name, or None. One request."""
        return cast(Optional[CityRecord], self._look_up("city", "/v1/safety/", name))

    def county(self, name: str) -> Optional[CountyRecord]:
        """The summary of a California county, with or without the word "County", or None. One request."""
        return cast(Optional[CountyRecord], self._look_up("county", "/v1/safety/county/", name))

    def city_or_county(self, city: str, county: str) -> Optional[PlaceRecord]:
        """("city", record) for a city or its neighborhood, ("county", record) for another place, or None.

        Another place is a community on the county's land or a city without a grade. One request.
        """
        place, name = _name_for("city_or_county", city), _name_for("city_or_county", county)
        bare = re.sub(r"\s+(?:county|co\.?)$", "", name, flags=re.IGNORECASE)
        found = self.locate(name=f"{place}, {bare} County")
        if found is None:
            return None
        if found["city"] is not None:
            return ("city", found["city"])
        return None if found["county"] is None else ("county", found["county"])

    def explain(self, city: str) -> Optional[Explanation]:
        """How a city's score was calculated: counts, rates, formula, intervals, and cautions, or None.

        One request.
        """
        return cast(Optional[Explanation], self._look_up("explain", "/v1/explain/", city))

    def explain_county(self, name: str) -> Optional[CountyExplanation]:
        """How a county's score was calculated, or None. One request."""
        return cast(Optional[CountyExplanation], self._look_up("explain_county", "/v1/explain/county/", name))

    def history(self, city: str) -> Optional[CityHistory]:
        """Rates, score, and grade of a city for each year since 2010, or None. One request."""
        return cast(Optional[CityHistory], self._look_up("history", "/v1/history/", city))

    def county_history(self, name: str) -> Optional[CountyHistory]:
        """Rates, score, and grade of a county for each year since 2010, or None. One request."""
        return cast(Optional[CountyHistory], self._look_up("county_history", "/v1/history/county/", name))

    def locate(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
    ) -> Optional[Location]:
        """The record that applies to a point (lat and lon), a ZIP code, or a name, which need not be a city's.

        None for a point outside California, or an unknown ZIP code or name. One request.
        """
        return self.locate_or_suggest(lat=lat, lon=lon, zip=zip, name=name)["data"]

    def locate_or_suggest(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
    ) -> LocateAnswer:
        """The answer of `locate` in "data"; if that is None, with places that may be meant and a hint. One request."""
        query = _search_of({"lat": lat, "lon": lon, "zip": zip, "name": name})
        return cast(LocateAnswer, self._call("/v1/locate" + query, _is_look_up))

    def places(
        self,
        *,
        q: Optional[str] = None,
        kind: Optional[str] = None,
        county: Optional[str] = None,
        grade: Optional[str] = None,
        status: Optional[str] = None,
        sort: Optional[str] = None,
        near: Optional[Tuple[float, float]] = None,
        radius_km: Optional[float] = None,
        limit: int = _PAGE,
    ) -> Iterator[Place]:
        """All matching places: with near (latitude, longitude), nearest first; with q, best match first; otherwise by name.

        One request per `limit` places, sent when the loop needs it. Raises InputError if the dataset changes meanwhile;
        start again then.
        """
        filters: Dict[str, Union[str, float, None]] = {"q": q, "kind": kind, "county": county, "grade": grade}
        filters.update({"status": status, "sort": sort, "near": _point_text(near), "radius_km": radius_km, "limit": limit})
        return cast(Iterator[Place], self._pages("/v1/places", filters))

    def batch(self, names: Iterable[str]) -> List[BatchItem]:
        """One item for each name, in the same order, for any number of names.

        One request per batch of the plan's maximum size. If the first batch is too large, the service refuses it, says
        the maximum, and counts the request. If a request fails after its retries, the whole call fails.
        """
        wanted = _names_for("batch", names)

        def items_for(asked: List[str]) -> List[BatchItem]:
            cities = [name.strip() for name in asked]
            answer = self._call("/v1/safety/batch", _is_batch_of(len(cities)), {"cities": cities})
            return [cast(BatchItem, {**item, "city": name}) for item, name in zip(answer["results"], asked)]

        return self._in_batches(wanted, items_for)

    def explain_batch(self, cities: Iterable[str] = (), counties: Iterable[str] = ()) -> List[ExplainItem]:
        """How the scores of any number of places were calculated: an item for each city, then for each county.

        Cities and counties are requested apart; requests are counted as by `batch`.
        """
        return cast(List[ExplainItem], self._place_batch("explain", cities, counties))

    def history_batch(self, cities: Iterable[str] = (), counties: Iterable[str] = ()) -> List[HistoryItem]:
        """The years of any number of places, as by `explain_batch`."""
        return cast(List[HistoryItem], self._place_batch("history", cities, counties))

    def _place_batch(self, kind: str, cities: Iterable[str], counties: Iterable[str]) -> List[Any]:
        lists = {"cities": ("city", cities), "counties": ("county", counties)}
        items: List[Any] = []
        for member, (name_of, names) in lists.items():

            def items_for(asked: List[str], member: str = member, name_of: str = name_of) -> List[Any]:
                body = {member: [name.strip() for name in asked]}
                answer = self._call(f"/v1/{kind}/batch", _is_batch_of(len(asked)), body)
                return [{**item, name_of: name} for item, name in zip(answer["results"], asked)]

            items.extend(self._in_batches(_names_for(f"{kind}_batch", names), items_for))
        return items

    def locate_batch(self, queries: Iterable[LocateQuery]) -> List[LocateItem]:
        """One item for each query, in the same order, for any number of queries.

        A query is {"lat": ..., "lon": ...}, {"zip": ...}, or {"name": ...}. An item that is not found has suggestions
        and a hint. Requests are counted as by `batch`.
        """

        def items_for(asked: List[LocateQuery]) -> List[LocateItem]:
            answer = self._call("/v1/locate/batch", _is_batch_of(len(asked)), {"queries": asked})
            return cast(List[LocateItem], answer["results"])

        return self._in_batches(_list_for("locate_batch", '[{"zip": "92618"}]', queries), items_for)

    def _in_batches(self, wanted: List[_Asked], items_for: Callable[[List[_Asked]], List[_Item]]) -> List[_Item]:
        items: List[_Item] = []
        while len(items) < len(wanted):
            asked = wanted[len(items) : len(items) + self._batch_size]
            try:
                items.extend(items_for(asked))
            except InputError as error:
                limit = error.problem.get("limit")
                if error.code != "batch_too_large" or not isinstance(limit, int) or not 1 <= limit < len(asked):
                    raise _with_pointers_moved_by(len(items), error) from None
                self._batch_size = limit
        return items

    def stats(self) -> DatasetStatistics:
        """Statistics of the dataset: cities, counties, data year, last update, grades. One request."""
        return cast(DatasetStatistics, self._call("/v1/stats", lambda value: "grade_distribution" in value))

    def _look_up(self, method: str, path: str, *names: str) -> Optional[Any]:
        answer = self._call(path + "/".join(_segment_of(_name_for(method, name)) for name in names), _is_look_up)
        return answer["data"]

    def _pages(self, path: str, filters: Mapping[str, Union[str, float, None]]) -> Iterator[Any]:
        cursor: Optional[str] = None
        while True:
            page = self._call(path + _search_of({**filters, "cursor": cursor}), _is_places_page)
            yield from page["places"]
            cursor = page["next"]
            if cursor is None:
                return

    def _call(self, path: str, is_answer: Callable[[Dict[str, Any]], bool], body: Optional[object] = None) -> Any:
        for attempt in range(self._retries + 1):
            error: SafetyError
            retry_after: Optional[str] = None
            may_retry = True
            try:
                status, headers, text = self._send(path, body)
            except SafetyError as failure:
                error = failure
            else:
                self._limits = _limits_of(headers) or self._limits
                value = _parsed(text)
                if status == 200 and isinstance(value, dict) and is_answer(value):
                    return value
                error = _failure(status, value)
                retry_after = headers.get("Retry-After")
                # Without Retry-After a limit lasts more than an hour.
                may_retry = status in _RETRIED_STATUSES or (status == 429 and retry_after is not None)
            wait = _retry_wait(attempt, retry_after)
            if not may_retry or attempt == self._retries or wait > self._max_retry_wait:
                raise error
            time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _send(self, path: str, body: Optional[object]) -> Tuple[int, Mapping[str, str], bytes]:
        headers = {"X-API-Key": self._api_key, "Accept": "application/json"}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self._base_url + path, data=data, headers=headers)
        try:
            response: Any
            try:
                response = self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                return response.status, response.headers, response.read()
        except (OSError, http.client.HTTPException) as cause:
            reason = getattr(cause, "reason", cause)
            if isinstance(cause, TimeoutError) or isinstance(reason, TimeoutError):
                raise TimedOut(f"No answer from {self._base_url} within {self._timeout} s") from cause
            raise ConnectionFailed(f"No answer from {self._base_url}: {reason}") from cause


class NationClient:
    """Cities and towns of 2,500 residents or more in all states, compared with the United States: `SafetyClient.us`."""

    def __init__(self, client: SafetyClient) -> None:
        self._client = client

    def city(self, state: str, city: str) -> Optional[NationRecord]:
        """The record of a place in a state (USPS code or name), or None. One request."""
        return cast(Optional[NationRecord], self._client._look_up("us.city", "/v1/us/safety/", state, city))

    def explain(self, state: str, city: str) -> Optional[NationExplanation]:
        """How a place's score was calculated, or None. One request."""
        return cast(Optional[NationExplanation], self._client._look_up("us.explain", "/v1/us/explain/", state, city))

    def history(self, state: str, city: str) -> Optional[NationHistory]:
        """The years of a place since 2012, or None. One request."""
        return cast(Optional[NationHistory], self._client._look_up("us.history", "/v1/us/history/", state, city))

    def months(self, state: str, city: str) -> Optional[NationMonths]:
        """Reported offenses by month after the record's year, or None. One request."""
        return cast(Optional[NationMonths], self._client._look_up("us.months", "/v1/us/months/", state, city))

    def areas_of(self, state: str) -> StateAreas:
        """All areas of a state with figures, by county. One request."""
        path = "/v1/us/areas/" + _segment_of(state)
        return cast(StateAreas, self._client._call(path, lambda value: "areas" in value))

    def areas(self, state: str, county: str) -> Optional[CountyAreas]:
        """What the county's departments police, with their figures, or None. One request."""
        return cast(Optional[CountyAreas], self._client._look_up("us.areas", "/v1/us/areas/", state, county))

    def explain_areas(self, state: str, county: str) -> Optional[CountyAreasExplanation]:
        """How the figures of a county's departments came about, or None. One request."""
        path = "/v1/us/areas/explain/"
        return cast(Optional[CountyAreasExplanation], self._client._look_up("us.explain_areas", path, state, county))

    def areas_history(self, state: str, county: str) -> Optional[CountyAreasHistory]:
        """The years of a county's departments, or None. One request."""
        path = "/v1/us/areas/history/"
        return cast(Optional[CountyAreasHistory], self._client._look_up("us.areas_history", path, state, county))

    def areas_months(self, state: str, county: str) -> Optional[CountyAreasMonths]:
        """Reported offenses by month of a county's departments, or None. One request."""
        path = "/v1/us/areas/months/"
        return cast(Optional[CountyAreasMonths], self._client._look_up("us.areas_months", path, state, county))

    def peers(self, state: str, city: str) -> Optional[NationPeers]:
        """The five next larger and smaller places, or None. One request."""
        return cast(Optional[NationPeers], self._client._look_up("us.peers", "/v1/us/peers/", state, city))

    def locate(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        address: Optional[str] = None,
        geoid: Optional[str] = None,
    ) -> Optional[NationLocation]:
        """The place at lat and lon, in zip, or of a name, an address, or a GEOID, or None. One request."""
        return self.locate_or_suggest(
            lat=lat, lon=lon, zip=zip, name=name, state=state, county=county, address=address, geoid=geoid
        )["data"]

    def locate_or_suggest(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        address: Optional[str] = None,
        geoid: Optional[str] = None,
    ) -> NationLocateAnswer:
        """The same, but if nothing is found, with the places that may be meant and a hint. One request."""
        query: Dict[str, Union[str, float, None]] = {"lat": lat, "lon": lon, "zip": zip, "name": name}
        query.update({"state": state, "county": county, "address": address, "geoid": geoid})
        return cast(NationLocateAnswer, self._client._call("/v1/us/locate" + _search_of(query), _is_look_up))

    def locate_batch(self, queries: Iterable[NationLocateQuery]) -> List[NationLocateItem]:
        """One item for each query, in the same order, for any number of queries, as by `SafetyClient.locate_batch`."""

        def items_for(asked: List[NationLocateQuery]) -> List[NationLocateItem]:
            answer = self._client._call("/v1/us/locate/batch", _is_batch_of(len(asked)), {"queries": asked})
            return cast(List[NationLocateItem], answer["results"])

        return self._client._in_batches(_list_for("us.locate_batch", '[{"zip": "78701"}]', queries), items_for)

    def areas_batch(self, counties: Iterable[CountyInState]) -> List[AreasBatchItem]:
        """The areas of any number of counties, one item for each, in the same order."""

        def items_for(asked: List[CountyInState]) -> List[AreasBatchItem]:
            answer = self._client._call("/v1/us/safety/batch", _is_batch_of(len(asked)), {"places": asked})
            return cast(List[AreasBatchItem], answer["results"])

        listed = _list_for("us.areas_batch", '[{"state": "MD", "county": "Howard County"}]', counties)
        return self._client._in_batches(listed, items_for)

    def batch(self, places: Iterable[Union[PlaceInState, PlaceByGeoid]]) -> List[NationBatchItem]:
        """One item for each place, named or by GEOID, in the same order, for any number of places, as by `SafetyClient.batch`."""

        def items_for(asked: List[Union[PlaceInState, PlaceByGeoid]]) -> List[NationBatchItem]:
            answer = self._client._call("/v1/us/safety/batch", _is_batch_of(len(asked)), {"places": asked})
            return cast(List[NationBatchItem], answer["results"])

        return self._client._in_batches(_list_for("us.batch", '[{"state": "TX", "city": "Austin"}]', places), items_for)

    def places(
        self,
        *,
        q: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        status: Optional[str] = None,
        grade: Optional[str] = None,
        min_population: Optional[int] = None,
        sort: Optional[str] = None,
        near: Optional[Tuple[float, float]] = None,
        radius_km: Optional[float] = None,
        limit: int = _PAGE,
    ) -> Iterator[NationPlace]:
        """All matching places, as by `SafetyClient.places`; `county` needs `state`. One request per `limit` places."""
        filters: Dict[str, Union[str, float, None]] = {"q": q, "state": state, "county": county, "status": status}
        filters.update({"grade": grade, "min_population": min_population, "sort": sort, "limit": limit})
        filters.update({"near": _point_text(near), "radius_km": radius_km})
        return cast(Iterator[NationPlace], self._client._pages("/v1/us/places", filters))

    def states(self) -> NationStates:
        """The coverage of each state. One request."""
        return cast(NationStates, self._client._call("/v1/us/states", lambda value: "states" in value))

    def stats(self) -> NationStatistics:
        """Statistics of the edition. One request."""
        return cast(NationStatistics, self._client._call("/v1/us/stats", lambda value: "grade_distribution" in value))


class AsyncSafetyClient:
    """The methods of `SafetyClient` as coroutines, with the same options and errors.

    Requests run in the threads of asyncio's default executor, whose size limits how many run at the same time. A canceled
    call ends at once, but a request that was sent is counted.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 10.0,
        retries: int = 2,
        max_retry_wait: float = 10.0,
        batch_size: int = _FIRST_BATCH_SIZE,
    ) -> None:
        self._client = SafetyClient(
            base_url, api_key, timeout=timeout, retries=retries, max_retry_wait=max_retry_wait, batch_size=batch_size
        )
        self.us = AsyncNationClient(self._client.us)
        """As of `SafetyClient`."""

    def __repr__(self) -> str:
        return f"Async{self._client!r}"

    @property
    def limits(self) -> Optional[Limits]:
        """As of `SafetyClient`."""
        return self._client.limits

    async def city(self, name: str) -> Optional[CityRecord]:
        """As `SafetyClient.city`."""
        return await asyncio.to_thread(self._client.city, name)

    async def county(self, name: str) -> Optional[CountyRecord]:
        """As `SafetyClient.county`."""
        return await asyncio.to_thread(self._client.county, name)

    async def city_or_county(self, city: str, county: str) -> Optional[PlaceRecord]:
        """As `SafetyClient.city_or_county`."""
        return await asyncio.to_thread(self._client.city_or_county, city, county)

    async def explain(self, city: str) -> Optional[Explanation]:
        """As `SafetyClient.explain`."""
        return await asyncio.to_thread(self._client.explain, city)

    async def explain_county(self, name: str) -> Optional[CountyExplanation]:
        """As `SafetyClient.explain_county`."""
        return await asyncio.to_thread(self._client.explain_county, name)

    async def history(self, city: str) -> Optional[CityHistory]:
        """As `SafetyClient.history`."""
        return await asyncio.to_thread(self._client.history, city)

    async def county_history(self, name: str) -> Optional[CountyHistory]:
        """As `SafetyClient.county_history`."""
        return await asyncio.to_thread(self._client.county_history, name)

    async def batch(self, names: Iterable[str]) -> List[BatchItem]:
        """As `SafetyClient.batch`."""
        return await asyncio.to_thread(self._client.batch, names)

    async def locate_batch(self, queries: Iterable[LocateQuery]) -> List[LocateItem]:
        """As `SafetyClient.locate_batch`."""
        return await asyncio.to_thread(self._client.locate_batch, queries)

    async def explain_batch(self, cities: Iterable[str] = (), counties: Iterable[str] = ()) -> List[ExplainItem]:
        """As `SafetyClient.explain_batch`."""
        return await asyncio.to_thread(self._client.explain_batch, cities, counties)

    async def history_batch(self, cities: Iterable[str] = (), counties: Iterable[str] = ()) -> List[HistoryItem]:
        """As `SafetyClient.history_batch`."""
        return await asyncio.to_thread(self._client.history_batch, cities, counties)

    async def stats(self) -> DatasetStatistics:
        """As `SafetyClient.stats`."""
        return await asyncio.to_thread(self._client.stats)

    async def locate(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
    ) -> Optional[Location]:
        """As `SafetyClient.locate`."""
        return await asyncio.to_thread(self._client.locate, lat=lat, lon=lon, zip=zip, name=name)

    async def locate_or_suggest(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
    ) -> LocateAnswer:
        """As `SafetyClient.locate_or_suggest`."""
        return await asyncio.to_thread(self._client.locate_or_suggest, lat=lat, lon=lon, zip=zip, name=name)

    async def places(
        self,
        *,
        q: Optional[str] = None,
        kind: Optional[str] = None,
        county: Optional[str] = None,
        grade: Optional[str] = None,
        status: Optional[str] = None,
        sort: Optional[str] = None,
        near: Optional[Tuple[float, float]] = None,
        radius_km: Optional[float] = None,
        limit: int = _PAGE,
    ) -> AsyncIterator[Place]:
        """As `SafetyClient.places`, for `async for`."""
        found = self._client.places(
            q=q, kind=kind, county=county, grade=grade, status=status, sort=sort, near=near, radius_km=radius_km, limit=limit
        )
        async for place in _asynchronous(found):
            yield place


class AsyncNationClient:
    """The methods of `NationClient` as coroutines: `AsyncSafetyClient.us`."""

    def __init__(self, client: NationClient) -> None:
        self._client = client

    async def city(self, state: str, city: str) -> Optional[NationRecord]:
        """As `NationClient.city`."""
        return await asyncio.to_thread(self._client.city, state, city)

    async def explain(self, state: str, city: str) -> Optional[NationExplanation]:
        """As `NationClient.explain`."""
        return await asyncio.to_thread(self._client.explain, state, city)

    async def history(self, state: str, city: str) -> Optional[NationHistory]:
        """As `NationClient.history`."""
        return await asyncio.to_thread(self._client.history, state, city)

    async def months(self, state: str, city: str) -> Optional[NationMonths]:
        """As `NationClient.months`."""
        return await asyncio.to_thread(self._client.months, state, city)

    async def areas_of(self, state: str) -> StateAreas:
        """As `NationClient.areas_of`."""
        return await asyncio.to_thread(self._client.areas_of, state)

    async def areas_batch(self, counties: Iterable[CountyInState]) -> List[AreasBatchItem]:
        """As `NationClient.areas_batch`."""
        return await asyncio.to_thread(self._client.areas_batch, counties)

    async def areas(self, state: str, county: str) -> Optional[CountyAreas]:
        """As `NationClient.areas`."""
        return await asyncio.to_thread(self._client.areas, state, county)

    async def explain_areas(self, state: str, county: str) -> Optional[CountyAreasExplanation]:
        """As `NationClient.explain_areas`."""
        return await asyncio.to_thread(self._client.explain_areas, state, county)

    async def areas_history(self, state: str, county: str) -> Optional[CountyAreasHistory]:
        """As `NationClient.areas_history`."""
        return await asyncio.to_thread(self._client.areas_history, state, county)

    async def areas_months(self, state: str, county: str) -> Optional[CountyAreasMonths]:
        """As `NationClient.areas_months`."""
        return await asyncio.to_thread(self._client.areas_months, state, county)

    async def peers(self, state: str, city: str) -> Optional[NationPeers]:
        """As `NationClient.peers`."""
        return await asyncio.to_thread(self._client.peers, state, city)

    async def locate(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        address: Optional[str] = None,
        geoid: Optional[str] = None,
    ) -> Optional[NationLocation]:
        """As `NationClient.locate`."""
        answer = await self.locate_or_suggest(
            lat=lat, lon=lon, zip=zip, name=name, state=state, county=county, address=address, geoid=geoid
        )
        return answer["data"]

    async def locate_or_suggest(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        zip: Optional[str] = None,
        name: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        address: Optional[str] = None,
        geoid: Optional[str] = None,
    ) -> NationLocateAnswer:
        """As `NationClient.locate_or_suggest`."""
        return await asyncio.to_thread(
            self._client.locate_or_suggest,
            lat=lat,
            lon=lon,
            zip=zip,
            name=name,
            state=state,
            county=county,
            address=address,
            geoid=geoid,
        )

    async def locate_batch(self, queries: Iterable[NationLocateQuery]) -> List[NationLocateItem]:
        """As `NationClient.locate_batch`."""
        return await asyncio.to_thread(self._client.locate_batch, queries)

    async def batch(self, places: Iterable[Union[PlaceInState, PlaceByGeoid]]) -> List[NationBatchItem]:
        """As `NationClient.batch`."""
        return await asyncio.to_thread(self._client.batch, places)

    async def places(
        self,
        *,
        q: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        status: Optional[str] = None,
        grade: Optional[str] = None,
        min_population: Optional[int] = None,
        sort: Optional[str] = None,
        near: Optional[Tuple[float, float]] = None,
        radius_km: Optional[float] = None,
        limit: int = _PAGE,
    ) -> AsyncIterator[NationPlace]:
        """As `NationClient.places`, for `async for`."""
        found = self._client.places(
            q=q,
            state=state,
            county=county,
            status=status,
            grade=grade,
            min_population=min_population,
            sort=sort,
            near=near,
            radius_km=radius_km,
            limit=limit,
        )
        async for place in _asynchronous(found):
            yield place

    async def states(self) -> NationStates:
        """As `NationClient.states`."""
        return await asyncio.to_thread(self._client.states)

    async def stats(self) -> NationStatistics:
        """As `NationClient.stats`."""
        return await asyncio.to_thread(self._client.stats)


async def _asynchronous(found: Iterator[_Item]) -> AsyncIterator[_Item]:
    following: Callable[[], Optional[_Item]] = lambda: next(found, None)
    while True:
        item = await asyncio.to_thread(following)
        if item is None:
            return
        yield item


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Redirects are not followed: they would send the key to another server."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


def _address_of(base_url: str) -> str:
    """The message does not repeat the value, which may be the key by mistake."""
    no_address = "base_url must be the URL of a service, such as https://safety.example. Is the variable set?"
    try:
        url = urllib.parse.urlsplit(base_url)
        usable = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except (ValueError, AttributeError):
        raise SetupError(no_address) from None
    if not usable or url.username or url.password or url.query or url.fragment:
        raise SetupError(no_address)
    path = url.path.rstrip("/")
    if path.endswith("/v1"):
        raise SetupError("base_url must be the URL of the service without /v1 at the end.")
    return f"{url.scheme}://{url.netloc}{path}"


def _usable_key(api_key: str) -> str:
    if not isinstance(api_key, str) or not re.fullmatch(r"svc_(live|test)_[A-Za-z0-9_-]+", api_key):
        raise SetupError("api_key must be an API key (svc_live_… or svc_test_…). Is the variable set?")
    return api_key


def _number(name: str, value: float, is_usable: Callable[[float], bool], wanted: str) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and is_usable(value):
        return value
    raise SetupError(f"{name} must be a number {wanted}, not {value!r}.")


def _whole(name: str, value: int, lowest: int, highest: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest:
        return value
    raise SetupError(f"{name} must be a whole number from {lowest} to {highest}, not {value!r}.")


def _name_for(method: str, name: str) -> str:
    """A name without the white space around it. The message does not repeat the value, which may be a key by mistake."""
    if not isinstance(name, str):
        raise TypeError(f'{method}() takes a name, such as "Irvine", not {type(name).__name__}')
    if not name.strip():
        raise ValueError(f'{method}() takes a name, such as "Irvine", not an empty string')
    return name.strip()


def _list_for(method: str, example: str, values: Iterable[_Asked]) -> List[_Asked]:
    """A string would be read letter by letter, and a dictionary key by key."""
    if isinstance(values, (str, bytes, dict)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{method}() takes a list, such as {example}, not {type(values).__name__}")
    return list(values)


def _names_for(method: str, names: Iterable[str]) -> List[str]:
    wanted = _list_for(method, '["Irvine"]', names)
    for index, name in enumerate(wanted):
        if not isinstance(name, str):
            raise TypeError(f"{method}() takes names, but element {index} is of type {type(name).__name__}")
    return wanted


def _point_text(point: Optional[Tuple[float, float]]) -> Optional[str]:
    return None if point is None else f"{point[0]},{point[1]}"


def _segment_of(name: str) -> str:
    """A name as one segment of the path. The names ".", "..", and "batch", which have a meaning in a path, get a leading
    space, which the service drops."""
    encoded = urllib.parse.quote(name.encode("utf-8", "replace"), safe="")
    return "%20" + encoded if re.fullmatch(r"\.{1,2}|batch", encoded) else encoded


def _search_of(query: Mapping[str, Union[str, float, None]]) -> str:
    """Trims text; leaves out parameters without a value."""
    parameters = {name: str(value).strip() for name, value in query.items() if value is not None}
    return "?" + urllib.parse.urlencode(parameters, errors="replace")


def _is_places_page(value: Dict[str, Any]) -> bool:
    return "next" in value and isinstance(value.get("places"), list)


def _is_look_up(value: Dict[str, Any]) -> bool:
    return "data" in value and value.get("found") is (value["data"] is not None)


def _is_batch_of(count: int) -> Callable[[Dict[str, Any]], bool]:
    """Whether there is one item for each requested name."""
    return lambda value: isinstance(value.get("results"), list) and len(value["results"]) == count


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _failure(status: int, value: Any) -> SafetyError:
    if isinstance(value, dict) and value.get("status") == status and {"code", "detail", "request_id"} <= value.keys():
        problem = _PROBLEMS.get(status)
        if problem is not None:
            return problem(value)
    return UnexpectedAnswer(
        f"The answer (status {status}) is not from the service. Check base_url, including http or https.",
        status,
    )


def _limits_of(headers: Mapping[str, str]) -> Optional[Limits]:
    policy = re.match(r'"([^"]+)"', headers.get("RateLimit-Policy") or "")
    limit, remaining, reset = (headers.get(f"X-RateLimit-{name}") for name in ("Limit", "Remaining", "Reset"))
    if policy is None or limit is None or remaining is None or reset is None:
        return None
    return Limits(policy[1], int(limit), int(remaining), datetime.fromtimestamp(int(reset), timezone.utc))


def _retry_wait(attempt: int, retry_after: Optional[str]) -> float:
    """Seconds before the next attempt: at least Retry-After, plus a random delay."""
    backoff: float = _FIRST_BACKOFF * 2**attempt
    asked = _retry_after_seconds(retry_after)
    return (backoff / 2 if asked is None else asked) + random.random() * backoff


def _retry_after_seconds(value: Optional[str]) -> Optional[float]:
    if value is None:
        return None
    if re.fullmatch(r"\d+", value):
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return max(0.0, moment.timestamp() - time.time())


def _with_pointers_moved_by(offset: int, error: InputError) -> InputError:
    """Pointers into a part of the names become pointers into all of them."""
    faults = error.problem.get("errors")
    if offset == 0 or not faults:
        return error

    def moved(pointer: str) -> str:
        return re.sub(r"^(/\w+/)(\d+)", lambda match: f"{match[1]}{int(match[2]) + offset}", pointer)

    errors = [{**fault, "pointer": moved(fault["pointer"])} if "pointer" in fault else fault for fault in faults]
    return InputError({**error.problem, "errors": errors})
