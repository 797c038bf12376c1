/** @jsxImportSource hono/jsx */

import type { Child, PropsWithChildren } from "hono/jsx";
import { CAUTIONS, isDoubt, seriesBreaksBetween } from "../../domain/caution.ts";
import { cautionText } from "../../domain/explain.ts";
import { gradeOf, scoreOf } from "../../domain/grade.ts";
import { byGroup, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { notedRate, WHY_ESTIMATED } from "../../domain/rate-estimate.ts";
import type { PlaceCaution } from "../../domain/snapshot.ts";
import { benchmarkRateOf, figuresOf } from "../../domain/trend.ts";
import { type YearChange, yearChange } from "../../domain/year-change.ts";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import type { Dataset } from "../http/page.ts";
import { comparisonOf } from "../measure/comparison.ts";
import { HistoryFigure } from "../measure/history-chart.tsx";
import { stepsChart } from "../measure/steps-chart.tsx";
import { ScoreChange, YearChangeSection } from "../measure/year-change-section.tsx";
import { CiteSection, ShareSection, shareOf } from "../share/share-section.tsx";
import { GradeBox, gradedPlace, rangeText } from "../ui/grade.tsx";
import { Icon } from "../ui/icons.tsx";
import { type Frame, renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { compareUrl } from "../view/addresses.ts";
import { Crumbs } from "../view/crumbs.tsx";
import { CurlLines } from "../view/curl-line.tsx";
import { chartOf, type PlaceView, scaleOf, whereText } from "../view/place-view.ts";
import { ReportLink } from "../view/report-link.tsx";
import { bigChanges } from "./big-changes.ts";
import { RateBars } from "./rate-bars.tsx";

interface GradedPageParts {
  readonly place: PlaceView;
  readonly dataset: Dataset;
  readonly head: Pick<Frame, "title" | "description" | "about">;
  /** What else to know about its record, in the hero. */
  readonly beside: Child;
  /** What is known of the months after its year. */
  readonly months?: Child;
  /** Those of its size. */
  readonly peers?: Child;
  readonly scores: Chart;
  /** Below the steps to its score. */
  readonly steps?: Child;
  readonly near: Child;
  /** What was checked, the cautions, and where the figures come from. */
  readonly notes: Child;
  /** Paths of the API. */
  readonly calls: readonly string[];
}

/** The page of a place of any edition: the hero, its year, its years, how the score was made, its neighbors, and notes. */
export function gradedPage({
  place,
  dataset,
  head,
  beside,
  months,
  peers,
  scores,
  steps,
  near,
  notes,
  calls,
}: GradedPageParts): string {
  const { path, edition } = place;
  const change = yearChange(place, edition.moves);
  return renderPage(
    { ...head, edition, isBrief: true, path, share: shareOf(place, dataset.baseUrl) },
    <>
      <Hero place={place} change={change}>
        {beside}
      </Hero>
      {months}
      {change === null ? null : <YearChangeSection place={place} change={change} />}
      <div class="screen">{peers}</div>
      <div class="screen">{near}</div>
      <ChartFigure chart={scores} dataset={dataset} />
      <HistoryFigure place={place} changes={bigChanges(place)} dataset={dataset} />
      <ChartFigure chart={stepsChart(place)} dataset={dataset}>
        {steps}
      </ChartFigure>
      {notes}
      <div class="columns">
        <CiteSection place={place} dataset={dataset} />
        <ShareSection place={place} dataset={dataset} />
      </div>
      <CurlLines baseUrl={dataset.baseUrl} paths={calls} />
    </>,
  );
}

interface HeroProps {
  readonly place: PlaceView;
  /** null without a complete year before. */
  readonly change: YearChange | null;
}

/** The box of the grade, one sentence, what else to know about its record, the cautions, and both rates beside the yardstick's. */
export function Hero({ place, change, children }: PropsWithChildren<HeroProps>) {
  const { record, edition, name, nextYear } = place;
  const { words: yardstick, trend: state } = edition;
  const year = record.data_year;
  const rates = byGroup((group) => place.rating[group].smoothedRate);
  const [violent, property] = comparisonOf({ rates, year, yardstick, state });
  return (
    <>
      <div class="hero-top">
        <Crumbs {...place} />
        <nav aria-label="This place">
          <a href={compareUrl([place.slug], edition.compare)}>Compare</a>
          <a href={`${place.path}/years.csv`}>Download</a>
          <a href="#share">Share</a>
          <a href="#cite">Cite</a>
          <ReportLink place={place.fullName} year={year} text="Report" />
          <a href="#api">API</a>
        </nav>
      </div>
      <div class="hero">
        <GradeBox graded={gradedPlace(place)} next={nextYear} scale={scaleOf(edition)} />
        <div class="hero-name">
          <h1>{place.title}</h1>
          <p class="muted">
            {whereText(place)}, {number(record.population)} residents
          </p>
        </div>
        <div class="hero-words">
          <p class="lead">
            {change === null ? null : <ScoreChange change={change} />} {missingYearsText(place)} In {year} {name} had{" "}
            <b>{violent[0]}</b>
            {violent[1]} and <b>{property[0]}</b>
            {property[1]}.{" "}
            {nextYear === null ? (
              "We give no range for next year’s score: past ranges in this state did not hold."
            ) : (
              <>
                {year === edition.dataYear ? "Next year’s score" : `The score of ${year + 1}`} will probably be{" "}
                <b>{rangeText(nextYear, " to ")}</b> (8 times in 10).
              </>
            )}
          </p>
          {children}
          <CautionChips place={place} />
        </div>
        <AgainstYardstick place={place} />
      </div>
    </>
  );
}

/** A missing year is named for so many years. */
const YEARS_NAMED = 5;
const list = new Intl.ListFormat("en-US");

/** The years before the record's without complete figures, but for those that every place lacks. */
function missingYearsText({ name, record, trend, edition }: PlaceView): string {
  const breaks = seriesBreaksBetween(trend.from, record.data_year, edition.words);
  const isLeftOut = (year: number) => breaks.some((one) => one.year === year && one.leftOut !== undefined);
  const years = Array.from({ length: YEARS_NAMED }, (_, index) => record.data_year - YEARS_NAMED + index);
  const missing = years.filter((year) => {
    return !isLeftOut(year) && trend.score[year - trend.from] === null && figuresOf(trend, year).population !== null;
  });
  return missing.length === 0 ? "" : `${name} has no complete figures for ${list.format(missing.map(String))}.`;
}

/** What to know about the rate of a group: that reported, if it differs, and classes far below their past. */
function noteOn(group: OffenseGroup, { rating, offenses, record, lowClasses = [], filled = [] }: PlaceView): string {
  const { rate, smoothedRate } = rating[group];
  const noted = notedRate(rate, smoothedRate);
  const missing = filled.filter(({ year, offense }) => year === record.data_year && OFFENSES[offense].group === group);
  const names = list.format(missing.map(({ offense }) => OFFENSES[offense].name.toLowerCase()));
  const why =
    missing.length === 0
      ? WHY_ESTIMATED
      : `${names} ${missing.length === 1 ? "is" : "are"} missing, so the expected count is used`;
  const reported = noted === null ? [] : [`${noted}; ${why}.`];
  const low = lowClasses.filter(({ offense }) => OFFENSES[offense].group === group);
  const classes = low.map(({ offense, expected, from }) => {
    const { name } = OFFENSES[offense];
    return `${name}: ${number(offenses[offense])} reported, about ${number(expected)} expected from ${from}.`;
  });
  return [...reported, ...classes].join(" ");
}

/** From this year on, a break of the series is named beside the cautions. */
const RECENT_BREAKS = 2021;

/** The place's own cautions are ink and have the triangle; the breaks of the series are outlined, with their years. */
function CautionChips({ place: { cautions, record, edition } }: Pick<HeroProps, "place">) {
  const breaks = seriesBreaksBetween(RECENT_BREAKS - 1, record.data_year, edition.words);
  return (
    <ul class="chips">
      {cautions.map(({ code }) => (
        <li class={isDoubt(code) ? "own" : undefined}>
          <a href="#cautions">
            <Icon name={isDoubt(code) ? "caution" : "info"} />
            {CAUTIONS[code].name}
          </a>
        </li>
      ))}
      {breaks.length === 0 ? null : (
        <li>
          <a href="#history">
            <Icon name="info" />
            {breaks.every(({ leftOut }) => leftOut) ? "Left out" : "Changes of method"}:{" "}
            {breaks.map(({ year }) => year).join(", ")}
          </a>
        </li>
      )}
    </ul>
  );
}

/** Both rates beside the yardstick's, with what to know about each. */
function AgainstYardstick({ place }: Pick<HeroProps, "place">) {
  const { words: yardstick, trend: state } = place.edition;
  const rates = OFFENSE_GROUPS.map((group) => {
    const { smoothedRate: rate, ratio } = place.rating[group];
    const benchmarkRate = benchmarkRateOf(state, place.record.data_year, group);
    const { letter } = gradeOf(scoreOf(ratio));
    return { group, rate, benchmarkRate, letter, href: chartOf(place, group), note: noteOn(group, place) };
  });
  return <RateBars rates={rates} yardstick={yardstick} />;
}

/** What a reader must know about the place's figures, shown before them. */
export function Cautions({ cautions, list }: CautionsProps) {
  if (cautions.length === 0) return <p id="cautions">This place has no cautions of its own.</p>;
  return (
    <section class="message" id="cautions" aria-label="Cautions">
      {cautions.map((caution) => (
        <p>
          <strong>{CAUTIONS[caution.code].name}.</strong> {cautionText(caution)}
        </p>
      ))}
      {list === null ? null : (
        <p class="small">
          <a href={list}>All places with a caution, and the sources</a>
        </p>
      )}
    </section>
  );
}

interface CautionsProps {
  readonly cautions: readonly PlaceCaution[];
  /** The list of all cautions of the edition; null if it has none. */
  readonly list: string | null;
}
