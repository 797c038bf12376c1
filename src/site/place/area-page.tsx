/** @jsxImportSource hono/jsx */

import { NO_TEXT } from "../../base/text.ts";
import { historyOf } from "../../domain/history.ts";
import type { Nation } from "../../domain/nation.ts";
import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import { publishedRate } from "../../domain/published.ts";
import { figuresOf } from "../../domain/trend.ts";
import type { NationAreaEntry } from "../../figures/area-entries.ts";
import { stateName, stateOf } from "../../gazetteer/state-text.ts";
import { barPanel } from "../charts/bars.tsx";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import { Drawing } from "../charts/drawing.tsx";
import { type DataOf, loadEdition, movedTo, type NationAddress } from "../http/page.ts";
import { monthsChart } from "../measure/months-chart.tsx";
import { GradeBox, letterText, NoGradeBox, rangeText } from "../ui/grade.tsx";
import { renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { URLS, urlOf } from "../ui/urls.ts";
import { areaUrl, stateUrl } from "../view/addresses.ts";
import { Crumbs } from "../view/crumbs.tsx";
import { nationEdition } from "../view/nation-views.ts";
import { ReportLink } from "../view/report-link.tsx";
import { SourceFiles } from "../view/source-files.tsx";
import { AreasAround, CoverageOfCounty, MapOfCounty } from "./area-around.tsx";
import { areaCard, areaComparison, areaRates, areaShare, areaTitle, gradedArea } from "./area-card.tsx";
import { AreaOffenses } from "./area-offenses.tsx";
import { areasNear, placesOfCounty } from "./area-places.ts";
import { RateBars } from "./rate-bars.tsx";

type AreaView = DataOf<typeof loadArea>;

/** The county of the path; another spelling leads to its own URL. */
export function loadArea(at: NationAddress) {
  const state = stateOf(at.params["state"] ?? NO_TEXT);
  const county = state && at.places.countyAreas.county(state, at.params["county"] ?? NO_TEXT);
  const areas = county === undefined ? [] : at.places.areasOf(county.geoid);
  if (state === undefined || county === undefined || areas.length === 0) return null;
  const own = areaUrl(state, county.name);
  if (areaPath(at) !== own) return movedTo(own);
  return {
    data: {
      ...loadEdition(at).data,
      state,
      county: county.name,
      areas,
      absent: at.places.absentAreasOf(county.geoid),
      covered: placesOfCounty(at.places, state, county.name, county.geoid),
      near: areasNear(at.places, county.geoid),
    },
  };
}

function areaPath({ params }: NationAddress): string {
  return urlOf(URLS.nationArea, { state: params["state"] ?? "", county: params["county"] ?? "" });
}

/** The card of the first area of a county. */
export function areaCardAt({ places, params }: NationAddress) {
  const state = stateOf(params["state"] ?? NO_TEXT);
  const county = state && places.countyAreas.county(state, params["county"] ?? NO_TEXT);
  const [main] = county === undefined ? [] : places.areasOf(county.geoid);
  return main && areaCard(main, places.nation);
}

/** The months of the department of a county that has some. No county has two such departments. */
export function areaMonthsAt({ places, params }: NationAddress): Chart | undefined {
  const state = stateOf(params["state"] ?? NO_TEXT);
  const county = state && places.countyAreas.county(state, params["county"] ?? NO_TEXT);
  return county && areaMonths(places.areasOf(county.geoid), places.nation);
}

function areaMonths(areas: readonly NationAreaEntry[], nation: Nation): Chart | undefined {
  return areas.map((area) => monthsChart(area, nation)).find((chart) => chart !== undefined);
}

/** `/us/va/area/fairfax-county`: what each department polices, and what it does not. */
export function areaPage({ places, dataset, state, county, areas, absent, covered, near }: AreaView): string {
  const [main] = areas;
  const months = areaMonths(areas, places.nation);
  const { dataYear, edition } = places.nation;
  if (main === undefined) throw new RangeError(`${county} has no area`);
  const title = areaTitle(main);
  return renderPage(
    {
      title: `${title}, ${stateName(state)}, ${dataYear}`,
      description: `What the sheriff or the county police of ${county}, ${stateName(state)} reported of the area that it polices, ${dataYear}.`,
      path: areaUrl(state, county),
      edition: nationEdition(places.nation),
      share: areaShare(main, places.nation, dataset.baseUrl),
    },
    <>
      <Crumbs
        above={[
          [URLS.nation, places.edition.title],
          [stateUrl(state), stateName(state)],
        ]}
        name={title}
      />
      {areas.map((area, index) => (
        <AreaFigures area={area} places={places} title={index === 0 ? `${title}, ${stateName(state)}` : null} />
      ))}
      <div class="neighbors" id="years">
        <AreaOffenses area={main} dataYear={dataYear} source={edition.areas.source} />
        <MapOfCounty county={county} geoid={main.geoid} covered={covered} places={places} />
      </div>
      {areas.map((area) => (
        <YearsOfArea area={area} places={places} isNamed={areas.length > 1} />
      ))}
      {months === undefined ? null : <ChartFigure chart={months} dataset={dataset} />}
      {absent.map(({ department, kind, detail }) => (
        <p>
          {department}
          {kind === "sheriff" && !/sheriff/i.test(department) ? " (sheriff)" : ""}: {detail}.
        </p>
      ))}
      <CoverageOfCounty county={county} covered={covered} places={places} />
      <AreasAround own={main} near={near} places={places} />
      <p class="small muted">
        Source: {edition.areas.source}; <SourceFiles />. {edition.areas.residents}{" "}
        <a href={URLS.areasMethod}>How areas are made</a>. <ReportLink place={`${county}, ${state}`} year={dataYear} />
      </p>
    </>,
  );
}

interface AreaProps {
  readonly area: NationAreaEntry;
  readonly places: AreaView["places"];
}

/** The figures of a department. @param title of the page, above those of the first one */
function AreaFigures({ area, places, title }: AreaProps & { readonly title: string | null }) {
  const { record, department, population } = area;
  const { low, high } = record.next_year_rate;
  const change = (percent: number | null) =>
    percent === null ? "not known" : `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)}%`;
  const rows: readonly (readonly [string, string])[] = [
    [
      "All offenses per 1,000",
      `${record.crime_rate_per_1k.toFixed(1)}; the United States ${record.national_average_rate.toFixed(1)}`,
    ],
    ...(record.change === null
      ? []
      : [
          [
            `Change since ${record.change.from_year}`,
            `violent ${change(record.change.violent_percent)}, property ${change(record.change.property_percent)}`,
          ] as const,
        ]),
    ["Next year, in 8 of 10", `${low.toFixed(1)} to ${high.toFixed(1)} offenses per 1,000`],
  ];
  return (
    <section>
      <div class="hero">
        <AreaBox area={area} />
        <div class="hero-name">
          {title === null ? <h2>{department}</h2> : <h1>{title}</h1>}
          <p class="muted">
            {title === null ? "" : `${department}, `}
            {number(population)} residents of its area
          </p>
        </div>
        <div class="hero-words">
          <p class="lead">
            <AreaSentence area={area} places={places} />
          </p>
          {title === null ? null : (
            <p>
              <b>This is not the county as a whole.</b> Cities and towns with police of their own report for themselves
              and are not counted here.
            </p>
          )}
          {record.cautions.map(({ text }) => (
            <p class="small">{text}</p>
          ))}
        </div>
        <RateBars yardstick={places.nation.edition} rates={areaRates(area, places.nation)} />
      </div>
      <dl class="pairs">
        {rows.map(([term, value]) => (
          <>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

function AreaBox({ area }: { readonly area: NationAreaEntry }) {
  const { record } = area;
  const graded = gradedArea(area);
  if (graded === null) return <NoGradeBox year={record.data_year} why="rates only" />;
  return <GradeBox graded={graded} next={record.next_year} scale="Area" />;
}

/** The grade or why there is none, and both rates beside the nation's. */
function AreaSentence({ area, places }: AreaProps) {
  const { record } = area;
  const { dataYear } = places.nation;
  const [violent, property] = areaComparison(area, places.nation);
  const [why = "", ...details] = record.without_grade?.text.split(/(?<=\.) /) ?? [];
  return (
    <>
      {record.grade === null ? (
        <>
          <b>{why}</b> {details.join(" ")}
        </>
      ) : (
        <b>
          Grade {letterText(record.grade)}, score {record.safety_score} of 100.
        </b>
      )}{" "}
      In {dataYear} the department reported <b>{violent[0]}</b>
      {violent[1]} and <b>{property[0]}</b>
      {property[1]}.
      {record.next_year === null ? null : (
        <>
          {" "}
          Next year’s score will probably be <b>{rangeText(record.next_year, " to ")}</b> (8 times in 10).
        </>
      )}
    </>
  );
}

/** Its rates in each year that has figures, beside the nation's of the data year. */
function YearsOfArea({ area, places, isNamed }: AreaProps & { readonly isNamed: boolean }) {
  const { yardstick, dataYear } = places.nation;
  const years = historyOf(area.trend, yardstick.trend);
  return (
    <div class="pictures">
      {OFFENSE_GROUPS.map((group) => {
        const bars = years.flatMap(({ data_year: year, [`${group}_rate_per_1k` as const]: value }) =>
          value === null ? [] : [{ name: String(year), value, shown: value.toFixed(1), isPale: year !== dataYear }],
        );
        const { population, [group]: count } = figuresOf(yardstick.trend, dataYear);
        const value = population === null || count === null ? 0 : publishedRate(count, population);
        const reference = { name: `United States, ${dataYear}: ${value.toFixed(1)}`, value };
        const what = `${group === "violent" ? "Violent" : "Property"} offenses per 1,000 by year`;
        const title = isNamed ? `${area.department}: ${what.toLowerCase()}` : what;
        return (
          <div>
            <h3>{title}</h3>
            <p class="units">Gray: earlier years. Dashed: the United States</p>
            <Drawing {...barPanel({ title, bars, reference })} />
          </div>
        );
      })}
    </div>
  );
}
