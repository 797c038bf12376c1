import { expect, test } from "bun:test";
import type { RequestKind } from "../../src/access/decision.ts";
import { type Target, targetOf } from "../../src/api/target.ts";
import type { ReadyAnswer } from "../../src/snapshot/atlas.ts";
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
])("%s is found as it is written, without decoding", (path, name) => {
  expect(targetOf("GET", path, releasedAtlas)).toMatchObject({ kind: "city", answer: releasedAtlas.cityAnswer(name) });
  expect(targetOf("GET", path, releasedAtlas)).toBe(targetOf("GET", path, releasedAtlas));
});

test.each(["Orange", "Orange+County", "Orange%20County"])("the county %s is found without decoding", (segment) => {
  const target = targetOf("GET", `/v1/safety/county/${segment}`, releasedAtlas);
  expect(target).toMatchObject({ kind: "county", answer: releasedAtlas.countyAnswer("Orange") });
  expect(targetOf("GET", `/v1/safety/county/${segment}`, releasedAtlas)).toBe(target);
});

test("the prepared paths accept only reads", () => {
  for (const path of ["/v1/safety/Irvine", "/v1/safety/county/Orange", "/v1/stats"]) {
    expect(targetOf("HEAD", path, releasedAtlas)).toBe(targetOf("GET", path, releasedAtlas));
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
    expect(await answerOf(target)).toBe(answer);
  }
}

async function answerOf(target: Target): Promise<ReadyAnswer | null> {
  if (target.action === "answer") return target.answer;
  if (target.action !== "read") return null;
  const answered = await target.operation.answer(releasedSources, target.input);
  return answered.ok ? answered.answer : null;
}
