/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../code-block.tsx";
import { URLS } from "../urls.ts";

interface CurlLinesProps {
  readonly baseUrl: string;
  /** Below the base address, with its name encoded. */
  readonly paths: readonly string[];
}

/** The same figures for a program, ready to be copied. */
export function CurlLines({ baseUrl, paths }: CurlLinesProps) {
  const lines = paths.map((path) => `curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}${path}"`);
  return (
    <section>
      <h2 id="api">The same for a program</h2>
      <CodeBlock id="curl" label="Commands to ask the API" text={lines.join("\n")} />
      <p class="small muted">
        A key is made in the <a href={URLS.keys}>dashboard</a>; the answers are described in the{" "}
        <a href={URLS.docs}>docs</a>.
      </p>
    </section>
  );
}
