import Negotiator from "negotiator";
import { problemAnswer } from "../api/problem-answer.ts";
import type { Clock } from "../domain/clock.ts";
import type { ProblemCode } from "../domain/problem.ts";
import { messagePage } from "./message-page.tsx";
import type { SiteContext } from "./request-context.ts";

export interface FailureParts {
  /** Address under which users reach the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly clock: Clock;
}

/**
 * The answer where there is nothing: a page, or a problem for who asks for JSON (decisions 5). A path under `//v1` is a
 * client's mistake in any case: its base address ends with a slash.
 */
export function notFound(context: SiteContext, parts: FailureParts): Response | Promise<Response> {
  const { path } = context.req;
  if (/^\/\/+v1(?:\/|$)/.test(path)) return problem(DOUBLED_SLASH, "path_unknown", parts);
  if (asksForJson(context)) return problem(NO_ENDPOINT, "path_unknown", parts);
  const page = messagePage({
    path,
    title: "There is no such page",
    text: "The address may be mistyped, or the page has moved.",
  });
  return context.html(page, 404, { Vary: "Accept" });
}

/** The answer where a page broke: it says nothing of the inside. */
export function pageFailed(context: SiteContext, parts: FailureParts): Response | Promise<Response> {
  if (asksForJson(context)) return problem(BROKEN, "internal_error", parts);
  const page = messagePage({
    path: context.req.path,
    title: "Something went wrong on the server",
    text: "Nothing was changed, or only in part. Load the page again; if it stays so, tell the operator.",
  });
  return context.html(page, 500, { Vary: "Accept" });
}

const NO_ENDPOINT = "There is nothing at this path. The paths of the API begin with /v1/, such as /v1/safety/Irvine.";
const DOUBLED_SLASH =
  "The path begins with two slashes. The base address of the client probably ends with a slash: take it away.";
const BROKEN = "The request was not answered. Try again; if it stays so, tell the operator.";

function problem(detail: string, code: ProblemCode, { baseUrl, clock }: FailureParts): Response {
  const refusal = { code, detail, headers: { Vary: "Accept" } };
  return problemAnswer(refusal, { baseUrl, requestId: crypto.randomUUID(), nowMs: clock.now() });
}

/** Whether `Accept` puts JSON before a page; no header, or any type, is a page. */
function asksForJson(context: SiteContext): boolean {
  const negotiator = new Negotiator({ headers: { accept: context.req.header("accept") ?? "*/*" } });
  return /json/.test(negotiator.mediaType(["text/html", "application/problem+json", "application/json"]) ?? "");
}
