import { readFileSync } from "node:fs";
import type { Networks } from "../access/allowed-addresses.ts";
import type { emailAddress } from "../accounts/account.ts";
import type { OidcProvider } from "../accounts/provider.ts";
import type { SignUpMode } from "../accounts/sign-up-policy.ts";
import { errorCode, messageOf } from "../base/error-text.ts";
import { recordFrom } from "../base/named-table.ts";
import { PLAN_NAMES, type PlanOverrides, type PlanPrices } from "../domain/plan.ts";
import { readPlanOverrides, readPlanPrices } from "../domain/plan-settings.ts";
import { RETENTION, type Retention } from "../domain/retention.ts";
import type { Edition } from "../editions/edition.ts";
import { EDITION_NAMES, EDITIONS } from "../editions/table.ts";
import { parseStoreAddress, type StoreAddress } from "../store/address.ts";
import { CommandError, type Environment, EXIT } from "./exit.ts";
import { DATASETS, type DatasetSetting } from "./paths.ts";
import {
  anyText,
  domains,
  flag,
  host,
  httpUrl,
  json,
  mailbox,
  networks,
  optional,
  type Setting,
  secret,
  setting,
  settingOneOf,
  share,
  siteUrl,
  textOfLength,
  urlOf,
  wholeNumber,
} from "./setting.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const port = wholeNumber(0, 65_535);
/** Of this month and the last one. */
const FEWEST_USAGE_DAYS = 62;
const keptDays = (fewest: number) => wholeNumber(fewest, 3_650);
const planLimits = json<PlanOverrides>(readPlanOverrides, '{"free":{"monthlyRequests":2000}}');
const oidcProviders = json(
  readOidcProviders,
  '[{"id":"okta","title":"Okta","issuer":"https://example.okta.com","clientId":"…","clientSecret":"…"}]',
);
const planPrices = json<PlanPrices>(readPlanPrices, '{"pro":"$49 a month"}');

