import { expect, test } from "bun:test";
import fc from "fast-check";
import { OPERATIONS } from "../../src/api/operations.ts";
import { routeOf } from "../../src/api/route.ts";

test.each([
  ["/v1/safety/Irvine", "/v1/safety/{city}", "Irvine"],
  ["/v1/safety/county", "/v1/safety/{city}", "county"],
  ["/v1/safety/county/", "/v1/safety/{city}", "county"],
  ["/v1/safety/county/Orange", "/v1/safety/county/{name}", "Orange"],
  ["/v1/safety/batch", "/v1/safety/batch", ""],
  ["/v1/safety/batch/", "/v1/safety/batch", ""],
  ["/v1/safety/Batch", "/v1/safety/{city}", "Batch"],
  ["/v1/stats", "/v1/stats", ""],
  ["/v1/safety/{city}", "/v1/safety/{city}", "{city}"],
])("%s is the route %s", (path, template, segment) => {
  expect(routeOf(path, "GET")).toMatchObject({ pattern: template, segment });
});

test("a path that matches one template never matches another, and a literal takes precedence", () => {
  const segment = fc.stringMatching(/^[^/?]{1,12}$/);
  fc.assert(
    fc.property(fc.constantFrom(...OPERATIONS), segment, ({ path }, filled) => {
      const match = routeOf(
        path.replace(/\{\w+\}/, () => filled),
        "GET",
      );
      const isLiteral = OPERATIONS.some((one) => one.path === path.replace(/\{\w+\}/, () => filled));
      expect(match.pattern === path || (isLiteral && match.segment === "")).toBe(true);
    }),
  );
});

test("each operation has its own id and path", () => {
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(OPERATIONS.length);
  for (const { path } of OPERATIONS) expect(path).toMatch(/^(\/[a-z0-9]+)+(\/\{[a-z]+\})?$/);
});
