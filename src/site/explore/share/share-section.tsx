/** @jsxImportSource hono/jsx */
import type { Snapshot, SnapshotPlace } from "../../../domain/snapshot.ts";
import { CodeBlock } from "../../code-block.tsx";
import type { Share } from "../../layout.tsx";
import { URLS } from "../../urls.ts";
import { badgeOf } from "./badge.ts";
import { cardText } from "./card.ts";
import { citationOf } from "./citation.ts";

interface ShareProps {
  readonly place: SnapshotPlace;
  readonly baseUrl: string;
  /** Path of the place's page. */
  readonly path: string;
}

/** The badge of a place, and the HTML to embed it on another site. */
export function ShareSection({ place, baseUrl, path }: ShareProps) {
  const { width, height } = badgeOf(place);
  const alt = cardText(place);
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
export function shareOf(place: SnapshotPlace, baseUrl: string, path: string): Share {
  return { url: baseUrl + path, image: baseUrl + cardUrl(path), imageText: cardText(place) };
}

interface CiteProps extends ShareProps {
  readonly snapshot: Snapshot;
}

/** A citation of a place's figures to copy, and what to keep in it. */
export function CiteSection({ snapshot, place, baseUrl, path }: CiteProps) {
  const text = citationOf({ snapshot, title: cardText(place), year: place.record.data_year, url: baseUrl + path });
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
