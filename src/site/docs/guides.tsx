/** @jsxImportSource hono/jsx */
import accessibility from "../../../docs/guides/accessibility.md" with { type: "text" };
import address from "../../../docs/guides/address.md" with { type: "text" };
import assistants from "../../../docs/guides/assistants.md" with { type: "text" };
import authentication from "../../../docs/guides/authentication.md" with { type: "text" };
import batch from "../../../docs/guides/batch.md" with { type: "text" };
import company from "../../../docs/guides/company.md" with { type: "text" };
import dataset from "../../../docs/guides/dataset.md" with { type: "text" };
import errors from "../../../docs/guides/errors.md" with { type: "text" };
import glossary from "../../../docs/guides/glossary.md" with { type: "text" };
import limits from "../../../docs/guides/limits.md" with { type: "text" };
import names from "../../../docs/guides/names.md" with { type: "text" };
import privacy from "../../../docs/guides/privacy.md" with { type: "text" };
import quickStart from "../../../docs/guides/quick-start.md" with { type: "text" };
import spreadsheets from "../../../docs/guides/spreadsheets.md" with { type: "text" };
import terms from "../../../docs/guides/terms.md" with { type: "text" };
import versions from "../../../docs/guides/versions.md" with { type: "text" };
import webhooks from "../../../docs/guides/webhooks.md" with { type: "text" };
import typescriptClient from "../../../packages/client/README.md" with { type: "text" };
import pythonClient from "../../../packages/python/README.md" with { type: "text" };
import { Markdown } from "../ui/markdown.tsx";
import { URLS } from "../ui/urls.ts";
import type { Guide } from "./guide.ts";
import { withValues } from "./guide-values.tsx";

/** The parts of a guide in Markdown: `# Title`, a paragraph that says what it is about, and the rest. */
const GUIDE = /^# (.+)\n\n([\s\S]+?)\n\n([\s\S]*)$/;

/** In reading order for a newcomer. */
export const GUIDES: readonly Guide[] = [
  readGuide(URLS.quickStart, quickStart),
  readGuide(URLS.address, address),
  readGuide(URLS.authentication, authentication),
  readGuide(URLS.limits, limits),
  readGuide(URLS.errorsGuide, errors),
  readGuide(URLS.names, names),
  readGuide(URLS.batch, batch),
  readGuide(URLS.webhooksGuide, webhooks),
  readGuide(URLS.company, company),
  readGuide(URLS.versions, versions),
  readGuide(URLS.dataset, dataset),
  readGuide(URLS.glossary, glossary),
  readGuide(URLS.terms, terms),
  readGuide(URLS.privacy, privacy),
  readGuide(URLS.accessibility, accessibility),
];

export const TOOLS: readonly Guide[] = [
  readGuide(URLS.typescriptClient, addressed(typescriptClient, "typescriptClient")),
  readGuide(URLS.pythonClient, addressed(pythonClient, "pythonClient")),
  readGuide(URLS.assistants, assistants),
  readGuide(URLS.spreadsheets, spreadsheets),
];

/** The document of a client with this service's URLs, which its own copy has as placeholders. */
function addressed(readme: string, client: string): string {
  return readme
    .replace(/^`ADDRESS`[\s\S]+?\n\n/m, "")
    .replaceAll(/ ADDRESS$/gm, ` {{${client}}}`)
    .replaceAll(/ PACKAGE_ADDRESS$/gm, " {{pythonPackage}}")
    .replaceAll("https://safety.example", "{{baseUrl}}");
}

/** A guide from its Markdown, in which `{{name}}` stands for a value of `guide-values.tsx`. @throws Error without title or lead */
function readGuide(path: string, text: string): Guide {
  const [, title, lead, body] = GUIDE.exec(text) ?? [];
  if (title === undefined || lead === undefined || body === undefined) throw new Error(`the guide ${path} has no lead`);
  const description = lead.replaceAll("\n", " ");
  return {
    path,
    title: title.replace(" of the Safety Statistics Service", ""),
    description,
    content: async (view) => (
      <>
        <p class="lead">{description}</p>
        <Markdown text={await withValues(body, view)} />
      </>
    ),
  };
}
