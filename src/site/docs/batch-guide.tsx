/** @jsxImportSource hono/jsx */
import { PLAN_NAMES, PLAN_TITLES } from "../../domain/plan.ts";
import { URLS } from "../urls.ts";
import { ErrorLink } from "./error-link.tsx";
import { AnswerBlock, Examples } from "./example.tsx";
import type { DocsView, Guide } from "./guide.ts";
import { programsFor } from "./programs.ts";

export const batchGuide: Guide = {
  path: URLS.batch,
  title: "Batch",
  description: "Several cities in one request: order, duplicates, the plan's maximum, and what is refused.",
  content: (view) => (
    <>
      <p>
        <code>POST /v1/safety/batch</code> takes up to{" "}
        {PLAN_NAMES.map((plan) => `${view.plans[plan].batchNames} (${PLAN_TITLES[plan]})`).join(", ")} names and answers
        them in order. A test key has the batch size of its account's plan. One batch counts as one request toward every
        limit.
      </p>
      <Examples id="batch" programs={programsFor(view, "lookUpBatch")} />
      <AnswerBlock label="Answer to a batch" value={exampleAnswer(view)} />
      <ul>
        <li>
          <code>results</code> has one item for each name, in the order of the request. Its <code>city</code> is your
          string, byte for byte, so you can match items by position or by name.
        </li>
        <li>
          A name that is not in the dataset has <code>found: false</code> and <code>data: null</code>; see{" "}
          <a href={URLS.address}>from an address to a score</a>.
        </li>
        <li>A repeated name is answered each time and counts each time toward the maximum.</li>
        <li>
          An empty list is answered with <code>{'{"results":[]}'}</code>.
        </li>
        <li>
          <code>data</code> has four fields. For the full record, call the <a href={URLS.docs}>city lookup</a>.
        </li>
        <li>A batch cannot include counties.</li>
        <li>
          Members of the body other than <code>cities</code> are ignored.
        </li>
      </ul>
      <h2>All or nothing</h2>
      <p>
        A batch is never shortened, and no name is dropped. The codes of refused batches are: for more names than the
        plan allows, <ErrorLink code="batch_too_large" />, with <code>limit</code>, <code>received</code> and{" "}
        <code>plan</code>; for an element that is not a string, <ErrorLink code="invalid_body" /> with its pointer; for
        a name of more than 100 characters, <ErrorLink code="name_too_long" />; for a body over 64 KiB,{" "}
        <ErrorLink code="body_too_large" />; for a body that is compressed or not declared as JSON in UTF-8,{" "}
        <ErrorLink code="unsupported_media_type" />; and for a body that is not valid JSON,{" "}
        <ErrorLink code="invalid_json" />.
      </p>
      <p>
        The <a href={URLS.typescriptClient}>TypeScript client</a> splits any number of names into batches of your plan's
        size and keeps their order.
      </p>
    </>
  ),
};

/** The example answer of the OpenAPI document. */
function exampleAnswer({ reference }: DocsView): unknown {
  const batch = reference.operations.find(({ operationId }) => operationId === "lookUpBatch");
  return batch?.responses["200"]?.content?.["application/json"]?.examples?.["results"]?.value;
}
