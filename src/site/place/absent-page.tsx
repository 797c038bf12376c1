/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { gradeOf } from "../../domain/grade.ts";
import { OFFENSE_CLASSES, OFFENSES, type Offense } from "../../domain/offense.ts";
import type { AbsentCity, AbsentCounty, PlaceTrend } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import { ChartFigure } from "../charts/chart.tsx";
import type { Dataset } from "../http/page.ts";
import { expectedChart } from "../measure/expected-chart.tsx";
import { HistoryFigure } from "../measure/history-chart.tsx";
import { Grade, type Graded, gradedPlace, letterText, NoGradeBox } from "../ui/grade.tsx";
import { Icon } from "../ui/icons.tsx";
import { type Frame, renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { countyUrl, shortCounty } from "../view/addresses.ts";
import { Crumbs } from "../view/crumbs.tsx";
import { CurlLines } from "../view/curl-line.tsx";
import { type AbsenceView, hasYears } from "../view/place-view.ts";
import { ReportLink } from "../view/report-link.tsx";
import { lookUpPath } from "../view/request-line.ts";
import { stateView } from "../view/views.ts";
import { CountyCities } from "./county-cities.tsx";
import { lostClass } from "./lost-class.ts";
import { Nearby } from "./nearby.tsx";
import type { PlaceData } from "./place-data.ts";

interface AbsencePageParts {
  readonly place: AbsenceView;
  readonly dataset: Dataset;
  readonly head: Pick<Frame, "title" | "description">;
  /** The reason in one sentence, and what follows it. */
  readonly words: readonly [string, string];
  /** Beside the last complete year. */
  readonly aside?: Child;
  /** Other places of the name. */
  readonly also?: Child;
  readonly call: string;
}

/** The page of a place of any edition without a grade: the reason in plain words, what was expected, and what follows. */
export function absencePage(parts: PropsWithChildren<AbsencePageParts>): string {
  const { place, dataset, head, words, aside, also, call, children } = parts;
  const { path } = place;
  const chart = expectedChart(place);
  return renderPage(
    { ...head, edition: place.edition, isBrief: true, path },
    <>
      <Crumbs {...place} />
      <AbsentHero place={place} words={words} aside={aside} also={also} />
      <div class="chart-and-table">
        {chart ? <ChartFigure chart={chart} dataset={dataset} /> : null}
        <OffensesOfYear place={place} />
      </div>
      {children}
      <CurlLines baseUrl={dataset.baseUrl} paths={[call]} />
    </>,
  );
}

/** `/explore/city/:slug` and `/explore/county/:slug`, with what to use instead. */
export function absentPage(view: PlaceData<AbsentCity | AbsentCounty>): string {
  const { place, places, dataset, near } = view;
  const { county, reason, detail } = place;
  const { dataYear } = places.records;
  const placeView = stateView(place, places.records);
  const { name } = placeView;
  const isCity = "city" in place;
  return absencePage({
    place: placeView,
    dataset,
    head: {
      title: isCity ? `${name}, ${county}` : name,
      description: `${name} has no safety grade for ${dataYear}: ${placeView.reason.toLowerCase()}.`,
    },
    words: reasonWords({ ...place, dataYear, last: lastComplete(place.trend) }),
    aside: isCity ? <ItsCounty {...view} county={county} reason={reason} /> : null,
    call: lookUpPath(places.records.edition, "county", shortCounty(county)),
    children: (
      <>
        {reason === "incomplete_figures" ? <p class="small muted">Year by year: {detail}.</p> : null}
        {near ? <Nearby {...near} dataset={dataset} /> : null}
        {isCity ? null : <CountyFigures {...view} place={place} />}
        <p class="small muted">{places.records.edition.review}</p>
      </>
    ),
  });
}

function lastComplete(trend: PlaceTrend | null): Graded | null {
  const index = trend?.score.findLastIndex((score) => score !== null) ?? -1;
  const score = trend?.score[index] ?? null;
  if (trend === null || score === null) return null;
  return { letter: gradeOf(score).letter, score, year: trend.from + index, cautions: [], isOlder: true };
}

/** A grade of so many years ago says nothing of today. */
const OUTDATED = 3;

/** The hatched box, the reason in one sentence, and the last complete year. */
function AbsentHero({ place, words, aside, also }: Pick<AbsencePageParts, "place" | "words" | "aside" | "also">) {
  const { title, name, county, fullName, where, population, why, trend, edition } = place;
  const last = lastComplete(trend);
  const within = title === name ? where : county;
  const residents = population === null ? "residents not published" : `${number(population)} residents`;
  return (
    <div class="hero">
      <NoGradeBox year={edition.dataYear} why={why} />
      <div class="hero-name">
        <h1>{title}</h1>
        <p class="muted">{[...(within ? [within] : []), residents].join(", ")}</p>
      </div>
      <div class="hero-words">
        <p class="lead">
          <b>{words[0]}</b> {words[1]}
        </p>
        {also}
        <ul class="chips">
          <li>
            <a href={edition.reasons}>
              <Icon name="info" />
              Who has no grade, and why
            </a>
          </li>
          <li>
            <ReportLink place={fullName} />
          </li>
        </ul>
      </div>
      <div class="hero-bars">
        {last ? (
          <section>
            <h2>Last complete year</h2>
            <Grade graded={last} />
            <p class="small muted">
              Against {edition.words.average} of {last.year}.
              {edition.dataYear - last.year < OUTDATED ? "" : ` Too old to describe ${name} today.`}
            </p>
          </section>
        ) : null}
        {aside}
      </div>
    </div>
  );
}

/** What was reported in the data year by offense, beside the last complete year; nothing without figures. */
function OffensesOfYear({ place }: { readonly place: AbsenceView }) {
  const { trend, edition, name } = place;
  const last = lastComplete(trend);
  const year = edition.dataYear;
  const lost = lostClass(place, year);
  const now = trend?.partialYears.includes(year) ? figuresOf(trend, year).offenses : null;
  const before = trend && last ? figuresOf(trend, last.year).offenses : null;
  if (now === null) return null;
  return (
    <section>
      <h2>
        What {name} reported in {year}, by offense
      </h2>
      <p class="units">
        Counts that look incomplete make no rate and no grade.{last ? ` ${last.year} is the last complete year.` : ""}
      </p>
      <Table
        class="figures"
        label={`Offenses reported in ${year}`}
        columns={[
          { heading: "Offense", cell: (offense) => OFFENSES[offense].name },
          ...(before && last
            ? [{ heading: String(last.year), cell: (offense: Offense) => number(before[offense]) }]
            : []),
          { heading: String(year), cell: (offense) => number(now[offense]) },
        ]}
        rows={OFFENSE_CLASSES}
        isCurrent={(offense) => offense === lost}
      />
    </section>
  );
}

/** Why there is no grade, first in one sentence. */
function reasonWords({
  reason,
  detail,
  trend,
  last,
  dataYear,
}: Pick<AbsentCity, "reason" | "detail" | "trend"> & {
  readonly last: Graded | null;
  readonly dataYear: number;
}): readonly [string, string] {
  const before = last
    ? `The last complete year is ${last.year}: grade ${letterText(last.letter)}, score ${last.score}.`
    : "";
  switch (reason) {
    case "incomplete_figures": {
      const years = Array.from({ length: dataYear - (last?.year ?? dataYear) }, (_, index) => dataYear - index);
      const isMixed = years.some((year) => !trend?.partialYears.includes(year));
      const since = last ? ` since ${last.year + 1}` : "";
      const why = isMixed ? `No reports or too few${since}, so no grade.` : `Too few reports${since}, so no grade.`;
      return [why, `${before} The low counts since then look like missing reports, not fewer offenses.`];
    }
    case "no_figures":
      return [`No figures for ${dataYear}, so no grade.`, `${detail}. ${before}`];
    case "few_residents":
      return ["Fewer than 1,000 residents, so no grade.", "In so small a place a few offenses change the rate a lot."];
    case "newly_incorporated":
      return ["Too new for a grade.", `${detail}.`];
    case "shared_police":
    case "no_separate_report":
      return ["Its offenses are not reported separately, so no grade.", `${detail}. ${before}`];
  }
}

/** The county's grade, and whether its figures have the place's offenses. */
function ItsCounty({ places, county, reason }: Pick<PlaceData, "places"> & Pick<AbsentCity, "county" | "reason">) {
  const record = places.published.county(county)?.entry;
  const isMissing = reason === "no_figures" || reason === "incomplete_figures";
  return (
    <section>
      <h2>Its county</h2>
      <p>
        {record ? (
          <>
            <a href={stateView(record, places.records).path}>{shortCounty(county)}</a>:{" "}
            <Grade graded={gradedPlace(record)} />
          </>
        ) : (
          <>
            <a href={countyUrl(places.records.edition, county)}>{county}</a> has no grade either.
          </>
        )}
      </p>
      <p>
        {isMissing
          ? "Reports that are missing here are missing there too."
          : "The county’s figures include its offenses."}
      </p>
    </section>
  );
}

function CountyFigures(view: PlaceData<AbsentCounty>) {
  const { places, place, dataset, neighbors } = view;
  const placeView = stateView(place, places.records);
  return (
    <>
      <h2>What to use instead</h2>
      <p>
        {neighbors.length > 0
          ? "For an address in one of the cities below that has a grade, use the city's. For the rest of the county, no recent year has complete figures."
          : "No recent year has complete figures for this county."}{" "}
        The table below shows which years are complete.
      </p>
      <CountyCities {...view} county={place.county} />
      {hasYears(placeView) ? <HistoryFigure place={placeView} dataset={dataset} /> : null}
    </>
  );
}
