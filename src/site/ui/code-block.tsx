/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { Json } from "./json.tsx";
import { ScrollBox } from "./scroll-box.tsx";

interface BlockProps {
  readonly label: string;
  /** A block with an id has a copy button, if the browser supports copying. */
  readonly id?: string | undefined;
}

interface CodeBlockProps extends BlockProps {
  readonly text: string;
  /** For a text of words, which is shown in full; code keeps its lines and scrolls. */
  readonly wraps?: boolean;
}

/** A program, a command, or a text to copy, with its strings highlighted. */
export function CodeBlock({ label, text, id, wraps = false }: CodeBlockProps) {
  return (
    <Block label={label} id={id}>
      <pre class={wraps ? "wraps" : undefined}>
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
