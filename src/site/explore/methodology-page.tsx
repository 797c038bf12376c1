/** @jsxImportSource hono/jsx */
import methodology from "../../../docs/methodology.md" with { type: "text" };
import { renderPage } from "../layout.tsx";
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";

/** `/methodology`: the repository's own document. */
export function methodologyPage(): string {
  return renderPage(
    {
      title: "Methodology",
      description:
        "Sources, definitions, smoothing, score, grades and limits of the safety grades of California's cities.",
      path: URLS.methodology,
    },
    <>
      <h1>Methodology</h1>
      <p>
        How well it does: the <a href={URLS.backtest}>back-test</a>. Who is absent: <a href={URLS.coverage}>coverage</a>
        . What moved since the year before: <a href={URLS.changes}>changes</a>. The formula with a place's own numbers:
        the page of each <a href={URLS.exploreCities}>city</a> and county.
      </p>
      <Markdown text={linked(methodology)} headingLevel={2} />
    </>,
  );
}

/** Links between the documents as links between their pages; those to other files of the repository as plain text. */
export function linked(text: string): string {
  return text
    .replaceAll("](backtest.md", `](${URLS.backtest}`)
    .replaceAll("](methodology.md", `](${URLS.methodology}`)
    .replaceAll(/\[([^\]]+)\]\((?:\.\.\/)?[a-z-]+\/?[\w-]*\.md\)/g, "$1");
}
