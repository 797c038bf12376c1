/** @jsxImportSource hono/jsx */
import { CONTRACT_EDITION, ofStates } from "../../editions/table.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { type Address, CONTENT_TYPES } from "../http/page.ts";
import { renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS, urlOf } from "../ui/urls.ts";
import { ReportLink } from "../view/report-link.tsx";
import { SeriesBreaks } from "../view/series-breaks.tsx";
import { type DownloadData, datasetsOf, filesOf, LATEST, PERMISSION } from "./download-files.ts";
import { type FigureSource, figureSources, placeSources, type SourceTerms } from "./terms.ts";

/** `/downloads`: the files of the current version, their license, and what each column means. */
export function downloadsPage(data: DownloadData, { places: { records }, services: { baseUrl } }: Address): string {
  const { version, states } = data;
  const { downloads, dictionary, files } = filesOf(states.map(({ places }) => places.records.edition));
  const datasets = datasetsOf(data);
  const sources = states.flatMap(({ geography }) => geography.sources);
  const attributions = [...new Set(sources.map(({ attribution }) => attribution))].filter((text) => text !== "");
  return renderPage(
    {
      title: "Downloads",
      description:
        "All records, places, years, ZIP codes, and boundaries as CSV, JSON, Parquet, and GeoJSON, without a key, with a data dictionary.",
      path: URLS.downloads,
      about: {
        "@type": "Dataset",
        name: `Safety scores of ${datasets.map(([{ name }, { statistics }]) => `${name}, ${statistics.data_year}`).join(", and of ")}`,
        description: `Safety scores, letter grades, and reported offenses by year of ${ofStates(({ possessive }) => possessive, " and ")} cities and counties and of places in ${UNITED_STATES.name}.`,
        url: baseUrl + URLS.downloads,
        version: records.version,
        dateModified: records.lastUpdated,
        spatialCoverage: datasets.map(([{ title }]) => title),
        isAccessibleForFree: true,
        distribution: files.map(({ type, file }) => ({
          "@type": "DataDownload",
          encodingFormat: CONTENT_TYPES[type].replace(/;.*/, ""),
          contentUrl: baseUrl + urlOf(URLS.download, { version, file }),
        })),
      },
    },
    <>
      <h1>Downloads</h1>
      <p class="lead">
        All records, places, years, and ZIP codes as CSV, JSON, and Parquet, and boundaries as GeoJSON. No key is
        needed.{" "}
        {datasets.map(([{ name, path }], index) =>
          path === "" ? null : (
            <>
              {index === 1 ? "Files of" : "; those of"} {name} start with <code>{path.slice(1)}-</code>
            </>
          ),
        )}
        ; the others are of {CONTRACT_EDITION.name}.
      </p>
      <Table
        label="Files"
        caption="The files with their rows"
        class="stack"
        columns={[
          { heading: "Content", cell: ([, { content }]) => content },
          { heading: "Rows", class: "number", cell: ([, { rows }]) => (rows ? number(rows(data)) : "") },
          {
            heading: "Files",
            cell: ([name]) => (
              <span class="actions">
                {files
                  .filter((one) => one.name === name)
                  .map(({ file }) => (
                    <a href={urlOf(URLS.download, { version, file })}>{file}</a>
                  ))}
              </span>
            ),
          },
        ]}
        rows={downloads}
      />
      <p>
        These are dataset versions{" "}
        {datasets.map(([{ title }, { version }], index) => (
          <>
            {index === 0 ? "" : " and "}
            <code>{version}</code> ({title})
          </>
        ))}
        . The files at these URLs never change; a new version has new URLs.{" "}
        <code>{urlOf(URLS.download, { version: LATEST, file: "records.csv" })}</code> redirects to the current version.
      </p>
      <h2 id="breaks">Breaks in the series</h2>
      <p>Figures from these years on are not fully comparable with those before:</p>
      {states.map(
        ({
          places: {
            records: { edition },
          },
        }) => (
          <>
            {edition.path === "" ? null : <p>{edition.title}:</p>}
            <SeriesBreaks breaks={edition.breaks} />
          </>
        ),
      )}
      <h2 id="license">License</h2>
      <p>{PERMISSION}</p>
      {attributions.map((attribution) => (
        <p>
          {attribution}. See <a href="https://www.geonames.org/">geonames.org</a> and{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/">the license</a>.
        </p>
      ))}
      <p>
        For what you may not use a grade for, see the <a href={URLS.terms}>terms and cautions</a>. <ReportLink />.
      </p>
      <h2 id="data-dictionary">Data dictionary</h2>
      <p>A column means the same in every file.</p>
      {[...Map.groupBy(dictionary, ({ source }) => source)].map(([source, entries]) => (
        <details>
          <summary>{source}</summary>
          <p class="small muted">License: {entries[0]?.license}.</p>
          <Table
            label={`Columns from ${source}`}
            caption={`Columns from ${source}`}
            class="stack"
            columns={[
              { heading: "Column", cell: ([column]) => <code>{column}</code> },
              { heading: "Meaning", cell: ([, [first]]) => first?.description },
              { heading: "Files", cell: ([, rows]) => rows.map(({ file }) => file).join(", ") },
            ]}
            rows={[...Map.groupBy(entries, ({ column }) => column)]}
          />
        </details>
      ))}
      <h2 id="sources">Sources of offenses and populations</h2>
      <p>
        {states.flatMap(({ places }) => places.records.edition.provenance).join(" ")}{" "}
        <a href={URLS.methodology}>More in the methodology</a>.
      </p>
      <div class="dense">
        <ul>
          {[...Map.groupBy(figureSources(data), ({ title, note }) => title + note).values()].map((releases) =>
            releases.slice(-1).map((source) => <SourceItem {...source} release={releasesText(releases)} />),
          )}
        </ul>
        <SourceFilesTable sources={figureSources(data)} />
        <h2 id="place-sources">Sources of places</h2>
        <ul>
          {placeSources(data).map((source) => (
            <SourceItem {...source} />
          ))}
        </ul>
      </div>
    </>,
  );
}

function SourceItem({ publisher, title, url, release, terms, note }: SourceTerms & { readonly release?: string }) {
  return (
    <li>
      {publisher}: <a href={url}>{title}</a>
      {release === undefined ? "" : `, ${release}`}. Terms: {terms}. {note === "" ? "" : `${note}.`}
    </li>
  );
}

/** Each file by the hash that shows whether another copy of it is the same. */
function SourceFilesTable({ sources }: { readonly sources: readonly FigureSource[] }) {
  const caption = "The files that were read, with their hashes";
  return (
    <details id="source-files">
      <summary>{caption}</summary>
      <p class="small muted">
        A copy with the same SHA-256 is byte for byte the file that was read. Departments are listed under the names
        that the publisher uses.
      </p>
      <Table
        label="Files of sources"
        caption={caption}
        class="stack"
        columns={[
          { heading: "File", cell: ({ file }) => <code>{file}</code> },
          { heading: "Title", cell: ({ title }) => title },
          { heading: "Release", cell: ({ release }) => release },
          { heading: "SHA-256", cell: ({ sha256 }) => <code>{sha256}</code> },
        ]}
        rows={sources}
      />
    </details>
  );
}

/** "2024", "2023 and 2024", "2012 to 2024", or "2018, 2019, and 2022" where years between are missing. */
export function releasesText(releases: readonly { readonly release: string }[]): string {
  const shown = [...new Set(releases.map(({ release }) => release))];
  if (shown.length < 3) return shown.join(" and ");
  const isRun = shown.every((release, index) => Number(release) === Number(shown[0]) + index);
  return isRun ? `${shown[0]} to ${shown.at(-1)}` : `${shown.slice(0, -1).join(", ")}, and ${shown.at(-1)}`;
}
