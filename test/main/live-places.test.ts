import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { LivePlaces } from "../../src/main/live-places.ts";
import { CURRENT_SNAPSHOT } from "../../src/main/paths.ts";
import { readSnapshot, sealSnapshot, writeSnapshot } from "../../src/places/file.ts";
import { scratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";

const { version: _, ...content } = readSnapshot(CURRENT_SNAPSHOT);
const snapshotOf = (lastUpdated: string) => sealSnapshot({ ...content, lastUpdated });
const first = snapshotOf("2027-01-01T00:00:00Z");
const second = snapshotOf("2027-01-02T00:00:00Z");

const ignore = () => {};
const log = { info: ignore, warn: ignore, error: ignore };
const watching = (path: string) => {
  const places = new LivePlaces({ path, copyPath: null }, log);
  places.watch();
  return places;
};

test("a file that is missing, appears, and disappears is refused once for each time that it is missing", async () => {
  const path = join(scratchFolder("live-places"), "snapshot.json");
  const places = watching(path);
  expect([places.refused, places.isRefused]).toEqual([1, true]);
  await writeSnapshot(path, first);
  await until("the file is loaded", () => places.current.version === first.version);
  expect([places.refused, places.isRefused]).toEqual([1, false]);
  rmSync(path);
  await until("the file is missed", () => places.isRefused);
  expect([places.refused, places.current.version]).toEqual([2, first.version]);
  await places.close();
});

test("a file that changes after it was read is loaded, even if it is not watched yet", async () => {
  const path = join(scratchFolder("live-places"), "snapshot.json");
  await writeSnapshot(path, first);
  const places = new LivePlaces({ path, copyPath: null }, log);
  await writeSnapshot(path, second);
  places.watch();
  await until("the file is loaded", () => places.current.version === second.version);
  await places.close();
});

test("a file that is written again with the same content changes nothing, so caches keyed by the places stay", async () => {
  const path = join(scratchFolder("live-places"), "snapshot.json");
  await writeSnapshot(path, first);
  const places = new LivePlaces({ path, copyPath: null }, log);
  const { current } = places;
  await writeSnapshot(path, first);
  places.reload();
  expect(places.current).toBe(current);
  await writeSnapshot(path, second);
  places.reload();
  expect(places.current).not.toBe(current);
});

test("once closed, it no longer loads a changed file, and another one still does", async () => {
  const path = join(scratchFolder("live-places"), "snapshot.json");
  await writeSnapshot(path, first);
  const [closed, open] = [watching(path), watching(path)];
  await closed.close();
  await writeSnapshot(path, second);
  await until("the open one loads the file", () => open.current.version === second.version);
  expect(closed.current.version).toBe(first.version);
  await open.close();
});
