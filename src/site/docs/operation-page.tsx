/** @jsxImportSource hono/jsx */
import { STATUS_CODES } from "node:http";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { JsonBlock } from "../ui/code-block.tsx";
import { ErrorLink } from "../ui/error-link.tsx";
import { Examples } from "../ui/example.tsx";
import { Table } from "../ui/table.tsx";
import { docsPage } from "./docs-page.tsx";
import { FieldList, Inline, meaningOf, SchemaFields, typeText } from "./field-list.tsx";
import type { findOperation } from "./load-docs.ts";
import { operationUrl } from "./operation-link.tsx";
import { programsFor } from "./programs.ts";
import type { DocumentedAnswer, DocumentedOperation } from "./reference-document.ts";
import { type OperationRun, TryIt } from "./try-it.tsx";

type OperationView = NonNullable<Awaited<ReturnType<typeof findOperation>>> & { readonly run: OperationRun };

/** Everything about one operation, from the OpenAPI document, with programs and a form to try it. */
export function operationPage({ view, documented: operation, fields, typed, asked, run }: OperationView): string {
  const { method, path, summary, description } = operation;
  const success = operation.responses["200"]?.content?.["application/json"];
  return docsPage(
    view,
    { path: operationUrl(operation), title: summary, description: `${method} ${path}: ${summary.toLowerCase()}.` },
    <>
      <p class="endpoint">
        <code>{method}</code> <code>{path}</code>
      </p>
      <p>
        <Inline text={description} />
      </p>
    </>,
    {
      samples: (
        <>
          <h2 id="code" class="visually-hidden">
            Code
          </h2>
          <Examples
            id="program"
            programs={programsFor(view.baseUrl, operation, run.status === 200 ? asked : operation.sample)}
          />
          <p class="small muted">
            Each program reads the key from the environment variable <code>SAFETY_API_KEY</code>.
          </p>
          <h2 id="try">Try it</h2>
          <TryIt fields={fields} typed={typed} run={run} action={`${operationUrl(operation)}#try`} />
          <p class="small muted">This sample needs no key and uses no quota.</p>
        </>
      ),
      rest: (
        <>
          <Parameters operation={operation} />
          <RequestBody operation={operation} />
          <h2 id="answer">Answer</h2>
          {success ? (
            <>
              <SchemaFields schema={success.schema} />
              {Object.values(success.examples ?? {}).map(({ summary: label = "An answer", value }) => (
                <details>
                  <summary>Example: {label}</summary>
                  <JsonBlock label={label} value={value} />
                </details>
              ))}
            </>
          ) : null}
          <h2 id="responses">Responses and headers</h2>
          {Object.entries(operation.responses).map(([status, response]) => (
            <Response status={status} response={response} />
          ))}
        </>
      ),
    },
  );
}

function Parameters({ operation }: { readonly operation: DocumentedOperation }) {
  if (!operation.parameters) return null;
  const fields = operation.parameters.map(({ name, in: place, required, schema: { maxLength, ...schema } }) => {
    const length = maxLength === undefined ? "" : `, up to ${maxLength} characters`;
    return {
      name,
      about: `${place}${required ? ", required" : ""}, ${typeText(schema)}${length}`,
      meaning: meaningOf(schema),
    };
  });
  return (
    <>
      <h2 id="parameters">Parameters</h2>
      <FieldList fields={fields} />
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
      <SchemaFields schema={body.schema} />
      {Object.values(body.examples ?? {}).map(({ value }) => (
        <JsonBlock label="A body" value={value} />
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
