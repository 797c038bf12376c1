import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

describe.each(["/v1/safety/", "/v1/safety/county/"])("decisions 1, under %s", (root) => {
  describe("bad percent-encoding, overlong UTF-8, NUL or control characters: 400 invalid_path", () => {
    test.each([
      ["a lone percent sign", "%"],
      ["half an escape", "Irvine%2"],
      ["no hexadecimal digits", "%zz"],
      ["an overlong slash", "%C0%AF"],
      ["an overlong NUL", "%C0%80"],
      ["a lone continuation byte", "%80"],
      ["half a character", "La+Ca%C3"],
      ["Latin-1", "La+Ca%F1ada"],
      ["a surrogate", "%ED%A0%80"],
      ["beyond Unicode", "%F4%90%80%80"],
      ["NUL", "Irvine%00"],
      ["ESC", "Irvine%1B"],
      ["a backspace", "Los%08Angeles"],
      ["DEL", "%7F"],
      ["a C1 control character", "%C2%80"],
    ])("%s", async (_, segment) => {
      const { status, json } = await server.request(root + segment, { key });
      expect([status, json]).toEqual([400, expect.objectContaining({ code: "invalid_path" })]);
    });
  });

  describe("a name over 100 characters: 400 name_too_long", () => {
    test.each([
      ["101 letters", "a".repeat(101)],
      ["101 characters of four bytes each", encodeURIComponent("𝒜".repeat(101))],
      ["5,000 spaces", "+".repeat(5_000)],
    ])("%s", async (_, segment) => {
      const { status, json } = await server.request(root + segment, { key });
      expect([status, json]).toEqual([400, expect.objectContaining({ code: "name_too_long" })]);
    });
  });

  describe("another state in the query: 400 invalid_parameter, because a namesake would be found", () => {
    test.each(["TX", "texas", "C", "CA+TX", "New%20York", "%ff", "ca&state=NV"])("state=%s", async (state) => {
      const { status, json } = await server.request(`${root}Orange?x=%zz&state=${state}`, { key });
      const errors = [expect.objectContaining({ parameter: "state" })];
      expect([status, json]).toEqual([400, expect.objectContaining({ code: "invalid_parameter", errors })]);
    });
  });

  test.each([
    "state=CA",
    "state=ca",
    "state=California",
    "state=+Calif.",
    "st%61te=C.A.",
    "state=",
    "state",
    "States=TX",
  ])("%s changes nothing", async (query) => {
    const plain = await server.request(`${root}Orange`, { key });
    const { status, text } = await server.request(`${root}Orange?${query}`, { key });
    expect([status, text]).toEqual([200, plain.text]);
  });

  test("100 characters are accepted, however many bytes they take", async () => {
    const { status } = await server.request(root + encodeURIComponent("𝒜".repeat(100)), { key });
    expect(status).toBe(200);
  });
});
