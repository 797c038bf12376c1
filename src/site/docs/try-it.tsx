/** @jsxImportSource hono/jsx */
import { STATUS_CODES } from "node:http";
import { JsonBlock } from "../code-block.tsx";
import { type Option, SelectField } from "../form.tsx";
import { fieldsOf, type TryField } from "../try/fields.ts";
import {
  MAX_TRIED_NAMES,
  type OperationRun,
  runOperation,
  type TypedValues,
  typedInput,
} from "../try/run-operation.ts";
import { describedOperation } from "./described.ts";
import type { DocsView } from "./guide.ts";
import { operationUrl } from "./operation-link.tsx";
import type { DocumentedOperation } from "./reference-document.ts";

/** An operation with its form and its answer. */
export interface Tried {
  readonly documented: DocumentedOperation;
  readonly fields: readonly TryField[];
  readonly typed: TypedValues;
  readonly run: OperationRun;
}

/** The part of a query that comes from an operation's form; null on a first request. */
export function typedValues(view: DocsView, documented: DocumentedOperation, query: TypedValues): TypedValues | null {
  const names = fieldsFor(view, documented).map(({ name }) => name);
  const typed = Object.entries(query).filter(([name]) => names.includes(name));
  return typed.length === 0 ? null : Object.fromEntries(typed);
}

/**
 * Runs the operation on the dataset that the API uses. The server runs it without a key, so no key is typed into a page and
 * no request is counted. On a first request, and with an empty form, it runs the operation's sample.
 */
export async function tryOperation(
  view: DocsView,
  documented: DocumentedOperation,
  query: TypedValues | null,
): Promise<Tried> {
  const fields = fieldsFor(view, documented);
  const isEmpty = fields.every(({ name }) => (query?.[name] ?? "").trim() === "");
  const typed = isEmpty ? Object.fromEntries(fields.map(({ name, first }) => [name, first])) : (query ?? {});
  const { operation } = describedOperation(view.described, documented.operationId);
  return {
    documented,
    fields,
    typed,
    run: await runOperation(operation, typedInput(operation, typed), view.places),
  };
}

function fieldsFor(view: DocsView, documented: DocumentedOperation): readonly TryField[] {
  const { operation, description } = describedOperation(view.described, documented.operationId);
  return fieldsOf(operation, description, documented.parameters ?? []);
}

export function TryIt({ documented, fields, typed, run }: Tried) {
  const isLine = fields.length === 1 && !fields.some(({ isList }) => isList);
  return (
    <>
      {fields.length > 0 ? (
        <form method="get" action={`${operationUrl(documented)}#try`} class={isLine ? "inline-form" : undefined}>
          {fields.map((field) => (
            <TryInput field={field} value={typed[field.name] ?? ""} />
          ))}
          <button type="submit" class="primary">
            Send
          </button>
        </form>
      ) : null}
      <p class="small muted">
        <code>{run.request}</code> is answered {run.status}
        {run.status === 200 ? "" : ` ${STATUS_CODES[run.status]}`}:
      </p>
      <JsonBlock label="The answer" value={JSON.parse(run.body)} />
      <p class="small muted">This sample needs no key and uses no quota.</p>
    </>
  );
}

function TryInput({ field, value }: { readonly field: TryField; readonly value: string }) {
  const { name, label, maxLength, choices, isList } = field;
  if (choices) {
    const options = [["", "any"] as const, ...choices.map((choice): Option => [choice, choice])];
    return <SelectField id={name} label={label} options={options} selected={value} />;
  }
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {isList ? (
        <>
          <p class="hint" id={`${name}-hint`}>
            One a line, up to {MAX_TRIED_NAMES} here
          </p>
          <textarea id={name} name={name} rows={4} aria-describedby={`${name}-hint`}>
            {value}
          </textarea>
        </>
      ) : (
        <input id={name} name={name} type="search" value={value} maxlength={maxLength} autocomplete="off" />
      )}
    </div>
  );
}
