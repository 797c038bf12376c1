/** @jsxImportSource hono/jsx */
import type { CityRecord, CountyRecord } from "../../../domain/record.ts";
import type { Snapshot } from "../../../domain/snapshot.ts";
import { CodeBlock } from "../../code-block.tsx";
import { SERVICE_NAME } from "../../layout.tsx";
import { URLS } from "../../urls.ts";
import { sourceLine } from "../source-line.ts";
import { cardText } from "./card.ts";

interface CitationParts {
  readonly snapshot: Snapshot;
  readonly record: CityRecord | CountyRecord;
  readonly baseUrl: string;
  /** Path of the place's page. */
  readonly path: string;
}

/** A place's figures as one line to quote: what they are, their year, their sources, the dataset's version, and the page. */
export function citationOf({ snapshot, record, baseUrl, path }: CitationParts): string {
  return `${SERVICE_NAME}, “${cardText(record)}”. Data: ${sourceLine(record.data_year)}. Dataset version ${snapshot.version}, last changed ${snapshot.lastUpdated}. ${baseUrl}${path}`;
}

/** The line to copy, and what to keep in it. */
export function CiteSection(parts: CitationParts) {
  return (
    <section>
      <h2 id="cite">Cite</h2>
      <p>
        Copy this line to quote these figures. Keep the year and the sources; the{" "}
        <a href={URLS.terms}>terms and cautions</a> say what else to show.
      </p>
      <CodeBlock id="citation" label="Citation" text={citationOf(parts)} wraps />
    </section>
  );
}