/** Every variable that the service reads (`docs/reference.md`). No schema library, because loading one is slow. */
export const SETTINGS = {
  PORT: setting(port, 8080, "Port of the service; `0` for any free one"),
  HOST: setting(host, "127.0.0.1", "Address to listen on; `0.0.0.0` for every interface"),
  DATABASE_URL: secret(
    setting<StoreAddress>(
      parseStoreAddress,
      { dialect: "sqlite", path: "var/safety.sqlite" },
      "Where keys, accounts, and counts are stored: in a file, or in [PostgreSQL](postgresql.md) for several processes. Required with a public `BASE_URL`",
    ),
  ),
  BASE_URL: optional(siteUrl, "Public URL of the service; by default `http://HOST:PORT`"),
  SECURITY_CONTACT: optional(
    urlOf(/^(mailto|https|tel):/i, "a mailto:, https: or tel: address"),
    "Where to report security vulnerabilities, for `security.txt`; by default `mailto:security@` and the host",
  ),
  ...recordFrom(EDITION_NAMES.map((name) => [DATASETS[name].setting, datasetSetting(EDITIONS[name])])),
  SNAPSHOT_COPY: optional(
    anyText,
    "Copy of the last good `SNAPSHOT_PATH`, used if the service starts with an invalid one; by default next to the embedded store",
  ),
  LOG_LEVEL: setting(settingOneOf(LOG_LEVELS), "info", "Minimum log level; `debug` logs every request"),
  SLOW_REQUEST_MS: setting(
    wholeNumber(0, 600_000),
    1_000,
    "Requests that take at least this many milliseconds are logged; `0` for none",
  ),
  PLAN_LIMITS: setting(
    planLimits,
    {},
    `Overrides of the plans' limits. Plans: ${PLAN_NAMES.map((plan) => `\`${plan}\``).join(", ")}. Limits: \`monthlyRequests\`, \`batchNames\` (1 to 1000), \`burstPerSecond\`, \`burstCapacity\`, \`activeKeysPerType\``,
  ),
  PLAN_PRICES: setting(
    planPrices,
    {},
    'Prices of the plans, each a text of 1 to 60 characters; a plan without a price says "On request"',
  ),
  USAGE_KEPT_DAYS: setting(
    keptDays(FEWEST_USAGE_DAYS),
    RETENTION.usageDays,
    "Days for which usage by key and day is kept; bills need the last two months",
  ),
  AUDIT_KEPT_DAYS: setting(
    keptDays(FEWEST_USAGE_DAYS),
    RETENTION.auditDays,
    "Days for which entries of the audit log are kept; at least `USAGE_KEPT_DAYS`, because they have the plans of past months",
  ),
  ADDRESS_KEPT_DAYS: setting(
    keptDays(1),
    RETENTION.addressDays,
    "Days after which IP addresses are removed from the audit log",
  ),
  STATUS_URL: optional(httpUrl, "Page where you report incidents; `/status` links to it"),
  CONTACT_EMAIL: optional(email, "Email address for plan requests, also shown as the contact on the pages"),
  MAX_WAITING: setting(
    wholeNumber(1, 1_000_000),
    10_000,
    "How many requests may wait for admission in one process; more get 503",
  ),
  IDLE_TIMEOUT_S: setting(
    wholeNumber(1, 255),
    30,
    "Seconds after which an idle or too slow connection is closed; must exceed any proxy's idle timeout",
  ),
  DRAIN_S: setting(
    wholeNumber(0, 600),
    0,
    "Seconds during which a stopping service still answers requests while `/readyz` returns 503, for load balancers that poll it",
  ),
  METRICS_PORT: optional(port, "Port of the Prometheus metrics at `/metrics`; none by default"),
  METRICS_HOST: setting(host, "127.0.0.1", "Address on which the metrics listen"),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    httpUrl,
    "OpenTelemetry collector that receives a span for each request (OTLP over HTTP); none by default",
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    share,
    1,
    "Share of new traces that are recorded; traces from a caller follow the caller's decision",
  ),
  TRUST_PROXY: setting(
    flag,
    false,
    "`true` if a proxy in front sets `X-Forwarded-For`; its last address is then the client's",
  ),
  SMTP_URL: secret(
    optional(
      urlOf(/^smtps?:\/\/[^/?#]/i, "smtp://USER:PASSWORD@HOST:PORT"),
      "Mail server; without it links go to the log",
    ),
  ),
  MAIL_FROM: setting(mailbox, "Safety Statistics <no-reply@localhost>", "Sender of emails"),
  WEBHOOK_ALLOWED_NETWORKS: setting<Networks | null>(
    networks,
    null,
    "Private networks that webhooks may reach, also without TLS; by default only public addresses",
  ),
  SECRET: secret(
    optional(
      textOfLength(32),
      "Signs sessions and webhooks; by default created on first start and stored next to the embedded store",
    ),
  ),
  SIGN_UP: setting(
    settingOneOf<SignUpMode>(["open", "domains", "invited", "closed"]),
    "open",
    "Who may create an account: anyone, addresses of `SIGN_UP_DOMAINS`, whoever an account invites, or only you with `safety account create` and `invite`. Sign-in through a provider obeys it, too",
  ),
  SIGN_UP_DOMAINS: setting<readonly string[]>(
    domains,
    [],
    "Domains whose addresses may sign up, and to which accounts may change theirs, with `SIGN_UP=domains`. Subdomains count as other domains",
  ),
  OIDC_PROVIDERS: secret(
    setting<readonly OidcProvider[]>(
      oidcProviders,
      [],
      "Sign-in with OpenID Connect, a list of providers. Register `BASE_URL/auth/callback/ID` as the callback address. [Their members](operations.md#sign-in-with-your-own-provider)",
    ),
  ),
  GITHUB_CLIENT_ID: optional(
    anyText,
    "Sign-in with GitHub. Register `BASE_URL/auth/callback/github` as the callback address",
  ),
  GITHUB_CLIENT_SECRET: secret(optional(anyText, "Required with `GITHUB_CLIENT_ID`")),
  GOOGLE_CLIENT_ID: optional(
    anyText,
    "Sign-in with Google. Register `BASE_URL/auth/callback/google` as the redirect address",
  ),
  GOOGLE_CLIENT_SECRET: secret(optional(anyText, "Required with `GOOGLE_CLIENT_ID`")),
};

function datasetSetting({ path, name }: Edition) {
  const whose = path === "" ? "" : ` of ${name}`;
  return optional(anyText, `The scored dataset${whose}; by default the one included with the program`);
}

type Settings = { readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]["fallback"] };

export interface Config extends Settings, Readonly<Record<DatasetSetting, string | undefined>> {
  /** `BASE_URL`, or the URL from `HOST` and `PORT`. No trailing slash. */
  readonly baseUrl: string;
  readonly retention: Retention;
}

/** Settings that must not be empty: the default would be another store or another secret than the intended one. */
const NEVER_EMPTY = ["DATABASE_URL", "SECRET"];

/**
 * Reads and checks all settings together. An empty variable counts as absent, unless that could hide a mistake. @throws
 * CommandError with a line for each fault, which starts with the variable's name and never repeats its value
 */
