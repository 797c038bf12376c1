import { describe, expect, test } from "bun:test";
import document from "../../openapi/openapi.json";
import { breakingDifferences } from "../../scripts/openapi-compatibility.ts";

const CITY = "/v1/safety/{city}";

/** A copy of the document with the first `from` replaced by `to`. */
function changed(from: string, to: string): unknown {
  const text = JSON.stringify(document);
  expect(text).toContain(from);
  return JSON.parse(text.replace(from, to));
}

function without(path: string, name: string): unknown {
  const copy = JSON.parse(JSON.stringify(document));
  const owner = path.split(" ").reduce((value, key) => value[key], copy);
  expect(owner).toHaveProperty([name]);
  delete owner[name];
  return copy;
}

describe("a difference that breaks clients is reported", () => {
  test.each([
    ["a path is gone", without("paths", CITY), [`GET ${CITY} is gone`]],
    ["an answer is gone", without(`paths ${CITY} get responses`, "200"), [`GET ${CITY} 200 is gone`]],
    [
      "a header is gone",
      without(`paths ${CITY} get responses 200 headers`, "ETag"),
      [`GET ${CITY} 200 has no header ETag any more`],
    ],
    [
      "a type is another",
      changed('"safety_score":{"type":"integer"', '"safety_score":{"type":"string"'),
      ["has another type"],
    ],
    [
      "a field has another name",
      changed('"stars":{"type"', '"rating":{"type"'),
      ["rating is new in a record of the contract"],
    ],
    ["a field may be absent", changed('"grade_color","data_year"', '"data_year"'), ["grade_color may be absent now"]],
    [
      "a value set grows in an answer",
      changed('"enum":["A+","A"', '"enum":["A++","A+","A"'),
      ["has the new value A++"],
    ],
    [
      "a method has another name",
      changed('"operationId":"getCity"', '"operationId":"city"'),
      ["has another operationId"],
    ],
    [
      "a request is narrowed",
      changed('"minLength":1,"maxLength":100', '"minLength":1,"maxLength":50'),
      ["has another maxLength"],
    ],
    [
      "a request demands more",
      changed('"required":["cities"]', '"required":["cities","state"]'),
      ["state is demanded now"],
    ],
    [
      "a problem loses a member",
      changed('"required":["type","title"', '"required":["title"'),
      ["type may be absent now"],
    ],
  ])("%s", (_, current, expected) => {
    const differences = breakingDifferences(document, current);
    for (const difference of expected) expect(differences.join("\n")).toContain(difference);
  });
});

describe("a compatible difference is not reported", () => {
  test.each([
    ["the same document", document],
    ["other words", changed("Look up a city", "Find a city")],
    ["another example", changed('"city":"Irvine"', '"city":"Oakland"')],
    ["a new problem code", changed('"enum":["key_missing"', '"enum":["key_lost","key_missing"')],
    ["a request may be longer", changed('"maxItems":100', '"maxItems":200')],
    [
      "an answer beside the contract gains a member",
      changed('"relative_risk":{"type"', '"another":{"type":"string"},"relative_risk":{"type"'),
    ],
    ["a new path", changed('"paths":{', '"paths":{"/v1/places":{"get":{"operationId":"getPlaces"}},')],
    ["an error response is removed", without(`paths ${CITY} get responses`, "404")],
  ])("%s", (_, current) => {
    expect(breakingDifferences(document, current)).toEqual([]);
  });
});
