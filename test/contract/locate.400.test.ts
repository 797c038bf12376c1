import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

describe("decisions 8: an invalid query is refused with the parameter's name", () => {
  test.each([
    ["no question", "", "lat"],
    ["a latitude alone", "lat=34", "lon"],
    ["a longitude alone", "lon=-118", "lat"],
    ["a point and a ZIP code", "lat=34&lon=-118&zip=92618", "zip"],
    ["a ZIP code and a name", "zip=92618&name=Irvine", "zip"],
    ["91 degrees", "lat=91&lon=-118", "lat"],
    ["181 degrees", "lat=34&lon=-181", "lon"],
    ["no number", "lat=NaN&lon=-118", "lat"],
    ["infinity", "lat=Infinity&lon=-118", "lat"],
    ["an exponent", "lat=3.4e1&lon=-118", "lat"],
    ["hexadecimal", "lat=0x22&lon=-118", "lat"],
    ["a comma", "lat=34,1&lon=-118", "lat"],
    ["nothing", "lat=&lon=-118", "lat"],
    ["four digits", "zip=9261", "zip"],
    ["nine digits", "zip=926181234", "zip"],
    ["an incomplete +4", "zip=92618-123", "zip"],
    ["Arabic digits", "zip=%D9%A9%D9%A2%D9%A6%D9%A1%D9%A8", "zip"],
    ["an empty name", "name=", "name"],
    ["a name that is too long", `name=${"a".repeat(101)}`, "name"],
    ["an unknown parameter", "zip=92618&state=CA", "state"],
  ])("%s", async (_, search, parameter) => {
    const { status, json } = await server.request(`/v1/locate?${search}`, { key });
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({
        code: "invalid_parameter",
        detail: expect.stringContaining(`The parameter ${parameter} `),
        errors: [{ parameter, detail: expect.stringMatching(/\w/) }],
      }),
    ]);
  });
});

test("a latitude that may be a longitude is refused with that hint", async () => {
  const { json } = await server.request("/v1/locate?lat=-118.24&lon=34.05", { key });
  expect(json).toMatchObject({ errors: [{ parameter: "lat", detail: expect.stringContaining("exchanged") }] });
});
