/** @jsxImportSource hono/jsx */
import areas from "../../../docs/areas.md" with { type: "text" };
import methodology from "../../../docs/methodology.md" with { type: "text" };
import specification from "../../../docs/specification.md" with { type: "text" };
import { ChartFigure } from "../charts/chart.tsx";
import { type Address, datasetOf } from "../http/page.ts";
import { nationScoreChart, scoreChart } from "../measure/score-chart.tsx";
import { renderPage } from "../ui/layout.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { URLS } from "../ui/urls.ts";
import { browseUrl } from "../view/browse-query.ts";
import { ReportLink } from "../view/report-link.tsx";

export function methodologyPage(at: Address): string {
  const { edition } = at.places.records;
  const national = at.editions.nations.map((nation) => nation.edition.rate).join(" or ");
  return renderPage(
    {
      title: "Methodology",
      description: `Sources, definitions, smoothing, scores, grades, and limits of the safety grades of cities in ${edition.name} and the United States.`,
      path: URLS.methodology,
    },
    <>
      <h1>Methodology</h1>
      <p class="lead">
        A score compares what police departments reported per resident with {edition.rate}, or in the national edition
        with {national}, which scores 50. Half of that rate scores 80, twice that rate 20. A higher score means fewer
        reported offenses, and nothing else. <a href={URLS.editions}>How the editions differ</a>
      </p>
      <ChartFigure chart={scoreChart(at.places.records)} dataset={datasetOf(at)} />
      {at.editions.nations.map((nation) => (
        <ChartFigure chart={{ ...nationScoreChart(nation), id: "nation-scores" }} dataset={datasetOf(at)} />
      ))}
      <p>
        Related pages: how accurate the method is, in the <a href={URLS.backtest}>back-test</a>; which places are
        absent, in <a href={URLS.coverage}>coverage</a>; and what changed since last year, in{" "}
        <a href={browseUrl(URLS.browse, { sort: "change" })}>changes</a>. For the formula with a place's own numbers,
        see the page of a <a href={URLS.browse}>city</a> or county. The <a href={URLS.glossary}>glossary</a> explains
        the terms. <ReportLink />.
      </p>
      <Markdown text={linked(methodology)} />
    </>,
  );
}

export function specificationPage(): string {
  return renderPage(
    {
      title: "Specification",
      description: "Every rule behind the scores, ranges, and cautions, exact enough to rebuild all figures.",
      path: URLS.specification,
    },
    <>
      <h1>Specification</h1>
      <div class="dense">
        <Markdown text={linked(specification)} />
      </div>
    </>,
  );
}

export function areasMethodPage(): string {
  return renderPage(
    {
      title: "Areas of county departments",
      description:
        "How the figures of areas that sheriffs and county police departments police are made, tested, and graded.",
      path: URLS.areasMethod,
    },
    <>
      <h1>What county departments police</h1>
      <div class="dense">
        <Markdown text={linked(areas)} />
      </div>
    </>,
  );
}

/** Links between documents become links between their pages; links to other files become plain text. */
export function linked(text: string): string {
  return text
    .replaceAll("](backtest.md", `](${URLS.backtest}`)
    .replaceAll("](specification.md", `](${URLS.specification}`)
    .replaceAll("](methodology.md", `](${URLS.methodology}`)
    .replaceAll("](areas.md", `](${URLS.areasMethod}`)
    .replaceAll(/\[([^\]]+)\]\((?:\.\.\/)?[a-z-]+\/?[\w-]*\.md\)/g, "$1");
}
