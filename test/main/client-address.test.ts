import { expect, test } from "bun:test";
import { safety } from "../support/command.ts";
import { serveProgram } from "../support/served-program.ts";

/** Over `/v1` and `/mcp`, as in production: nothing but the program, its command, and HTTP. */
async function restrictedKey(TRUST_PROXY: string) {
  const { url, databaseUrl } = await serveProgram({ TRUST_PROXY });
  const environment = { DATABASE_URL: databaseUrl };
  const made = await safety(environment, "key", "create", "--email", "a@example.com", "--type", "live", "--json");
  const { id, key } = JSON.parse(made.out);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "dataset" } });
  return {
    async restrict(...networks: readonly string[]) {
      expect((await safety(environment, "key", "restrict", String(id), ...networks)).exitCode).toBe(0);
    },
    /** Statuses, or the detail of a refusal. */
    async ask(forwarded: string) {
      const headers = { "X-API-Key": key, "X-Forwarded-For": forwarded };
      const answers = [
        await fetch(`${url}/v1/stats`, { headers }),
        await fetch(`${url}/mcp`, {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/json" },
          body,
        }),
      ];
      const detailOf = async (answer: Response): Promise<unknown> => JSON.parse(await answer.text()).detail;
      return await Promise.all(answers.map((answer) => (answer.ok ? 200 : detailOf(answer))));
    },
  };
}

test.each([
  ["false", "127.0.0.1", ["203.0.113.9", "203.0.113.9:52345", "unknown"]],
  [
    "true",
    "203.0.113.9",
    ["198.51.100.1, 203.0.113.9", "203.0.113.9:52345", "198.51.100.1:1,[::ffff:203.0.113.9]:443", "::ffff:cb00:7109"],
  ],
  ["true", "2001:db8::9", ["2001:DB8:0:0::9", "[2001:db8::9]", "198.51.100.1, [2001:db8::9]:52345"]],
])("with TRUST_PROXY=%s a request is from %s if X-Forwarded-For is any of %j", async (trust, address, forms) => {
  const { restrict, ask } = await restrictedKey(trust);
  for (const form of forms) expect(await ask(form)).toEqual([200, 200]);
  await restrict("192.0.2.0/24");
  const refused = expect.stringContaining(`the address of this request, ${address}.`);
  for (const form of forms) expect(await ask(form)).toEqual([refused, refused]);
  await restrict("192.0.2.0/24", address);
  for (const form of forms) expect([form, ...(await ask(form))]).toEqual([form, 200, 200]);
});

test("what a trusted proxy writes and is no address may use no restricted key, not even one for all addresses", async () => {
  const { restrict, ask } = await restrictedKey("true");
  await restrict("0.0.0.0/0", "::/0");
  expect(await ask("203.0.113.9:52345")).toEqual([200, 200]);
  const refused = expect.stringContaining("the address of this request, which is unknown.");
  for (const form of ["unknown", "203.0.113.9, ", "", "2001:db8::9:x"])
    expect(await ask(form)).toEqual([refused, refused]);
});
