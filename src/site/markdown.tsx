/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { Marked, type Tokens } from "marked";

interface MarkdownProps {
  /** A document of this repository. It is trusted, and its first heading is the title of the page. */
  readonly text: string;
  /** Heading level for the document's second-level headings. */
  readonly headingLevel: 2 | 3;
}

/** Renders a document as part of a page. */
export function Markdown({ text, headingLevel }: MarkdownProps) {
  const body = text.replace(/^# .*\n/, "");
  return <>{raw(READERS[headingLevel].parse(body, { async: false }))}</>;
}

/** Ids of the code blocks that are complete programs, by language. */
const PROGRAM_LANGUAGES: Readonly<Record<string, string>> = { ts: "typescript", py: "python" };

const READERS = { 2: createReader(2), 3: createReader(3) } as const;

/** Wide code and tables get a scroll box that also works with the keyboard. Programs are marked for the tests. */
function createReader(headingLevel: 2 | 3): Marked {
  const reader = new Marked();
  reader.use({
    walkTokens(token) {
      if (token.type === "heading") token["depth"] = Math.min(6, token["depth"] + headingLevel - 2);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      /** A table of words becomes a block a row on a phone, where its columns would be too narrow. */
      table({ header, rows }) {
        const isWords = header.every(({ align }) => align !== "right");
        const head = header.map((cell) => tableCell(cell, "th", ' scope="col"', this.parser.parseInline(cell.tokens)));
        const body = rows.map((row) => {
          const cells = row.map((cell, index) => {
            const content = this.parser.parseInline(cell.tokens);
            if (!isWords) return tableCell(cell, "td", "", content);
            if (index === 0) return tableCell(cell, "th", ' scope="row"', content);
            const label = ` data-label="${escaped(header[index]?.text ?? "")}"`;
            return tableCell(cell, "td", label, content === "" ? "" : `<span>${content}</span>`);
          });
          return `<tr>${cells.join("")}</tr>\n`;
        });
        const start = `${box("Table")}><table${isWords ? ' class="stack"' : ""}>`;
        return `${start}<thead><tr>${head.join("")}</tr></thead>\n<tbody>${body.join("")}</tbody></table></div>\n`;
      },
      code({ text, lang }) {
        const language = lang === undefined ? undefined : PROGRAM_LANGUAGES[lang];
        const marked = language === undefined ? "" : ` data-example="${language}"`;
        return `${box("Code")}${marked}><pre><code>${escaped(text)}</code></pre></div>\n`;
      },
    },
  });
  return reader;
}

/** Numbers are right-aligned with a class, because the attribute `align` is obsolete. */
function tableCell({ align }: Tokens.TableCell, name: "th" | "td", attributes: string, content: string): string {
  return `<${name}${attributes}${align === "right" ? ' class="number"' : ""}>${content}</${name}>`;
}

/** Id of a heading in GitHub's format, so links within a document work there and here. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

/** A group, not a region: a page may have many, and landmarks must have distinct labels. */
function box(label: string): string {
  return `<div class="scroll" role="group" aria-label="${label}" tabindex="0"`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
