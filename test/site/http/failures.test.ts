import { describe, expect, test } from "bun:test";
import { exchangeBytes, parseAnswer } from "../../support/raw-http.ts";
import { sharedSite } from "../../support/served-site.ts";
import { until } from "../../support/until.ts";

const site = await sharedSite();

async function ask(path: string, accept: string | null, method = "GET") {
  const headers = accept === null ? { Accept: "" } : { Accept: accept };
  const response = await fetch(site.url + path, { method, headers });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, headers: response.headers, text: await response.text() };
}

describe("outside /v1 an unknown path is a page for clients that ask for text/html, and a problem for others (decisions 5)", () => {
  const paths = ["/v2/stats", "/api/v1/stats", "/nothing", "/explore/cities/atlantis", "/assets/nothing.css"];

  test.each([
    "*/*",
    "text/*",
    null,
    "application/json",
    "application/problem+json",
    "application/json, text/plain, */*",
  ])("%j", async (accept) => {
    for (const path of paths) {
      for (const method of ["GET", "POST"]) {
        const { status, type, headers, text } = await ask(path, accept, method);
        expect([path, status, type]).toEqual([path, 404, "application/problem+json"]);
        expect(headers.get("vary")).toContain("Accept");
        expect(JSON.parse(text)).toMatchObject({
          type: `${site.url}/errors/path_unknown`,
          code: "path_unknown",
          request_id: headers.get("x-request-id"),
          detail: expect.stringContaining("/v1/"),
        });
      }
    }
  });

  test.each(["text/html,application/xhtml+xml,*/*;q=0.8", "text/html, application/json;q=0.9"])(
    "%j",
    async (accept) => {
      for (const path of paths) {
        const { status, type } = await ask(path, accept);
        expect([path, status, type]).toEqual([path, 404, "text/html; charset=UTF-8"]);
      }
    },
  );
});

test("a path that begins with two slashes is a problem that names the mistake, whatever the Accept header", async () => {
  const port = Number(new URL(site.url).port);
  for (const path of ["//v1/stats", "//v1/safety/Irvine?x=1", "//v1", "///v1/safety/batch"]) {
    for (const accept of ["*/*", "application/json", "text/html"]) {
      // Sent without the runtime's client, which merges the two slashes.
      const request = `GET ${path} HTTP/1.1\r\nHost: h\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`;
      const { status, headers, body } = parseAnswer(await exchangeBytes(port, [Buffer.from(request)]));
      expect([path, status, headers.get("content-type")]).toEqual([path, 404, "application/problem+json"]);
      expect(JSON.parse(body)).toMatchObject({ code: "path_unknown", detail: expect.stringContaining("two slashes") });
    }
  }
});

test("a read-only file answers another method with a problem", async () => {
  for (const path of ["/openapi.json", "/llms.txt"]) {
    const { status, type, headers, text } = await ask(path, "*/*", "POST");
    expect([status, type, headers.get("allow")]).toEqual([405, "application/problem+json", "GET, HEAD"]);
    expect(JSON.parse(text)).toMatchObject({ code: "method_not_allowed" });
  }
});

test("a page that finds the queue full is refused in a sentence, whatever the client accepts", async () => {
  const port = Number(new URL(site.url).port);
  const head = "Host: h\r\nAccept: text/html, application/json\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n";
  const refused: ReturnType<typeof parseAnswer>[] = [];
  for (let number = 0; number < 900; number++)
    void exchangeBytes(port, [`GET /search?q=san%20${number} HTTP/1.1\r\n${head}`]).then((text) => {
      const answer = parseAnswer(text);
      if (answer.status === 503) refused.push(answer);
    });
  await until("pages are refused", () => refused.length > 100);
  for (const { headers, body } of refused) {
    expect([headers.get("content-encoding"), headers.get("retry-after"), body.length]).toEqual([null, "5", 68]);
    expect(headers.get("x-request-id")).toBeString();
  }
});
