import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeAtomically } from "../../src/figures/file.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { safety } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { releasedNation } from "../support/server.ts";
import { until } from "../support/until.ts";

const BATCH = 25;
const range = z.object({ low: z.number(), high: z.number() });
const batchAnswer = z.object({
  results: z.array(z.object({ found: z.literal(true), data: z.object({ geoid: z.string(), next_year: range }) })),
});
const lookUpAnswer = batchAnswer.shape.results.element;

const folder = scratchFolder("nation-reload");
const path = join(folder, "united-states.json");
const store = `sqlite:${join(folder, "store.sqlite")}`;
const first = await readFile(DATASETS.unitedStates.own, "utf8");
const second = sealedAgain(first.replace(/"nextYear":\{"low":\d+,"high":\d+\}/g, '"nextYear":{"low":1,"high":99}'));
const places = releasedNation.entries.filter(({ geoid, nextYear }) => geoid !== null && nextYear !== null);
const ranges = new Map(places.map(({ geoid, nextYear }) => [geoid, nextYear]));

/** A file of the same shape, with its own version. */
function sealedAgain(text: string): string {
  const unsealed = text.replace(/"version":"[0-9a-f]{16}",\n/, "");
  const version = createHash("sha256").update(unsealed).digest("hex").slice(0, 16);
  return unsealed.replace(",", `,\n"version":"${version}",`);
}

/** Which dataset a record is from. */
function datasetOf({ geoid, next_year: { low, high } }: z.infer<typeof lookUpAnswer>["data"]) {
  if (low === 1 && high === 99) return "second";
  const own = ranges.get(geoid);
  return own?.low === low && own.high === high ? "first" : "neither";
}

test("a dataset that is replaced under load is never mixed with the former one, nor is a damaged one served", async () => {
  await writeAtomically(path, first);
  const made = await safety(
    { DATABASE_URL: store },
    ...["key", "create", "--email", "alice@example.com", "--type", "live", "--plan", "enterprise"],
  );
  const key = { "X-API-Key": made.out.trim() };
  const { url, log } = await serveProgram({ US_SNAPSHOT_PATH: path, DATABASE_URL: store });
  const tags = new Map<string, string>();
  let [seen, isOver, next] = [new Set<string>(), false, 0];
  const nextPlace = () => {
    next += 37;
    const place = places[next % places.length];
    if (place === undefined) throw new Error("no place");
    return place;
  };

  async function lookUp(): Promise<void> {
    const { state, geoid } = nextPlace();
    const target = `/v1/us/safety/${state}/${geoid}`;
    const response = await fetch(url + target, { headers: key });
    expect(response.status).toBe(200);
    const { data } = lookUpAnswer.parse(await response.json());
    const from = datasetOf(data);
    expect([data.geoid, from]).toEqual([geoid ?? "", expect.stringMatching(/first|second/)]);
    if (from === "second") tags.set(target, response.headers.get("ETag") ?? "");
  }

  async function batch(): Promise<void> {
    const asked = Array.from({ length: BATCH }, () => ({ geoid: nextPlace().geoid }));
    const response = await fetch(`${url}/v1/us/safety/batch`, {
      method: "POST",
      headers: { ...key, "Content-Type": "application/json" },
      body: JSON.stringify({ places: asked }),
    });
    expect(response.status).toBe(200);
    const { results } = batchAnswer.parse(await response.json());
    const [from = "none", ...others] = new Set(results.map(({ data }) => datasetOf(data)));
    expect([from, ...others]).toEqual([expect.stringMatching(/first|second/)]);
    seen.add(from);
  }

  const repeat = async (request: () => Promise<void>) => {
    while (!isOver) await request();
  };
  const load = Promise.all([lookUp, lookUp, batch, batch].map(repeat));
  const becomes = async (text: string, dataset: string) => {
    await writeAtomically(path, text);
    seen = new Set();
    await until(`answers of the ${dataset} dataset`, () => seen.has(dataset));
  };
  const refused = async (text: string, times: number) => {
    await writeAtomically(path, text);
    await until("the file is refused", () => log().split("refused an invalid dataset").length > times);
  };
  try {
    await becomes(second, "second");
    await refused(first.slice(0, first.length / 2), 1);
    await refused(first.replace('"geoid":"4805000"', '"geoid":"4805001"'), 2);
    await until("answers of the second dataset", () => tags.size > 100);
    await becomes(first, "first");
  } finally {
    isOver = true;
    await load;
  }
  for (const [target, tag] of [...tags].slice(0, 100)) {
    const response = await fetch(url + target, { headers: { ...key, "If-None-Match": tag } });
    const { data } = lookUpAnswer.parse(await response.json());
    expect([target, response.status, datasetOf(data)]).toEqual([target, 200, "first"]);
  }
}, 120_000);
