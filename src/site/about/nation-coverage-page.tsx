/** @jsxImportSource hono/jsx */
import { stateName } from "../../gazetteer/state-text.ts";
import { AbsentTable } from "../browse/state-page.tsx";
import { Reasons } from "../map/nation-page.tsx";
import { renderPage } from "../ui/layout.tsx";
import { counted, number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { type NationView, nationEdition } from "../view/nation-views.ts";

/** `/us/coverage`: every place without a record, with its reason. */
export function nationCoveragePage({ places, dataset }: NationView): string {
  const byState = Map.groupBy(places.nation.absent, ({ state }) => stateName(state));
  const least = number(places.edition.fewestResidents);
  const absent = [...byState].toSorted(([a], [b]) => a.localeCompare(b));
  return renderPage(
    {
      title: `Coverage of the United States, ${places.nation.dataYear}`,
      description: `Which cities and towns of ${least} residents or more have no record, and why.`,
      path: URLS.nationCoverage,
      edition: nationEdition(places.nation),
    },
    <>
      <h1>Coverage of the United States, {places.nation.dataYear}</h1>
      <p class="lead">
        Every city and town of {least} residents or more that the FBI or the Census Bureau lists is here: with a record,
        or with the reason why it has none.
      </p>
      <p>
        A place is where the Census Bureau’s Gazetteer has its point. A department that reports for several places has
        none, so its page lists places of similar size instead of the nearest towns.
      </p>
      <Reasons places={places} />
      {absent.map(([name, own]) => (
        <details>
          <summary>
            {name}: {counted(own.length, "place")} without a record
          </summary>
          <AbsentTable label={`Places without a record, ${name}`} absent={own} view={{ places, dataset }} />
        </details>
      ))}
    </>,
  );
}
