import { afterAll, describe, expect, test } from "bun:test";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";

/** Every call of a decoder, and those that throw. An exception costs as much as a hundred calls. */
const counts = { calls: 0, thrown: 0 };
const decoders = { decodeURI, decodeURIComponent };

function counted(decode: (text: string) => string): (text: string) => string {
  return (text) => {
    counts.calls += 1;
    try {
      return decode(text);
    } catch (error) {
      counts.thrown += 1;
      throw error;
    }
  };
}
Object.assign(globalThis, { decodeURI: counted(decodeURI), decodeURIComponent: counted(decodeURIComponent) });
afterAll(() => Object.assign(globalThis, decoders));

const site = await sharedSite();
const key = await issueKey(site.databaseUrl, { email: "decoding@example.com", plan: "enterprise" });

/** Nearly 16 KB, which is all that the runtime accepts. */
const fill = (piece: string) => piece.repeat(Math.floor(15_000 / piece.length));
const INVALID = ["%ff", "%ffa", "%zz", "%c0%80", "%ed%a0%80", "%", "a%E0%A4%A%"].map((piece) => [piece] as const);
const PATHS = ["/", "/explore/city/", "/docs/", "/dashboard/keys/", "/status/", "/assets/", "/clients/", "/healthz"];

async function decoded(path: string, headers: Record<string, string> = {}) {
  Object.assign(counts, { calls: 0, thrown: 0 });
  const { status } = await fetch(site.url + path, { headers, redirect: "manual" });
  return { status, ...counts };
}

describe.each(INVALID)("15 KB of %p", (piece) => {
  test.each(PATHS)("below %s is refused without an exception, in the path and in the query", async (path) => {
    expect(await decoded(path + fill(piece))).toEqual({ status: 400, calls: 0, thrown: 0 });
    expect(await decoded(`${path}?next=${fill(piece)}`)).toEqual({ status: 400, calls: 0, thrown: 0 });
  });

  test("in a cookie are ignored without an exception", async () => {
    for (const cookie of [`form=${fill(piece)}`, fill(`a=${piece};`)]) {
      const answer = await decoded("/sign-in", { cookie });
      expect([answer.status, answer.thrown]).toEqual([200, 0]);
    }
  });

  test("are refused by the API without an exception", async () => {
    const headers = { "X-API-Key": key };
    const asked = ["/v1/safety/", "/v1/history/", "/v1/places?q="].map((path) => path + fill(piece));
    for (const path of [...asked, `/v1/locate?${fill(`${piece}=&`)}`]) {
      const answer = await decoded(path, headers);
      expect(answer.status).toBe(400);
      expect(answer.thrown).toBe(0);
    }
  });
});

test.each(INVALID)("parameters that a look-up ignores are not decoded: %p", async (piece) => {
  const answer = await decoded(`/v1/safety/Irvine?${fill(`${piece}&`)}`, { "X-API-Key": key });
  expect(answer).toEqual({ status: 200, calls: 0, thrown: 0 });
});

test.each([
  ["state=CA&state=%43A&sta%74e=california", 200],
  ["a=b&%73tate=TX", 400],
  ["xstate=TX&state_=TX&statex&state", 200],
  [`state=${"%f0%9f%92%a5".repeat(101)}`, 400],
  ["state=%ff", 400],
  [fill("state=CA&"), 200],
  [Array.from({ length: 11 }, (_, spaces) => `state=CA${"+".repeat(spaces)}`).join("&"), 400],
])("the only parameter that a look-up reads is its state, in any encoding: %.40s", async (query, status) => {
  const answer = await decoded(`/v1/safety/Irvine?${query}`, { "X-API-Key": key });
  expect([answer.status, answer.thrown]).toEqual([status, 0]);
  expect(answer.calls).toBeLessThanOrEqual(10);
});

test("a valid path of the same length is decoded", async () => {
  expect(await decoded(`/explore/city/${fill("%C3%A9")}`)).toMatchObject({ status: 404, thrown: 0 });
});
