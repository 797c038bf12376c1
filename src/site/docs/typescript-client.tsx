/** @jsxImportSource hono/jsx */
import readme from "../../../packages/client/README.md" with { type: "text" };
import { CodeBlock } from "../code-block.tsx";
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";
import { installCommand } from "./quick-start.tsx";

/** Stands in the document for the address of a service. */
const WRITTEN_ADDRESS = "https://safety.example";

export const typescriptClient: Guide = {
  path: URLS.typescriptClient,
  title: "TypeScript client",
  description: "A client without dependencies: typed records and errors, retries, batches of any size.",
  content: ({ baseUrl, clients }) => (
    <>
      <p>This server hands out the client that fits it:</p>
      <CodeBlock id="install" label="Command that installs the client" text={installCommand(baseUrl, clients)} />
      <Markdown text={readme.replaceAll(WRITTEN_ADDRESS, baseUrl)} headingLevel={2} />
    </>
  ),
};
