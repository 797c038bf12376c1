/** @jsxImportSource hono/jsx */
import { MAX_NAME_LENGTH } from "../../base/text.ts";
import { EmbedAndCite, FileLinks, Panels } from "../charts/chart.tsx";
import type { Dataset } from "../http/page.ts";
import { ASSETS } from "../ui/assets.ts";
import { SelectField } from "../ui/form.tsx";
import { Icon } from "../ui/icons.tsx";
import { renderPage } from "../ui/layout.tsx";
import { ScrollBox } from "../ui/scroll-box.tsx";
import { Segments } from "../ui/segments.tsx";
import { Crumbs } from "../view/crumbs.tsx";
import { type MissedName, MissedNames } from "../view/missed-names.tsx";
import { fillsOf, slugOfPage } from "../view/place-view.ts";
import { ReportLink } from "../view/report-link.tsx";
import { MEASURES, type MeasureState, measureSearch } from "./measure.ts";
import { type MeasureChartParts, MOST_CHARTED, measureChart } from "./measure-chart.tsx";

export interface MeasureView {
  readonly chart: MeasureChartParts;
  readonly years: readonly number[];
  readonly isTable: boolean;
  readonly dataset: Dataset;
  readonly missed: readonly MissedName[];
}

/** `/explore/chart?place=oakland&measure=violent`: one measure by year, to look at, to embed, and to cite. */
export function measurePage({ chart: parts, years, isTable, dataset, missed }: MeasureView): string {
  const chart = measureChart(parts);
  const { places, yardstick, measure, isCounts, from, to, path } = parts;
  const slugs = places.map(({ slug }) => slug);
  const all = { from: years[0] ?? from, to: years.at(-1) ?? to };
  const state: MeasureState = { slugs, measure, isCounts, years: { from, to }, all, isTable };
  const urlOf = (change: Partial<MeasureState>) => path + measureSearch({ ...state, ...change });
  const [subject] = places;
  return renderPage(
    {
      title: `${measure.name}, ${places.map(({ name }) => name).join(", ") || yardstick.words.name}`,
      description: chart.title,
      path,
      canonical: dataset.baseUrl + path + parts.query,
      edition: yardstick,
    },
    <>
      <Crumbs
        above={[[yardstick.home, yardstick.words.title], ...(subject ? [[subject.href, subject.name] as const] : [])]}
        name={measure.name}
      />
      <div class="actions measures">
        <Segments
          label="Measure"
          choices={MEASURES.map((one) => ({
            text: one.short,
            href: urlOf({ measure: one }),
            isCurrent: one === measure,
          }))}
        />
        {measure.countOf === null ? null : (
          <Segments
            label="Unit"
            choices={[
              {
                text: `Per ${measure.per.toLocaleString("en-US")}`,
                href: urlOf({ isCounts: false }),
                isCurrent: !isCounts,
              },
              { text: "Counts", href: urlOf({ isCounts: true }), isCurrent: isCounts },
            ]}
          />
        )}
      </div>
      <h1 class="finding">{chart.title}</h1>
      <p class="units">{chart.units}</p>
      <MissedNames
        noun={yardstick.words.kind === "nation" ? "city or town" : "city or county"}
        missed={missed}
        added={(href) => {
          const slug = slugOfPage(href, yardstick);
          return slug === undefined ? href : urlOf({ slugs: [...slugs, slug] });
        }}
      />
      {places.length === 0 ? null : (
        <ul class="chips charted">
          {places.map(({ name, slug }, index) => (
            <li>
              <a href={urlOf({ slugs: slugs.filter((one) => one !== slug) })} rel="nofollow">
                <svg class="key" width="22" height="4" viewBox="0 0 22 4" aria-hidden="true">
                  <path class={index === 0 ? "line-place" : `line-${index + 1}`} d="M1 2h20" />
                </svg>
                <span class="visually-hidden">Remove </span>
                {name} <Icon name="close" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <ChartForm state={state} path={path} fills={fillsOf(yardstick)} years={years} missed={missed[0]?.name ?? ""} />
      <ul class="views">
        {[
          { text: "Chart", view: false },
          { text: "Table", view: true },
        ].map(({ text, view }) => (
          <li>
            <a href={urlOf({ isTable: view })} rel="nofollow" aria-current={view === isTable ? "true" : undefined}>
              {text}
            </a>
          </li>
        ))}
        <li>
          <a href="#embed">Embed and cite</a>
        </li>
      </ul>
      {isTable ? <ScrollBox label={`Numbers: ${chart.title}`}>{chart.table}</ScrollBox> : <Panels chart={chart} />}
      <p class="small muted">{chart.notes}</p>
      <p class="small muted">
        Source: {chart.source}. <ReportLink {...(subject ? { place: subject.name, year: to } : {})} />
      </p>
      <div class="columns">
        <section class="ruled">
          <h2>Download</h2>
          <p class="actions">
            <FileLinks chart={chart} class="button" />
          </p>
          <p class="small muted">
            Each has the title, the years, the source, and the cautions. The PNG is at twice the size, for print.
          </p>
        </section>
        <section class="ruled" id="embed">
          <h2>Embed and cite</h2>
          <EmbedAndCite chart={chart} dataset={dataset} />
        </section>
      </div>
      <script type="module" src={ASSETS.charts.url} />
    </>,
  );
}

interface ChartFormProps {
  readonly state: MeasureState;
  readonly path: string;
  readonly fills: ReturnType<typeof fillsOf>;
  readonly years: readonly number[];
  /** A typed name that matches nothing stays. */
  readonly missed: string;
}

/** Chooses the years, and adds a place. */
function ChartForm({
  state: { slugs, measure, isCounts, years: chosen, isTable },
  path,
  fills,
  years,
  missed,
}: ChartFormProps) {
  const hidden = [
    ...slugs.map((slug) => ["place", slug] as const),
    ["measure", measure.key] as const,
    ...(isCounts ? [["unit", "counts"] as const] : []),
    ...(isTable ? [["view", "table"] as const] : []),
  ];
  const options = years.map((year) => [String(year), String(year)] as const);
  return (
    <form method="get" action={path} class="inline-form">
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {slugs.length >= MOST_CHARTED ? null : (
        <div class="field suggest" {...fills}>
          <label for="add">Add a place</label>
          <input id="add" name="add" type="search" value={missed} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
        </div>
      )}
      <SelectField id="from" label="From" options={options} selected={String(chosen.from)} />
      <SelectField id="to" label="To" options={options} selected={String(chosen.to)} />
      <button type="submit">Show</button>
    </form>
  );
}
