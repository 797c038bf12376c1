/** @jsxImportSource hono/jsx */
import type { CityRecord, CountyRecord } from "../../../domain/record.ts";
import type { Snapshot } from "../../../domain/snapshot.ts";
import { CodeBlock } from "../../code-block.tsx";
import type { Share } from "../../layout.tsx";
import { URLS } from "../../urls.ts";
import { badgeOf } from "./badge.ts";
import { cardText } from "./card.ts";
import { citationOf } from "./citation.ts";

interface ShareProps {
  readonly record: CityRecord | CountyRecord;
  readonly baseUrl: string;
  /** Path of the place's page. */
  readonly path: string;
}

/** The badge of a place, and the HTML to embed it on another site. */
export function ShareSection({ record, baseUrl, path }: ShareProps) {
  const { width, height } = badgeOf(record);
  const alt = cardText(record);
  const image = `<img src="${baseUrl}${badgeUrl(path)}" alt="${alt}" width="${width}" height="${height}">`;
  return (
    <section>
      <h2 id="share">Share</h2>
      <p>
        This badge links to this page and updates with the figures. Copy the HTML to your site.{" "}
        <a href={cardUrl(path)}>Image for posts</a> (PNG).
      </p>
      <p>
        <img src={badgeUrl(path)} alt={alt} width={width} height={height} class="badge" />
      </p>
      <CodeBlock id="badge-code" label="HTML of the badge" text={`<a href="${baseUrl}${path}">${image}</a>`} />
    </section>
  );
}

export function badgeUrl(path: string): string {
  return `${path}/badge.svg`;
}

export function cardUrl(path: string): string {
  return `${path}/card.png`;
}

/** The preview metadata of a place's page for messengers and social networks. */
export function shareOf(record: CityRecord | CountyRecord, baseUrl: string, path: string): Share {
  return { url: baseUrl + path, image: baseUrl + cardUrl(path), imageText: cardText(record) };
}

interface CiteProps extends ShareProps {
  readonly snapshot: Snapshot;
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
