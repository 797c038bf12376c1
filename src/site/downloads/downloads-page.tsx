/** @jsxImportSource hono/jsx */
import { SERIES_BREAKS } from "../../domain/caution.ts";
import type { GeographySource } from "../../geography/file.ts";
import { renderPage } from "../layout.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { SeriesBreaks } from "../series-breaks.tsx";
import { URLS, urlOf } from "../urls.ts";
import { DATA_DICTIONARY, DOWNLOAD_NAMES, DOWNLOAD_TYPES, DOWNLOADS, type Downloads, PERMISSION } from "./files.ts";

/** `/downloads`: the files of the current version, their license, and what each column means. */
export function downloadsPage({ version }: Downloads, sources: readonly GeographySource[]): string {
  const attributions = [...new Set(sources.map(({ attribution }) => attribution))].filter((text) => text !== "");
  return renderPage(
    {
      title: "Downloads",
      description: "All records, places, and years as CSV and JSON, without a key, with a data dictionary.",
      path: URLS.downloads,
      wide: true,
    },
    <>
      <h1>Downloads</h1>
      <p class="lead">All records, places, and years as CSV and JSON. No key is needed.</p>
      <ul>
        {DOWNLOAD_NAMES.map((name) => (
          <li>
            {DOWNLOADS[name]}:{" "}
            {DOWNLOAD_TYPES.map((type, index) => (
              <>
                {index === 0 ? "" : ", "}
                <a href={urlOf(URLS.download, { version, file: `${name}.${type}` })}>
                  {name}.{type}
                </a>
              </>
            ))}
          </li>
        ))}
      </ul>
      <p>
        This is version <code>{version}</code>. The files at these URLs never change; a new version has new URLs.{" "}
        <code>{urlOf(URLS.download, { version: "latest", file: "records.csv" })}</code> redirects to the current
        version.
      </p>
      <h2 id="breaks">Breaks in the series</h2>
      <p>Figures from these years on are not fully comparable with those before:</p>
      <SeriesBreaks breaks={SERIES_BREAKS} />
      <h2 id="license">License</h2>
      <p>{PERMISSION}</p>
      {attributions.map((attribution) => (
        <p>
          {attribution}. See <a href="https://www.geonames.org/">geonames.org</a> and{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/">the license</a>.
        </p>
      ))}
      <p>
        For what you may not use a grade for, see the <a href={URLS.terms}>terms and cautions</a>.
      </p>
      <h2 id="data-dictionary">Data dictionary</h2>
      <ScrollBox label="Data dictionary">
        <table class="stack">
          <caption class="visually-hidden">The columns of each file, with source and license</caption>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Column</th>
              <th scope="col">Meaning</th>
              <th scope="col">Source</th>
              <th scope="col">License</th>
            </tr>
          </thead>
          <tbody>
            {DATA_DICTIONARY.map(({ file, column, description, source, license }) => (
              <tr>
                <td data-label="File">{file}</td>
                <th scope="row" data-label="Column">
                  <code>{column}</code>
                </th>
                <td data-label="Meaning">{description}</td>
                <td data-label="Source">{source}</td>
                <td data-label="License">{license}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <h2 id="sources">Sources of places</h2>
      <ul>
        {sources.map(({ publisher, title, url, note }) => (
          <li>
            {publisher}: <a href={url}>{title}</a>. {note}.
          </li>
        ))}
      </ul>
    </>,
  );
}
