import { expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { parse } from "yaml";
import document from "../../openapi/openapi.json";
import { documentFor } from "../../src/api/openapi/serve.ts";
import { sharedServer } from "../support/server.ts";

const { server } = await sharedServer();

const withOwnAddress = JSON.parse(JSON.stringify(document).replaceAll("https://safety.example", server.url));
withOwnAddress.servers[0].description = "Local";

test("/openapi.json is the committed document with the server's own URL, without a key", async () => {
  const response = await fetch(`${server.url}/openapi.json`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await response.json()).toEqual(withOwnAddress);
  expect(withOwnAddress.servers[0].url).toBe(server.url);
});

test("a page of any origin may read it", async () => {
  for (const path of ["/openapi.json", "/openapi.yaml"]) {
    const response = await fetch(server.url + path, { headers: { Origin: "https://editor.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  }
});

test.each([
  ["http://localhost:8080", "Local"],
  ["http://127.0.0.1:8080", "Local"],
  ["http://[::1]:8080", "Local"],
  ["https://safety.example.com", "Production"],
  ["https://localhost.example.com", "Production"],
])("at %s it says %s", async (baseUrl, description) => {
  expect(await documentFor(baseUrl)).toMatchObject({ servers: [{ url: baseUrl, description }] });
});

test("/openapi.yaml has the same content", async () => {
  const response = await fetch(`${server.url}/openapi.yaml`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/yaml"]);
  expect(parse(await response.text())).toEqual(withOwnAddress);
});

test("it is compressed on request, and 304 for a client that has it", async () => {
  const url = `${server.url}/openapi.json`;
  const response = await fetch(url, { headers: { "Accept-Encoding": "br" }, decompress: false });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(JSON.parse(brotliDecompressSync(await response.bytes()).toString())).toEqual(withOwnAddress);
  const again = await fetch(url, { headers: { "If-None-Match": response.headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
