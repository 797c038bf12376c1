/** @jsxImportSource hono/jsx */
import { STATUS_CODES } from "node:http";
import type { RequestValues } from "../../api/description.ts";
import { AT_ONCE, bodyOf, inputOf, type Operation, type Sender, urlPathFor } from "../../api/operation.ts";
import { cutText, MAX_NAME_LENGTH } from "../../base/text.ts";
import { PLANS } from "../../domain/plan.ts";
import { PROBLEMS } from "../../domain/problem.ts";
import type { Served } from "../../lookup/served.ts";
import { CodeBlock, JsonBlock } from "../ui/code-block.tsx";
import { type Option, SelectField } from "../ui/form.tsx";
import type { DocumentedOperation, Schema } from "./reference-document.ts";

/** A batch in a form has the maximum of the Free plan. */
const VISITOR: Sender = { plan: "free", limits: PLANS.free };
const MAX_LINES = VISITOR.limits.batchNames;

const LIST_LABELS: Readonly<Record<string, string>> = {
  cities: "Cities",
  counties: "Counties",
  queries: "Names and ZIP codes",
};

interface TryField {
  readonly name: string;
  /** The schema of a parameter; null for the list of a batch, with one name a line. */
  readonly schema: Schema | null;
  readonly first: string;
}

/** Typed text by form field. */
export type TypedValues = Readonly<Record<string, string>>;

/** A field for each parameter, or for each list of a batch. */
export function fieldsOf({ operation, sample, parameters = [] }: DocumentedOperation): readonly TryField[] {
  if (operation.method === "GET") {
    return parameters.map(({ name, schema }) => ({ name, schema, first: sample.parameters?.[name] ?? "" }));
  }
  return operation.lists.map((list) => {
    const lines = (sample.lists?.[list] ?? []).map(lineOf);
    return { name: list, schema: null, first: lines.join("\n") };
  });
}

type Lists = NonNullable<RequestValues["lists"]>;
type ListedItem = NonNullable<Lists[keyof Lists]>[number];
type ListedQuery = NonNullable<Lists["queries"]>[number];

/** An element of a batch as a line of its form. */
function lineOf(item: ListedItem): string {
  if (typeof item === "string") return item;
  if ("city" in item) return `${item.city}, ${item.state}`;
  const { geoid, address, name, state, zip, lat, lon }: ListedQuery = item;
  return geoid ?? address ?? (state === undefined ? name : `${name}, ${state}`) ?? zip ?? `${lat}, ${lon}`;
}

/** A GEOID of a place or a county subdivision. */
const GEOID_LINE = /^\d{7}(?:\d{3})?$/;
/** A line that begins with a house number. */
const ADDRESS_LINE = /^\d+[a-z]? .*,/i;

/** The typed text as the values of a request. Empty fields are left out. */
export function typedValues(operation: Operation, typed: TypedValues): RequestValues {
  if (operation.method === "POST") {
    const linesOf = (list: string): readonly string[] => {
      const lines = (typed[list] ?? "").split("\n").values().map(cutText);
      return lines
        .filter((line) => line !== "")
        .take(MAX_LINES)
        .toArray();
    };
    const [cities, counties] = [linesOf("cities"), linesOf("counties")];
    const { kind } = operation.edition;
    const queries = linesOf("queries").map((line) => {
      if (kind === "nation" && ADDRESS_LINE.test(line)) return { address: line };
      return kind === "nation" && GEOID_LINE.test(line) ? { geoid: line } : { name: line };
    });
    const places = linesOf("places").map((line) => {
      if (GEOID_LINE.test(line)) return { geoid: line };
      const [city = "", state = ""] = line.split(/,(?=[^,]*$)/).map((part) => part.trim());
      return { state, city };
    });
    return { lists: { cities, counties, queries, places } };
  }
  const cleaned = Object.entries(typed).map(([field, text]) => [field, cutText(text)] as const);
  return { parameters: Object.fromEntries(cleaned.filter(([, text]) => text !== "")) };
}

/** A request made by a form, and its answer. */
export interface OperationRun {
  /** Method, path, and body, as documents show them. */
  readonly request: string;
  readonly status: number;
  readonly body: string;
  /** Whether the body is JSON; otherwise it is a table. */
  readonly isJson: boolean;
}

/** Runs an operation without a key, on what it reads itself from the request. The request is not counted. */
export async function runOperation(
  operation: Operation,
  values: RequestValues,
  editions: Served,
): Promise<OperationRun> {
  const given = inputOf(operation, values);
  const body = operation.method === "POST" ? bodyOf(operation, values) : undefined;
  const sent = body === undefined ? "" : ` ${JSON.stringify(body)}`;
  const request = `${operation.method} ${urlPathFor(operation, given)}${sent}`;
  const read =
    operation.method === "POST" ? await operation.readInput(body, VISITOR) : ({ ok: true, input: given } as const);
  const answered = read.ok ? await operation.answer(editions, read.input, AT_ONCE) : read;
  if (answered.ok) {
    const { answer } = answered;
    return { request, status: 200, body: answer.body.toString(), isJson: !("headers" in answer) };
  }
  const { code, detail, members } = answered.refusal;
  const { status, title } = PROBLEMS[code];
  return { request, status, body: JSON.stringify({ title, status, detail, code, ...members }), isJson: true };
}

interface TryItProps {
  readonly fields: readonly TryField[];
  readonly typed: TypedValues;
  readonly run: OperationRun;
  readonly action: string;
}

/** The form of an operation and the answer to what was typed. */
export function TryIt({ fields, typed, run, action }: TryItProps) {
  const isLine = fields.length === 1 && fields.every(({ schema }) => schema !== null);
  return (
    <>
      {fields.length > 0 ? (
        <form action={action} class={isLine ? "inline-form" : undefined}>
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
      {run.isJson ? (
        <JsonBlock id="answer-json" label="The answer" value={JSON.parse(run.body)} />
      ) : (
        <CodeBlock id="answer-table" label="The answer" text={run.body} />
      )}
    </>
  );
}

function TryInput({ field: { name, schema }, value }: { readonly field: TryField; readonly value: string }) {
  const label = schema === null ? (LIST_LABELS[name] ?? name) : (schema.title ?? name);
  if (schema?.enum) {
    const options = [["", "any"] as const, ...schema.enum.map((choice): Option => [String(choice), String(choice)])];
    return <SelectField id={name} label={label} options={options} selected={value} />;
  }
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {schema === null ? (
        <>
          <p class="hint" id={`${name}-hint`}>
            One a line, up to {MAX_LINES} here
          </p>
          <textarea id={name} name={name} rows={4} aria-describedby={`${name}-hint`}>
            {value}
          </textarea>
        </>
      ) : (
        <input
          id={name}
          name={name}
          type="search"
          value={value}
          maxlength={schema.maxLength ?? MAX_NAME_LENGTH}
          autocomplete="off"
        />
      )}
    </div>
  );
}
