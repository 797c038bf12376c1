/** @jsxImportSource hono/jsx */
import { renderPage } from "./layout.tsx";
import { URLS } from "./urls.ts";

interface Message {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** A page that says one thing and leads home: not found, refused, failed. */
export function messagePage({ path, title, text }: Message): string {
  return renderPage(
    { title, path, unlisted: true },
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={URLS.home}>Go to the home page</a>
      </p>
    </>,
  );
}
