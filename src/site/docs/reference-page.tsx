/** @jsxImportSource hono/jsx */

import { CodeBlock } from "../ui/code-block.tsx";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { docsPage } from "./docs-page.tsx";
import type { DocsView } from "./guide.ts";
import { GUIDES, TOOLS } from "./guides.ts";
import { OperationLink } from "./operation-link.tsx";

/** `/docs`: the endpoints and guides. */
export function referencePage(view: DocsView): string {
  const { baseUrl, reference } = view;
  return docsPage(
    view,
    {
      path: URLS.docs,
      title: "API reference",
      description: "Endpoints, parameters, answers, errors, and code samples of the Safety Statistics API.",
    },
    <>
      <p>
        A read-only JSON API: {reference.operations.length} endpoints and one header. New here? The{" "}
        <a href={URLS.quickStart}>quick start</a> takes two minutes.
      </p>
      <CodeBlock id="base" label="Base address" text={`${baseUrl}/v1`} />
      <Table
        label="Endpoints"
        class="stack"
        columns={[
          { heading: "Endpoint", cell: (operation) => <OperationLink operation={operation} /> },
          { heading: "Answer", cell: ({ summary }) => summary },
        ]}
        rows={reference.operations}
      />
      <p>
        Every request needs a key in the header <code>X-API-Key</code>. Bodies are JSON in UTF-8.{" "}
        <a href={URLS.errorsGuide}>Errors</a> are <code>application/problem+json</code> with a stable <code>code</code>{" "}
        and the URL of a page about it.
      </p>
      <p>
        The complete OpenAPI 3.1 document: <a href={URLS.openApiJson}>JSON</a>, <a href={URLS.openApiYaml}>YAML</a>.
      </p>
      <h2>Guides and tools</h2>
      <dl class="pairs">
        {[...GUIDES, ...TOOLS].map(({ path, title, description }) => (
          <>
            <dt>
              <a href={path}>{title}</a>
            </dt>
            <dd>{description}</dd>
          </>
        ))}
      </dl>
    </>,
  );
}
