/** @jsxImportSource hono/jsx */
import { renderPage } from "./layout.tsx";
import { SearchBox } from "./search-box.tsx";
import { URLS } from "./urls.ts";

interface Message {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** Text to search for the place that the visitor may have meant. */
  readonly withSearch?: boolean;
}

/** A page with one message and a link home: not found, refused, or failed. */
export function messagePage({ path, title, text, withSearch = false }: Message): string {
  return renderPage(
    { title, path, unlisted: true },
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {withSearch ? <SearchBox id="q" value={nameIn(path)} /> : null}
      <p>
        <a href={URLS.home}>Go to the home page</a>
      </p>
    </>,
  );
}

/** The words of the last path segment, which may name a place: `/explore/city/san-fransisco`. */
function nameIn(path: string): string {
  const [, slug = ""] = /^\/explore\/(?:city|county)\/([\w%-]+)$/.exec(path) ?? [];
  return slug.includes("%") ? "" : slug.replaceAll("-", " ");
}
