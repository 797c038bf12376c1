import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

describe("decisions 5: 405 carries Allow", () => {
  test.each([
    ["/v1/safety/batch", "POST", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"]],
    ["/v1/safety/batch/", "POST", ["GET"]],
    ["/v1/safety/Irvine", "GET, HEAD", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]],
    ["/v1/safety/county/Orange", "GET, HEAD", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]],
    ["/v1/stats", "GET, HEAD", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]],
  ])("%s allows %s", async (path, allow, methods) => {
    for (const method of methods) {
      const { status, headers } = await server.request(path, { key, method });
      expect([method, status, headers.get("allow")]).toEqual([method, 405, allow]);
    }
  });

  test("TRACE, which client libraries do not send", async () => {
    const { status, json } = await server.rawRequest("/v1/stats", key, "TRACE");
    expect([status, json]).toEqual([405, expect.objectContaining({ code: "method_not_allowed" })]);
  });
});
