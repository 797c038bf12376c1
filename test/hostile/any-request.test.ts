import { expect, test } from "bun:test";
import fc from "fast-check";
import { OPERATIONS } from "../../src/api/operations.ts";
import { URLS } from "../../src/site/ui/urls.ts";
import { issueKey } from "../support/issue-key.ts";
import { rounds } from "../support/load.ts";
import { troubleIn } from "../support/log-lines.ts";
import { exchangeBytes } from "../support/raw-http.ts";
import { serveProgram } from "../support/served-program.ts";

const program = await serveProgram();
const port = Number(new URL(program.url).port);
const key = await issueKey(program.databaseUrl, { plan: "enterprise" });

const FIXED = ["/mcp", "/healthz", "/readyz", "/sitemap.xml", "/robots.txt", "/llms.txt", "/assets/site.css"];
const ROUTES = [...Object.values(URLS), ...OPERATIONS.map(({ path }) => path), ...FIXED, "/nothing"];
const VALID_HOSTS = ["localhost", "a.example:8080", "127.0.0.1", "[::1]:80", "under_score"];
const MALFORMED_HOSTS = ["1.2.3.4.5.999", "%", "[", "xn--a", "0x100000000", "", "a b", "a/b", "u@h", "a:99999", "a:x"];

/** Text that may stand in a line of a request: a line end would only end the line. */
const anyText = fc
  .oneof(
    fc.constantFrom("", "*/*", "%", "..", "%2e%2e", "a;q=", "br;q=9", "W/", "*", "\xff", "null", "0", "-1", "Irvine"),
    fc.string({ maxLength: 30 }),
    fc.webFragments(),
  )
  .map((text) => text.replaceAll(/[\r\n\0]/g, "?"));
const segment = anyText.map((text) => text.replaceAll(/[\s#]/g, "+"));
const target = fc
  .tuple(fc.constantFrom(...ROUTES), segment, fc.option(segment), fc.constantFrom("", "/", "http://[", "//"))
  .map(([route, filled, query, extra]) => {
    const path = route.replaceAll(/:[a-z]+|\{[a-z]+\}/gi, filled || "x");
    const search = query === null ? "" : `?q=${query}&place=${query}&${query}`;
    return extra === "/" ? `${path}/${search}` : `${extra}${path}${search}`;
  });
const host = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALID_HOSTS) },
  fc.constantFrom(...MALFORMED_HOSTS),
  anyText,
  fc.constant(null),
);
const HEADERS = [
  ...["Accept", "Accept-Encoding", "Accept-Language", "Cookie", "If-None-Match", "If-Modified-Since", "Range"],
  ...["Content-Type", "Authorization", "Origin", "Sec-Fetch-Site", "User-Agent", "Traceparent", "X-Request-Id"],
  ...["Expect", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "MCP-Protocol-Version"],
] as const;
const request = fc.record({
  method: fc.constantFrom("GET", "GET", "HEAD", "POST", "OPTIONS", "PUT", "CONNECT"),
  target,
  host,
  headers: fc.dictionary(fc.constantFrom(...HEADERS), anyText, { maxKeys: 4 }),
  withKey: fc.boolean(),
  body: fc.option(anyText),
  version: fc.constantFrom("1.1", "1.1", "1.0"),
});

test("whatever the host, target, and headers, no route answers 500 or logs an error", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target: asked, host: name, headers, withKey, body, version }) => {
      const lines = [
        ...(name === null ? [] : [`Host: ${name}`]),
        ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
        ...(withKey ? [`X-API-Key: ${key}`] : []),
        ...(body === null ? [] : [`Content-Length: ${Buffer.byteLength(body, "latin1")}`]),
        "Connection: close",
      ];
      const head = `${method} ${asked} HTTP/${version}\r\n${lines.join("\r\n")}\r\n\r\n`;
      const answer = await exchangeBytes(port, [Buffer.from(head + (body ?? ""), "latin1")]).catch(() => "");
      expect(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "closed").not.toMatch(/^50[0-4]/);
    }),
    { numRuns: rounds(600, 20_000) },
  );
  expect(troubleIn(program.log())).toEqual([]);
});

test.each(MALFORMED_HOSTS)("the host %j gets 400 from every route", async (name) => {
  for (const route of ROUTES) {
    const answer = await exchangeBytes(port, [`GET ${route} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`]);
    expect([route, answer.slice(0, 12)]).toEqual([route, "HTTP/1.1 400"]);
  }
});

test.each(VALID_HOSTS)("the host %j is accepted, and so is none in HTTP/1.0", async (name) => {
  const ask = (version: string, line: string) =>
    exchangeBytes(port, [`GET /explore/search?q=san HTTP/${version}\r\n${line}Connection: close\r\n\r\n`]);
  for (const answer of [await ask("1.1", `Host: ${name}\r\n`), await ask("1.0", "")]) {
    expect(answer).toStartWith("HTTP/1.1 200");
    expect(answer).toContain("San Francisco");
  }
});

test.each(["*", "x", ":", "%", "localhost:80", "[::1]:1"])(
  "CONNECT %s gets 400, without a line in the log",
  async (asked) => {
    const answer = await exchangeBytes(port, [`CONNECT ${asked} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`]);
    expect(answer).toStartWith("HTTP/1.1 400");
    expect(troubleIn(program.log())).toEqual([]);
  },
);
