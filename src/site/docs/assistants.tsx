/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../code-block.tsx";
import { URLS } from "../urls.ts";
import type { DocsView, Guide } from "./guide.ts";

/** A tool that is no operation of the API. */
const COMPARE = ["compare", "records of several cities and counties, as many as a batch of your plan"] as const;

export const assistants: Guide = {
  path: URLS.assistants,
  title: "Assistants (MCP)",
  description: "The service as tools for an assistant, over the Model Context Protocol.",
  content: ({ baseUrl, described }) => (
    <>
      <p>
        An assistant that speaks the <a href="https://modelcontextprotocol.io">Model Context Protocol</a> can look
        places up by itself, with these tools:
      </p>
      <dl class="pairs">
        {[...toolsOf(described), COMPARE].map(([name, answer]) => (
          <>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{answer}</dd>
          </>
        ))}
      </dl>
      <p>
        Each call of a tool is one request of your key. Connecting, listing the tools and calls whose arguments do not
        fit count nothing. Answers are structured, with their schema; a refusal is the tool's error, with the same{" "}
        <a href={URLS.errorsGuide}>problem document</a> as under <code>/v1</code>.
      </p>
      <h2>Over HTTP</h2>
      <p>Streamable HTTP, without sessions; the key is in the same header as everywhere:</p>
      <CodeBlock id="http" label="Settings of an assistant, over HTTP" text={httpSettings(baseUrl)} />
      <h2>Over standard input and output</h2>
      <p>
        For assistants that start a command. <code>safety mcp</code> carries messages to the same address; from a
        checkout of the service:
      </p>
      <CodeBlock
        id="stdio"
        label="Settings of an assistant, with a command"
        text={settings({
          command: "npm",
          args: ["run", "-s", "--prefix", "/path/to/the/service", "safety", "--", "mcp", "--url", baseUrl],
          env: { SAFETY_API_KEY: "svc_test_…" },
        })}
      />
    </>
  ),
};

function toolsOf(described: DocsView["described"]): readonly (readonly [name: string, answers: string])[] {
  const tools = [...described.values()].flatMap(({ description }) => description.tool ?? []);
  return tools.map(({ name, answers }) => [name, answers] as const);
}

/** Of an assistant that asks this service over HTTP. */
export function httpSettings(baseUrl: string): string {
  return settings({ type: "http", url: `${baseUrl}/mcp`, headers: { "X-API-Key": "svc_test_…" } });
}

function settings(server: object): string {
  return JSON.stringify({ mcpServers: { "safety-statistics": server } }, null, 2);
}