export function readConfig(environment: Environment = process.env): Config {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, { read, fallback, isSecret }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    try {
      const text = isSecret ? secretText(environment, name) : environment[name];
      if (text === "" && NEVER_EMPTY.includes(name)) throw new Error("is empty: set it, or remove the variable");
      values[name] = text ? read(text) : fallback;
    } catch (error) {
      faults.push(`${name} ${messageOf(error)}`);
    }
  }
  const isSet = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
  const pairs = [
    ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ] as const;
  for (const [id, secret] of pairs) {
    if (isSet(id) !== isSet(secret)) faults.push(`${id} and ${secret} must be set together: set both or neither`);
  }
  // The cast: the type of a record does not include that every setting was read.
  const settings = values as Settings;
  if (isPublic(settings.BASE_URL) && !isSet("DATABASE_URL"))
    faults.push("DATABASE_URL must be set with a public BASE_URL: the default is for evaluation on this machine");
  if (settings.METRICS_PORT !== undefined && settings.METRICS_PORT === settings.PORT && settings.PORT !== 0)
    faults.push("METRICS_PORT must differ from PORT: the metrics are not public");
  if (settings.SIGN_UP === "domains" && !isSet("SIGN_UP_DOMAINS"))
    faults.push("SIGN_UP_DOMAINS must be set with SIGN_UP=domains: nobody could sign up");
  const areRead = ["SIGN_UP", "SIGN_UP_DOMAINS"].every((name) => values[name] !== undefined);
  if (areRead && settings.SIGN_UP !== "domains" && isSet("SIGN_UP_DOMAINS"))
    faults.push("SIGN_UP must be domains with SIGN_UP_DOMAINS: they would be ignored");
  const retention = {
    usageDays: settings.USAGE_KEPT_DAYS,
    auditDays: settings.AUDIT_KEPT_DAYS,
    addressDays: settings.ADDRESS_KEPT_DAYS,
  };
  if (retention.auditDays < retention.usageDays)
    faults.push("AUDIT_KEPT_DAYS must not be less than USAGE_KEPT_DAYS: the audit log has the plans of past months");
  if (faults.length > 0) throw settingsError(faults);
  return { ...settings, baseUrl: settings.BASE_URL ?? localUrl(settings.HOST, settings.PORT), retention };
}

export function settingsError(faults: readonly string[]): CommandError {
  return new CommandError(["The settings cannot be used:", ...faults].join("\n  "), EXIT.usage);
}

/** The value of a variable, or of the file that `NAME_FILE` names, without a line feed at its end. */
function secretText(environment: Environment, name: string): string | undefined {
  const path = environment[`${name}_FILE`];
  if (!path) return environment[name];
  if (environment[name]) throw new Error(`and ${name}_FILE are both set: set one of them`);
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new Error(`cannot be read from ${name}_FILE (${errorCode(error) ?? messageOf(error)})`);
  }
}

/** Names in a settings file that are neither settings nor variables of the runtime or of libpq, such as misspelled ones. */
export function unknownSettings(settings: Environment): readonly string[] {
  return Object.keys(settings).filter((name) => !KNOWN.has(name) && !/^(?:PG|NODE_|OTEL_|TZ$)/.test(name));
}

/**
 * Names in the environment that begin as settings do, or have one wrong letter, in any letter case, but are none. Other
 * programs' are not reported.
 */
export function misspelledSettings(environment: Environment): readonly string[] {
  const isLike = (name: string) =>
    BEGINNING.test(name) || LONG_NAMES.some((known) => name === known || isOneLetterOff(name, known));
  return Object.keys(environment).filter((name) => !KNOWN.has(name) && isLike(name.toUpperCase()));
}

/** Whether one letter is wrong, missing, or added, or two are exchanged. */
function isOneLetterOff(name: string, known: string): boolean {
  let same = 0;
  while (same < name.length && name[same] === known[same]) same++;
  const [rest, other] = [name.slice(same), known.slice(same)];
  const [exchanged, kept] = [`${other[1]}${other[0]}`, other.slice(2)];
  return [rest.slice(1), rest].includes(other.slice(1)) || rest.slice(1) === other || rest === exchanged + kept;
}

const KNOWN: ReadonlySet<string> = new Set(
  Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { isSecret }]) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  ),
);
/** With one letter wrong, a short name may be another program's. */
const LONG_NAMES = [...KNOWN].filter((name) => name.length > "HOST".length);
/** Beginnings of our settings that hardly another program has. */
const BEGINNING =
  /^(?:ADDRESS_KEPT|AUDIT_KEPT|BASE_URL|CONTACT_EMAIL|DATABASE_URL|DRAIN_|IDLE_TIMEOUT|MAIL_FROM|MAX_WAITING|METRICS_|OIDC_|PLAN_|SECURITY_CONTACT|SIGN_UP|SLOW_REQUEST|SMTP_|(?:[A-Z]{2}_)?SNAPSHOT_|STATUS_URL|TRUST_PROXY|USAGE_KEPT|WEBHOOK_)/;

/** Whether others reach the service at this address. */
export function isPublic(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && !LOOPBACK.includes(new URL(baseUrl).hostname);
}

export const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "::1", "[::1]"];

/** An address in the form of accounts' addresses. Their library is loaded only if the variable is set. */
function email(text: string): string {
  const accounts: { readonly emailAddress: typeof emailAddress } = require("../accounts/account.ts");
  const parsed = accounts.emailAddress.safeParse(text);
  if (!parsed.success) throw new Error("must be an email address");
  return parsed.data;
}

/** Their library is loaded only if the variable is set. */
function readOidcProviders(value: unknown): readonly OidcProvider[] {
  const loaded: typeof import("../accounts/read-oidc-providers.ts") = require("../accounts/read-oidc-providers.ts");
  return loaded.readOidcProviders(value);
}

/** The URL to open in a browser on this machine. */
export function localUrl(host: string, boundPort: number): string {
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${shown}:${boundPort}`;
}
