/** @jsxImportSource hono/jsx */
import { dayText } from "../../base/window.ts";
import { type ComparedMonths, isComparedMonths } from "../../domain/nation-months.ts";
import { type ByGroup, OFFENSE_GROUPS } from "../../domain/offense.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { barPanel } from "../charts/bars.tsx";
import { Drawing } from "../charts/drawing.tsx";
import { number, signed } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { browseUrl } from "../view/browse-query.ts";
import { ProvisionalChip } from "../view/so-far.tsx";

/** Changes in percent that differ by less are about the same. */
const ABOUT = 2;

/** What the places with months show of the year after the data year, beside the FBI's figures of the whole nation. */
export function NationSoFar({ places: { nation } }: { readonly places: NationPlaces }) {
  const { months, dataYear } = nation;
  if (!isComparedMonths(months)) return null;
  const { year, violentRatePer100k, source, asOf, places } = months;
  const changes = changesOf(months);
  return (
    <section id="so-far">
      <h2>
        {year} so far <ProvisionalChip />
      </h2>
      <p>{soFarText(months)}</p>
      {OFFENSE_GROUPS.map((group) => {
        const { own, published } = changes[group];
        const panel = barPanel({
          title: `${group === "violent" ? "Violent" : "Property"} offenses, ${dataYear} to ${year}`,
          bars: [
            { name: `${number(places)} places`, value: Math.abs(own), shown: `${signed(own)}%` },
            { name: "United States, FBI", value: Math.abs(published), shown: `${signed(published)}%`, isPale: true },
          ],
          most: Math.max(...OFFENSE_GROUPS.flatMap((one) => Object.values(changes[one]).map(Math.abs))),
        });
        return (
          <>
            <h3>{panel.title}</h3>
            <Drawing {...panel} />
          </>
        );
      })}
      <p class="after-chart">
        <a href={browseUrl(URLS.nationBrowse, { provisional: "compared" })}>Places with {year} figures</a>
      </p>
      <p class="small muted">
        The FBI’s totals ({violentRatePer100k} violent offenses per 100,000 residents in {year}) cover all agencies,
        with estimates for those that did not report, and compare with its revised {dataYear}. Ours cover city
        departments whose twelve months pass our checks, and compare with the {dataYear} behind their grades. Grades are
        still those of {dataYear}. Sources: months collected {dayText(Date.parse(asOf))}; {source}.
      </p>
    </section>
  );
}

/** In percent with one decimal. */
function changesOf({
  changes,
  violentChange,
  propertyChange,
}: ComparedMonths): ByGroup<{ own: number; published: number }> {
  const percent = (change: number) => Number((100 * change).toFixed(1));
  return {
    violent: { own: percent(changes.violent), published: violentChange },
    property: { own: percent(changes.property), published: propertyChange },
  };
}

/** `Reported crime fell by about as much in 671 graded places, where 112 million people live, as in the whole country.` */
function soFarText(months: ComparedMonths): string {
  const changes = Object.values(changesOf(months));
  const where = `${number(months.places)} graded places, where ${Math.round(months.residents / 1e6)} million people live,`;
  const isFall = changes.every(({ own, published }) => own < 0 && published < 0);
  const isAlike = changes.every(({ own, published }) => Math.abs(own - published) < ABOUT);
  if (isFall && isAlike) return `Reported crime fell by about as much in ${where} as in the whole country.`;
  if (isFall) return `Reported crime fell in ${where} and in the whole country, but by different amounts.`;
  return `Reported crime changed in ${where} and in the whole country as follows.`;
}
