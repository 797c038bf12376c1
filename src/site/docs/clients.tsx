/** @jsxImportSource hono/jsx */
import typescriptReadme from "../../../packages/client/README.md" with { type: "text" };
import pythonReadme from "../../../packages/python/README.md" with { type: "text" };
import { CodeBlock } from "../code-block.tsx";
import { Markdown } from "../markdown.tsx";
import type { ClientNames } from "../services.ts";
import { URLS } from "../urls.ts";
import { clientAddress, type Guide } from "./guide.ts";
import { installCommand } from "./quick-start.tsx";

/** Placeholders in the document for the URL of the service and of its client. */
const WRITTEN_SERVICE = "https://safety.example";
const WRITTEN_CLIENT = / ADDRESS$/gm;

export const typescriptClient: Guide = {
  path: URLS.typescriptClient,
  title: "TypeScript client",
  description: "A client without dependencies: typed records and errors, retries, batches of any size.",
  content: ({ baseUrl, clients }) => (
    <>
      <p>This server provides a matching client:</p>
      <CodeBlock id="install" label="Command that installs the client" text={installCommand(baseUrl, clients)} />
      <Markdown text={readmeFor(baseUrl, clients)} headingLevel={2} />
    </>
  ),
};

export const pythonClient: Guide = {
  path: URLS.pythonClient,
  title: "Python client",
  description: "One typed file that needs only the standard library: records, errors, retries, batches of any size.",
  content: ({ baseUrl, clients }) => (
    <Markdown text={addressedReadme(pythonReadme, baseUrl, clientAddress(baseUrl, clients.python))} headingLevel={2} />
  ),
};

/** The document of a client, with the URLs of this service filled in. */
function addressedReadme(text: string, baseUrl: string, client: string): string {
  return text.replaceAll(WRITTEN_SERVICE, baseUrl).replace(WRITTEN_CLIENT, ` ${client}`);
}

export function readmeFor(baseUrl: string, { typescript }: ClientNames): string {
  return addressedReadme(typescriptReadme, baseUrl, clientAddress(baseUrl, typescript));
}
