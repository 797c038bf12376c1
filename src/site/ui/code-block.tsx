/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { ScrollBox } from "./scroll-box.tsx";

interface BlockProps {
  readonly label: string;
  /** A block with an id has a copy button, if the browser supports copying. */
  readonly id?: string | undefined;
}

interface CodeBlockProps extends BlockProps {
  readonly text: string;
  /** For a text of words, which is shown in full as a command of one line is; code keeps its lines and scrolls. */
  readonly wraps?: boolean;
}

/** A program, a command, or a text to copy, with its strings highlighted. */
export function CodeBlock({ label, text, id, wraps = false }: CodeBlockProps) {
  return (
    <Block label={label} id={id}>
      <pre class={wraps || !text.trim().includes("\n") ? "wraps" : undefined}>
        <code id={id}>{wraps ? text : highlighted(text)}</code>
      </pre>
    </Block>
  );
}

/** A JSON value that can be folded. */
export function JsonBlock({ label, value, id }: BlockProps & { readonly value: unknown }) {
  return (
    <Block label={label} id={id}>
      <Json value={value} id={id} />
    </Block>
  );
}

function Block({ label, id, children }: BlockProps & { readonly children?: Child }) {
  return (
    <div class="code">
      <ScrollBox label={label}>{children}</ScrollBox>
      {id ? (
        <button type="button" class="quiet" data-copy={id} hidden>
          Copy
        </button>
      ) : null}
    </div>
  );
}

/** Strings within a line, in double or single quotes. The pattern keeps them as every second part. */
function highlighted(code: string): Child[] {
  const parts = code.split(/("[^"\n]*"|'[^'\n]*')/);
  return parts.map((part, index) => (index % 2 === 1 ? <span class="string">{part}</span> : part));
}

interface JsonProps {
  readonly value: unknown;
  /** Id of the text, for a copy button. */
  readonly id?: string | undefined;
}

/** Up to this many lines, a value is shown unfolded. */
const SHORT = 40;

/** Objects and lists with members can be folded. Its text is that of `JSON.stringify` with two spaces. */
function Json({ value, id }: JsonProps) {
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
  const isList = Array.isArray(value);
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (members.length === 0) {
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
  return (
    <details open={openTo >= 0}>
      <summary>
        {indent}
        {start}
        {isList ? "[" : "{"}
        <span hidden>{"\n"}</span>
      </summary>
      {members.map(([key, member], index) =>
        node({
          value: member,
          start: isList ? "" : <Key name={key} />,
          indent: `${indent}  `,
          end: index === members.length - 1 ? "" : ",",
          openTo: openTo - 1,
        }),
      )}
      <div>
        {indent}
        {isList ? "]" : "}"}
        {end}
        {"\n"}
      </div>
    </details>
  );
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
