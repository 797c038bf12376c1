/** @jsxImportSource hono/jsx */

import { Markdown } from "../ui/markdown.tsx";
import type { Guide } from "./guide.ts";
import { withValues } from "./guide-values.tsx";

/** The parts of a guide in Markdown: `# Title`, a paragraph that says what it is about, and the rest. */
const GUIDE = /^# (.+)\n\n([\s\S]+?)\n\n([\s\S]*)$/;

/** A guide from its Markdown, in which `{{name}}` stands for a value of `guide-values.tsx`. @throws Error without title or lead */
export function readGuide(path: string, text: string): Guide {
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
