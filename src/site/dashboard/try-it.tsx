/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import type { Decision } from "../../access/decision.ts";
import { type ApiKey, keyStatus } from "../../accounts/keys.ts";
import { isTooLong, MAX_NAME_LENGTH } from "../../domain/name.ts";
import { PROBLEMS } from "../../domain/problem.ts";
import type { CityRecord, CountyRecord } from "../../domain/record.ts";
import { RecordCard } from "../card.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Choices, Field, type FieldErrors, PostForm } from "../form.tsx";
import { timeText } from "../moment.ts";
import { counted } from "../number.ts";
import type { HolderRequest, PostedForm, SessionHandlers, SiteEnv } from "../request-context.ts";
import { lookUpPath } from "../request-line.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";

/** A look-up in the holder's name: the key is known here by its digest alone, so it can never reach the page. */
export function tryItRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.tryIt,
    handlers.holderPage(async (request) =>
      request.context.html(await tryItPage(services, request, { typed: new Map(), errors: {} })),
    ),
  );
  app.post(
    URLS.tryIt,
    handlers.holderPost((request, form) => tryIt(services, request, form)),
  );
}

async function tryIt(services: SiteServices, request: HolderRequest, typed: PostedForm): Promise<Response> {
  const { context, holder } = request;
  const refuse = async (errors: FieldErrors) =>
    context.html(await tryItPage(services, request, { typed, errors }), 400);
  const name = (typed.get("name") ?? "").trim();
  if (name === "" || isTooLong(name)) return refuse({ name: `Enter a name of 1 to ${MAX_NAME_LENGTH} characters` });
  const kind = typed.get("kind") === "county" ? "county" : "city";
  const key = (await testKeys(services, request)).find((one) => String(one.id) === typed.get("key"));
  const digest = key ? await services.keys.digest(holder.accountId, key.id) : null;
  if (!key || digest === null) return refuse({ key: "Choose one of your test keys" });
  const decision = await services.admission.admit(digest, kind);
  const answer = decision.outcome === "admitted" ? lookUp(services, kind, name) : null;
  return context.html(
    await tryItPage(services, request, { typed, errors: {}, tried: { kind, name, key, decision, answer } }),
  );
}

interface Answer {
  readonly body: string;
  readonly record: CityRecord | CountyRecord | undefined;
}

function lookUp(services: SiteServices, kind: "city" | "county", name: string): Answer {
  const atlas = services.atlas();
  return kind === "city"
    ? { body: atlas.cityAnswer(name).body, record: atlas.findCity(name)?.record }
    : { body: atlas.countyAnswer(name).body, record: atlas.findCounty(name)?.record };
}

interface Tried {
  readonly kind: "city" | "county";
  readonly name: string;
  readonly key: ApiKey;
  readonly decision: Decision;
  readonly answer: Answer | null;
}

interface TryItView {
  readonly typed: PostedForm;
  readonly errors: FieldErrors;
  readonly tried?: Tried;
}

async function testKeys(services: SiteServices, { holder }: HolderRequest): Promise<readonly ApiKey[]> {
  const keys = await services.keys.list(holder.accountId);
  return keys.filter((key) => key.type === "test" && keyStatus(key, services.clock.now()) === "active");
}

async function tryItPage(
  services: SiteServices,
  request: HolderRequest,
  { typed, errors, tried }: TryItView,
): Promise<string> {
  const [accountView, keys] = await Promise.all([accountViewOf(services, request), testKeys(services, request)]);
  return dashboardPage(request, accountView, {
    path: URLS.tryIt,
    title: "Try it",
    errors,
    status: tried ? outcomeText(tried.decision) : undefined,
    content:
      keys.length === 0 ? (
        <div class="empty">
          <p>
            <strong>You have no usable test key.</strong> A look-up here counts as a request of a test key, one of its
            100 a day, and never against your monthly quota.
          </p>
          <p>
            <a class="button primary" href={URLS.createKey}>
              Create Key
            </a>
          </p>
        </div>
      ) : (
        <>
          <p>Each look-up counts as one request of the test key. The key itself stays on the server.</p>
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
              name="kind"
              legend="Look up a"
              chosen={typed.get("kind") ?? "city"}
              errors={errors}
              choices={[
                { value: "city", label: "City" },
                { value: "county", label: "County" },
              ]}
            />
            <Choices
              name="key"
              legend="With the test key"
              chosen={typed.get("key") ?? String(keys[0]?.id)}
              errors={errors}
              choices={keys.map((key) => ({ value: String(key.id), label: `${key.name} (${key.display})` }))}
            />
            <button type="submit" class="primary">
              Look up
            </button>
          </PostForm>
          {tried?.answer ? <AnswerView tried={tried} answer={tried.answer} /> : null}
        </>
      ),
  });
}

function AnswerView({ tried, answer }: { readonly tried: Tried; readonly answer: Answer }) {
  const path = lookUpPath(tried.kind, tried.name);
  return (
    <>
      <h2>
        <code>GET {path}</code>
      </h2>
      <div class="split">
        {answer.record ? (
          <RecordCard record={answer.record} level={3} />
        ) : (
          <div class="empty">
            <p>
              <strong>No record.</strong> “{tried.name}” is not in the dataset as a {tried.kind}. That is an answer too,
              and it counts.
            </p>
          </div>
        )}
        <CodeBlock id="answer" label={`Answer to ${path}`} text={JSON.stringify(JSON.parse(answer.body), null, 2)} />
      </div>
    </>
  );
}

function outcomeText(decision: Decision): string {
  switch (decision.outcome) {
    case "admitted":
      return `200. ${counted(decision.allowance.remaining, "request")} of ${decision.allowance.limit} left for this key today.`;
    case "refused":
      return `403. ${PROBLEMS[decision.code].title}.`;
    case "exhausted":
      return `429. ${PROBLEMS[decision.code].title}. Again from ${timeText(decision.allowance.resetsAtMs)}.`;
    case "unavailable":
      return `503. ${PROBLEMS[decision.code].title}. Try again in a moment.`;
  }
}
