import { expect, test } from "bun:test";
import fc from "fast-check";
import type { RequestKind } from "../../src/access/decision.ts";
import { nameInPath } from "../../src/api/path.ts";
import { type Target, targetOf } from "../../src/api/target.ts";
import { createAtlas, type ReadyAnswer } from "../../src/snapshot/atlas.ts";
import { sampleCity, sampleCounty, sampleSnapshot } from "../support/sample-snapshot.ts";
import { releasedAtlas, releasedSources } from "../support/server.ts";

const { snapshot } = releasedAtlas;

test("every place has one target, however its name is written in the path", async () => {
  for (const { record, aliases } of snapshot.cities) {
    const answer = releasedAtlas.cityAnswer(record.city);
    for (const name of [record.city, ...aliases]) await expectAnswer("/v1/safety/", name, { kind: "city", answer });
  }
  for (const { record } of snapshot.counties) {
    const answer = releasedAtlas.countyAnswer(record.county);
    for (const name of [record.county, record.county.replace(" County", "")]) {
      await expectAnswer("/v1/safety/county/", name, { kind: "county", answer });
    }
  }
});

test.each([
  ["/v1/safety/Carmel-by-the-Sea", "Carmel-by-the-Sea"],
  ["/v1/safety/St.%20Helena", "St. Helena"],
  ["/v1/safety/St.+Helena", "St. Helena"],
  ["/v1/safety/La+Ca%C3%B1ada+Flintridge", "La Canada Flintridge"],
])("%s is found as it is written, without normalizing the name", (path, name) => {
  const answer = releasedAtlas.cityAnswer(name);
  expect(answer).not.toEqual(releasedAtlas.notFound);
  for (const url of [path, `https://api.example.com${path}`, `http://localhost:8000${path}?any=/query`]) {
    expect(targetOf("GET", url, releasedAtlas)).toEqual({
      kind: "city",
      pattern: "/v1/safety/{city}",
      action: "answer",
      answer,
    });
  }
});

test.each(["Orange", "Orange+County", "Orange%20County"])(
  "the county %s is found without normalizing the name",
  (segment) => {
    expect(targetOf("GET", `/v1/safety/county/${segment}`, releasedAtlas)).toEqual({
      kind: "county",
      pattern: "/v1/safety/county/{name}",
      action: "answer",
      answer: releasedAtlas.countyAnswer("Orange"),
    });
  },
);

/** Each character of a name in one of the ways to encode it in a path (contract 4.1). */
function encodings(name: string): fc.Arbitrary<string> {
  const parts = [...name].map((character) => {
    const encoded = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    const usual = encodeURIComponent(character);
    return fc.constantFrom(encoded, encoded.toUpperCase(), character === " " ? "+" : usual);
  });
  return fc.tuple(...parts).map((chosen) => chosen.join(""));
}

const publishedNames = snapshot.cities.flatMap(({ record, aliases }) => [record.city, ...aliases]);

test("a published name is found in every encoding without normalizing it", () => {
  const encoded = fc
    .constantFrom(...publishedNames)
    .chain((name) => encodings(name).map((segment) => [name, segment] as const));
  fc.assert(
    fc.property(encoded, ([name, segment]) => {
      const target = targetOf("GET", `/v1/safety/${segment}`, releasedAtlas);
      expect(target).toMatchObject({ action: "answer", answer: releasedAtlas.cityAnswer(name) });
    }),
  );
});

test("every path segment has the answer of its decoded name", async () => {
  const pieces = fc.constantFrom(
    ...publishedNames,
    "%",
    "%2",
    "%zz",
    "%2F",
    "/",
    "+",
    "?",
    "#",
    "%00",
    "%c3",
    "ñ",
    "county/",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 3 }), async (chosen) => {
      const path = `/v1/safety/${chosen.join("").replaceAll(" ", "%20")}`;
      const target = targetOf("GET", path, releasedAtlas);
      const segment = path.slice("/v1/safety/".length).split("?")[0] ?? "";
      const name = nameInPath(segment);
      if (target.kind !== "city" || segment.endsWith("/")) return;
      expect(await answerOf(target)).toEqual(name.ok ? releasedAtlas.cityAnswer(name.name) : null);
    }),
  );
});

test("a slash in a name must be encoded", () => {
  const atlas = createAtlas(sampleSnapshot([sampleCity("North/South")], [sampleCounty("Orange County")]));
  expect(targetOf("GET", "/v1/safety/North%2FSouth", atlas)).toMatchObject({ kind: "city", action: "answer" });
  expect(targetOf("GET", "/v1/safety/North/South", atlas)).toMatchObject({ pattern: "/v1/*", action: "refuse" });
});

test("paths that can be read accept only reads", () => {
  for (const path of ["/v1/safety/Irvine", "/v1/safety/county/Orange", "/v1/stats"]) {
    expect(targetOf("HEAD", path, releasedAtlas)).toEqual(targetOf("GET", path, releasedAtlas));
    expect(targetOf("GET", path, releasedAtlas).action).not.toBe("refuse");
    expect(targetOf("POST", path, releasedAtlas)).toMatchObject({
      action: "refuse",
      refusal: { code: "method_not_allowed" },
    });
  }
});

async function expectAnswer(start: string, name: string, { kind, answer }: { kind: RequestKind; answer: ReadyAnswer }) {
  const encoded = encodeURIComponent(name);
  for (const segment of [encoded, encoded.replaceAll("%20", "+"), `${encoded.toLowerCase()}/`]) {
    const target = targetOf("GET", start + segment, releasedAtlas);
    expect(target.kind).toBe(kind);
    expect(await answerOf(target)).toEqual(answer);
  }
}

async function answerOf(target: Target): Promise<ReadyAnswer | null> {
  if (target.action === "answer") return target.answer;
  if (target.action !== "read") return null;
  const answered = await target.operation.answer(releasedSources, target.input);
  return answered.ok ? answered.answer : null;
}
