import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

async function faultsOf(search: string): Promise<readonly unknown[]> {
  const { status, json } = await server.request(`/v1/places?${search}`, { key });
  const detail = expect.stringMatching(/^(?:The parameter \w+|A parameter) /);
  expect([status, json]).toEqual([400, expect.objectContaining({ code: "invalid_parameter", detail })]);
  return Object.entries(json ?? {}).flatMap(([name, value]) =>
    name === "errors" && Array.isArray(value) ? value : [],
  );
}

describe("decisions 8: each faulty parameter is named", () => {
  test.each([
    ["an unknown parameter", "kinds=city", "kinds"],
    ["a name without a value", "kinds", "kinds"],
    ["a name of the prototype", "__proto__=1", "__proto__"],
    ["a repeated parameter", "q=a&q=a", "q"],
    ["a lone percent sign", "q=%", "q"],
    ["bytes that are not UTF-8", "q=%ff", "q"],
    ["a control character", "q=a%00", "q"],
    ["a search that is too long", `q=${"a".repeat(101)}`, "q"],
    ["an unknown kind", "kind=town", "kind"],
    ["a kind in capitals", "kind=City", "kind"],
    ["an empty kind", "kind=", "kind"],
    ["a grade with a sign", "grade=A%2B", "grade"],
    ["an unknown status", "status=none", "status"],
    ["an unknown sort", "sort=stars", "sort"],
    ["an unknown county", "county=Atlantis", "county"],
    ["an empty county", "county=", "county"],
    ["a limit of nothing", "limit=", "limit"],
    ["a limit of zero", "limit=0", "limit"],
    ["a limit over the largest", "limit=101", "limit"],
    ["a limit that is not an integer", "limit=1.5", "limit"],
    ["a limit with an exponent", "limit=1e1", "limit"],
    ["a limit in hexadecimal", "limit=0x10", "limit"],
    ["a limit with a leading zero", "limit=020", "limit"],
    ["a cursor in another alphabet", "cursor=%3D%3D", "cursor"],
    ["a cursor of nobody", "cursor=abc", "cursor"],
    ["a point of one number", "near=38.5", "near"],
    ["a point of words", "near=Sacramento,CA", "near"],
    ["a latitude beyond the pole", "near=-121.4,38.5", "near"],
    ["a longitude beyond the date line", "near=38.5,-181", "near"],
    ["a radius without a point", "radius_km=5", "radius_km"],
    ["a radius of nothing", "near=38.5,-121.4&radius_km=0", "radius_km"],
    ["a radius over the largest", "near=38.5,-121.4&radius_km=101", "radius_km"],
    ["an unknown format", "format=xml", "format"],
  ])("%s", async (_, search, parameter) => {
    const faults = await faultsOf(search);
    expect(faults).toEqual([{ parameter, detail: expect.stringMatching(/\w/) }]);
  });
});

test.each([
  ["broken", "%zz=1"],
  ["a key", "svc_test_abc=1"],
  ["too long", `${"x".repeat(99)}=1`],
])("a name that is %s is not repeated", async (_, search) => {
  expect(await faultsOf(search)).toEqual([{ parameter: "", detail: expect.stringMatching(/\w/) }]);
});

test("an answer lists at most ten faults", async () => {
  expect(await faultsOf(Array(50).fill("q=a").join("&"))).toHaveLength(10);
});

test("every faulty parameter is named in one answer", async () => {
  expect(await faultsOf("kind=x&limit=0")).toEqual([
    expect.objectContaining({ parameter: "kind" }),
    expect.objectContaining({ parameter: "limit" }),
  ]);
});

test("the detail names the parameter, what is allowed, and the value, but no key", async () => {
  const detailOf = async (search: string) => (await server.request(`/v1/places?${search}`, { key })).json;
  expect(await detailOf("limit=1.5")).toMatchObject({
    detail: 'The parameter limit is not a whole number from 1 to 100; it is "1.5".',
  });
  expect(await detailOf("q=%")).toMatchObject({ detail: "The parameter q is not UTF-8 in percent-encoding." });
  expect(await detailOf(`county=${key}`)).toMatchObject({
    detail: "The parameter county is not a county of California; it is a text with a key.",
  });
  expect(await detailOf(`q=${"x".repeat(500)}`)).toMatchObject({ detail: expect.stringMatching(/"x{40}…"\.$/) });
});
