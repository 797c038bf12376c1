import type { Allowance } from "../access/decision.ts";
import type { PlanName } from "../domain/plan.ts";
import { type InputFault, PROBLEMS, type ProblemCode } from "../domain/problem.ts";
import { type Stamp, stamp } from "./answer.ts";
import { codingFor, codingHeaders, encode, isLong } from "./compression.ts";

interface ProblemMembers {
  readonly errors?: readonly InputFault[];
  readonly policy?: Allowance["policy"];
  readonly limit?: number;
  readonly received?: number;
  readonly plan?: PlanName;
  readonly remaining?: number;
  /** RFC 3339, UTC. */
  readonly resets_at?: string;
}

/** A refusal: why the request is refused, and what the client can do. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly members?: ProblemMembers;
  /** Additional headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** Problem details (RFC 9457) with the members of decisions 5. */
export interface ProblemBody extends ProblemMembers {
  /** URL of the page about the problem. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** This occurrence. A URN, because the path could contain anything, even a key by mistake. */
  readonly instance: string;
  readonly code: ProblemCode;
  readonly request_id: string;
}

/** The request that gets the problem; its id is a UUID. */
interface ProblemContext extends Stamp {
  readonly baseUrl: string;
  /** The request's `Accept-Encoding`; long problems are compressed if it allows that. */
  readonly acceptEncoding?: string | null;
}

const MAX_QUOTED = 40;

/** Client text in a `detail`, shortened. It is not repeated if it contains one of our keys by mistake. */
export function quoted(text: string): string {
  if (text.includes("svc_")) return "a text with a key";
  // A character takes one or two units of a string.
  const characters = [...text.slice(0, 2 * MAX_QUOTED + 2)];
  const short = characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join("")}…` : text;
  return JSON.stringify(short).replace(UNSEEN, unicodeEscape);
}

/** Line ends and marks of direction that JSON does not escape: a program may print a `detail` anywhere. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** In UTF-16, as JSON escapes. */
function unicodeEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

export function problemBody(
  { code, detail, members }: Refusal,
  { baseUrl, requestId }: Pick<ProblemContext, "baseUrl" | "requestId">,
): ProblemBody {
  const { status, title } = PROBLEMS[code];
  const type = `${baseUrl}/errors/${code}`;
  const instance = `urn:uuid:${requestId}`;
  return { type, title, status, detail, instance, code, request_id: requestId, ...members };
}

/** Turns a refusal into an HTTP response. No other code does this. */
export function problemAnswer(refusal: Refusal, context: ProblemContext): Response {
  const { status } = PROBLEMS[refusal.code];
  const body = JSON.stringify(problemBody(refusal, context));
  const coding = codingFor(body, context.acceptEncoding ?? null);
  const headers = new Headers({
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(status === 401 ? { "WWW-Authenticate": 'ApiKey realm="safety-statistics"' } : {}),
    ...(isLong(body) ? { Vary: "Accept-Encoding" } : {}),
    ...codingHeaders(coding),
    ...refusal.headers,
  });
  return new Response(encode(body, coding), { status, headers: stamp(headers, context) });
}
