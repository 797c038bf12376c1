import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../src/base/error-text.ts";
import { misspelledSettings, readConfig, unknownSettings } from "../../src/main/config.ts";
import { safety } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

test("without any variable the service uses the defaults with an embedded store", () => {
  expect(readConfig({})).toMatchObject({
    PORT: 8080,
    HOST: "127.0.0.1",
    DATABASE_URL: { dialect: "sqlite", path: "var/safety.sqlite" },
    baseUrl: "http://127.0.0.1:8080",
  });
});

test("every invalid variable is reported in one message, by name and without its value", () => {
  const wrong = {
    PORT: "99999",
    DATABASE_URL: "mysql://root:hunter2@db/x",
    BASE_URL: "ftp://example.com",
    LOG_LEVEL: "loud",
    PLAN_LIMITS: '{"free":{"monthlyRequests":"many"}}',
    PLAN_PRICES: '{"gold":"$1"}',
    CONTACT_EMAIL: "not an address",
    MAX_WAITING: "-7",
    WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/99",
    IDLE_TIMEOUT_S: "999",
    DRAIN_S: "777",
    SLOW_REQUEST_MS: "1s",
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
    OTEL_TRACES_SAMPLER_ARG: "all",
    METRICS_PORT: "70000",
    TRUST_PROXY: "yes",
    SMTP_URL: "http://mail",
    SECRET: "short-secret",
    MAIL_FROM: "nobody-at-all",
    GITHUB_CLIENT_ID: "only-the-id",
  };
  const faults = faultsOf(wrong);
  for (const [name, value] of Object.entries(wrong)) {
    expect(faults.filter((fault) => fault.startsWith(`${name} `))).toHaveLength(1);
    expect(faults.join("\n")).not.toContain(value);
  }
});

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return messageOf(error).split("\n  ").slice(1);
  }
  throw new Error("the settings were taken");
}

/** The only fault of these settings. */
function faultOf(environment: Readonly<Record<string, string>>): string {
  const faults = faultsOf(environment);
  expect(faults).toHaveLength(1);
  return faults.join();
}

test("a fault in JSON says which member is wrong, and what it must be", () => {
  const example = '{"free":{"monthlyRequests":2000}}';
  expect(faultOf({ PLAN_LIMITS: "2000" })).toBe(`PLAN_LIMITS must be JSON such as ${example}; expected an object`);
  expect(faultOf({ PLAN_LIMITS: "{free:7}" })).toBe(`PLAN_LIMITS must be JSON such as ${example}`);
  expect(faultOf({ PLAN_LIMITS: '{"pro":{"batchNames":"many"}}' })).toBe(
    `PLAN_LIMITS must be JSON such as ${example}; pro: batchNames: must be a whole number from 1 to 1000`,
  );
  expect(readConfig({ PLAN_LIMITS: '{"pro":{"batchNames":7}}' })).toMatchObject({
    PLAN_LIMITS: { pro: { batchNames: 7 } },
  });
});

test.each([
  [
    "BASE_URL",
    [
      "http:example.com",
      "https://",
      "exam ple",
      "ftp://x",
      "https://a\tb.example",
      "https://a.example/path",
      "https://a.example?x",
    ],
  ],
  ["SMTP_URL", ["smtp:mail", "smtp://", "http://mail", "smtp:///x"]],
  ["SECURITY_CONTACT", ["security@example.com", "http://example.com"]],
  ["CONTACT_EMAIL", ["nobody", "a@b@c"]],
  ["PORT", ["-1", "65536", "80.5", "http", "NaN"]],
  ["OTEL_TRACES_SAMPLER_ARG", ["-0.1", "1.1", "half"]],
  ["TRUST_PROXY", ["yes", "1", "TRUE"]],
  ["SECRET", ["x".repeat(31)]],
  ["SIGN_UP", ["Open", "nobody"]],
  ["SIGN_UP_DOMAINS", ["@example.com", "localhost", "https://example.com", "example.com;b.example"]],
  ["MAIL_FROM", ["foo", "a@b <c@d>", "Name <x>"]],
])("%s has only meaningful values", (name, wrong) => {
  for (const text of wrong) expect(faultOf({ [name]: text })).toStartWith(`${name} must `);
});

test("providers of OpenID Connect may come from a file, and a fault names the member", async () => {
  const example =
    '[{"id":"okta","title":"Okta","issuer":"https://example.okta.com","clientId":"…","clientSecret":"…"}]';
  expect(faultOf({ OIDC_PROVIDERS: "{}" })).toStartWith(`OIDC_PROVIDERS must be JSON such as ${example}; `);
  const path = join(scratchFolder("config"), "providers.json");
  writeFileSync(path, example.replaceAll("…", "x"));
  expect(readConfig({ OIDC_PROVIDERS_FILE: path }).OIDC_PROVIDERS).toMatchObject([{ id: "okta", clientSecret: "x" }]);
});

test("domains that may sign up go together with the mode that reads them", () => {
  expect(readConfig({ SIGN_UP: "domains", SIGN_UP_DOMAINS: "Example.com, b.example" })).toMatchObject({
    SIGN_UP: "domains",
    SIGN_UP_DOMAINS: ["example.com", "b.example"],
  });
  expect(faultOf({ SIGN_UP: "domains" })).toStartWith("SIGN_UP_DOMAINS must be set");
  expect(faultOf({ SIGN_UP_DOMAINS: "example.com" })).toStartWith("SIGN_UP must be domains");
});

