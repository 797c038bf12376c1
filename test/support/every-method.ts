import type { SafetyClient } from "../../packages/client/src/index.ts";

/** The result of every method of a client. Its source runs on each runtime, so it uses nothing else of this file. */
export async function everyMethod(client: SafetyClient): Promise<Readonly<Record<string, unknown>>> {
  const places: unknown[] = [];
  for await (const place of client.places({ kind: "city", county: " Orange ", sort: "-score", limit: 10 }))
    places.push(place);
  const towns: unknown[] = [];
  for await (const town of client.us.places({ state: "VT" })) towns.push(town);
  const refused = await client.locate({ zip: "9" }).catch((error) => ({ name: error.name, code: error.code }));
  return {
    city: await client.city(" irvine\n"),
    absentCity: await client.city("Atlantis"),
    county: await client.county("Orange"),
    cityOrCounty: await client.cityOrCounty("Half Moon Bay", "San Mateo"),
    explanation: await client.explain("Los Angeles"),
    countyExplanation: await client.explainCounty("Orange"),
    history: await client.history("Irvine"),
    countyHistory: await client.countyHistory("Orange"),
    point: await client.locate({ lat: 34.0983, lon: -118.3267 }),
    zip: await client.locate({ zip: "92618" }),
    name: await client.locate({ name: "East Los Angeles" }),
    unknown: await client.locate({ name: "Atlantis" }),
    suggested: await client.locateOrSuggest({ name: "UCLA" }),
    located: await client.locateBatch([{ zip: "92618" }, { name: "UCLA" }]),
    explained: await client.explainBatch({ cities: ["Irvine"], counties: ["Orange"] }),
    histories: await client.historyBatch({ cities: new Set(["Atlantis"]) }),
    misused: await client.city("").catch((error) => error.message),
    places,
    refused,
    batch: await client.batch(new Set(["Irvine", " Atlantis "])),
    statistics: await client.stats(),
    town: await client.us.city("TX", "Austin"),
    townExplanation: await client.us.explain("Texas", "Austin"),
    townHistory: await client.us.history("IL", "Chicago"),
    townBatch: await client.us.batch([{ state: "TX", city: "Atlantis" }]),
    areas: await client.us.areas("MD", "Howard County"),
    areasMonths: await client.us.areasMonths("MD", "Howard County"),
    areasBatch: await client.us.areasBatch([{ state: "MD", county: "Howard County" }]),
    towns,
    states: await client.us.states(),
    nation: await client.us.stats(),
    limits: client.limits?.policy,
  };
}
