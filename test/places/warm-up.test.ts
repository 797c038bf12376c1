import { expect, test } from "bun:test";
import { warmUp } from "../../src/places/warm-up.ts";
import { currentGeography } from "../support/current-geography.ts";

test("between two searches the event loop gets a turn", async () => {
  let turns = 0;
  let isWarmingUp = true;
  const count = () => {
    turns++;
    if (isWarmingUp) setImmediate(count);
  };
  setImmediate(count);
  const turnsAtSearch: number[] = [];
  await warmUp({
    findPlaces: (query) => {
      turnsAtSearch.push(turns);
      return currentGeography.findPlaces(query);
    },
  });
  isWarmingUp = false;
  expect(turnsAtSearch.length).toBeGreaterThan(100);
  expect(new Set(turnsAtSearch).size).toBe(turnsAtSearch.length);
});
