import { describe, expect, test } from "bun:test";
import type { RequestValues } from "../../src/api/description.ts";
import { AT_ONCE, inputOf, type Operation } from "../../src/api/operation.ts";
import { operationsFor } from "../../src/api/operations.ts";
import { createRouter } from "../../src/api/router.ts";
import { DatasetFileError } from "../../src/base/sealed-file.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { readDataset } from "../../src/figures/file.ts";
import { STATE_NAMES, servedFrom } from "../../src/lookup/served.ts";
import { createStatePlaces } from "../../src/lookup/state-places.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { createTools } from "../../src/mcp/tools.ts";
import { MADE_UP, madeUpPlaces } from "../support/made-up-state.ts";
import { releasedEditions } from "../support/server.ts";

const operations = operationsFor([MADE_UP]);
const served = servedFrom([...releasedEditions.all, madeUpPlaces]);
const OTHER_STATE = new RegExp(`${CALIFORNIA.name}|\\b${CALIFORNIA.abbreviation}\\b`);

async function answerOf(operation: Operation, values: RequestValues = {}): Promise<string> {
  const answered = await operation.answer(served, inputOf(operation, values), AT_ONCE);
  return answered.ok ? answered.answer.body.toString() : JSON.stringify(answered.refusal);
}

function ask(id: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const operation = operations.find((one) => one.id === `${id}OR`);
  if (operation === undefined) throw new RangeError(id);
  return answerOf(operation, { parameters });
}

describe("a state's edition with other words, name, and codes", () => {
  test("refuses the dataset of another state", () => {
    const open = () => createStatePlaces(readDataset(DATASETS.california.own), MADE_UP, STATE_NAMES.california);
    expect(open).toThrow(DatasetFileError);
    expect(open).toThrow("the dataset is of another state than Oregon: its counties' codes do not begin with 41;");
  });

  test("answers the examples of each operation under its own path, and nothing names another state", async () => {
    const route = createRouter(operations);
    expect(operations).toHaveLength(13);
    for (const operation of operations) {
      const { path, method, id, describe } = operation;
      expect([path, id]).toEqual([expect.stringMatching(/^\/v1\/or\//), expect.stringMatching(/OR$/)]);
      expect(route(path, method).found).toEqual({ ok: true, operation });
      const { schemas: _, path: __, query: ___, body: ____, answer: _____, ...texts } = await describe();
      expect(JSON.stringify(texts)).not.toMatch(OTHER_STATE);
      for (const values of Object.values(texts.examples))
        expect(await answerOf(operation, values)).not.toMatch(OTHER_STATE);
    }
  });

  test("names itself in every record, explanation, and history", async () => {
    const { cities, counties } = madeUpPlaces.records;
    for (const { record } of cities) expect(record.comparison).toEndWith(" OR average");
    for (const { record } of counties) expect(record.state).toBe("Oregon");
    const names = [
      ...cities.map(({ record }) => ({ city: record.city })),
      ...counties.map(({ record }) => ({ name: record.county })),
    ];
    for (const parameters of names) {
      const kind =
        "city" in parameters
          ? ["getCity", "explainCity", "getHistory"]
          : ["getCounty", "explainCounty", "getCountyHistory"];
      for (const id of kind) {
        const answer = await ask(id, parameters);
        expect(answer).toStartWith('{"found":true');
        expect(answer).not.toMatch(OTHER_STATE);
      }
    }
    expect(await ask("explainCity", { city: "San Francisco" })).toContain("Oregon's property offenses");
  });

  test.each(["Irvine, Oregon", "irvine o.r.", "City of Irvine, OR 82618", "Irvine, Orange County, OR 82618 USA"])(
    "%s is its city",
    async (city) => expect(await ask("getCity", { city })).toContain('"city":"Irvine"'),
  );

  test.each(["Irvine, California", "Irvine CA", "Irvine 92618"])("%s is not", async (city) =>
    expect(JSON.parse(await ask("getCity", { city }))).toEqual({ found: false, data: null }),
  );

  test.each([
    [{ name: "Irvine, CA" }, "Only places in Oregon are looked up here. This was read as one in California."],
    [{ zip: "92618" }, "92618 is not a ZIP code of Oregon."],
    [{ lat: "33.6846", lon: "117.8265" }, "Longitudes in Oregon are negative"],
    [{ lat: "10", lon: "10" }, "The point is not in Oregon."],
  ])("%j has a hint that names it", async (parameters, hint) => {
    expect(JSON.parse(await ask("locate", parameters))).toMatchObject({
      found: false,
      hint: expect.stringContaining(hint),
    });
  });

  test("finds its points, ZIP codes, and counties, and refuses those of other states", async () => {
    expect(await ask("locate", { lat: "33.6846", lon: "-117.8265" })).toContain('"city":"Irvine"');
    expect(await ask("locate", { zip: "82618" })).toContain('"city":"Irvine"');
    expect(await ask("locate", { name: "Irvine, Oregon" })).toContain('"city":"Irvine"');
    expect(await ask("findPlaces", { q: "irvine oregon" })).toContain('"match":"exact"');
    expect(await ask("findPlaces", { county: "Nowhere" })).toContain("is not a county of Oregon");
    expect(await ask("getCity", { city: "Irvine", state: "Oregon" })).toContain('"city":"Irvine"');
    expect(await ask("getCity", { city: "Irvine", state: "California" })).toContain("only places in Oregon");
  });

  test("has tools under its code, which name it", async () => {
    const { compare: _, ...tools } = Object.fromEntries(await createTools(operations));
    const call = async (name: string, given: Readonly<Record<string, string>>) => {
      const answers: unknown[] = [];
      await tools[name]?.call(new Map(Object.entries(given)), {
        editions: served,
        refuse: ({ detail }) => ({ content: [{ type: "text", text: detail }] }),
        async admit(_kind, answer) {
          answers.push(await answer({ keyId: 1, keyType: "live", plan: "free", limits: PLANS.free, allowed: null }));
          return { content: [] };
        },
      });
      return JSON.stringify(answers);
    };
    expect(Object.keys(tools)).toHaveLength(9);
    for (const [name, { listed }] of Object.entries(tools)) {
      expect(name).toStartWith("or_");
      // The longitude's text is shared by all states of the table, and names them all.
      expect(JSON.stringify(listed).replace("negative in California", "")).not.toMatch(OTHER_STATE);
      const isOfCounty = name.includes("county");
      for (const place of isOfCounty
        ? ["Los Angeles", "Nowhere"]
        : ["Los Angeles", "Nowhere", "Hollywood", "Irwindle"]) {
        const given = name === "or_dataset" ? {} : name === "or_find_place" ? { q: place } : { name: place };
        const answer = await call(name, given);
        expect(answer).toStartWith('[{"ok":true');
        expect(answer).not.toMatch(OTHER_STATE);
      }
    }
    expect(await call("or_city", { name: "Los Angeles" })).toContain("Oregon's own rate");
    expect(await call("or_city", { name: "Nowhere" })).toContain("For a city outside Oregon");
    expect(await call("or_city", { name: "Austin", state: "TX" })).toContain('"yardstick":"United States = 50"');
  });
});
