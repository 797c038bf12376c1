/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { Marked, type Token, type Tokens, type TokensList } from "marked";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { CodeBlock, JsonBlock } from "./code-block.tsx";
import { ErrorLink } from "./error-link.tsx";
import { Examples, type Language, type Program } from "./example.tsx";

interface MarkdownProps {
  /** A document of this repository. It is trusted. If it begins with a first-level heading, that is the page's title. */
  readonly text: string;
}

export function Markdown({ text }: MarkdownProps) {
  return <>{raw(reader().parse(text.replace(/^# .*\n/, ""), { async: false }))}</>;
}

/** Languages of code blocks that are complete programs. */
const PROGRAM_LANGUAGES: Readonly<Record<string, Language>> = { curl: "curl", ts: "typescript", py: "python" };

/** Code can be copied, and programs that follow each other become tabs. Wide parts scroll, also by keyboard. */
function reader(): Marked {
  let blocks = 0;
  const reader = new Marked();
  reader.use({
    hooks: { processAllTokens: withTabs },
    extensions: [
      {
        name: "programs",
        renderer({ programs }) {
          blocks += 1;
          return String(<Examples id={`example-${blocks}`} programs={programs} />);
        },
      },
    ],
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      codespan({ text }) {
        const code = PROBLEM_CODES.find((one) => one === text);
        return String(code === undefined ? <code>{text}</code> : <ErrorLink code={code} />);
      },
      code({ text, lang }) {
        blocks += 1;
        const label = `Code ${blocks}`;
        if (lang === "json") return String(<JsonBlock label={label} value={JSON.parse(text)} />);
        return String(<CodeBlock id={`code-${blocks}`} label={label} text={text} wraps={lang === "text"} />);
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
    },
  });
  return reader;
}

/** Joins programs that follow each other into one token. */
function withTabs(tokens: TokensList | Token[]): TokensList | Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const program = programOf(token);
    const before = joined.findLast(({ type }) => type !== "space");
    if (program === null) joined.push(token);
    else if (before?.type === "programs") before["programs"].push(program);
    else joined.push({ type: "programs", raw: token.raw, programs: [program] });
  }
  return joined;
}

function programOf(token: Token): Program | null {
  if (token.type !== "code" || !("text" in token)) return null;
  const language = PROGRAM_LANGUAGES[token["lang"] ?? ""];
  return language === undefined ? null : { language, code: token["text"] };
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
