/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { type Rail, renderPage } from "../layout.tsx";
import { URLS } from "../urls.ts";
import type { DocsView, Guide } from "./guide.ts";
import { GUIDES, TOOLS } from "./guides.ts";
import { operationUrl } from "./operation-link.tsx";

interface DocsPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** Renders a page of the documentation with its frame. */
export function docsPage({ reference }: DocsView, page: DocsPage, content: Child): string {
  return renderPage(
    { ...page, rail: railOf(reference.operations) },
    <>
      <h1>{page.title}</h1>
      {content}
    </>,
  );
}

export async function guidePage(view: DocsView, guide: Guide): Promise<string> {
  return docsPage(view, guide, await guide.content(view));
}

function railOf(operations: DocsView["reference"]["operations"]): Rail {
  const linkOf = ({ path, title }: Guide) => ({ href: path, text: title });
  return {
    label: "Documentation",
    groups: [
      { links: GUIDES.slice(0, 1).map(linkOf) },
      {
        title: "Reference",
        links: [
          { href: URLS.docs, text: "All endpoints" },
          ...operations.map((operation) => ({ href: operationUrl(operation), text: operation.summary })),
        ],
      },
      { title: "Guides", links: GUIDES.slice(1).map(linkOf) },
      { title: "Tools", links: TOOLS.map(linkOf) },
    ],
  };
}
