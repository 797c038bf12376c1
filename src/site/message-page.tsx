/** @jsxImportSource hono/jsx */

import { renderPage } from "./layout.tsx";
import { SearchBox } from "./search-box.tsx";
import { URLS } from "./urls.ts";

interface Message {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** Offers to find the place that may have been meant. */
  readonly withSearch?: boolean;
}

/** A page that says one thing and leads home: not found, refused, failed. */
export function messagePage({ path, title, text, withSearch = false }: Message): string {
  return renderPage(
    { title, path, unlisted: true },
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {withSearch ? (
        <SearchBox id="q" value={nameIn(path)} label="Find a city, county, neighborhood, or ZIP code" />
      ) : null}
      <p>
        <a href={URLS.home}>Go to the home page</a>
      </p>
    </>,
  );
}

/** The words of the last part of an address that names a place: `/explore/city/san-fransisco`. */
function nameIn(path: string): string {
  const [, slug = ""] = /^\/explore\/(?:city|county)\/([\w%-]+)$/.exec(path) ?? [];
  return slug.includes("%") ? "" : slug.replaceAll("-", " ");
}
