/** @jsxImportSource hono/jsx */
import changes from "../../../docs/api-changes.md" with { type: "text" };
import type { Atlas } from "../../snapshot/atlas.ts";
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

export const versions: Guide = {
  path: URLS.versions,
  title: "Versions and changelog",
  description: "What never changes in /v1, how a new version would come, and what changed.",
  content: ({ atlas, reference }) => (
    <>
      <p>
        The version is the first part of the path: <code>/v1</code>. This server speaks {reference.version} of it.
      </p>
      <ul>
        <li>
          <code>/v1</code> does not break. Fields, endpoints and error codes may be added beside those that there are;
          none is renamed, removed or given another meaning. Write clients that ignore what they do not know.
        </li>
        <li>
          A breaking change would be <code>/v2</code>. From then on <code>/v1</code> would go on for 12 months, each of
          its answers with <code>Deprecation</code> (RFC 9745) and <code>Sunset</code> (RFC 8594).
        </li>
        <li>
          New figures are not a new version. <code>data_year</code> and <code>last_updated</code> tell what an answer is
          made from; an <code>ETag</code> changes when its content does.{" "}
          <a href={URLS.changes}>What changed since the year before</a>: cities in and out, grades that moved, and why.
        </li>
      </ul>
      <h2>Which year is served</h2>
      <p>
        The dataset's year, <code>data_year</code> of <code>/v1/stats</code>, is the newest year with counts and
        population figures: {atlas.statistics.data_year}. Agencies report a year's offenses after it has ended, so the
        year before the present one is the newest that there can be.
      </p>
      <p>
        A record has a <code>data_year</code> of its own: the place's newest complete year among the dataset's year and
        the two before. Where the newest counts are known or suspected to be incomplete, an older complete year is
        served; where there is none, the place is absent, and <a href={URLS.coverage}>coverage</a> says why. At present{" "}
        {olderRecords(atlas)} records are of an older year. Show the year of the record, not that of the dataset.
      </p>
      <h2>Keeping answers</h2>
      <p>
        You may store answers and show them to others for as long as you like, with their year and the{" "}
        <a href={URLS.terms}>cautions</a>. HTTP caches keep them for five minutes (<code>max-age=300</code>); after that
        ask again with <code>If-None-Match</code>, or compare <code>last_updated</code> of <code>/v1/stats</code> and
        renew everything when it changes, once or twice a year.
      </p>
      <h2>Changes of the API</h2>
      <Markdown text={changes} headingLevel={3} />
    </>
  ),
};

/** Records of cities and counties that are not of the dataset's year. */
function olderRecords({ snapshot }: Atlas): number {
  const records = [...snapshot.cities, ...snapshot.counties].map(({ record }) => record);
  return records.filter((record) => record.data_year < snapshot.dataYear).length;
}
