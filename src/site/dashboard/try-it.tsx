/** @jsxImportSource hono/jsx */

import type { Decision } from "../../access/decision.ts";
import { type ApiKey, keyStatus } from "../../accounts/keys.ts";
import { PROBLEMS } from "../../domain/problem.ts";
import { findOperation } from "../docs/load-docs.ts";
import { operationSlug } from "../docs/operation-link.tsx";
import { Choices, PrimaryLink } from "../form.tsx";
import { counted } from "../number.ts";
import { FIRST_VISIT, refused } from "../refusal.ts";
import type { HolderRoutes } from "../routes.ts";
import type { PostedForm, SignedInRequest } from "../session.ts";
import { timeText } from "../time.tsx";
import { type OperationRun, runOperation } from "../try/run-operation.ts";
import { TryIt } from "../try/try-it.tsx";
import { URLS, urlOf } from "../urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";

/** A request for the account holder. The server knows only the key's digest, so the key can never reach the page. */
export function tryItRoutes(routes: HolderRoutes): void {
  for (const path of [URLS.tryIt, URLS.tryOperation]) {
    routes.signedInPage(path, (request) => tryItPage(request, new Map()));
  }
  routes.signedInPost(URLS.tryOperation, tryIt);
}

async function tryIt(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  const found = await operationOf(request, form);
  if (found === null) return context.notFound();
  const key = (await testKeys(request)).find((one) => String(one.id) === form.get("key"));
  const digest = key ? await services.keys.digest(holder.accountId, key.id) : null;
  if (digest === null) return tryItPage(request, form, refused({ key: "Choose one of your test keys" }));
  const { operation, input } = found;
  const decision = await services.admission.admit(digest, operation.kind);
  const run = decision.outcome === "admitted" ? await runOperation(operation, input, services.places()) : null;
  return tryItPage(request, form, FIRST_VISIT, { decision, run });
}

/** The operation of the path and what was typed into its fields; null for an unknown one. */
function operationOf({ context, services }: SignedInRequest, form: PostedForm) {
  const at = { places: services.places(), params: context.req.param(), reading: services };
  return findOperation(at, Object.fromEntries(form));
}

async function testKeys({ holder, services }: SignedInRequest): Promise<readonly ApiKey[]> {
  const keys = await services.keys.usable(holder.accountId);
  return keys.filter((key) => key.type === "test" && keyStatus(key, services.clock.now()) === "active");
}

async function tryItPage(
  request: SignedInRequest,
  form: PostedForm,
  refusal = FIRST_VISIT,
  tried?: { readonly decision: Decision; readonly run: OperationRun | null },
): Promise<Response> {
  const [found, keys] = await Promise.all([operationOf(request, form), testKeys(request)]);
  if (found === null) return request.context.notFound();
  const { view, documented, fields, typed } = found;
  const urlFor = (operation: typeof documented) => urlOf(URLS.tryOperation, { operation: operationSlug(operation) });
  return dashboardPage(request, {
    path: URLS.tryIt,
    title: "Try it",
    refusal,
    status: tried ? outcomeText(tried.decision) : undefined,
    content:
      keys.length === 0 ? (
        <div class="empty">
          <p>
            <strong>You have no active test key.</strong> Each request here counts as one of a test key's 100 requests a
            day, never toward your monthly quota.
          </p>
          <p>
            <PrimaryLink href={URLS.createKey}>Create Test Key</PrimaryLink>
          </p>
        </div>
      ) : (
        <>
          <ul class="chips">
            {view.reference.operations.map((one) => (
              <li class={one === documented ? "own" : undefined}>
                <a href={urlFor(one)} aria-current={one === documented ? "true" : undefined}>
                  {one.summary}
                </a>
              </li>
            ))}
          </ul>
          <h2>
            <code>
              {documented.method} {documented.path}
            </code>
          </h2>
          <TryIt
            fields={fields}
            typed={typed}
            run={tried?.run ?? null}
            action={urlFor(documented)}
            csrfToken={request.csrfToken}
          >
            <Choices
              name="key"
              legend="Test key"
              chosen={form.get("key") ?? String(keys[0]?.id)}
              errors={refusal.errors}
              choices={keys.map((key) => ({ value: String(key.id), label: `${key.name} (${key.display})` }))}
            />
          </TryIt>
          <p class="small muted">Each request counts for the test key, which stays on the server.</p>
        </>
      ),
  });
}

function outcomeText(decision: Decision): string {
  switch (decision.outcome) {
    case "admitted":
      return `Counted. ${counted(decision.allowance.remaining, "request")} of ${decision.allowance.limit} left for this key today.`;
    case "refused":
      return `403. ${PROBLEMS[decision.code].title}.`;
    case "exhausted":
      return `429. ${PROBLEMS[decision.code].title}. Try again after ${timeText(decision.allowance.resetsAtMs)}.`;
    case "unavailable":
      return `503. ${PROBLEMS[decision.code].title}. Try again in a moment.`;
  }
}
