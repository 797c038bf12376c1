import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import document from "../../../openapi/openapi.json" with { type: "json" };
import { ownText } from "../../../src/base/text.ts";
import { GRADES } from "../../../src/domain/grade.ts";
import { PLAN_NAMES, PLANS } from "../../../src/domain/plan.ts";
import { PROBLEM_CODES, PROBLEMS } from "../../../src/domain/problem.ts";
import { CITY_ALIASES } from "../../../src/gazetteer/california/alias.ts";
import { GUIDES, TOOLS } from "../../../src/site/docs/guides.tsx";
import { operationUrl } from "../../../src/site/docs/operation-link.tsx";
import { REFUSED_REQUESTS } from "../../../src/site/docs/refused-examples.ts";
import { readPage } from "../../support/docs-reader.ts";
import { sharedSite } from "../../support/served-site.ts";
import { releasedPlaces } from "../../support/server.ts";

const site = await sharedSite();

const read = (path: string) => readPage(site.url + path);

test("every page of the documentation can be reached from the reference, and no link is broken", async () => {
  const waiting = ["/docs"];
  const seen = new Map<string, number>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    const { status, links } = await read(path);
    seen.set(path, status);
    if (/^\/(docs|errors)/.test(path)) waiting.push(...links);
  }
  expect([...seen].filter(([, status]) => status !== 200 && status !== 303)).toEqual([]);
  for (const guide of [...GUIDES, ...TOOLS]) expect(seen.get(guide.path)).toBe(200);
  for (const code of Object.keys(PROBLEMS)) expect(seen.get(`/errors/${code}`)).toBe(200);
});

test("the endpoints of an edition are folded beside a guide, and open beside one of them", async () => {
  const railOf = async (path: string) => (await (await fetch(site.url + path)).text()).split("</nav>", 2).join("");
  expect(await railOf("/docs/terms")).not.toContain("<details open");
  const open = await railOf("/docs/reference/get-nation-place");
  expect(open.match(/<details open/g)).toHaveLength(1);
  expect(open).toMatch(/<details open[^>]*><summary class="rail-title">United States<\/summary>/);
});

test("on every guide and page about an error, spaces separate code from the words around it", async () => {
  const paths = [...GUIDES, ...TOOLS]
    .map(({ path }) => path)
    .concat(Object.keys(PROBLEMS).map((code) => `/errors/${code}`));
  for (const path of paths) {
    const html = await (await fetch(site.url + path)).text();
    const prose = html.replaceAll(/<pre[\s\S]*?<\/pre>/g, "");
    expect([path, ...(prose.match(/\w<code>|<\/code>\w/g) ?? [])]).toEqual([path]);
  }
});

const withParameters = z.object({ parameters: z.array(z.object({ description: z.string() })).optional() });

describe("each operation has its page", () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
  );

  test.each(operations)(
    "$title: every parameter, field, status, header, and code of the document",
    async ({ title, operation }) => {
      const { text, examples } = await read(operationUrl(operation));
      expect(text).toContain(title);
      for (const name of namesIn(operation)) expect(text).toContain(name);
      const { parameters = [] } = withParameters.parse(operation);
      for (const { description } of parameters) expect(text).toContain(description.replaceAll("`", ""));
      expect(examples.map((example) => example.language)).toEqual(["curl", "typescript", "python"]);
    },
  );
});

describe("each problem code has its page", () => {
  test.each(Object.entries(PROBLEMS))("%s", async (code, { status, title }) => {
    const { text } = await read(`/errors/${code}`);
    for (const part of [code, String(status), title, "What it means", "What to do", "Example"]) {
      expect(text).toContain(part);
    }
  });
});

test("an error's page says when to retry as the guide to errors does, and shows its request", async () => {
  const later = ["burst_exceeded", "store_unavailable", "overloaded"];
  for (const code of PROBLEM_CODES) {
    const { text } = await read(`/errors/${code}`);
    const { status } = PROBLEMS[code];
    const request = REFUSED_REQUESTS[code];
    expect([code, /What to do\s+Wait/.test(text)]).toEqual([code, [429, 503].includes(status)]);
    expect([code, text.includes("Yes, after the number of seconds in Retry-After")]).toEqual([
      code,
      later.includes(code),
    ]);
    expect([code, text.includes("The same request gets the same answer")]).toEqual([
      code,
      ![429, 500, 503].includes(status),
    ]);
    expect(text).toContain(`${request.method ?? "GET"} ${request.path}`);
  }
});

