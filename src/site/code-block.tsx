/** @jsxImportSource hono/jsx */
import { ScrollBox } from "./scroll-box.tsx";

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  /** A block with an id has a copy button, if the browser supports copying. */
  readonly id?: string;
  /** For a text of words, which is shown in full; code keeps its lines and scrolls. */
  readonly wraps?: boolean;
}

export function CodeBlock({ label, text, id, wraps = false }: CodeBlockProps) {
  return (
    <div class="code">
      <ScrollBox label={label}>
        <pre class={wraps ? "wraps" : undefined}>
          <code id={id}>{text}</code>
        </pre>
      </ScrollBox>
      {id ? (
        <button type="button" class="quiet" data-copy={id} hidden>
          Copy
        </button>
      ) : null}
    </div>
  );
}
