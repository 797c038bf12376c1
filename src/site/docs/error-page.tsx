/** @jsxImportSource hono/jsx */
import { STATUS_CODES } from "node:http";
import { PROBLEMS, type ProblemCode } from "../../domain/problem.ts";
import { JsonBlock } from "../code-block.tsx";
import { URLS } from "../urls.ts";
import { docsPage } from "./docs-page.tsx";
import { ERROR_GUIDES } from "./error-guides.ts";
import type { DocsView } from "./guide.ts";
import { Inline } from "./inline.tsx";
import { OperationLink } from "./operation-link.tsx";
import { refusalExamples } from "./reference-document.ts";

/** Statuses of requests that are refused before admission and so never counted (decisions 4). */
const UNCOUNTED: ReadonlySet<number> = new Set([401, 403, 429, 503]);
/** Statuses whose answers carry `Retry-After`. */
const RETRIED: ReadonlySet<number> = new Set([429, 503]);

/** The page behind the `type` of an error answer (RFC 9457 section 3.1.1). */
export function errorPage(view: DocsView, code: ProblemCode): string {
  const { status, title } = PROBLEMS[code];
  const { meaning, cause, fix } = ERROR_GUIDES[code];
  const example = refusalExamples(view.reference).get(code);
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
        <dd>
          {RETRIED.has(status) ? "Yes, after the number of seconds in Retry-After" : "No. Fix the request first."}
        </dd>
      </dl>
      <h2>What it means</h2>
      <p>
        <Inline text={meaning} />
      </p>
      <h2>Cause</h2>
      <p>
        <Inline text={cause} />
      </p>
      <h2>What to do</h2>
      <ol>
        {fix.map((step) => (
          <li>
            <Inline text={step} />
          </li>
        ))}
      </ol>
      <h2>Example</h2>
      {example ? (
        <JsonBlock label="The answer" value={example.value} />
      ) : (
        <p>
          <code>
            HTTP/1.1 {status} {STATUS_CODES[status]}
          </code>{" "}
          and nothing more.
        </p>
      )}
      <p>
        {example ? "An answer of " : "Any path can return this answer. "}
        {example?.operations.map((operation, index) => (
          <>
            {index > 0 ? ", " : ""}
            <OperationLink operation={operation} />
          </>
        ))}
        {example ? ". " : ""}
        <a href={URLS.errorsGuide}>All errors</a>
      </p>
    </>,
  );
}
