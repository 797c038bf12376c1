/** @jsxImportSource hono/jsx */
import { MAX_NAME_LENGTH, typedName } from "../../domain/name.ts";
import { PLANS } from "../../domain/plan.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { CodeBlock } from "../code-block.tsx";
import { lookUpPath } from "../request-line.ts";
import { operationUrl } from "./operation-url.ts";
import { BATCH_NAMES, CITY_LOOK_UP, COUNTY_LOOK_UP, EXPLANATION } from "./programs.ts";
import type { Operation } from "./reference-document.ts";

/** The batch here is that of the Free plan. */
const MAX_NAMES = PLANS.free.batchNames;

interface TryItProps {
  readonly atlas: Atlas;
  readonly operation: Operation;
  /** What was typed; undefined on a first request. */
  readonly typed: string | undefined;
}

/**
 * The operation, answered from the dataset that the API answers from. The look-up is made by this server without a key,
 * so no key is ever typed into a page, and it counts nothing.
 */
export function TryIt(props: TryItProps) {
  switch (props.operation.operationId) {
    case "getCity":
      return <LookUp {...props} kind="city" first={CITY_LOOK_UP.name} />;
    case "getCounty":
      return <LookUp {...props} kind="county" first={COUNTY_LOOK_UP.name} />;
    case "explainCity":
      return <LookUp {...props} kind="explain" first={EXPLANATION.name} />;
    case "lookUpBatch":
      return <Batch {...props} />;
    default:
      return <Result request={`${props.operation.method} ${props.operation.path}`} body={props.atlas.stats.body} />;
  }
}

interface LookUpProps extends TryItProps {
  readonly kind: "city" | "county" | "explain";
  readonly first: string;
}

function LookUp({ atlas, operation, typed, kind, first }: LookUpProps) {
  const name = typedName(typed ?? "") || first;
  const answer = { city: atlas.cityAnswer, county: atlas.countyAnswer, explain: atlas.explainAnswer }[kind](name);
  return (
    <>
      <form method="get" action={`${operationUrl(operation)}#try`} class="inline-form">
        <div class="field">
          <label for="name">{kind === "county" ? "County" : "City"}</label>
          <input id="name" name="name" type="search" value={name} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
        </div>
        <button type="submit" class="primary">
          Send
        </button>
      </form>
      <Result request={`GET ${lookUpPath(kind, name)}`} body={answer.body} />
    </>
  );
}

function Batch({ atlas, operation, typed }: TryItProps) {
  const names = (typed ?? "")
    .split("\n")
    .map(typedName)
    .filter((line) => line !== "")
    .slice(0, MAX_NAMES);
  const asked = names.length > 0 ? names : BATCH_NAMES;
  return (
    <>
      <form method="get" action={`${operationUrl(operation)}#try`}>
        <div class="field">
          <label for="name">Cities</label>
          <p class="hint" id="name-hint">
            One a line, up to {MAX_NAMES} here
          </p>
          <textarea id="name" name="name" rows={4} aria-describedby="name-hint">
            {asked.join("\n")}
          </textarea>
        </div>
        <button type="submit" class="primary">
          Send
        </button>
      </form>
      <Result
        request={`POST ${operation.path} ${JSON.stringify({ cities: asked })}`}
        body={atlas.batchAnswer(asked).toString()}
      />
    </>
  );
}

function Result({ request, body }: { readonly request: string; readonly body: string }) {
  return (
    <>
      <p class="small muted">
        <code>{request}</code> is answered 200:
      </p>
      <CodeBlock label="The answer" text={JSON.stringify(JSON.parse(body), null, 2)} />
      <p class="small muted">Made by this server without a key, so it counts nothing.</p>
    </>
  );
}
