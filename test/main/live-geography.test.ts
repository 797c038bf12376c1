import { expect, test } from "bun:test";
import { LiveGeography } from "../../src/main/live-geography.ts";
import { createPlaces } from "../../src/places/places.ts";
import { currentSnapshot } from "../support/current-geography.ts";

const places = createPlaces(currentSnapshot);

test("the geography is read once and kept", async () => {
  const live = new LiveGeography(() => places);
  const geography = await live.get();
  expect(await live.get()).toBe(geography);
  expect(geography.findPlaces({ q: "irvine", limit: 1 })).toMatchObject({ page: { places: [{ name: "Irvine" }] } });
});

test("a new snapshot gets a geography of its own", async () => {
  let current = places;
  const live = new LiveGeography(() => current);
  const before = await live.get();
  current = createPlaces({ ...currentSnapshot, version: "0000000000000000" });
  expect(await live.get()).not.toBe(before);
});
