import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mintKey } from "../../src/access/key.ts";
import { type Answer, FormClient, PASSWORD, signUp } from "../support/form-client.ts";
import { linkOf, startMailSink } from "../support/mail-sink.ts";
import { serveProgram } from "../support/served-program.ts";

const EMAIL = "alice@example.com";
const OTHER_PASSWORDS = ["quiet marble north canoe", "a guess that is wrong"] as const;

const mail = await startMailSink();
const program = await serveProgram({ LOG_LEVEL: "trace", METRICS_PORT: "0", SMTP_URL: mail.url });
const metricsUrl = program.metricsUrl;

/** Everything secret that a user types and receives in one session, including sign-up. */
interface Session {
  /** By description. None may appear anywhere other than where it was shown. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Answers that must contain no secret, and the URLs that they redirect to. */
  readonly answers: readonly string[];
  /** Every byte of the store while the link was valid, and at the end. */
  readonly store: string;
}

test("no key, password, session, or link token is in a log line, a metric, an error, a URL, or the store", async () => {
  const { secrets, answers, store } = await liveSession();
  const written = new Map([
    ["log", program.log()],
    ["metrics", await (await fetch(metricsUrl)).text()],
    ["answers", answers.join("\n")],
    ["store", store],
  ]);
  expect(program.log().split("\n").length).toBeGreaterThan(10);
  expect(secrets.size).toBe(9);
  const found = [...secrets].flatMap(([what, secret]) =>
    [...written].filter(([, text]) => text.includes(secret)).map(([where]) => `${what} in ${where}`),
  );
  // Sessions are looked up by their token, which the store therefore has; it does not have the cookie's signature.
  expect(found.filter((one) => one !== "session token in store")).toEqual([]);
});

async function liveSession(): Promise<Session> {
  const answers: string[] = [];
  const keep = ({ status, location, headers, html }: Answer) => {
    answers.push(`${status} ${location} ${headers.get("location")} ${html}`);
  };
  const visitor = new FormClient(program.url);
  const alice = await signUp({ url: program.url, mail }, EMAIL);
  keep(await visitor.submit("/sign-in", { email: EMAIL, password: OTHER_PASSWORDS[1] }));
  keep(await visitor.submit("/sign-up", { email: EMAIL, password: PASSWORD }));
  keep(await visitor.submit("/sign-up", { email: "not an address", password: PASSWORD }));

  const created = await alice.submit("/dashboard/keys/new", { name: "server", type: "live", date: "" });
  const key = /svc_live_\w{38}/.exec(created.html)?.[0] ?? "no key was shown";
  for (const page of ["/dashboard", "/dashboard/keys", "/dashboard/usage", "/dashboard/security"])
    keep(await alice.get(page));
  const cookie = /session_token=([^;]+)/.exec(alice.cookieHeader)?.[1] ?? "no session";
  const [token = "", signature = ""] = decodeURIComponent(cookie).split(".");

  await visitor.submit("/forgot-password", { email: EMAIL });
  const link = linkOf(await mail.next(EMAIL, "Set a new password"));
  const store = storeText();
  // The form of the link contains its token, so that page is not searched.
  await new FormClient(program.url).submit(link, { password: "short" }, "/reset-password");
  await new FormClient(program.url).submit(link, { password: OTHER_PASSWORDS[0] }, "/reset-password");

  const unknownKey = mintKey("live").key;
  await sendEveryRequest(key, unknownKey, answers);
  keep(await visitor.submit("/revoke-key", { key: unknownKey }));
  keep(await visitor.submit("/revoke-key", { key }));
  const secrets = new Map([
    ["key", key],
    ["end of the key", key.slice(9, -4)],
    ["unknown key", unknownKey],
    ["password", PASSWORD],
    ["new password", OTHER_PASSWORDS[0]],
    ["guessed password", OTHER_PASSWORDS[1]],
    ["session token", token],
    ["session signature", signature],
    ["token of the link", new URL(link).searchParams.get("token") ?? "no token"],
  ]);
  return { secrets, answers, store: store + storeText() };
}

/** Sends keys in the right place and in wrong ones. */
async function sendEveryRequest(key: string, unknownKey: string, answers: string[]): Promise<void> {
  const batch = { method: "POST", headers: { "X-API-Key": key, "Content-Type": "application/json" } };
  const requests: readonly (readonly [string, RequestInit])[] = [
    ["/v1/safety/Irvine", { headers: { "X-API-Key": key } }],
    ["/v1/stats", { headers: { "X-API-Key": unknownKey } }],
    ["/v1/stats", { headers: { "X-API-Key": `"${key}"` } }],
    ["/v1/stats", { headers: { Authorization: `Bearer ${key}` } }],
    [`/v1/stats?api_key=${key}`, {}],
    [`/v1/safety/${key}`, { headers: { "X-API-Key": key } }],
    [`/v1/${key}`, { headers: { "X-API-Key": key } }],
    ["/v1/safety/batch", { ...batch, body: `{"cities":"${key}"}` }],
    ["/v1/safety/batch", { ...batch, body: `{"key":"${key}"` }],
    ["/v1/stats", { method: "DELETE", headers: { "X-API-Key": key } }],
    [`/no-such-page/${key}`, {}],
    [`/explore?q=${key}`, {}],
    [`/?q=${encodeURIComponent(PASSWORD)}`, {}],
  ];
  for (const [path, init] of requests) {
    const response = await fetch(program.url + path, init);
    const text = await response.text();
    // The search box shows the search text again. Everything else was written by the service.
    if (!path.includes("?q=")) answers.push(`${[...response.headers].join("\n")} ${text}`);
  }
}

/** Every byte of the store, including its log. */
function storeText(): string {
  const files = readdirSync(program.folder).filter((name) => name.startsWith("store.sqlite"));
  return files.map((name) => readFileSync(join(program.folder, name), "latin1")).join("");
}
