/** @jsxImportSource hono/jsx */
import { STATUS_CODES } from "node:http";
import { JsonBlock } from "../code-block.tsx";
import { type Option, SelectField } from "../form.tsx";
import type { TryField } from "./fields.ts";
import { MAX_TRIED_NAMES, type OperationRun, type TypedValues } from "./run-operation.ts";

interface TryItProps {
  readonly fields: readonly TryField[];
  readonly typed: TypedValues;
  readonly run: OperationRun;
  readonly action: string;
}

/** The form of an operation and the answer to what was typed. */
export function TryIt({ fields, typed, run, action }: TryItProps) {
  const isLine = fields.length === 1 && !fields.some(({ isList }) => isList);
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
      <JsonBlock id="answer-json" label="The answer" value={JSON.parse(run.body)} />
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
