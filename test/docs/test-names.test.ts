import { expect, test } from "bun:test";
import { join } from "node:path";
import { issueKey } from "../support/issue-key.ts";
import { serveSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const site = await serveSite();
const key = await issueKey(site.databaseUrl, { plan: "enterprise" });

const guide = await Bun.file(join(import.meta.dir, "../../docs/guides/names.md")).text();
const { cities, dataYear } = releasedPlaces.records;
const older = cities.find(({ record }) => record.data_year < dataYear)?.record;
const filled = guide
  .replaceAll("{{splitZip}}", "96161")
  .replaceAll("{{olderCity}}", encodeURIComponent(older?.city ?? ""))
  .replaceAll("{{olderYear}}", String(older?.data_year));
const rows = [...filled.matchAll(/^\| ([^|]+) \| `GET ([^`]+)` \| `([^`]+)` \|$/gm)].map(
  ([, name = "", path = "", answer = ""]) => ({ name, path, answer }),
);

test("the guide has a name for each case that a program must handle", () => {
  expect(rows.length).toBeGreaterThan(12);
});

test.each(rows)("$name: $path", async ({ path, answer }) => {
  const response = await fetch(site.url + path, { headers: { "X-API-Key": key } });
  expect(await response.json()).toMatchObject(JSON.parse(answer));
});
