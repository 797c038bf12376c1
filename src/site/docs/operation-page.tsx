/** @jsxImportSource hono/jsx */

import { STATUS_CODES } from "node:http";
import type { Child } from "hono/jsx";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { ErrorLink } from "../error-link.tsx";
import { AnswerBlock, Examples } from "../example.tsx";
import { Table } from "../table.tsx";
import { docsPage } from "./docs-page.tsx";
import type { DocsView } from "./guide.ts";
import { Inline } from "./inline.tsx";
import { operationUrl } from "./operation-link.tsx";
import { programsFor } from "./programs.ts";
import type { DocumentedAnswer, DocumentedOperation } from "./reference-document.ts";
import { meaningOf, SchemaTable, typeText } from "./schema-table.tsx";

/** Everything about one operation, from the OpenAPI document. `tryIt` is shown between description and details. */
export function operationPage(view: DocsView, operation: DocumentedOperation, tryIt: Child): string {
  const { method, path, summary, description } = operation;
  const success = operation.responses["200"]?.content?.["application/json"];
  return docsPage(
    view,
    { path: operationUrl(operation), title: summary, description: `${method} ${path}: ${summary.toLowerCase()}.` },
    <>
      <p class="lead">
        <code>
          {method} {path}
        </code>
      </p>
      <p>
        <Inline text={description} />
      </p>
      <Parameters operation={operation} />
      <RequestBody operation={operation} />
      <h2 id="code">Code</h2>
      <p>
        Complete programs. They read the key from the environment variable <code>SAFETY_API_KEY</code>.
      </p>
      <Examples id="program" programs={programsFor(view, operation.operationId)} />
      <h2 id="try">Try it</h2>
      {tryIt}
      <h2 id="answer">Answer</h2>
      {success ? (
        <>
          <SchemaTable label="Fields of the answer" schema={success.schema} />
          {Object.values(success.examples ?? {}).map(({ summary: label, value }) => (
            <>
              {label ? <p>{label}:</p> : null}
              <AnswerBlock label={label ?? "An answer"} value={value} />
            </>
          ))}
        </>
      ) : null}
      <h2 id="responses">Responses and headers</h2>
      {Object.entries(operation.responses).map(([status, response]) => (
        <Response status={status} response={response} />
      ))}
    </>,
  );
}

function Parameters({ operation }: { readonly operation: DocumentedOperation }) {
  if (!operation.parameters) return null;
  return (
    <>
      <h2 id="parameters">Parameters</h2>
      <Table
        label="Parameters"
        class="stack"
        columns={[
          { heading: "Name", cell: ({ name }) => <code>{name}</code> },
          { heading: "In", cell: (parameter) => `${parameter.in}${parameter.required ? ", required" : ""}` },
          {
            heading: "Type",
            cell: ({ schema: { maxLength, ...schema } }) =>
              `${typeText(schema)}${maxLength === undefined ? "" : `, up to ${maxLength} characters`}`,
          },
          { heading: "Meaning", cell: ({ schema }) => <Inline text={meaningOf(schema)} /> },
        ]}
        rows={operation.parameters}
      />
    </>
  );
}

function RequestBody({ operation }: { readonly operation: DocumentedOperation }) {
  const body = operation.requestBody?.content?.["application/json"];
  if (!body) return null;
  return (
    <>
      <h2 id="body">Body</h2>
      <p>
        A JSON object, sent as <code>Content-Type: application/json</code>.
      </p>
      <SchemaTable label="Fields of the body" schema={body.schema} />
      {Object.values(body.examples ?? {}).map(({ value }) => (
        <AnswerBlock label="A body" value={value} />
      ))}
    </>
  );
}

function Response({ status, response }: { readonly status: string; readonly response: DocumentedAnswer }) {
  const examples = response.content?.["application/problem+json"]?.examples ?? {};
  const codes = PROBLEM_CODES.filter((code) => Object.hasOwn(examples, code));
  return (
    <details id={`status-${status}`}>
      <summary>
        <strong>{status}</strong> {STATUS_CODES[status]}
        {codes.length > 0 ? <span class="muted small"> {codes.join(", ")}</span> : null}
      </summary>
      <p>
        <Inline text={response.description} />
      </p>
      {codes.length > 0 ? (
        <ul>
          {codes.map((code) => (
            <li>
              <ErrorLink code={code} />
            </li>
          ))}
        </ul>
      ) : null}
      <HeaderTable status={status} headers={response.headers ?? {}} />
    </details>
  );
}

interface HeaderTableProps {
  readonly status: string;
  readonly headers: NonNullable<DocumentedAnswer["headers"]>;
}

function HeaderTable({ status, headers }: HeaderTableProps) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <Table
      label={`Headers of ${status}`}
      class="stack"
      columns={[
        { heading: "Header", cell: ([name]) => <code>{name}</code> },
        {
          heading: "Value",
          cell: ([, { schema }]) => (
            <code>{String(schema.const ?? schema.example ?? schema.enum?.join(" or ") ?? "")}</code>
          ),
        },
        {
          heading: "Meaning",
          cell: ([, { schema, description }]) => <Inline text={description ?? schema.description ?? ""} />,
        },
      ]}
      rows={entries}
    />
  );
}