test("values are normalized", () => {
  const settings = {
    CONTACT_EMAIL: " Team@Example.COM ",
    SMTP_URL: "smtps://user:pass@mail.example:465",
    SECURITY_CONTACT: "mailto:security@example.com",
    OTEL_EXPORTER_OTLP_ENDPOINT: " https://collector.example/otlp/// ",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
    TRUST_PROXY: "false",
    LOG_LEVEL: "silent",
    PORT: "0",
  };
  expect(readConfig(settings)).toMatchObject({
    ...settings,
    CONTACT_EMAIL: "team@example.com",
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/otlp",
    OTEL_TRACES_SAMPLER_ARG: 0.25,
    TRUST_PROXY: false,
    PORT: 0,
  });
});

test("a client id without its secret is refused, and a secret without its id", () => {
  for (const name of ["GOOGLE_CLIENT_SECRET", "GITHUB_CLIENT_ID"])
    expect(faultOf({ [name]: "x" })).toContain("must be set together");
});

test("an empty variable counts as absent, but an empty address of the store or secret is a fault", () => {
  expect(readConfig({ PORT: "", SMTP_URL: "" })).toMatchObject({ PORT: 8080 });
  for (const name of ["DATABASE_URL", "SECRET"]) expect(faultOf({ [name]: "" })).toStartWith(`${name} is empty`);
});

test("behind a public address the store must be named", () => {
  const BASE_URL = "https://api.example.com";
  expect(faultOf({ BASE_URL })).toStartWith("DATABASE_URL must be set with a public BASE_URL");
  expect(readConfig({ BASE_URL, DATABASE_URL: "sqlite:x" })).toMatchObject({ BASE_URL });
  expect(readConfig({ BASE_URL: "http://localhost:8080" })).toMatchObject({ baseUrl: "http://localhost:8080" });
});

test("secrets may come from files, each from one place", () => {
  const file = join(scratchFolder("secrets"), "secret");
  const value = "x".repeat(32);
  writeFileSync(file, `${value}\n`);
  expect(readConfig({ SECRET_FILE: file })).toMatchObject({ SECRET: value });
  expect(faultOf({ SECRET_FILE: file, SECRET: value })).toBe("SECRET and SECRET_FILE are both set: set one of them");
  expect(faultOf({ SECRET_FILE: `${file}.missing` })).toBe("SECRET cannot be read from SECRET_FILE (ENOENT)");
  writeFileSync(file, "\n");
  expect(faultOf({ DATABASE_URL_FILE: file })).toStartWith("DATABASE_URL is empty");
  expect(unknownSettings({ SECRET_FILE: file, PGPASSWORD: "x", DATABSE_URL: "x", PORT_FILE: "x" })).toEqual([
    "DATABSE_URL",
    "PORT_FILE",
  ]);
});

test("the base URL loses its trailing slash, and is derived if it is not set", () => {
  expect(readConfig({ BASE_URL: "https://api.example.com/", DATABASE_URL: "sqlite:x" })).toMatchObject({
    baseUrl: "https://api.example.com",
  });
  expect(readConfig({ HOST: "::1", PORT: "81" })).toMatchObject({ baseUrl: "http://[::1]:81" });
});

test("an address to listen on may be in brackets as in a URL, but has no port", () => {
  for (const HOST of ["::1", "[::1]", " [::1] "]) expect(readConfig({ HOST })).toMatchObject({ HOST: "::1" });
  for (const HOST of ["0.0.0.0", "localhost", "node_1.example", "::"]) {
    expect(readConfig({ HOST })).toMatchObject({ HOST });
  }
  for (const HOST of ["127.0.0.1:8080", "[::1]:8080", "http://localhost", "a b", "[", "::1]", "fe80::1%eth0"]) {
    expect(faultOf({ HOST })).toStartWith("HOST must be a name or an IP address without a port");
  }
});

test("a misspelled setting in the environment is reported at each start, other programs' variables are not", async () => {
  const environment = {
    PLAN_LIMIT: "x",
    SMTP_ULR: "x",
    SMTP_URL: "x",
    US_SNAPSHOT_PAHT: "x",
    TRUST_PROXI: "x",
    trust_proxy: "x",
    Database_Url: "x",
    port: "x",
    http_proxy: "x",
    SECRT: "x",
    LOG_LEVLE: "x",
    BASEURL: "x",
    STATUS_URLS: "x",
    POST: "x",
    HOSTS: "x",
    PATH: "x",
    LOGNAME: "x",
    GITHUB_SHA: "x",
  };
  expect(misspelledSettings(environment)).toEqual([
    ...["PLAN_LIMIT", "SMTP_ULR", "US_SNAPSHOT_PAHT"],
    ...["TRUST_PROXI", "trust_proxy", "Database_Url", "SECRT", "LOG_LEVLE", "BASEURL", "STATUS_URLS"],
  ]);
  const { note } = await safety({ METRICS_PROT: "9090", PORT: "-1" }, "serve");
  expect(note).toContain("The environment has names that are not settings: METRICS_PROT");
});
