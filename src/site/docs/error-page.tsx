/** @jsxImportSource hono/jsx */
import { STATUS_CODES } from "node:http";
import texts from "../../../docs/guides/error-codes.md" with { type: "text" };
import { PROBLEMS, type ProblemCode } from "../../domain/problem.ts";
import { CodeBlock, JsonBlock } from "../ui/code-block.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { URLS } from "../ui/urls.ts";
import { docsPage } from "./docs-page.tsx";
import type { DocsView } from "./guide.ts";
import { refusalExample } from "./reference-document.ts";
import { REFUSED_REQUESTS, type RefusedRequest } from "./refused-examples.ts";

/** Statuses of requests that are refused before admission and so never counted (decisions 4). */
const UNCOUNTED: ReadonlySet<number> = new Set([401, 403, 429, 503]);
const AFTER_RETRY_AFTER = "Yes, after the number of seconds in Retry-After";
const AFTER_RESET = "Not before resets_at";
/** Problems for which the same request may be answered later. */
const RETRIED: Readonly<Partial<Record<ProblemCode, string>>> = {
  month_quota_exceeded: AFTER_RESET,
  day_quota_exceeded: AFTER_RESET,
  burst_exceeded: AFTER_RETRY_AFTER,
  internal_error: "Once",
  store_unavailable: AFTER_RETRY_AFTER,
  overloaded: AFTER_RETRY_AFTER,
};

/** By code: what it means, its cause, and what to do. */
const TEXTS = new Map(
  texts
    .split("\n## ")
    .slice(1)
    .map((section) => {
      const [code = "", ...parts] = section.trim().split("\n\n");
      return [code, parts] as const;
    }),
);

/** The page behind the `type` of an error answer (RFC 9457 section 3.1.1). */
export function errorPage(view: DocsView, code: ProblemCode): string {
  const { status, title } = PROBLEMS[code];
  const [meaning = "", cause = "", steps = ""] = TEXTS.get(code) ?? [];
  const request = REFUSED_REQUESTS[code];
  const answer = refusalExample(view.reference, code, request);
  return docsPage(
    view,
    // The navigation marks it as a page below the guide to errors.
    { path: `${URLS.errorsGuide}/${code}`, title, description: meaning },
    <>
      <dl class="pairs">
        <dt>Code</dt>
        <dd>
          <code>{code}</code>
        </dd>
        <dt>Status</dt>
        <dd>
          {status} {STATUS_CODES[status]}
        </dd>
        <dt>Counts as a request</dt>
        <dd>{UNCOUNTED.has(status) ? "No" : "Yes, like every admitted request"}</dd>
        <dt>Retry</dt>
        <dd>{RETRIED[code] ?? "No. The same request gets the same answer."}</dd>
      </dl>
      <h2>What it means</h2>
      <Markdown text={`${meaning}\n\n${cause}`} />
      <h2>What to do</h2>
      <Markdown text={steps} />
      <h2>Example</h2>
      <CodeBlock label="The request" text={requestText(request)} wraps />
      <JsonBlock label="The answer" value={answer} />
      <p>
        <a href={URLS.errorsGuide}>All errors</a>
      </p>
    </>,
  );
}

/** Longer bodies are not shown. */
const MAX_SHOWN_BODY = 1_000;

function requestText({ method = "GET", path, headers, body }: RefusedRequest): string {
  const lines = [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (body === undefined) return lines.join("\n");
  return [...lines, "", body.length > MAX_SHOWN_BODY ? `(${body.length} bytes)` : body].join("\n");
}
