import { namesOf } from "../../base/named-table.ts";
import { seriesBreaksBetween } from "../../domain/caution.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Places, Served } from "../../lookup/served.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { number, percent } from "../ui/number.ts";
import { URLS, urlIn } from "../ui/urls.ts";
import { cityUrl, nationPlaceUrl } from "../view/addresses.ts";
import { shareOf } from "../view/nation-views.ts";
import { lookUpPath } from "../view/request-line.ts";

/** What an edition answers to a question. */
export interface EditionAnswer {
  readonly text: string;
  readonly href?: string;
  /** An address, in the letters of code. */
  readonly isCode?: true;
}

/** A question about the editions with the answer of each, in the order of `editionsOf`. */
export interface EditionRow {
  readonly key: QuestionKey;
  readonly question: string;
  readonly answers: readonly EditionAnswer[];
}

const QUESTIONS = {
  fifty: "A score of 50 is",
  latest: "Latest year",
  years: "Years",
  smallest: "Smallest place",
  graded: "Graded",
  absent: "Without a grade",
  outside: "Outside city limits",
  counts: "Where the counts come from",
  checks: "Who checks",
  next: "Next year’s range",
  zips: "ZIP codes and addresses",
  page: "Address of a page",
  api: "API",
  downloads: "Downloads",
} as const;
export type QuestionKey = keyof typeof QUESTIONS;
type Answers = Readonly<Record<QuestionKey, EditionAnswer>>;

/** The nation's first. */
export function editionsOf({ nations, states }: Served): readonly Places[] {
  return [...nations, ...states];
}

/** How the editions differ: one source for the page, the home page, and the documents. */
export function editionRows(served: Served): readonly EditionRow[] {
  const answers = editionsOf(served).map((places) => (places.kind === "nation" ? ofNation(places) : ofState(places)));
  return namesOf(QUESTIONS).map((key) => ({
    key,
    question: QUESTIONS[key],
    answers: answers.map((own) => own[key]),
  }));
}

function ofNation({ nation, edition, statistics, entries }: NationPlaces): Answers {
  const { places, absent, areas, areas_with_grade, data_year: year } = statistics;
  const first = nation.yardstick.trend.from;
  const [example] = entries;
  const leftOut = seriesBreaksBetween(first, year, edition).filter((one) => one.leftOut !== undefined);
  const without = leftOut.map((one) => `, without ${one.year}, when ${one.leftOut}`).join("");
  return {
    fifty: { text: `${edition.rate} of the same year` },
    latest: { text: String(year) },
    years: { text: `${first} to ${year}${without}` },
    smallest: { text: `${number(edition.fewestResidents)} residents; smaller places can be found but have no figures` },
    graded: {
      text: `${number(places)} cities, towns, and townships, where ${percent(shareOf(statistics))} of Americans live`,
      href: URLS.nationBrowse,
    },
    absent: { text: `${number(absent)}, each with its reason`, href: URLS.nationCoverage },
    outside: {
      text: `no figures for whole counties; ${number(areas)} areas policed by a county department, ${number(areas_with_grade)} of them graded`,
    },
    counts: { text: edition.counts.source },
    checks: { text: "Software checks every figure. No person reviewed each place." },
    next: { text: "8 times in 10; none in states where past ranges did not hold up" },
    zips: { text: "lead to the place whose police serve them" },
    page: { text: example ? nationPlaceUrl(example, nation) : URLS.nation, isCode: true },
    api: {
      text: example ? `/v1${edition.path}/safety/${example.state}/${encodeURIComponent(example.name)}` : "",
      isCode: true,
    },
    downloads: { text: "CSV, JSON, Parquet, boundaries", href: URLS.downloads },
  };
}

function ofState({ edition, records, statistics }: StatePlaces): Answers {
  const { cities, counties, data_year: year } = statistics;
  const [example] = records.cities;
  const name = example?.record.city ?? "";
  const allCounties = counties + records.absentCounties.length;
  return {
    fifty: { text: `${edition.rate} of the same year` },
    latest: { text: String(year) },
    years: { text: `${records.state.trend.from} to ${year}` },
    smallest: { text: "1,000 residents for a grade; every city and town is listed" },
    graded: {
      text: `${cities} of ${cities + records.absent.length} cities and towns, and ${counties === allCounties ? `all ${counties}` : `${counties} of ${allCounties}`} counties`,
      href: urlIn(edition, URLS.browse),
    },
    absent: { text: `${records.absent.length}, each with its reason`, href: urlIn(edition, URLS.coverage) },
    outside: { text: "the county’s figures" },
    counts: { text: edition.columnSources.offenses.source },
    checks: { text: "The same checks, and people review doubtful figures against their sources." },
    next: { text: "8 times in 10" },
    zips: { text: "lead to the city or county; neighborhoods can be found by name" },
    page: { text: cityUrl(edition, name), isCode: true },
    api: { text: lookUpPath(edition, "city", name), isCode: true },
    downloads: { text: "CSV, JSON, Parquet, boundaries", href: URLS.downloads },
  };
}
