/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../code-block.tsx";
import { URLS } from "../urls.ts";
import type { DocsView, Guide } from "./guide.ts";

/** A tool that is not an operation of the API. */
const COMPARE = ["compare", "records of several cities and counties, up to your plan's batch size"] as const;

export const assistants: Guide = {
  path: URLS.assistants,
  title: "Assistants (MCP)",
  description: "The service as tools for an assistant, over the Model Context Protocol.",
  content: ({ baseUrl, described }) => (
    <>
      <p>
        An assistant that speaks the <a href="https://modelcontextprotocol.io">Model Context Protocol</a> can look up
        places with these tools:
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
        Each tool call counts as one request of your key. Connecting, listing the tools, and calls with invalid
        arguments do not count. Answers are structured and have a schema. A refused call returns a tool error with the
        same <a href={URLS.errorsGuide}>problem document</a> as under <code>/v1</code>.
      </p>
      <h2>Over HTTP</h2>
      <p>Streamable HTTP, without sessions. Send the key in the same header as for the API:</p>
      <CodeBlock id="http" label="Settings of an assistant, over HTTP" text={httpSettings(baseUrl)} />
      <h2>Over standard input and output</h2>
      <p>
        For assistants that start a local command. <code>safety mcp</code> forwards messages to the same address. From a
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

/** Settings of an assistant that calls this service over HTTP. */
export function httpSettings(baseUrl: string): string {
  return settings({ type: "http", url: `${baseUrl}/mcp`, headers: { "X-API-Key": "svc_test_…" } });
}

function settings(server: object): string {
  return JSON.stringify({ mcpServers: { "safety-statistics": server } }, null, 2);
}
