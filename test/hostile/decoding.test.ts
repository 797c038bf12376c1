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
  test.each(PATHS)("below %s is refused with one exception, in the path and in the query", async (path) => {
    expect(await decoded(path + fill(piece))).toEqual({ status: 400, calls: 1, thrown: 1 });
    expect(await decoded(`${path}?next=${fill(piece)}`)).toEqual({ status: 400, calls: 1, thrown: 1 });
  });

  test("in a cookie are ignored without an exception", async () => {
    for (const cookie of [`form=${fill(piece)}`, fill(`a=${piece};`)]) {
      const answer = await decoded("/sign-in", { cookie });
      expect([answer.status, answer.thrown]).toEqual([200, 0]);
    }
  });

  test("are refused by the API after a bounded number of exceptions", async () => {
    const headers = { "X-API-Key": key };
    const asked = ["/v1/safety/", "/v1/history/", "/v1/places?q="].map((path) => path + fill(piece));
    for (const path of [...asked, `/v1/locate?${fill(`${piece}=&`)}`]) {
      const answer = await decoded(path, headers);
      expect(answer.status).toBe(400);
      expect(answer.thrown).toBeLessThanOrEqual(11);
    }
  });
});

test("a valid path of the same length is decoded", async () => {
  expect(await decoded(`/explore/city/${fill("%C3%A9")}`)).toMatchObject({ status: 404, thrown: 0 });
});
