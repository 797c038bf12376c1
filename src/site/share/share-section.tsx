/** @jsxImportSource hono/jsx */
import { citationOf } from "../charts/chart.tsx";
import type { Dataset } from "../http/page.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import type { Share } from "../ui/layout.tsx";
import { URLS } from "../ui/urls.ts";
import type { PlaceView } from "../view/place-view.ts";
import { badgeOf } from "./badge.ts";
import { cardText } from "./card.tsx";

interface ShareProps {
  readonly place: PlaceView;
  readonly dataset: Dataset;
}

export function ShareSection({ place, dataset: { baseUrl } }: ShareProps) {
  const { width, height } = badgeOf(place);
  const { path } = place;
  const alt = cardText(place);
  return (
    <section class="screen">
      <h2 id="share">Share</h2>
      <p>
        This badge links to this page and updates with the figures. Copy the HTML to your site.{" "}
        <a href={cardUrl(path)}>Image for posts</a> (PNG).
      </p>
      <p>
        <img src={badgeUrl(path)} alt={alt} width={width} height={height} class="badge" />
      </p>
      <CodeBlock
        id="badge-code"
        label="HTML of the badge"
        text={String(
          <a href={baseUrl + path}>
            <img src={baseUrl + badgeUrl(path)} alt={alt} width={width} height={height} />
          </a>,
        )}
        wraps
      />
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
export function shareOf(place: PlaceView, baseUrl: string): Share {
  return { url: baseUrl + place.path, image: baseUrl + cardUrl(place.path), imageText: cardText(place) };
}

export function CiteSection({ place, dataset }: ShareProps) {
  const source = place.source(place.record.data_year);
  const url = dataset.baseUrl + place.path;
  return (
    <section>
      <h2 id="cite">Cite</h2>
      <p>
        Copy this line to quote these figures. Keep the year and the sources; the{" "}
        <a href={URLS.terms}>terms and cautions</a> say what else to show.
      </p>
      <CodeBlock
        id="citation"
        label="Citation"
        text={citationOf({ ...dataset, title: cardText(place), source, url })}
        wraps
      />
    </section>
  );
}
