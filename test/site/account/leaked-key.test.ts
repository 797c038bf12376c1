import { expect, test } from "bun:test";
import { mintKey } from "../../../src/access/key.ts";
import { FormClient } from "../../support/form-client.ts";
import { issueKey } from "../../support/issue-key.ts";
import { serveSite } from "../../support/served-site.ts";

const site = await serveSite();

function ask(key: string): Promise<Response> {
  return fetch(`${site.url}/v1/stats`, { headers: { "X-API-Key": key } });
}

test("anyone who has a key can revoke it without an account, effective for the next request", async () => {
  const key = await issueKey(site.databaseUrl, { email: "leaky@example.com" });
  const finder = new FormClient(site.url);
  const answer = await finder.submit("/revoke-key", { key: ` ${key}\n` });
  expect(answer.status).toBe(200);
  expect(answer.html).toContain(`svc_live_…${key.slice(-4)} is revoked`);
  expect(answer.html).not.toContain(key);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const refused = await ask(key);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "key_revoked" }]);
  const again = await finder.submit("/revoke-key", { key });
  expect([again.status, again.html]).toEqual([200, expect.stringContaining("was already revoked")]);
});

test("text that is not a key, and an unknown key, get different errors and revoke nothing", async () => {
  const finder = new FormClient(site.url);
  const { key: unknownKey } = mintKey("live");
  for (const text of ["", "svc_live_", "hello", `${unknownKey.slice(0, -1)}!`]) {
    const answer = await finder.submit("/revoke-key", { key: text });
    expect([answer.status, answer.html]).toEqual([400, expect.stringContaining("This is not a key of this service")]);
  }
  const unknown = await finder.submit("/revoke-key", { key: unknownKey });
  expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining("This key does not exist")]);
  expect(unknown.html).not.toContain(unknownKey);
});
