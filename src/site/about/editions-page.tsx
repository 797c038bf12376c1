/** @jsxImportSource hono/jsx */
import { STATE_EDITIONS } from "../../editions/table.ts";
import type { Served } from "../../lookup/served.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { Grade, gradedPlace } from "../ui/grade.tsx";
import { renderPage } from "../ui/layout.tsx";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { Crumbs } from "../view/crumbs.tsx";
import { nationView } from "../view/nation-views.ts";
import type { PlaceView } from "../view/place-view.ts";
import { stateView } from "../view/views.ts";
import { type EditionAnswer, type EditionRow, editionRows, editionsOf, type QuestionKey } from "./edition-rows.ts";

/** `/methodology/editions`: a row for each question, some places in both, and which edition to use. */
export function editionsPage(served: Served): string {
  return renderPage(
    {
      title: "How the editions differ",
      description: `One method, two yardsticks: what ${editionsOf(served)
        .map(({ edition }) => edition.title)
        .join(" and ")} have, since when, from whom, and who checks it.`,
      path: URLS.editions,
    },
    <>
      <Crumbs above={[[URLS.methodology, "Methodology"]]} name="Editions" />
      <h1>How the editions differ</h1>
      <p class="lead">
        <b>One method, two yardsticks.</b> The national edition compares a place with the country, a state’s with the
        state. A grade in one edition cannot be compared with a grade in the other.
      </p>
      <EditionsTable served={served} />
      {served.states.map((places) => (
        <InBoth served={served} places={places} />
      ))}
      <h2>Which one to use</h2>
      <ul class="rows">
        {STATE_EDITIONS.map(({ name, possessive }) => (
          <>
            <li>For a place outside {name}: the national edition.</li>
            <li>
              To compare places within {name}: {possessive} edition. It is a year newer, and people review it.
            </li>
            <li>To compare a place in {name} with one elsewhere: the national edition, which has both.</li>
          </>
        ))}
      </ul>
    </>,
  );
}

/** The questions with their answers. On a phone each question has its answers below it. */
export function EditionsTable({ served, keys }: { readonly served: Served; readonly keys?: readonly QuestionKey[] }) {
  const rows = editionRows(served).filter(({ key }) => keys === undefined || keys.includes(key));
  return (
    <Table<EditionRow>
      label="How the editions differ"
      class="stack questions"
      columns={[
        { heading: "Question", cell: ({ question }) => question },
        ...editionsOf(served).map(({ edition }, index) => ({
          heading: edition.title,
          cell: ({ answers }: EditionRow) => <Answer answer={answers[index]} />,
        })),
      ]}
      rows={rows}
    />
  );
}

function Answer({ answer }: { readonly answer: EditionAnswer | undefined }) {
  if (answer === undefined) return null;
  const { text, href, isCode } = answer;
  if (isCode) return <code>{text}</code>;
  return href === undefined ? <span>{text}</span> : <a href={href}>{text}</a>;
}

/** How many places the table of both editions has. */
const SHOWN = 4;

/** The same places against both yardsticks. */
function InBoth({ served, places }: { readonly served: Served; readonly places: StatePlaces }) {
  const rows = places.edition.examples
    .flat()
    .flatMap((slug) => {
      const city = places.records.cities.find((one) => stateView(one, places.records).slug === slug);
      const others = served.nations.flatMap((nation) => {
        const entry = city && nation.ofGeoid(city.geoid);
        return entry ? [nationView(entry, nation.nation)] : [];
      });
      return city && others.length > 0 ? [[...others, stateView(city, places.records)] as const] : [];
    })
    .slice(0, SHOWN);
  if (rows.length === 0) return null;
  return (
    <>
      <h2>The same place in both</h2>
      <p class="units">
        {places.edition.rate} and the national rate differ, and so do the years, so the scores differ, too.
      </p>
      <Table<readonly PlaceView[]>
        label={`Places of ${places.edition.name} in both editions`}
        class="stack"
        columns={[
          { heading: "Place", cell: ([first]) => (first ? <a href={first.path}>{first.name}</a> : null) },
          ...editionsOf(served).map(({ edition }, index) => ({
            heading: edition.title,
            class: "words",
            cell: (views: readonly PlaceView[]) => {
              const view = views[index];
              return view ? <Grade graded={gradedPlace(view)} href={view.path} /> : null;
            },
          })),
        ]}
        rows={rows}
      />
    </>
  );
}
