import { expect, test } from "bun:test";
import { hostileSite } from "./hostile-site.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import { type Choice, faultsOf } from "./sweep.ts";

const all = await hostileSite("sqlite");

/** One to every twentieth door, so that each kind of doors gets some. test/systems sends all to every door. */
const oneOfThem: Choice = (items, door) => {
  const chosen = Math.floor(door / 20) % items.length;
  return door % 20 === 0 ? items.slice(chosen, chosen + 1) : [];
};

test.each(all)(
  "$name answer any text without an error, an exception, or work that grows with it",
  async ({ doors, send }) => {
    expect(doors.length).toBeGreaterThan(0);
    expect(await faultsOf(doors, send, HOSTILE_TEXTS, oneOfThem)).toEqual([]);
  },
);
