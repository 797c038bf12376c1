import { expect, test } from "bun:test";
import { LiveGeography } from "../../src/main/live-geography.ts";
import { createAtlas } from "../../src/snapshot/atlas.ts";
import { currentSnapshot } from "../support/current-geography.ts";

const atlas = createAtlas(currentSnapshot);

test("the geography is read once and kept", async () => {
  const live = new LiveGeography(() => atlas);
  const geography = await live.get();
  expect(await live.get()).toBe(geography);
  expect(geography.findPlaces({ q: "irvine", limit: 1 })).toMatchObject({ page: { places: [{ name: "Irvine" }] } });
});

test("a new snapshot gets a geography of its own", async () => {
  let current = atlas;
  const live = new LiveGeography(() => current);
  const before = await live.get();
  current = createAtlas({ ...currentSnapshot, version: "0000000000000000" });
  expect(await live.get()).not.toBe(before);
});
