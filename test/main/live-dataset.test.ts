import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { snapshot as schema } from "../../src/domain/snapshot.ts";
import { openDataset, readDataset, sealDataset, writeAtomically } from "../../src/figures/file.ts";
import { LiveDataset } from "../../src/main/live-dataset.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { currentGeographyFile } from "../support/current-geography.ts";
import { datasetUpdatedAt, placesOf } from "../support/sample-dataset.ts";
import { scratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";

const { records: first, text: firstText } = datasetUpdatedAt("2027-01-01T00:00:00Z");
const { records: second, text: secondText } = datasetUpdatedAt("2027-01-02T00:00:00Z");

const { own } = DATASETS.california;
const ignore = () => {};
const log = { info: ignore, warn: ignore, error: ignore };
const watching = (path: string) => {
  const places = new LiveDataset((file) => placesOf(openDataset(file)), { own, path, copyPath: null }, log);
  places.watch();
  return places;
};

test("a file that is missing, appears, and disappears is refused while it is missing", async () => {
  const path = join(scratchFolder("live-places"), "dataset.json");
  const places = watching(path);
  expect(places.isRefused).toBe(true);
  await writeAtomically(path, firstText);
  await until("the file is loaded", () => places.current.version === first.version);
  expect(places.isRefused).toBe(false);
  rmSync(path);
  await until("the file is missed", () => places.isRefused);
  expect(places.current.version).toBe(first.version);
  await places.close();
});

test("without a valid copy the program's own dataset is used, also if the folder of the file is missing", async () => {
  const folder = scratchFolder("live-places");
  const [path, copy] = [join(folder, "none", "dataset.json"), join(folder, "copy.json")];
  writeFileSync(copy, "{");
  for (const copyPath of [null, copy]) {
    const places = new LiveDataset((file) => placesOf(openDataset(file)), { own, path, copyPath }, log);
    places.watch();
    expect([places.current.version, places.isRefused]).toEqual([readDataset(own).records.version, true]);
    await places.close();
  }
});

test("a file that changes after it was read is loaded, even if it is not watched yet", async () => {
  const path = join(scratchFolder("live-places"), "dataset.json");
  await writeAtomically(path, firstText);
  const places = new LiveDataset((file) => placesOf(openDataset(file)), { own, path, copyPath: null }, log);
  await writeAtomically(path, secondText);
  places.watch();
  await until("the file is loaded", () => places.current.version === second.version);
  await places.close();
});

test("a file that is written again with the same content changes nothing, so caches keyed by the places stay", async () => {
  const path = join(scratchFolder("live-places"), "snapshot.json");
  await writeAtomically(path, firstText);
  const places = new LiveDataset((file) => placesOf(openDataset(file)), { own, path, copyPath: null }, log);
  const { current } = places;
  await writeAtomically(path, firstText);
  places.reload();
  expect(places.current).toBe(current);
  await writeAtomically(path, secondText);
  places.reload();
  expect(places.current).not.toBe(current);
});

test("once closed, it no longer loads a changed file, and another one still does", async () => {
  const path = join(scratchFolder("live-places"), "dataset.json");
  await writeAtomically(path, firstText);
  const [closed, open] = [watching(path), watching(path)];
  await closed.close();
  await writeAtomically(path, secondText);
  await until("the open one loads the file", () => open.current.version === second.version);
  expect(closed.current.version).toBe(first.version);
  await open.close();
});

test("a request keeps the places that it started with, and locations are decoded again only where they were used", async () => {
  const path = join(scratchFolder("live-places"), "dataset.json");
  const { version: _, ...content } = readDataset(own).records;
  const write = (lastUpdated: string) =>
    writeAtomically(path, sealDataset(schema, { ...content, lastUpdated }, currentGeographyFile).text);
  await write("2027-01-01T00:00:00Z");
  const places = new LiveDataset((file) => placesOf(openDataset(file)), { own, path, copyPath: null }, log);
  await write("2027-01-02T00:00:00Z");
  places.reload();
  const unused = places.current;
  expect([unused.lastModified, unused.usesGeography]).toEqual(["Sat, 02 Jan 2027 00:00:00 GMT", false]);
  const old = await unused.geography();
  await write("2027-01-03T00:00:00Z");
  places.reload();
  expect([places.current.lastModified, places.current.usesGeography]).toEqual(["Sun, 03 Jan 2027 00:00:00 GMT", true]);
  expect(await unused.geography()).toBe(old);
  expect(await places.current.geography()).not.toBe(old);
});
