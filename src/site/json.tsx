/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

interface JsonProps {
  readonly value: unknown;
  /** Id of the text, for a copy button. */
  readonly id?: string | undefined;
}

/** Up to this many lines, a value is shown unfolded. */
const SHORT = 40;

/** Objects and lists with members can be folded. Its text is that of `JSON.stringify` with two spaces. */
export function Json({ value, id }: JsonProps) {
  const isLong = JSON.stringify(value, null, 2).split("\n").length > SHORT;
  return (
    <div class="json" id={id}>
      {node({ value, start: "", indent: "", end: "", openTo: isLong ? 1 : Number.POSITIVE_INFINITY })}
    </div>
  );
}

interface Node {
  readonly value: unknown;
  /** What precedes the value on its line: a key, or nothing. */
  readonly start: Child;
  readonly indent: string;
  /** A comma, or nothing. */
  readonly end: string;
  /** Levels that are unfolded. */
  readonly openTo: number;
}

function node({ value, start, indent, end, openTo }: Node): Child {
  const members = membersOf(value);
  if (members === null) {
    return (
      <div>
        {indent}
        {start}
        {scalar(value)}
        {end}
        {"\n"}
      </div>
    );
  }
  const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return (
    <details open={openTo >= 0}>
      <summary>
        {indent}
        {start}
        {opening}
        <span hidden>{"\n"}</span>
      </summary>
      {members.map(([key, member], index) =>
        node({
          value: member,
          start: key === null ? "" : <Key name={key} />,
          indent: `${indent}  `,
          end: index === members.length - 1 ? "" : ",",
          openTo: openTo - 1,
        }),
      )}
      <div>
        {indent}
        {closing}
        {end}
        {"\n"}
      </div>
    </details>
  );
}

/** The members of an object or list that has any; the key is null in a list. */
function membersOf(value: unknown): readonly (readonly [key: string | null, value: unknown])[] | null {
  if (typeof value !== "object" || value === null) return null;
  const members = Array.isArray(value) ? value.map((item) => [null, item] as const) : Object.entries(value);
  return members.length === 0 ? null : members;
}

function Key({ name }: { readonly name: string }) {
  return (
    <>
      <b>{JSON.stringify(name)}</b>
      {": "}
    </>
  );
}

function scalar(value: unknown): Child {
  const text = JSON.stringify(value);
  if (typeof value === "string") {
    return <span class="string">{text}</span>;
  }
  if (typeof value === "number") return <span class="numeral">{text}</span>;
  return typeof value === "object" ? text : <span class="word">{text}</span>;
}
