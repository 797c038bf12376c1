import { describe, expect, test } from "bun:test";
import { hostileSite } from "../hostile/hostile-site.ts";
import { HOSTILE_TEXTS } from "../hostile/hostile-texts.ts";
import { type Choice, faultsOf } from "../hostile/sweep.ts";

const everyOne: Choice = (items) => items;

describe("every door answers every text without an error, an exception, or work that grows with it", async () => {
  test.each(await hostileSite("sqlite"))("$name", async ({ doors, send }) => {
    expect(await faultsOf(doors, send, HOSTILE_TEXTS, everyOne)).toEqual([]);
  });
});

/** What a store may refuse to take. */
const FOR_A_STORE = HOSTILE_TEXTS.filter(({ name }) =>
  ["NUL", "lone surrogates", "line ends", "no text"].includes(name),
);

describe("on PostgreSQL", async () => {
  const kept = (await hostileSite("postgres")).filter(({ name }) =>
    ["pages of accounts", "forms", "cookies"].includes(name),
  );
  test.each(kept)("$name answer what a store cannot keep", async ({ doors, send }) => {
    expect(await faultsOf(doors, send, FOR_A_STORE, everyOne)).toEqual([]);
  });
});
