import { describe, expect, test } from "bun:test";
import { APIError } from "better-auth/api";
import { attempt, headersOf } from "../../src/accounts/client.ts";

describe("better-auth sees of a browser", () => {
  test("only its cookies, its address as the server knows it, and its user agent", () => {
    const headers = headersOf({ cookies: "a=b", address: "192.0.2.7", agent: "Lynx", browser: "secret" });
    expect([...headers].toSorted()).toEqual([
      ["cookie", "a=b"],
      ["user-agent", "Lynx"],
      ["x-client-address", "192.0.2.7"],
    ]);
  });

  test("nothing that is unknown", () => {
    expect([...headersOf({ cookies: null, address: null, agent: null, browser: "" })]).toEqual([]);
  });
});

describe("a call to better-auth", () => {
  const refusing = (error: unknown) => () => attempt(() => Promise.reject(error));

  test("returns the code if it is refused, or the message if there is no code", async () => {
    const coded = new APIError("UNAUTHORIZED", { code: "INVALID_PASSWORD", message: "wrong" });
    expect(await refusing(coded)()).toEqual({ ok: false, code: "INVALID_PASSWORD" });
    expect(await refusing(new APIError("BAD_REQUEST", { message: "no code" }))()).toEqual({
      ok: false,
      code: "no code",
    });
    expect(await refusing(new APIError("FORBIDDEN"))()).toEqual({ ok: false, code: expect.any(String) });
  });

  test("throws other errors", async () => {
    const broken = new APIError("INTERNAL_SERVER_ERROR", { code: "FAILED" });
    await expect(refusing(broken)()).rejects.toBe(broken);
    const other = new TypeError("not better-auth's");
    await expect(refusing(other)()).rejects.toBe(other);
  });
});
