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
    ["a path is gone", without("paths", CITY), [`${CITY} is gone`]],
    ["an answer is gone", without(`paths ${CITY} get responses`, "200"), [`${CITY} get responses 200 is gone`]],
    [
      "a header is gone",
      without(`paths ${CITY} get responses 200 headers`, "ETag"),
      [`${CITY} get responses 200 headers ETag is gone`],
    ],
    [
      "a type is another",
      changed('"safety_score":{"type":"integer"', '"safety_score":{"type":"string"'),
      ["safety_score type is another"],
    ],
    [
      "a field has another name",
      changed('"stars":{"type"', '"rating":{"type"'),
      ["properties rating is new", "properties stars is gone"],
    ],
    ["a field may be absent", changed('"grade_color","data_year"', '"data_year"'), ["required grade_color is gone"]],
    ["a value set grows in an answer", changed('"enum":["A+","A"', '"enum":["A++","A+","A"'), ["enum A++ is new"]],
    [
      "a value set grows by words",
      changed('"enum":["Very Safe"', '"enum":["Quite Safe","Very Safe"'),
      ["enum Quite_Safe is new"],
    ],
    [
      "a figure may be null",
      changed('"safety_score":{"type":"integer"', '"safety_score":{"type":["integer","null"]'),
      ["safety_score type is gone"],
    ],
    [
      "a method has another name",
      changed('"operationId":"getCity"', '"operationId":"city"'),
      ["get operationId is another"],
    ],
    [
      "a request is narrowed",
      changed('"minLength":1,"maxLength":100', '"minLength":1,"maxLength":50'),
      ["maxLength is another"],
    ],
    [
      "a request demands more",
      changed('"required":["cities"]', '"required":["cities","state"]'),
      ["required state is new"],
    ],
    [
      "a problem loses a member",
      changed('"required":["type","title"', '"required":["title"'),
      ["required type is gone"],
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
    [
      "a new parameter with the name of a keyword",
      changed('"parameters":[', '"parameters":[{"name":"format","in":"query","schema":{"type":"string"}},'),
    ],
    ["an error response is removed", without(`paths ${CITY} get responses`, "404")],
  ])("%s", (_, current) => {
    expect(breakingDifferences(document, current)).toEqual([]);
  });
});