test("the guide to errors lists those without a body", async () => {
  expect((await read("/docs/errors")).text).toMatch(/have no body: 400 [^.]+, 413 [^.]+, 431, and 505\./);
  const post = (bytes: number) => fetch(`${site.url}/v1/safety/batch`, { method: "POST", body: "x".repeat(bytes) });
  expect([(await post(80 * 1024)).status, (await post(80 * 1024 + 1)).status]).toEqual([401, 413]);
  expect(await (await post(80 * 1024 + 1)).text()).toBe("");
});

test("the type of a real error is the URL of its page", async () => {
  const response = await fetch(`${site.url}/v1/stats`);
  const problem: { type: string; title: string } = JSON.parse(await response.text());
  expect((await readPage(problem.type)).text).toContain(problem.title);
});

test("the guides have every limit, every header of a limit, every grade, and every alias", async () => {
  const limits = (await read("/docs/limits")).text;
  for (const plan of PLAN_NAMES) {
    for (const number of [PLANS[plan].monthlyRequests, PLANS[plan].batchNames, PLANS[plan].burstCapacity]) {
      expect(limits).toContain(number.toLocaleString("en-US"));
    }
  }
  for (const name of Object.keys(document.components.responses.LimitExceeded.headers)) {
    if (/rate|retry/i.test(name)) expect(limits).toContain(name);
  }
  const errors = (await read("/docs/errors")).text;
  for (const code of Object.keys(PROBLEMS)) expect(errors).toContain(code);
  const dataset = (await read("/docs/dataset")).text;
  for (const { letter, label, color } of GRADES)
    for (const part of [letter, label, color]) expect(dataset).toContain(part);
  const names = (await read("/docs/names")).text;
  for (const part of Object.entries(CITY_ALIASES).flat(2)) expect(names).toContain(part);
});

test("spellings that the guide calls the same place are the same place", async () => {
  const guide = await Bun.file(join(import.meta.dir, "../../../docs/guides/names.md")).text();
  const rules = [...guide.matchAll(/^\| (.+) \| (.+ = .+) \|$/gm)].map(([, rule = "", same = ""]) => ({
    rule,
    same,
  }));
  expect(rules.length).toBeGreaterThan(8);
  for (const { rule, same } of rules) {
    for (const spellings of same.split("; ").map((place) => place.split(" = "))) {
      const answers = spellings.map((name) =>
        rule.includes("for counties")
          ? releasedPlaces.county(ownText(name))?.entry
          : (releasedPlaces.city(ownText(name))?.entry ?? releasedPlaces.absentCity(ownText(name))),
      );
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toBeDefined();
    }
  }
});

test("a shortened URL leads to the list of the pages below it", async () => {
  for (const [path, target] of [
    ["/errors", "/docs/errors"],
    ["/docs/reference", "/docs"],
  ] as const) {
    expect((await fetch(site.url + path)).url).toBe(site.url + target);
  }
});

test("an unknown guide, operation or code is 404", async () => {
  for (const path of ["/docs/nope", "/docs/reference/nope", "/errors/nope", "/errors/toString"]) {
    expect((await read(path)).status).toBe(404);
  }
});

/** The names of an operation that a reader may search for: parameters, fields, statuses, headers, codes. */
function namesIn(operation: unknown): readonly string[] {
  const names = new Set<string>();
  const request = (value: unknown, key: string) => {
    if (typeof value !== "object" || value === null) return;
    const entries = Object.entries(value);
    if (["properties", "headers", "responses"].includes(key)) for (const [name] of entries) names.add(name);
    if (key === "application/problem+json" && "examples" in value) {
      for (const code of Object.keys(value.examples ?? {})) names.add(code);
    }
    if ("in" in value && "name" in value) names.add(String(value.name));
    if ("$ref" in value) request(target(String(value.$ref)), key);
    const inner = key === "application/problem+json" ? [] : entries.filter(([name]) => name !== "examples");
    for (const [name, child] of inner) request(child, Array.isArray(value) ? key : name);
  };
  request(operation, "");
  return [...names];
}

function target(reference: string): unknown {
  const steps = reference.replace("#/", "").split("/");
  return steps.reduce<unknown>((at, step) => new Map(Object.entries(at ?? {})).get(step), document);
}
