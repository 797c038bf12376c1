import { expect, test } from "bun:test";
import { readConfig } from "../../src/main/config.ts";

test("without any variable the service uses the defaults with an embedded store", () => {
  const result = readConfig({});
  expect(result).toMatchObject({
    ok: true,
    config: {
      PORT: 8080,
      HOST: "127.0.0.1",
      DATABASE_URL: { dialect: "sqlite", path: "var/safety.sqlite" },
      baseUrl: "http://127.0.0.1:8080",
    },
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
    IDLE_TIMEOUT_S: "999",
    DRAIN_S: "777",
    SLOW_REQUEST_MS: "1s",
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
    OTEL_TRACES_SAMPLER_ARG: "all",
    METRICS_PORT: "70000",
    TRUST_PROXY: "yes",
    SMTP_URL: "http://mail",
    SECRET: "short-secret",
  };
  const result = readConfig(wrong);
  if (result.ok) throw new Error("the settings were taken");
  for (const [name, value] of Object.entries(wrong)) {
    expect(result.faults.filter((fault) => fault.startsWith(`${name} `))).toHaveLength(1);
    expect(result.faults.join("\n")).not.toContain(value);
  }
});

test("a client id without its secret is refused, and a secret without its id", () => {
  const secretAlone = readConfig({ GOOGLE_CLIENT_SECRET: "x" });
  const idAlone = readConfig({ GITHUB_CLIENT_ID: "x" });
  expect([secretAlone.ok, idAlone.ok]).toEqual([false, false]);
});

test("an empty variable counts as absent", () => {
  expect(readConfig({ PORT: "", SECRET: "" })).toMatchObject({ ok: true, config: { PORT: 8080 } });
});

test("the base URL loses its trailing slash, and is derived if it is not set", () => {
  expect(readConfig({ BASE_URL: "https://api.example.com/" })).toMatchObject({
    config: { baseUrl: "https://api.example.com" },
  });
  expect(readConfig({ HOST: "::1", PORT: "81" })).toMatchObject({ config: { baseUrl: "http://[::1]:81" } });
});
