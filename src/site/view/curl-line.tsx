/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../ui/code-block.tsx";
import { URLS } from "../ui/urls.ts";

interface CurlLinesProps {
  readonly baseUrl: string;
  /** Path below the base URL, with the name encoded. */
  readonly paths: readonly string[];
}

/** The API call for the same figures, ready to copy. */
export function CurlLines({ baseUrl, paths }: CurlLinesProps) {
  const lines = paths.map((path) => `curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}${path}"`);
  return (
    <section class="screen">
      <h2 id="api">Get these figures from the API</h2>
      <CodeBlock id="curl" label="API commands" text={lines.join("\n")} />
      <p class="small muted">
        Create a key in the <a href={URLS.keys}>dashboard</a>. The answers are described in the{" "}
        <a href={URLS.docs}>docs</a>.
      </p>
    </section>
  );
}
