import { UNITED_STATES } from "../../domain/edition.ts";
import { yearChange } from "../../domain/year-change.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import type { Places } from "../../places/places.ts";
import { counted, number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { browseUrl } from "./browse/browse-query.ts";
import { changesIn } from "./changes.ts";

/** The news of the data (Atom, RFC 4287): an entry for the dataset version that the server has of each edition. */
export function feed(places: Places, nation: NationPlaces, baseUrl: string): string {
  const { cities, counties, data_year: year, last_updated: updated } = places.statistics;
  const changes = baseUrl + browseUrl(URLS.browse, { sort: "change" });
  const diff = changesIn(places.records);
  const news = diff
    ? ` Compared with ${diff.from.dataYear}: ${[
        counted(diff.citiesIn.length, "city added", "cities added"),
        counted(diff.citiesOut.length, "city removed", "cities removed"),
        counted(diff.cityGrades.length, "city grade changed", "city grades changed"),
      ].join(", ")}.`
    : "";
  const unusual = places.records.cities.flatMap((city) => {
    const score = yearChange(city, places.records)?.score;
    return score?.isUnusual ? [score.after - score.before] : [];
  });
  const up = unusual.filter((points) => points > 0).length;
  const moves = ` The score changed by more than is usual in a year in ${counted(unusual.length, "city", "cities")}: up in ${up}, down in ${unusual.length - up}.`;
  const sentence = `Figures of ${year}: ${number(cities)} cities and ${number(counties)} counties.${news}${moves}`;
  const { places: graded, absent, data_year: nationYear, last_updated: nationUpdated } = nation.statistics;
  const entry = (version: string, title: string, at: string, link: string, summary: string) => `  <entry>
    <id>${baseUrl}${URLS.feed}#${version}</id>
    <title>${title}, dataset version ${version}</title>
    <updated>${at}</updated>
    <link rel="alternate" type="text/html" href="${link}"/>
    <summary>${summary}</summary>
  </entry>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${baseUrl}${URLS.feed}</id>
  <title>Safety Statistics: new data</title>
  <updated>${updated > nationUpdated ? updated : nationUpdated}</updated>
  <author><name>Safety Statistics</name></author>
  <link rel="self" type="application/atom+xml" href="${baseUrl}${URLS.feed}"/>
  <link rel="alternate" type="text/html" href="${changes}"/>
${entry(places.version, `Figures of ${year}`, updated, changes, sentence)}${entry(
  nation.version,
  `${UNITED_STATES.title}: figures of ${nationYear}`,
  nationUpdated,
  baseUrl + URLS.nation,
  `Figures of ${nationYear}: ${number(graded)} cities and towns of ${UNITED_STATES.name} have a score, ${number(absent)} have none.`,
)}</feed>
`;
}
