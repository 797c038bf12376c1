/** @jsxImportSource hono/jsx */
import text from "../../../docs/glossary.md" with { type: "text" };
import { linked } from "../explore/methodology-page.tsx";
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

/** The repository's glossary. */
export const glossary: Guide = {
  path: URLS.glossary,
  title: "Glossary",
  description:
    "What the terms on these pages mean: score, grade, record, range, caution, key, plan, quota, and others.",
  content: () => <Markdown text={linked(text)} headingLevel={2} />,
};
