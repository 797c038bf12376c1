/** @jsxImportSource hono/jsx */
import changelog from "../../../CHANGELOG.md" with { type: "text" };
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

export const versions: Guide = {
  path: URLS.versions,
  title: "Versions and changelog",
  description: "What never changes in /v1, how a new version would come, and what changed.",
  content: ({ reference }) => (
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
      <h2>Changelog</h2>
      <Markdown text={changelog} headingLevel={3} />
    </>
  ),
};
