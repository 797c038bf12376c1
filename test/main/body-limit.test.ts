import { expect, test } from "bun:test";
import { safety } from "../support/command.ts";
import { serveProgram } from "../support/served-program.ts";

test("413 counts as a request, but not for a body over 80 KiB, which is refused before the key is read", async () => {
  const { url, databaseUrl } = await serveProgram();
  const environment = { DATABASE_URL: databaseUrl };
  const made = await safety(environment, "key", "create", "--email", "a@example.com", "--type", "test", "--json");
  const headers = { "X-API-Key": JSON.parse(made.out).key, "Content-Type": "application/json" };
  const left = async () => {
    const { headers: answered } = await fetch(`${url}/v1/stats`, { headers });
    return Number(answered.get("x-ratelimit-remaining"));
  };
  const post = (bytes: number) => fetch(`${url}/v1/safety/batch`, { method: "POST", headers, body: "x".repeat(bytes) });
  const before = await left();
  const counted = await post(70_000);
  expect([counted.status, await counted.json()]).toEqual([413, expect.objectContaining({ code: "body_too_large" })]);
  expect(await left()).toBe(before - 2);
  const refused = await post(90_000);
  expect([refused.status, await refused.text()]).toEqual([413, ""]);
  expect(await left()).toBe(before - 3);
});
