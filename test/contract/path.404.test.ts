import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

describe("9: The version is carried in the path prefix /v1; all endpoints are in version 1", () => {
  test.each(["/safety/Irvine", "/stats", "/v2/stats", "/V1/stats", "/v10/stats"])("%s does not", async (path) => {
    expect((await server.request(path, { key })).status).toBe(404);
  });
});

describe("decisions 1 and 5: 404 is an unknown path or an empty segment", () => {
  test.each([
    "/v1",
    "/v1/",
    "/v1/safety",
    "/v1/safety/",
    "/v1/safety//",
    "/v1/safety//Irvine",
    "/v1//stats",
    "/v1/stats//",
    "/v1/safety/Irvine//",
    "/v1/safety/county//",
    "/v1/safety/county//Orange",
    "/v1/safety/Irvine/Orange",
    "/v1/safety/county/Orange/Irvine",
    "/v1/stats/2024",
    "/v1/safety/batch/1",
    "/v1/Stats",
    "/v1/safety/../safety/",
    "/v1/%zz",
  ])("%s", async (path) => {
    const { status, json } = await server.request(path, { key });
    expect([status, json]).toEqual([404, expect.objectContaining({ code: "path_unknown" })]);
  });
});

test("an unknown path is 404 for every method", async () => {
  for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
    expect([method, (await server.request("/v1/cities", { key, method })).status]).toEqual([method, 404]);
  }
});
