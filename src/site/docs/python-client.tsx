/** @jsxImportSource hono/jsx */
import readme from "../../../packages/python/README.md" with { type: "text" };
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import { clientAddress, type Guide } from "./guide.ts";
import { addressedReadme } from "./typescript-client.tsx";

export const pythonClient: Guide = {
  path: URLS.pythonClient,
  title: "Python client",
  description: "One typed file that needs only the standard library: records, errors, retries, batches of any size.",
  content: ({ baseUrl, clients }) => (
    <Markdown text={addressedReadme(readme, baseUrl, clientAddress(baseUrl, clients.python))} headingLevel={2} />
  ),
};
