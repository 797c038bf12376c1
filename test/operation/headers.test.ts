import { expect, test } from "bun:test";
import { exchangeBytes } from "../support/raw-http.ts";
import { serveProgram } from "../support/served-program.ts";
import { sharedSite } from "../support/served-site.ts";

const PUBLIC_URL = "https://safety.example.com";
const PAGES = ["/", "/sign-in", "/sign-up", "/revoke-key", "/pricing", "/docs", "/explore", "/no-such-page"];

const program = await serveProgram({ BASE_URL: PUBLIC_URL });

test("only with https there is HSTS, which would block this machine's other ports", async () => {
  expect((await fetch(program.url)).headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
  const plain = await sharedSite();
  expect((await fetch(plain.url)).headers.get("strict-transport-security")).toBeNull();
});

test("no answer names its software or version, and only the API document allows other origins", async () => {
  const document = await fetch(`${program.url}/openapi.json`, { headers: { Origin: "https://elsewhere.example" } });
  expect(document.headers.get("access-control-allow-origin")).toBe("*");
  expect(document.headers.get("access-control-allow-credentials")).toBeNull();
  for (const path of [...PAGES, "/v1/stats", "/v1/safety/%", "/healthz", "/readyz"]) {
    const { headers } = await fetch(program.url + path, { headers: { Origin: "https://elsewhere.example" } });
    for (const name of ["server", "x-powered-by", "via", "access-control-allow-origin"])
      expect(headers.get(name)).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("what a client claims about its host and its proxy changes no URL that we send", async () => {
  const port = Number(new URL(program.url).port);
  const forged = [
    "Host: evil.example",
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: gopher",
    "Forwarded: host=evil.example",
  ];
  for (const path of ["/v1/stats", "/", "/openapi.json", "/.well-known/security.txt", "/no-such-page"]) {
    const answer = await exchangeBytes(port, [
      `GET ${path} HTTP/1.1\r\n${forged.join("\r\n")}\r\nConnection: close\r\n\r\n`,
    ]);
    expect(answer).toStartWith("HTTP/1.1 ");
    expect(answer).not.toContain("evil.example");
    expect(answer).not.toContain("gopher");
  }
});
