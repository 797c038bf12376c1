/** @jsxImportSource hono/jsx */
import changes from "../../../docs/api-changes.md" with { type: "text" };
import type { Places } from "../../places/places.ts";
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

export const versions: Guide = {
  path: URLS.versions,
  title: "Versions and changelog",
  description: "What never changes in /v1, how a new version is introduced, and what has changed.",
  content: ({ places, reference }) => (
    <>
      <p>
        The version is the first part of the path: <code>/v1</code>. This server implements version {reference.version}{" "}
        of it.
      </p>
      <ul>
        <li>
          <code>/v1</code> never breaks clients. Fields, endpoints, and error codes may be added, but none is renamed,
          removed, or given another meaning. Write clients that ignore unknown fields.
        </li>
        <li>
          A breaking change would be <code>/v2</code>. From then on <code>/v1</code> would continue for 12 months, and
          each of its answers would have the headers <code>Deprecation</code> (RFC 9745) and <code>Sunset</code> (RFC
          8594).
        </li>
        <li>
          New figures are not a new version. <code>data_year</code> and <code>last_updated</code> identify the data
          behind an answer, and the <code>ETag</code> changes when the content does.{" "}
          <a href={URLS.changes}>What changed since the year before</a>: which cities were added or removed, which
          grades changed, and why.
        </li>
      </ul>
      <h2>Data years</h2>
      <p>
        The dataset's year, <code>data_year</code> of <code>/v1/stats</code>, is the newest year with counts and
        population figures: {places.statistics.data_year}. Agencies report a year's offenses after the year ends, so the
        newest possible year is last year.
      </p>
      <p>
        A record has a <code>data_year</code> too: the place's newest complete year among the dataset's year and the two
        before it. If the newest counts are known or suspected to be incomplete, the record is for an older complete
        year. If there is none, the place is absent, and <a href={URLS.coverage}>coverage</a> says why. Currently{" "}
        {olderRecords(places)} records are for an older year. Show the year of the record, not that of the dataset.
      </p>
      <h2>Caching</h2>
      <p>
        You may store answers and show them to others for as long as you like, with their year and the{" "}
        <a href={URLS.terms}>cautions</a>. HTTP caches keep them for five minutes (<code>max-age=300</code>). After
        that, request again with <code>If-None-Match</code>, or compare <code>last_updated</code> of{" "}
        <code>/v1/stats</code> and refresh everything when it changes, once or twice a year.
      </p>
      <h2>Changes to the API</h2>
      <Markdown text={changes} headingLevel={3} />
    </>
  ),
};

/** Records of cities and counties that are for an older year than the dataset's. */
function olderRecords({ records: snapshot }: Places): number {
  const records = [...snapshot.cities, ...snapshot.counties].map(({ record }) => record);
  return records.filter((record) => record.data_year < snapshot.dataYear).length;
}
