import { z } from "zod";
import { emailAddress } from "../accounts/account.ts";
import { messageOf } from "../domain/message.ts";
import { type PlanOverrides, type PlanPrices, planOverrides, planPrices } from "../domain/plan.ts";
import { parseStoreAddress, type StoreAddress } from "../store/address.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const port = z.coerce.number("must be a port number, 0 to 65535").int().min(0).max(65_535);
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

/** Every variable that the service reads, with its check, default and meaning. The README's table is tested against it. */
export const settings = z.object({
  PORT: port.default(8080).describe("Port of the service"),
  HOST: z.string().default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for every interface"),
  DATABASE_URL: storeAddress
    .prefault("sqlite:var/safety.sqlite")
    .describe("Where keys, accounts and counts are kept: `sqlite:PATH`, or `postgres://…` for several processes"),
  BASE_URL: httpUrl.optional().describe("Address under which users reach the service; by default `http://HOST:PORT`"),
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https|tel)$/, error: "must be a mailto:, https: or tel: address" })
    .optional()
    .describe("Where a security fault is reported, for `security.txt`; by default `mailto:security@` and the host"),
  SNAPSHOT_PATH: z.string().optional().describe("The scored dataset; by default the one that comes with the program"),
  SNAPSHOT_COPY: z
    .string()
    .optional()
    .describe(
      "Where the last good `SNAPSHOT_PATH` is kept, for a start with a broken one; by default beside the embedded store",
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`)
    .default("info")
    .describe("Least level that is logged; `debug` shows every request"),
  SLOW_REQUEST_MS: z.coerce
    .number("must be a whole number from 0 to 600000")
    .int()
    .min(0)
    .max(600_000)
    .default(1_000)
    .describe("Requests that take this many milliseconds or more are lines of the log; `0` for none"),
  PLAN_LIMITS: jsonPlanLimits
    .default({})
    .describe('Numbers in place of the plans\' own, as JSON: `{"free":{"monthlyRequests":2000}}`'),
  PLAN_PRICES: jsonPlanPrices
    .default({})
    .describe('What the plans cost, as JSON: `{"pro":"$49 a month"}`; a plan without a price says "Ask"'),
  CONTACT_EMAIL: emailAddress
    .optional()
    .describe("Where requests for another plan are sent, and the contact on the pages"),
  MAX_WAITING: z.coerce
    .number("must be a whole number from 1 to 1000000")
    .int()
    .min(1)
    .max(1_000_000)
    .default(10_000)
    .describe("Requests that may wait for admission in one process before 503"),
  IDLE_TIMEOUT_S: z.coerce
    .number("must be a whole number from 1 to 255")
    .int()
    .min(1)
    .max(255)
    .default(30)
    .describe(
      "Seconds after which a connection that is idle or too slow is closed; more than a proxy's in front keeps it",
    ),
  DRAIN_S: z.coerce
    .number("must be a whole number from 0 to 600")
    .int()
    .min(0)
    .max(600)
    .default(0)
    .describe("Seconds for which a stopping service still answers while `/readyz` is 503, for balancers that poll it"),
  METRICS_PORT: port
    .optional()
    .describe("Port of the metrics for Prometheus, at `/metrics`; none by default. Process `n` of several adds `n`"),
  METRICS_HOST: z.string().default("127.0.0.1").describe("Address on which the metrics listen"),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe("OpenTelemetry collector that gets a span of each request (OTLP over HTTP); none by default"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("must be a number from 0 to 1")
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of the traces that begin here and are recorded; the others are as their caller says"),
  TRUST_PROXY: flag
    .default(false)
    .describe("`true` when a proxy in front sets `X-Forwarded-For`, whose last address is then the client's"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /.+/, error: "must be smtp://USER:PASSWORD@HOST:PORT" })
    .optional()
    .describe("Where mail is handed over; without it links go to the log"),
  MAIL_FROM: z.string().default("Safety Statistics <no-reply@localhost>").describe("Sender of the mail"),
  SECRET: z
    .string()
    .min(32, "must have 32 characters or more")
    .optional()
    .describe("Signs sessions; by default made on first start and kept beside the store"),
  GITHUB_CLIENT_ID: z.string().optional().describe("Sign-in with GitHub, together with its secret"),
  GITHUB_CLIENT_SECRET: z.string().optional().describe("Goes with `GITHUB_CLIENT_ID`"),
  GOOGLE_CLIENT_ID: z.string().optional().describe("Sign-in with Google, together with its secret"),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe("Goes with `GOOGLE_CLIENT_ID`"),
});

type Settings = Readonly<z.output<typeof settings>>;
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Config extends Settings {
  /** `BASE_URL`, or the address that `HOST` and `PORT` give. No slash at the end. */
  readonly baseUrl: string;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One sentence a fault, each beginning with the variable's name; values are never repeated. */
  | { readonly ok: false; readonly complaints: readonly string[] };

/** Reads and checks all settings at once. An empty variable counts as absent. */
export function readConfig(environment: Environment): ConfigResult {
  const present = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  // Read once; compiling the schema for it would take longer than that.
  const parsed = settings.safeParse(present, { jitless: true });
  if (!parsed.success) {
    return { ok: false, complaints: parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) };
  }
  const pairs = [
    ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ] as const;
  const complaints = pairs.flatMap(([id, secret]) =>
    Boolean(parsed.data[id]) === Boolean(parsed.data[secret])
      ? []
      : [`${id} and ${secret} go together: set both or neither`],
  );
  if (complaints.length > 0) return { ok: false, complaints };
  return {
    ok: true,
    config: { ...parsed.data, baseUrl: parsed.data.BASE_URL ?? localUrl(parsed.data.HOST, parsed.data.PORT) },
  };
}

/** The address to type into a browser on this machine. */
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
