import { expect, test } from "bun:test";
import fc from "fast-check";
import { OPERATIONS } from "../../src/api/operations.ts";
import { routeOf, UNKNOWN_PATH } from "../../src/api/router.ts";

test.each([
  ["/v1/safety/Irvine", "/v1/safety/{city}", ["Irvine"]],
  ["/v1/safety/county/", "/v1/safety/{city}", ["county"]],
  ["/v1/safety/county/Orange", "/v1/safety/county/{name}", ["Orange"]],
  ["/v1/safety/batch/", "/v1/safety/batch", []],
  ["/v1/safety/Batch", "/v1/safety/{city}", ["Batch"]],
  ["/v1/safety/{city}", "/v1/safety/{city}", ["{city}"]],
  ["/v1/us/safety/TX/Austin", "/v1/us/safety/{state}/{city}", ["TX", "Austin"]],
  ["/v1/us/safety/TX/batch/", "/v1/us/safety/{state}/{city}", ["TX", "batch"]],
  ["/v1/us/safety/N%2FY/New+York", "/v1/us/safety/{state}/{city}", ["N%2FY", "New+York"]],
  ["/v1/us/safety/batch", "/v1/us/safety/batch", []],
])("%s is the route %s with %j", (path, pattern, segments) => {
  expect(routeOf(path, "GET")).toMatchObject({ pattern, segments });
});

test.each(["TX", "/Austin", "TX//", "//", "", "TX/Austin/x"])(
  "/v1/us/safety/%s is no route: no parameter is missing, empty, or left over",
  (rest) => {
    expect(routeOf(`/v1/us/safety/${rest}`, "GET").pattern).toBe(UNKNOWN_PATH);
  },
);

test("a path that matches one template never matches another, and a literal takes precedence", () => {
  const segment = fc.stringMatching(/^[^/?]{1,12}$/);
  fc.assert(
    fc.property(fc.constantFrom(...OPERATIONS), segment, ({ path }, filled) => {
      const match = routeOf(
        path.replace(/\{\w+\}/, () => filled),
        "GET",
      );
      const isLiteral = OPERATIONS.some((one) => one.path === path.replace(/\{\w+\}/, () => filled));
      expect(match.pattern === path || (isLiteral && match.segments.length === 0)).toBe(true);
    }),
  );
});

test("each operation has its own id and path", () => {
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(OPERATIONS.length);
  for (const { path } of OPERATIONS) expect(path).toMatch(/^(\/[a-z0-9]+)+(\/\{[a-z]+\}){0,2}$/);
});
