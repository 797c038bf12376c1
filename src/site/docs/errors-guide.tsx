/** @jsxImportSource hono/jsx */

import { PROBLEMS } from "../../domain/problem.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { PROBLEM_CODES } from "./error-guides.ts";
import { ErrorLink } from "./error-link.tsx";
import { AnswerBlock } from "./example.tsx";
import type { Guide } from "./guide.ts";
import { refusalExamples } from "./reference-document.ts";

const SHOWN = "batch_too_large";

export const errorsGuide: Guide = {
  path: URLS.errorsGuide,
  title: "Errors",
  description: "One format for every error, all codes, and which errors to retry.",
  content: ({ reference }) => (
    <>
      <p>
        Every error except 431 is <code>application/problem+json</code> (RFC 9457). A 431 is sent before the request is
        read and has no body. Programs should use <code>code</code>, which never changes. People read{" "}
        <code>detail</code>, whose wording may change, and open <code>type</code>, the URL of a page about the error.
      </p>
      <AnswerBlock label="An error" value={refusalExamples(reference).get(SHOWN)?.value} />
      <ul>
        <li>
          <code>request_id</code> is also in the header <code>X-Request-Id</code> and in the service's log. Include it
          when you write to the operator.
        </li>
        <li>
          Errors in the body of a batch are listed in <code>errors</code>: the first ten, each with a JSON pointer such
          as <code>/cities/3</code>, the fourth name.
        </li>
        <li>
          An error about a limit has <code>policy</code>, <code>limit</code>, <code>remaining</code> and{" "}
          <code>resets_at</code>.
        </li>
        <li>
          A city that is not in the dataset is not an error. The answer is 200 with <code>found: false</code>.{" "}
          <a href={URLS.address}>From an address to a score</a> finds the record of its county.
        </li>
      </ul>
      <h2>All codes</h2>
      <Table
        label="All codes"
        class="stack"
        columns={[
          { heading: "Code", cell: (code) => <ErrorLink code={code} /> },
          { heading: "Status", cell: (code) => PROBLEMS[code].status },
          { heading: "Meaning", cell: (code) => PROBLEMS[code].title },
        ]}
        rows={PROBLEM_CODES}
      />
      <h2>Which errors to retry</h2>
      <p>
        Retry 429 and 503 after the number of seconds in <code>Retry-After</code>. Every other error repeats until you
        fix the key or the request.
      </p>
    </>
  ),
};
