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
        each in its place; a test key takes as many as its account's plan. One batch is one request for every limit.
      </p>
      <Examples id="batch" programs={programsFor(view, "lookUpBatch")} />
      <AnswerBlock label="Answer to a batch" value={exampleAnswer(view)} />
      <ul>
        <li>
          <code>results</code> has one item for each name, in the order of the request. Its <code>city</code> is your
          string, byte for byte, so you can match items to names either way.
        </li>
        <li>
          A name that is not in the dataset has <code>found: false</code> and <code>data: null</code>; see{" "}
          <a href={URLS.address}>from an address to a score</a>.
        </li>
        <li>A name that comes twice is answered twice and counts twice toward the maximum.</li>
        <li>
          An empty list is answered with <code>{'{"results":[]}'}</code>.
        </li>
        <li>
          <code>data</code> has four fields. The rest of a record is at the <a href={URLS.docs}>city's own address</a>.
        </li>
        <li>Counties are not in a batch.</li>
        <li>
          Members of the body beside <code>cities</code> are ignored.
        </li>
      </ul>
      <h2>All or nothing</h2>
      <p>
        Nothing is cut and nothing dropped. More names than the plan allows are <ErrorLink code="batch_too_large" />,
        with <code>limit</code>, <code>received</code> and <code>plan</code>; an element that is not a string is{" "}
        <ErrorLink code="invalid_body" /> with its pointer; a name of more than 100 characters is{" "}
        <ErrorLink code="name_too_long" />. A body above 64 KiB is <ErrorLink code="body_too_large" />, one that is
        compressed or not announced as JSON in UTF-8 <ErrorLink code="unsupported_media_type" />, and one that is
        announced so and is none <ErrorLink code="invalid_json" />.
      </p>
      <p>
        The <a href={URLS.typescriptClient}>TypeScript client</a> splits any number of names by your plan's maximum and
        keeps their order.
      </p>
    </>
  ),
};

/** The answer that the OpenAPI document shows. */
function exampleAnswer({ reference }: DocsView): unknown {
  const batch = reference.operations.find(({ operationId }) => operationId === "lookUpBatch");
  return batch?.responses["200"]?.content?.["application/json"]?.examples?.["results"]?.value;
}
