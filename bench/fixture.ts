import { z } from "zod";
import type { KeyStore } from "./fill.ts";
import type { LoadRequest } from "./load.ts";
import { randomNumbers, shuffled } from "./random.ts";

/** What every contestant is given, read from a running service: the keys it must accept, and the records it answers. */
export interface Fixture {
  readonly keys: readonly string[];
  /** Customers in the store, with a key each: those of `keys`, and others that send nothing. */
  readonly customers: number;
  readonly cities: readonly { readonly city: string }[];
  readonly places: readonly { readonly name: string }[];
}

const PAGE = 100;
const placesPage = z.object({
  places: z.array(z.looseObject({ kind: z.string(), name: z.string(), data: z.looseObject({}).nullable() })),
  next: z.string().nullable(),
});
const cityAnswer = z.object({ data: z.looseObject({ city: z.string() }) });

/** For a server that only the load asks. */
export const NO_FIXTURE: Fixture = { keys: [], customers: 0, cities: [], places: [] };

export async function readFixture(url: string, { keys, customers }: KeyStore): Promise<Fixture> {
  const headers = { "X-API-Key": keys[0] ?? "" };
  const places: z.infer<typeof placesPage>["places"] = [];
  for (let next: string | null = ""; next !== null; ) {
    const cursor = next === "" ? "" : `&cursor=${next}`;
    const page = placesPage.parse(await (await fetch(`${url}/v1/places?limit=${PAGE}${cursor}`, { headers })).json());
    places.push(...page.places);
    next = page.next;
  }
  const names = places.filter(({ kind, data }) => kind === "city" && data !== null).map(({ name }) => name);
  const cities = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`${url}/v1/safety/${encodeURIComponent(name)}`, { headers });
      return cityAnswer.parse(await answer.json()).data;
    }),
  );
  return { keys, customers, cities, places };
}

/** Different lookups, batches, and queries in a run. Searches are more than a server would keep in a cache. */
const LOOKUPS = 12_000;
const BATCHES = 400;
const SEARCHES = 20_000;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export type LoadName = keyof ReturnType<typeof requestsOf>;

/** The requests of every load, the same in every run. */
export function requestsOf({ keys, cities, places }: Fixture) {
  const random = randomNumbers();
  const pick = <Value>(values: readonly Value[]) => pickFrom(values, random);
  const names = cities.map(({ city }) => city);
  const get = (path: string): LoadRequest => ({ method: "GET", path, key: pick(keys), body: "" });
  // With many keys, each sends at least two.
  const lookups = (path: string) =>
    Array.from({ length: Math.max(LOOKUPS, 2 * keys.length) }, () => get(path + encodeURIComponent(pick(names))));
  const batch = (): LoadRequest => ({
    method: "POST",
    path: "/v1/safety/batch",
    key: pick(keys),
    body: JSON.stringify({ cities: shuffled(names, random).slice(0, 100) }),
  });
  return {
    city: lookups("/v1/safety/"),
    "batch of 100": Array.from({ length: BATCHES }, batch),
    search: Array.from({ length: SEARCHES }, () =>
      get(`/v1/places?q=${encodeURIComponent(mistyped(pick(places).name, random))}`),
    ),
    history: lookups("/v1/history/"),
    explain: lookups("/v1/explain/"),
    locate: lookups("/v1/locate?name="),
  };
}

/** @throws RangeError if there is none */
export function pickFrom<Value>(values: readonly Value[], random: () => number): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError("nothing to pick from");
  return value;
}

/** The name with one typing error: a letter omitted, doubled, swapped with the next, or replaced. */
export function mistyped(name: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (name.length - 2));
  const [before, letter = "", next = "", rest] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)];
  const other = LETTERS[Math.floor(random() * LETTERS.length)] ?? "";
  const errors = [next, letter + letter + next, next + letter, other + next];
  return before + errors[Math.floor(random() * errors.length)] + rest;
}
