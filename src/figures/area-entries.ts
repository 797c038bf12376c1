import { withMade } from "../base/large-members.ts";
import { oncePer } from "../base/once-per.ts";
import { recentPer } from "../base/recent-per.ts";
import type {
  AreaRecord,
  AreasNotFound,
  CountyAreas,
  CountyAreasExplanation,
  CountyAreasHistory,
  CoveringArea,
  StateAreasList,
} from "../domain/area-record.ts";
import { answerCodeOf } from "../domain/caution.ts";
import { cautionText } from "../domain/explain.ts";
import { scoreOf } from "../domain/grade.ts";
import { yearsOf } from "../domain/history.ts";
import type { Nation } from "../domain/nation.ts";
import type { NationArea, NationAreaAbsence, WithoutLetter } from "../domain/nation-area.ts";
import { mapFields, type OffenseCounts, type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import { comparison, publishedRate, recordFigures } from "../domain/published.ts";
import { averageRateOf, benchmarkRateOf, completeYears, figuresOf } from "../domain/trend.ts";
import { yardstickText } from "../editions/edition.ts";
import { US_STATES } from "../editions/us-states.ts";
import { RECORDS_KEPT } from "./entries.ts";
import { provisionalOf } from "./months.ts";

/** An area with the record that answers show. */
export interface NationAreaEntry extends NationArea {
  readonly record: AreaRecord;
  readonly population: number;
  /** Of the data year. */
  readonly offenses: OffenseCounts;
}

export type NationAreas = ReturnType<typeof nationAreas>;

/** The areas that county departments police, by county. Each record is made when it is first read. */
export function nationAreas(nation: Nation) {
  const figuresOf = recentPer(RECORDS_KEPT, (area: NationArea) => figuresOfArea(area, nation));
  const entries: readonly NationAreaEntry[] = withMade(nation.areas, ["record", "population", "offenses"], figuresOf);
  const byCounty = Map.groupBy(entries, ({ geoid }) => geoid);
  const absentByCounty = Map.groupBy(nation.absentAreas, ({ geoid }) => geoid);
  const byState = Map.groupBy(entries, ({ state }) => state);
  return {
    /** By state, county, and residents. */
    entries,
    /** The areas of a state, by county. */
    ofState: (state: NationArea["state"]): readonly NationAreaEntry[] => byState.get(state) ?? [],
    /** With figures, the one with most residents first. @param geoid of a county */
    of: (geoid: string): readonly NationAreaEntry[] => byCounty.get(geoid) ?? [],
    absentOf: (geoid: string): readonly NationAreaAbsence[] => absentByCounty.get(geoid) ?? [],
    /** Drops the records that were made. */
    forget(): void {
      figuresOf.forget();
      headlineOf.forget();
    },
  };
}

const STATE_NAMES = new Map(US_STATES.map(({ code, name }) => [code, name]));

/** What the figures of an area cover: never the county. */
function areaText({ department, county, state }: Pick<NationArea, "department" | "county" | "state">): string {
  return `The area of ${county}, ${STATE_NAMES.get(state)} that the ${department} polices`;
}

function figuresOfArea(area: NationArea, nation: Nation): Omit<NationAreaEntry, keyof NationArea> {
  const { dataYear, yardstick, edition } = nation;
  const { population, offenses, violent, property } = figuresOf(area.trend, dataYear);
  const average = averageRateOf(yardstick.trend, dataYear);
  if (population === null || offenses === null || violent === null || property === null || average === null)
    throw new RangeError(`${area.department}, ${area.state} has an entry without figures of ${dataYear}`);
  const own = recordFigures(scoreOf(area.rating.relativeRisk), population, offenses, dataYear);
  const hasGrade = area.withoutLetter === null;
  const graded = <Value>(value: Value) => (hasGrade ? value : null);
  const record: AreaRecord = {
    area: areaText(area),
    department: area.department,
    department_kind: area.kind,
    ori: area.ori,
    population,
    crime_rate_per_1k: own.crime_rate_per_1k,
    violent_rate_per_1k: publishedRate(violent, population),
    property_rate_per_1k: publishedRate(property, population),
    safety_score: graded(own.safety_score),
    grade: graded(own.grade),
    grade_label: graded(own.grade_label),
    stars: graded(own.stars),
    grade_color: graded(own.grade_color),
    without_grade: area.withoutLetter && {
      reason: area.withoutLetter,
      text: withoutGradeText(area, nation, area.withoutLetter),
    },
    data_year: dataYear,
    national_average_rate: average,
    comparison: graded(comparison(own.crime_rate_per_1k, average, edition)),
    change: changeOf(area, dataYear),
    next_year: area.nextYear,
    next_year_rate: area.nextRate,
    cautions: area.cautions.map((caution) => ({ code: answerCodeOf(caution.code), text: cautionText(caution) })),
    source: edition.areas.source,
    provisional: provisionalOf(area, nation),
    yardstick: yardstickText(edition),
  };
  return { record, population, offenses };
}

/** Of the reported rates since the last complete year before. */
function changeOf({ trend }: NationArea, dataYear: number): AreaRecord["change"] {
  const before = completeYears(trend).findLast((year) => year < dataYear);
  if (before === undefined) return null;
  const rates = [before, dataYear].map((year) => {
    const { population, violent, property } = figuresOf(trend, year);
    const rate = (count: number | null) => (count === null || population === null ? 0 : count / population);
    return { violent: rate(violent), property: rate(property) };
  });
  const percent = (group: OffenseGroup) => {
    const [old = 0, own = 0] = rates.map((one) => one[group]);
    return old === 0 ? null : Math.round(100 * (own / old - 1));
  };
  return { from_year: before, violent_percent: percent("violent"), property_percent: percent("property") };
}

function withoutGradeText(area: NationArea, { states }: Nation, why: WithoutLetter): string {
  const name = STATE_NAMES.get(area.state);
  const caution = area.cautions.find(({ code }) => code === "class_filled");
  switch (why) {
    case "others_report": {
      const unheld = states.find(({ code }) => code === area.state)?.countyAreas.unheld;
      const share = (group: OffenseGroup) => `${Math.round(100 * (unheld?.[group] ?? 0))}%`;
      return `No grade, because others take reports in this area. In ${name}, the offenses that neither cities nor county departments reported to the FBI's tables are ${share("violent")} (violent) and ${share("property")} (property) of those that county departments did; a grade needs ${area.kind === "police" ? "200%" : "35%"} or less.`;
    }
    case "class_missing":
      return `No grade, because a class of offenses is nearly gone. ${caution?.detail ?? ""}`.trim();
    default:
      return "No grade, because its reports began again far below their past.";
  }
}

function departmentOf({ department, kind, ori }: NationArea | NationAreaAbsence) {
  return { department, department_kind: kind, ori };
}

export function withoutFiguresOf(absent: readonly NationAreaAbsence[]): AreasNotFound["without_figures"] {
  return absent.map((area) => {
    const { population, reason, detail } = area;
    return { ...departmentOf(area), population, reason, detail };
  });
}

type OfCounty = Pick<NationArea, "state" | "county" | "geoid">;
const countyOf = ({ state, county, geoid }: OfCounty) => ({ state, county, geoid });

/** @param areas of one county, one or more */
export function countyAreasOf(
  county: OfCounty,
  areas: readonly NationAreaEntry[],
  absent: readonly NationAreaAbsence[],
): CountyAreas {
  return {
    ...countyOf(county),
    areas: areas.map(({ record }) => record),
    without_figures: withoutFiguresOf(absent),
  };
}

/** The years of all departments of a county; undefined if none has any. */
export function historyOfAreas(
  county: OfCounty,
  areas: readonly (NationAreaEntry | NationAreaAbsence)[],
  { yardstick, edition }: Nation,
): CountyAreasHistory | undefined {
  const known = areas.filter(({ trend }) => trend !== null);
  if (known.length === 0) return undefined;
  const years = (area: NationAreaEntry | NationAreaAbsence) =>
    yearsOf(area, yardstick.trend, edition).years.map(({ state_average_rate, safety_score, grade, ...year }) => {
      const hasGrade = "withoutLetter" in area && area.withoutLetter === null;
      const scored = { safety_score: hasGrade ? safety_score : null, grade: hasGrade ? grade : null };
      return { ...year, ...scored, national_average_rate: state_average_rate };
    });
  return {
    ...countyOf(county),
    areas: known.map((area) => ({ ...departmentOf(area), years: years(area) })),
    yardstick: yardstickText(edition),
  };
}

/** How the figures of a county's areas came about. */
export function explainAreas(
  county: OfCounty,
  areas: readonly NationAreaEntry[],
  nation: Nation,
): CountyAreasExplanation {
  const { edition } = nation;
  return {
    ...countyOf(county),
    areas: areas.map((area) => explainedArea(area, nation)),
    yardstick: yardstickText(edition),
  };
}

function explainedArea(area: NationAreaEntry, { yardstick, dataYear, states, edition }: Nation) {
  const { record, rating, offenses, trend } = area;
  const hasGrade = area.withoutLetter === null;
  const group = <Group extends OffenseGroup>(of: Group) => {
    const { prior, weight, smoothedRate, ratio } = rating[of];
    const count = of === "violent" ? violentOf(offenses) : propertyOf(offenses);
    return {
      offenses: mapFields(of, (offense) => offenses[offense]),
      count,
      rate_per_1k: Number(((1_000 * count) / area.population).toFixed(6)),
      prior_mean: prior.mean,
      weight,
      smoothed_rate_per_1k: smoothedRate,
      national_rate_per_1k: benchmarkRateOf(yardstick.trend, dataYear, of),
      ratio: hasGrade ? ratio : null,
    };
  };
  const unheld = states.find(({ code }) => code === area.state)?.countyAreas.unheld ?? null;
  return {
    area: record.area,
    ...departmentOf(area),
    data_year: dataYear,
    population: area.population,
    residents: edition.areas.residents,
    whole_reports: {
      text: wholeText(area),
      unheld_violent: unheld?.violent ?? null,
      unheld_property: unheld?.property ?? null,
    },
    safety_score: record.safety_score,
    grade: record.grade,
    relative_risk: hasGrade ? rating.relativeRisk : null,
    violent: group("violent"),
    property: group("property"),
    years: completeYears(trend),
    provisional: record.provisional,
    cautions: record.cautions,
  };
}

function wholeText({ record, kind }: NationAreaEntry): string {
  if (record.without_grade !== null) return record.without_grade.text;
  return kind === "police"
    ? "A county police department takes the reports of its area."
    : "Few offenses of the state are in neither of the FBI's tables, so the sheriff's reports are held to be those of the area.";
}

/** The areas of a state with figures. */
export function areasListOf(
  state: NationArea["state"],
  areas: readonly NationAreaEntry[],
  data_year: number,
): StateAreasList {
  return { state, data_year, areas: areas.map(({ county, geoid, record }) => ({ county, geoid, ...record })) };
}

/** The part of an area's record that a place without figures of its own shows. @param path of the whole answer */
export function coveringAreaOf(area: NationAreaEntry | NationAreaAbsence, path: string): CoveringArea {
  const named = { area: areaText(area), ...departmentOf(area), ...countyOf(area) };
  if ("record" in area) {
    const { population, ...figures } = headlineOf(area);
    return { ...named, population, path, ...figures };
  }
  const { population, reason } = area;
  return { ...named, population, path, crime_rate_per_1k: null, safety_score: null, grade: null, reason };
}

/** Kept, because one area covers many places, and making its record takes longer than finding it. */
const headlineOf = oncePer(({ record }: NationAreaEntry) => {
  const { population, crime_rate_per_1k, safety_score, grade } = record;
  return { population, crime_rate_per_1k, safety_score, grade, reason: null } as const;
});
