/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../ui/code-block.tsx";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { docsPage } from "./docs-page.tsx";
import type { DocsView } from "./guide.ts";
import { GUIDES, TOOLS } from "./guides.tsx";
import { byEdition, OperationLink } from "./operation-link.tsx";

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
        A read-only JSON API: {reference.operations.length} endpoints and one header, <code>X-API-Key</code>.
      </p>
      <h2>Quick start</h2>
      <p>
        <a href="/dashboard/keys">Create a test key</a>, put it into <code>SAFETY_API_KEY</code>, and send a request.
        The <a href={URLS.quickStart}>quick start</a> has programs in TypeScript and Python.
      </p>
      <CodeBlock
        id="first"
        label="First requests"
        text={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/safety/Irvine"
curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/us/safety/TX/Austin"`}
      />
      <h2>Endpoints</h2>
      <CodeBlock id="base" label="Base address" text={`${baseUrl}/v1`} />
      {byEdition(reference.operations).map(({ title, operations }) => (
        <>
          <h3>{title}</h3>
          <Table
            label={`Endpoints: ${title}`}
            class="stack"
            columns={[
              { heading: "Endpoint", cell: (operation) => <OperationLink operation={operation} /> },
              { heading: "Answer", cell: ({ summary }) => summary },
            ]}
            rows={operations}
          />
        </>
      ))}
      <p>
        Bodies are JSON in UTF-8. <a href={URLS.errorsGuide}>Errors</a> are <code>application/problem+json</code> with a
        stable <code>code</code> and the URL of a page about it.
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
