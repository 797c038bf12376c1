import { yearChange } from "../../domain/year-change.ts";
import type { Places } from "../../places/places.ts";
import { counted, number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { browseUrl } from "./browse/browse-query.ts";
import { changesIn } from "./changes.ts";

/** The news of the data (Atom, RFC 4287): an entry for the dataset version that the server has. */
export function feed(places: Places, baseUrl: string): string {
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
  const moves = ` The score moved by more than chance and a usual year explain in ${counted(unusual.length, "city", "cities")}: up in ${up}, down in ${unusual.length - up}.`;
  const sentence = `Figures of ${year}: ${number(cities)} cities and ${number(counties)} counties.${news}${moves}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${baseUrl}${URLS.feed}</id>
  <title>Safety Statistics: new data</title>
  <updated>${updated}</updated>
  <author><name>Safety Statistics</name></author>
  <link rel="self" type="application/atom+xml" href="${baseUrl}${URLS.feed}"/>
  <link rel="alternate" type="text/html" href="${changes}"/>
  <entry>
    <id>${baseUrl}${URLS.feed}#${places.version}</id>
    <title>Figures of ${year}, dataset version ${places.version}</title>
    <updated>${updated}</updated>
    <link rel="alternate" type="text/html" href="${changes}"/>
    <summary>${sentence}</summary>
  </entry>
</feed>
`;
}
