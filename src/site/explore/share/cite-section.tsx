/** @jsxImportSource hono/jsx */
import type { CityRecord, CountyRecord } from "../../../domain/record.ts";
import type { Snapshot } from "../../../domain/snapshot.ts";
import { CodeBlock } from "../../code-block.tsx";
import { URLS } from "../../urls.ts";
import { cardText } from "./card.ts";
import { citationOf } from "./citation.ts";

interface CiteProps {
  readonly snapshot: Snapshot;
  readonly record: CityRecord | CountyRecord;
  readonly baseUrl: string;
  /** Path of the place's page. */
  readonly path: string;
}

/** A citation of a place's figures to copy, and what to keep in it. */
export function CiteSection({ snapshot, record, baseUrl, path }: CiteProps) {
  const text = citationOf({ snapshot, title: cardText(record), year: record.data_year, url: baseUrl + path });
  return (
    <section>
      <h2 id="cite">Cite</h2>
      <p>
        Copy this line to quote these figures. Keep the year and the sources; the{" "}
        <a href={URLS.terms}>terms and cautions</a> say what else to show.
      </p>
      <CodeBlock id="citation" label="Citation" text={text} wraps />
    </section>
  );
}
