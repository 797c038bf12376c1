/** @jsxImportSource hono/jsx */

import { z } from "zod";
import type { Decision, RequestKind } from "../../access/decision.ts";
import { type ApiKey, keyStatus } from "../../accounts/keys.ts";
import { inputOf, parameterOf } from "../../api/operation.ts";
import { OPERATIONS } from "../../api/operations.ts";
import { isTooLong, MAX_NAME_LENGTH } from "../../domain/name.ts";
import { PROBLEMS } from "../../domain/problem.ts";
import { cityRecord, countyRecord } from "../../domain/record.ts";
import { RecordCard } from "../card.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Choices, Field, type FieldErrors, PostForm, PrimaryLink, SubmitButton } from "../form.tsx";
import { timeText } from "../moment.ts";
import { counted } from "../number.ts";
import type { HolderRoutes } from "../routes.ts";
import type { PostedForm, SignedInRequest } from "../session.ts";
import { type OperationRun, runOperation } from "../try/run-operation.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";

/** A lookup for the account holder. The server knows only the key's digest, so the key can never reach the page. */
export function tryItRoutes(routes: HolderRoutes): void {
  routes.signedInPage(URLS.tryIt, (request) => tryItPage(request, { typed: new Map(), errors: {} }));
  routes.signedInPost(URLS.tryIt, tryIt);
}

/** The operations that take one text: a name in the path, or the first query parameter. */
const CHOICES = OPERATIONS.flatMap((operation) => {
  const parameter = operation.method === "GET" ? (parameterOf(operation) ?? operation.text) : null;
  return parameter === null ? [] : [{ operation, parameter }];
});

async function tryIt(request: SignedInRequest, typed: PostedForm): Promise<Response> {
  const { holder, services } = request;
  const refuse = (errors: FieldErrors) => tryItPage(request, { typed, errors });
  const name = (typed.get("name") ?? "").trim();
  if (name === "" || isTooLong(name)) return refuse({ name: `Enter a name of 1 to ${MAX_NAME_LENGTH} characters` });
  const choice = CHOICES.find(({ operation }) => operation.id === typed.get("operation")) ?? CHOICES[0];
  if (choice === undefined) throw new RangeError("the table has no look-up");
  const key = (await testKeys(request)).find((one) => String(one.id) === typed.get("key"));
  const digest = key ? await services.keys.digest(holder.accountId, key.id) : null;
  if (!key || digest === null) return refuse({ key: "Choose one of your test keys" });
  const { operation, parameter } = choice;
  const decision = await services.admission.admit(digest, operation.kind);
  const input = inputOf(operation, { parameters: { [parameter]: name } });
  const run = decision.outcome === "admitted" ? await runOperation(operation, input, services.places()) : null;
  return tryItPage(request, { typed, errors: {}, tried: { name, kind: operation.kind, decision, run } });
}

interface TriedOperation {
  readonly name: string;
  readonly kind: RequestKind;
  readonly decision: Decision;
  readonly run: OperationRun | null;
}

interface TryItView {
  readonly typed: PostedForm;
  readonly errors: FieldErrors;
  readonly tried?: TriedOperation;
}

async function testKeys({ holder, services }: SignedInRequest): Promise<readonly ApiKey[]> {
  const keys = await services.keys.usable(holder.accountId);
  return keys.filter((key) => key.type === "test" && keyStatus(key, services.clock.now()) === "active");
}

async function tryItPage(request: SignedInRequest, { typed, errors, tried }: TryItView): Promise<Response> {
  const [accountView, keys] = await Promise.all([accountViewOf(request), testKeys(request)]);
  return dashboardPage(request, {
    accountView,
    path: URLS.tryIt,
    title: "Try it",
    errors,
    status: tried ? outcomeText(tried.decision) : undefined,
    content:
      keys.length === 0 ? (
        <div class="empty">
          <p>
            <strong>You have no active test key.</strong> Each lookup here counts as one of a test key's 100 requests a
            day, never toward your monthly quota.
          </p>
          <p>
            <PrimaryLink href={`${URLS.createKey}?type=test`}>Create Test Key</PrimaryLink>
          </p>
        </div>
      ) : (
        <>
          <p>Each lookup counts as one request of the test key. The key itself stays on the server.</p>
          <PostForm action={URLS.tryIt} csrfToken={request.csrfToken}>
            <Field
              name="name"
              label="Name"
              value={typed.get("name") ?? "Irvine"}
              maxlength={MAX_NAME_LENGTH}
              autocomplete="off"
              errors={errors}
            />
            <Choices
              name="operation"
              legend="Send it to"
              chosen={typed.get("operation") ?? CHOICES[0]?.operation.id ?? ""}
              errors={errors}
              choices={CHOICES.map(({ operation }) => ({ value: operation.id, label: operation.path }))}
            />
            <Choices
              name="key"
              legend="With the test key"
              chosen={typed.get("key") ?? String(keys[0]?.id)}
              errors={errors}
              choices={keys.map((key) => ({ value: String(key.id), label: `${key.name} (${key.display})` }))}
            />
            <SubmitButton>Look up</SubmitButton>
          </PostForm>
          {tried?.run ? <AnswerView name={tried.name} kind={tried.kind} run={tried.run} /> : null}
        </>
      ),
  });
}

function AnswerView({ name, kind, run }: Pick<TriedOperation, "name" | "kind"> & { readonly run: OperationRun }) {
  const body: unknown = JSON.parse(run.body);
  const envelope = lookUpEnvelope.safeParse(body);
  return (
    <>
      <h2>
        <code>{run.request}</code>
      </h2>
      <div class="columns">
        {envelope.data?.found === true ? <RecordCard record={envelope.data.data} level={3} /> : null}
        {envelope.data?.found === false ? (
          <div class="empty">
            <p>
              <strong>No record.</strong> “{name}” is not in the dataset
              {kind === "city" || kind === "county" ? ` as a ${kind}` : ""}. This answer also counts as a request.
            </p>
            <p>
              Do you have an address, a ZIP code, or a neighborhood? Go{" "}
              <a href={URLS.address}>from an address to a score</a>.
            </p>
          </div>
        ) : null}
        <CodeBlock id="answer" label={`Answer to ${run.request}`} text={JSON.stringify(body, null, 2)} />
      </div>
    </>
  );
}

/** Operations whose answer is shown as a card. */
const lookUpEnvelope = z.discriminatedUnion("found", [
  z.object({ found: z.literal(true), data: z.union([cityRecord, countyRecord]) }),
  z.object({ found: z.literal(false), data: z.null() }),
]);

function outcomeText(decision: Decision): string {
  switch (decision.outcome) {
    case "admitted":
      return `200. ${counted(decision.allowance.remaining, "request")} of ${decision.allowance.limit} left for this key today.`;
    case "refused":
      return `403. ${PROBLEMS[decision.code].title}.`;
    case "exhausted":
      return `429. ${PROBLEMS[decision.code].title}. Try again after ${timeText(decision.allowance.resetsAtMs)}.`;
    case "unavailable":
      return `503. ${PROBLEMS[decision.code].title}. Try again in a moment.`;
  }
}
