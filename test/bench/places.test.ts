import { expect, test } from "bun:test";
import { join } from "node:path";
import { cityPlaces, writeSyntheticSnapshot } from "../../bench/places.ts";
import { CURRENT_DATASET } from "../../src/main/paths.ts";
import { readDataset } from "../../src/places/file.ts";
import { scratchFolder } from "../support/scratch.ts";

test("synthetic cities differ from the real ones in number only: their paths and answers are as long", async () => {
  const real = readDataset(CURRENT_DATASET).records;
  const count = 5 * real.cities.length;
  const path = join(scratchFolder("places"), "synthetic.json");
  const synthetic = cityPlaces(await writeSyntheticSnapshot(real, count, path));
  expect(readDataset(path).records.cities).toHaveLength(count);
  expect(new Set(synthetic.map(({ name }) => name)).size).toBe(count);
  const lengthsOf = (places: ReturnType<typeof cityPlaces>) =>
    places.map(({ name, body }) => [encodeURIComponent(name).length, body.length]);
  const realLengths = lengthsOf(cityPlaces(real));
  expect(lengthsOf(synthetic)).toEqual(Array.from({ length: 5 }, () => realLengths).flat());
});
