import { isComparedMonths } from "../../domain/nation-months.ts";
import { movesOf, yearChange } from "../../domain/year-change.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import type { Address } from "../http/page.ts";
import { counted, number, signed } from "../ui/number.ts";
import { URLS, urlIn } from "../ui/urls.ts";
import { browseUrl } from "../view/browse-query.ts";
import { changesIn } from "./changes.ts";

/** The news of the data (Atom, RFC 4287): an entry for the dataset version that the server has of each edition. */
export function feed({ editions, services: { baseUrl } }: Address): string {
  const entries = [...editions.states.map(ofState), ...editions.nations.map(ofNation)];
  const [newest] = entries.map((entry) => entry.updated).toSorted((a, b) => b.localeCompare(a));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${baseUrl}${URLS.feed}</id>
  <title>Safety Statistics: new data</title>
  <updated>${newest}</updated>
  <author><name>Safety Statistics</name></author>
  <link rel="self" type="application/atom+xml" href="${baseUrl}${URLS.feed}"/>
  <link rel="alternate" type="text/html" href="${baseUrl}${entries[0]?.path}"/>
${entries.map((entry) => entryText(entry, baseUrl)).join("")}</feed>
`;
}

function entryText({ version, title, updated, path, summary }: ReturnType<typeof ofState>, baseUrl: string): string {
  return `  <entry>
    <id>${baseUrl}${URLS.feed}#${version}</id>
    <title>${title}, dataset version ${version}</title>
    <updated>${updated}</updated>
    <link rel="alternate" type="text/html" href="${baseUrl}${path}"/>
    <summary>${summary}</summary>
  </entry>
`;
}

function ofNation({ version, edition, statistics, nation: { months } }: NationPlaces) {
  const { places: graded, absent, data_year: year, last_updated: updated } = statistics;
  const later = isComparedMonths(months)
    ? ` Provisional figures of ${months.year}, collected ${months.asOf}: ${number(months.places)} of them, violent ${percentText(months.changes.violent)}, property ${percentText(months.changes.property)}.`
    : "";
  return {
    ...{ version, title: `${edition.title}: figures of ${year}`, updated, path: URLS.nation },
    summary: `Figures of ${year}: ${number(graded)} cities and towns of ${edition.name} have a score, ${number(absent)} have none.${later}`,
  };
}

/** `−9.4%`. */
function percentText(change: number): string {
  return `${signed(Number((100 * change).toFixed(1)))}%`;
}

function ofState({ records, version, statistics }: StatePlaces) {
  const { edition } = records;
  const { cities, counties, data_year: year, last_updated: updated } = statistics;
  const diff = changesIn(records);
  const news = diff
    ? ` Compared with ${diff.from.dataYear}: ${[
        counted(diff.citiesIn.length, "city added", "cities added"),
        counted(diff.citiesOut.length, "city removed", "cities removed"),
        counted(diff.cityGrades.length, "city grade changed", "city grades changed"),
      ].join(", ")}.`
    : "";
  const unusual = records.cities.flatMap((city) => {
    const score = yearChange(city, movesOf(records))?.score;
    return score?.isUnusual ? [score.after - score.before] : [];
  });
  const up = unusual.filter((points) => points > 0).length;
  const moves = ` The score changed by more than is usual in a year in ${counted(unusual.length, "city", "cities")}: up in ${up}, down in ${unusual.length - up}.`;
  return {
    ...{ version, updated, path: browseUrl(urlIn(edition, URLS.browse), { sort: "change" }) },
    title: `${edition.path === "" ? "Figures" : `${edition.title}: figures`} of ${year}`,
    summary: `Figures of ${year}: ${number(cities)} cities and ${number(counties)} counties.${news}${moves}`,
  };
}
