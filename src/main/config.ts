import { z } from "zod";
import { emailAddress } from "../accounts/account.ts";
import { messageOf } from "../domain/message.ts";
import { type PlanOverrides, type PlanPrices, planOverrides, planPrices } from "../domain/plan.ts";
import { parseStoreAddress, type StoreAddress } from "../store/address.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const port = z.coerce.number("must be a port number, 0 to 65535").int().min(0).max(65_535);
const wholeNumber = (least: number, most: number) =>
  z.coerce.number(`must be a whole number from ${least} to ${most}`).int().min(least).max(most);
const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
  .transform((url) => url.replace(/\/+$/, ""));
const flag = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

const jsonPlanLimits = z.string().transform((text, context): PlanOverrides => {
  const parsed = planOverrides.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  const where = first?.path.join(".") ?? "";
  context.addIssue(
    `must be JSON such as {"free":{"monthlyRequests":2000}}${where ? `; at ${where}: ${first?.message}` : ""}`,
  );
  return z.NEVER;
});

const jsonPlanPrices = z.string().transform((text, context): PlanPrices => {
  const parsed = planPrices.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  context.addIssue('must be JSON such as {"pro":"$49 a month"}: a text of 1 to 60 characters for each plan');
  return z.NEVER;
});

const storeAddress = z.string().transform((text, context): StoreAddress => {
  try {
    return parseStoreAddress(text);
  } catch (error) {
    context.addIssue(messageOf(error));
    return z.NEVER;
  }
});

/**
 * Every environment variable that the service reads, with its check, default, and meaning. A test compares the README's
 * table with it.
 */
export const settings = z.object({
  PORT: port.default(8080).describe("Port of the service"),
  HOST: z.string().default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for every interface"),
  DATABASE_URL: storeAddress
    .prefault("sqlite:var/safety.sqlite")
    .describe("Where keys, accounts, and counts are stored: `sqlite:PATH`, or `postgres://…` for several processes"),
  BASE_URL: httpUrl.optional().describe("Public URL of the service; by default `http://HOST:PORT`"),
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https|tel)$/, error: "must be a mailto:, https: or tel: address" })
    .optional()
    .describe(
      "Where to report security vulnerabilities, for `security.txt`; by default `mailto:security@` and the host",
    ),
  SNAPSHOT_PATH: z.string().optional().describe("The scored dataset; by default the one included with the program"),
  SNAPSHOT_COPY: z
    .string()
    .optional()
    .describe(
      "Copy of the last good `SNAPSHOT_PATH`, used if the service starts with an invalid one; by default next to the embedded store",
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`)
    .default("info")
    .describe("Minimum log level; `debug` logs every request"),
  SLOW_REQUEST_MS: wholeNumber(0, 600_000)
    .default(1_000)
    .describe("Requests that take at least this many milliseconds are logged; `0` for none"),
  PLAN_LIMITS: jsonPlanLimits
    .default({})
    .describe('Overrides of the plans\' limits, as JSON: `{"free":{"monthlyRequests":2000}}`'),
  PLAN_PRICES: jsonPlanPrices
    .default({})
    .describe('Prices of the plans, as JSON: `{"pro":"$49 a month"}`; a plan without a price says "Ask"'),
  CONTACT_EMAIL: emailAddress
    .optional()
    .describe("Email address for plan requests, also shown as the contact on the pages"),
  MAX_WAITING: wholeNumber(1, 1_000_000)
    .default(10_000)
    .describe("How many requests may wait for admission in one process; more get 503"),
  IDLE_TIMEOUT_S: wholeNumber(1, 255)
    .default(30)
    .describe("Seconds after which an idle or too slow connection is closed; must exceed any proxy's idle timeout"),
  DRAIN_S: wholeNumber(0, 600)
    .default(0)
    .describe(
      "Seconds during which a stopping service still answers requests while `/readyz` returns 503, for load balancers that poll it",
    ),
  METRICS_PORT: port
    .optional()
    .describe(
      "Port of the Prometheus metrics at `/metrics`; none by default. With several processes, process `n` adds `n`",
    ),
  METRICS_HOST: z.string().default("127.0.0.1").describe("Address on which the metrics listen"),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe("OpenTelemetry collector that receives a span for each request (OTLP over HTTP); none by default"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("must be a number from 0 to 1")
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of new traces that are recorded; traces from a caller follow the caller's decision"),
  TRUST_PROXY: flag
    .default(false)
    .describe("`true` if a proxy in front sets `X-Forwarded-For`; its last address is then the client's"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /.+/, error: "must be smtp://USER:PASSWORD@HOST:PORT" })
    .optional()
    .describe("Mail server; without it links go to the log"),
  MAIL_FROM: z.string().default("Safety Statistics <no-reply@localhost>").describe("Sender of emails"),
  SECRET: z
    .string()
    .min(32, "must have 32 characters or more")
    .optional()
    .describe("Signs sessions; by default created on first start and stored next to the store"),
  GITHUB_CLIENT_ID: z.string().optional().describe("Sign-in with GitHub, together with its secret"),
  GITHUB_CLIENT_SECRET: z.string().optional().describe("Required with `GITHUB_CLIENT_ID`"),
  GOOGLE_CLIENT_ID: z.string().optional().describe("Sign-in with Google, together with its secret"),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe("Required with `GOOGLE_CLIENT_ID`"),
});

type Settings = Readonly<z.output<typeof settings>>;
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Config extends Settings {
  /** `BASE_URL`, or the URL from `HOST` and `PORT`. No trailing slash. */
  readonly baseUrl: string;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One sentence per fault, starting with the variable's name. Values are never repeated. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Reads and checks all settings together. An empty variable counts as absent. */
export function readConfig(environment: Environment): ConfigResult {
  const present = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  // Used only once; compiling the schema would take longer than parsing.
  const parsed = settings.safeParse(present, { jitless: true });
  if (!parsed.success) {
    return { ok: false, faults: parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) };
  }
  const pairs = [
    ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ] as const;
  const faults = pairs.flatMap(([id, secret]) =>
    Boolean(parsed.data[id]) === Boolean(parsed.data[secret])
      ? []
      : [`${id} and ${secret} must be set together: set both or neither`],
  );
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    config: { ...parsed.data, baseUrl: parsed.data.BASE_URL ?? localUrl(parsed.data.HOST, parsed.data.PORT) },
  };
}

/** The URL to open in a browser on this machine. */
export function localUrl(host: string, boundPort: number): string {
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${shown}:${boundPort}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
