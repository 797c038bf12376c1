import Negotiator from "negotiator";
import type { TooManyAttempts } from "../../accounts/throttle.ts";
import { problemAnswer, type Refusal } from "../../api/problem.ts";
import type { Clock } from "../../domain/clock.ts";
import type { ProblemCode } from "../../domain/problem.ts";
import { messagePage } from "../ui/message-page.tsx";
import { timeText } from "../ui/time.tsx";
import type { SiteContext } from "./session.ts";

interface FailureParts {
  readonly baseUrl: string;
  readonly clock: Clock;
}

/** A problem, or a page for `text/html` (decisions 5). `//v1` comes from a base URL that ends with a slash. */
export function notFound(context: SiteContext, parts: FailureParts): Response | Promise<Response> {
  const { path } = context.req;
  if (/^\/\/+v1(?:\/|$)/.test(path)) return problem(context, parts, { code: "path_unknown", detail: DOUBLED_SLASH });
  if (!namesHtml(context)) return problem(context, parts, { code: "path_unknown", detail: NO_ENDPOINT });
  const page = messagePage({
    path,
    title: "There is no such page",
    text: "The address may be mistyped, or the page has moved.",
    withSearch: true,
  });
  return context.html(page, 404, { Vary: "Accept" });
}

const RETRY_SOON = { "Retry-After": "5" } as const;
const NO_ENDPOINT = "There is nothing at this path. The paths of the API begin with /v1/, such as /v1/safety/Irvine.";
const DOUBLED_SLASH = "The path begins with two slashes. The client's base URL probably ends with a slash: remove it.";

/** What a failed page says. It reveals nothing about the internals. */
const FAILURES = {
  internal_error: {
    status: 500,
    title: "Something went wrong on the server",
    text: "Your change may not be complete. Load the page again.",
    headers: {},
  },
  store_unavailable: {
    status: 503,
    title: "The page cannot be shown right now",
    text: "The service cannot reach its database. Try again in a few seconds.",
    headers: RETRY_SOON,
  },
  /** No capacity is left for the request, which changed nothing. */
  overloaded: {
    status: 503,
    title: "The service is busy",
    text: "Nothing was changed. Try again in some seconds.",
    headers: RETRY_SOON,
  },
} as const satisfies Partial<Record<ProblemCode, object>>;

/** The answer if a page fails: a page, or a problem for clients that prefer JSON. */
export function failed(
  context: SiteContext,
  parts: FailureParts,
  code: keyof typeof FAILURES,
  title: string = FAILURES[code].title,
): Response | Promise<Response> {
  const { status, text, headers } = FAILURES[code];
  if (asksForJson(context)) return problem(context, parts, { code, detail: text, headers });
  const report = `If this continues, send the operator this request id: ${context.env.requestId}`;
  const page = messagePage({ path: context.req.path, title, text: `${text} ${report}` });
  return context.html(page, status, { Vary: "Accept", ...headers });
}

/** A form that was sent too often. The browser keeps what was typed. */
export function tooManyAttempts(context: SiteContext, { retryAtMs }: TooManyAttempts): Response | Promise<Response> {
  const text = `Nothing was changed. Go back and try again after ${timeText(retryAtMs)}.`;
  return context.html(messagePage({ path: context.req.path, title: "Too many attempts", text }), 429);
}

function problem({ env }: SiteContext, { baseUrl, clock }: FailureParts, refusal: Refusal): Response {
  const varying = { ...refusal, headers: { Vary: "Accept", ...refusal.headers } };
  return problemAnswer(varying, { baseUrl, requestId: env.requestId, nowMs: clock.now() });
}

/** Whether the client is a browser: most others send any type. */
function namesHtml(context: SiteContext): boolean {
  return /\btext\/html\b/i.test(context.req.header("accept") ?? "") && !asksForJson(context);
}

/** Whether `Accept` prefers JSON to a page. No header, or any type, means a page. */
function asksForJson(context: SiteContext): boolean {
  const negotiator = new Negotiator({ headers: { accept: context.req.header("accept") ?? "*/*" } });
  return /json/.test(negotiator.mediaType(["text/html", "application/problem+json", "application/json"]) ?? "");
}
