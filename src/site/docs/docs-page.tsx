/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { renderPage } from "../ui/layout.tsx";
import type { Rail } from "../ui/navigation.tsx";
import { URLS } from "../ui/urls.ts";
import type { DocsView, Guide } from "./guide.ts";
import { GUIDES, TOOLS } from "./guides.tsx";
import { byEdition, operationUrl } from "./operation-link.tsx";

interface DocsPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

interface Details {
  /** Stays in view beside the rest; on a phone it follows the introduction. */
  readonly samples: Child;
  readonly rest: Child;
}

/** Renders a page of the documentation with its frame. */
export function docsPage({ reference }: DocsView, page: DocsPage, introduction: Child, details?: Details): string {
  const start = (
    <>
      <h1>{page.title}</h1>
      {introduction}
    </>
  );
  const content = details ? (
    <div class="with-samples">
      <div>{start}</div>
      <aside aria-label="Request and answer">{details.samples}</aside>
      <div>{details.rest}</div>
    </div>
  ) : (
    start
  );
  return renderPage({ ...page, rail: railOf(reference.operations) }, content);
}

function railOf(operations: DocsView["reference"]["operations"]): Rail {
  const linkOf = ({ path, title }: Guide) => ({ href: path, text: title });
  return {
    label: "Documentation",
    groups: [
      { links: GUIDES.slice(0, 1).map(linkOf) },
      { title: "Reference", links: [{ href: URLS.docs, text: "All endpoints" }] },
      ...byEdition(operations).map(({ title, operations }) => ({
        title,
        folds: true,
        links: operations.map((operation) => ({ href: operationUrl(operation), text: operation.summary })),
      })),
      { title: "Guides", links: GUIDES.slice(1).map(linkOf) },
      { title: "Tools", links: TOOLS.map(linkOf) },
    ],
  };
}
