import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cityPlaces } from "../../bench/places.ts";
import { mintKeys, seedStore, withBenchStore } from "../../bench/seed.ts";
import { STEP_SERVERS, startStep } from "../../bench/servers.ts";
import { STEPS } from "../../bench/steps.ts";
import { CURRENT_DATASET } from "../../src/main/paths.ts";
import { readDataset } from "../../src/places/file.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("steps");
const databaseUrl = `sqlite:${join(folder, "service.sqlite")}`;
const [place = { segment: "", body: "" }] = cityPlaces(readDataset(CURRENT_DATASET).records);
const keys = mintKeys();
const key = keys.live[0] ?? "";
await seedStore(databaseUrl, { ...keys, test: [] });

const counted = () =>
  withBenchStore(databaseUrl, async ({ database }) => {
    const rows = await database.selectFrom("daily_usage").select("city").execute();
    return rows.reduce((sum, { city }) => sum + city, 0);
  });

test.each(STEP_SERVERS)(
  "the server of the step %s answers with the city, and counts if its step does",
  async (step) => {
    const before = await counted();
    const server = await startStep(step, databaseUrl, folder);
    try {
      const ask = (apiKey: string) =>
        fetch(`${server.url}/v1/safety/${place.segment}`, { headers: { "X-API-Key": apiKey } });
      const response = await ask(key);
      expect([response.status, await response.text()]).toEqual([200, place.body]);
      expect([...response.headers.keys()]).toContain("ratelimit");
      // From the step "key" on, the form of the key is checked; with a store, whether it exists.
      expect((await ask("")).ok).toBe(step === "target");
      expect((await ask(keys.unknown[0] ?? "")).ok).toBe(step !== "sqlite" && step !== "thread");
    } finally {
      await server.stop();
    }
    expect((await counted()) - before).toBe(step === "sqlite" || step === "thread" ? 1 : 0);
  },
);

test("the page of the benchmarks says what each step does", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/benchmarks.md"), "utf8");
  const section = page.slice(page.indexOf("## What each step does"));
  const described = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, adds]) => adds);
  expect(described.slice(1, 1 + STEPS.length)).toEqual(STEPS.map(({ adds }) => adds));
});
