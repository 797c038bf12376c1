import { readFileSync } from "node:fs";
import { Glob } from "bun";
import { bodyOf, inputOf, pathParametersOf, urlPathFor } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { MAX_NAME_LENGTH } from "../../src/base/text.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { createTools } from "../../src/mcp/tools.ts";
import { ACCOUNT_PATHS, FORM_PATHS } from "../../src/site/account-pages.ts";
import { operationUrl } from "../../src/site/docs/operation-link.tsx";
import { PAGES } from "../../src/site/pages.ts";
import { decoded } from "../support/docs-reader.ts";
import { encoded } from "./hostile-texts.ts";

/** A place where text enters: a parameter of a path or a query, a member of a body, an argument, a cookie, or a header. */
export interface Door {
  readonly name: string;
  /** The most bytes of text that it can get, and how a text is measured. */
  readonly most: number;
  readonly sizeOf: (text: string) => number;
  readonly request: (text: string) => Sent;
  /** The same with an escape that is not valid, where text is percent-encoded. */
  readonly escaped?: (raw: string) => Sent;
  /** A query that repeats its parameter as often as it can. */
  readonly repeated?: Sent;
}

export interface Sent {
  readonly path: string;
  readonly init?: RequestInit;
}

/** The runtime accepts 16 KB of request line and headers. */
const MOST_ENCODED = 14_000;
const MOST_OF_A_BATCH = 60_000;
const MOST_OF_A_MESSAGE = 7_000;

const sizeInUrl = (text: string) => encoded(text).length;
const sizeInJson = (text: string) => Buffer.byteLength(JSON.stringify(text));

function inUrl(name: string, pathWith: (raw: string) => string, init?: RequestInit): Door {
  const sent = (raw: string): Sent => ({ path: pathWith(raw), ...(init === undefined ? {} : { init }) });
  return {
    name,
    most: MOST_ENCODED,
    sizeOf: sizeInUrl,
    request: (text) => sent(encoded(text)),
    escaped: sent,
  };
}

function inQuery(page: string, path: string, name: string): Door {
  const door = inUrl(`${page} ?${name}`, (raw) => `${path}?${name}=${raw}`);
  const pair = `&${name}=1`;
  return { ...door, repeated: { path: `${path}?${pair.repeat(Math.floor(MOST_ENCODED / pair.length)).slice(1)}` } };
}

function inJson(name: string, most: number, path: string, bodyWith: (text: string) => unknown): Door {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  return {
    name,
    most,
    sizeOf: sizeInJson,
    request: (text) => ({ path, init: { method: "POST", headers, body: JSON.stringify(bodyWith(text)) } }),
  };
}

/** Every parameter and member of every operation, by its own samples, and a parameter that none has. */
export async function apiDoors(): Promise<readonly Door[]> {
  const doors = OPERATIONS.map(async (operation): Promise<readonly Door[]> => {
    const { id, method, path: template } = operation;
    const { query, sample, examples } = await operation.describe();
    const path = urlPathFor(operation, { ...inputOf(operation, sample), search: "" });
    if (method === "POST") {
      const bodies = [sample, ...Object.values(examples)].map((values) => bodyOf(operation, values));
      return [...leavesOf(bodies)].flatMap(([at, withText]) => [
        inJson(`${id} ${at}`, MOST_OF_A_BATCH, template, withText),
        inJson(`${id} ${at} of the longest batch`, MAX_NAME_LENGTH, template, (text) => longestBatch(withText, text)),
      ]);
    }
    const inPath = pathParametersOf(operation).map((parameter) =>
      inUrl(`${id} {${parameter}}`, (raw) => filled(template, { ...sample.parameters, [parameter]: raw })),
    );
    const names = new Set([...Object.keys(query?.shape ?? {}), "state", "unknown"]);
    const queries = [...names].map((name) => inQuery(id, path, name));
    return [...inPath, ...queries, inUrl(`${id} name of a parameter`, (raw) => `${path}?${raw}=1`)];
  });
  return (await Promise.all(doors)).flat();
}

/** A body whose lists have as many elements as any plan allows, each a little different. */
function longestBatch(withText: (text: string) => unknown, text: string): unknown {
  const bodies = Array.from({ length: PLANS.enterprise.batchNames }, (_, index) =>
    Object(withText(`${index}${text.slice(String(index).length)}`)),
  );
  const members = Object.entries<unknown>(bodies[0]).map(([member, list]) => [
    member,
    Array.isArray(list) ? bodies.flatMap((body) => body[member]) : list,
  ]);
  return Object.fromEntries(members);
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "x");
}

/** Each place of a text in bodies, by its path, with the body that has another text there. */
function leavesOf(bodies: readonly object[]): ReadonlyMap<string, (text: string) => unknown> {
  const leaves = new Map<string, (text: string) => unknown>();
  const visit = (value: unknown, at: string, withText: (leaf: unknown) => unknown) => {
    if (Array.isArray(value)) {
      const [first] = value;
      visit(first, `${at}/0`, (leaf) => withText([leaf]));
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        visit(member, `${at}/${name}`, (leaf) => withText({ ...value, [name]: leaf }));
      }
    } else if (!leaves.has(at)) leaves.set(at, withText);
  };
  for (const body of bodies) visit(body, "", (leaf) => leaf);
  return leaves;
}

/** Places that exist, so that a page reads its other parameters, too. */
const KNOWN: Readonly<Record<string, string>> = {
  slug: "irvine",
  zip: "92618",
  state: "tx",
  city: "austin",
  operation: "get-city",
  code: "key_unknown",
};

/** Every parameter of the path and the query of every public page and file. */
export function pageDoors(): readonly Door[] {
  const pages = PAGES.flatMap((page) => {
    const parameters = Array.from(page.path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
    const path = filledPage(page.path, KNOWN);
    return [
      ...parameters.map((name) =>
        inUrl(`${page.path} :${name}`, (raw) => filledPage(page.path, { ...KNOWN, [name]: raw })),
      ),
      ...queryOf(page).map((name) => inQuery(page.path, path, name)),
    ];
  });
  const unknown = inUrl("an unknown parameter", (raw) => `/coverage?${raw}=${raw.slice(0, 500)}`);
  const nowhere = inUrl("an unknown path", (raw) => `/no-such-page/${raw}`);
  return [...pages, unknown, nowhere];
}

function filledPage(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => values[name] ?? "x");
}

/** The parameters that a page reads: its schema asks for each. */
function queryOf(page: (typeof PAGES)[number]): readonly string[] {
  const names = new Set<string>();
  const given = new Proxy<Record<string, string[]>>(
    {},
    {
      get(_, name) {
        if (typeof name === "string") names.add(name);
        return undefined;
      },
    },
  );
  page.ask(given);
  return [...names].filter((name) => name !== "toString" && name !== "constructor");
}

/** The fields in which an operation is tried on its page of the reference. */
export async function tryItDoors(): Promise<readonly Door[]> {
  const doors = OPERATIONS.map(async (operation) => {
    const { query } = await operation.describe();
    const fields =
      operation.method === "POST"
        ? operation.lists
        : [...pathParametersOf(operation), ...Object.keys(query?.shape ?? {})];
    const page = operationUrl({ operationId: operation.id });
    const lines =
      operation.method === "POST"
        ? [inUrl(`${page} lines`, (raw) => `${page}?${fields[0]}=${`${raw.slice(0, 90)}%0A`.repeat(100)}`)]
        : [];
    return [...fields.map((field) => inQuery(page, page, field)), ...lines];
  });
  return (await Promise.all(doors)).flat();
}

/** Every argument of every tool for assistants. */
export async function toolDoors(): Promise<readonly Door[]> {
  const tools = await createTools();
  const message = (name: string, input: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: input },
  });
  return [...tools.values()].flatMap(({ listed: { name, inputSchema } }) => {
    const { properties = {}, required = [] } = inputSchema;
    const needed = Object.fromEntries(required.map((argument) => [argument, "Irvine"]));
    const doors = Object.keys(properties).map((argument) =>
      inJson(`${name} ${argument}`, MOST_OF_A_MESSAGE, "/mcp", (text) =>
        message(name, { ...needed, [argument]: text }),
      ),
    );
    const unknown = inJson(`${name} unknown`, MOST_OF_A_MESSAGE, "/mcp", (text) =>
      message(name, { ...needed, [text]: "x" }),
    );
    return [...doors, unknown];
  });
}

const SOURCES = [...new Glob("src/**/*.{ts,tsx}").scanSync(".")].map((file) => readFileSync(file, "utf8"));

/** What the code reads by one of these calls. */
function namesRead(pattern: RegExp): readonly string[] {
  return [...new Set(SOURCES.flatMap((source) => Array.from(source.matchAll(pattern), ([, name = ""]) => name)))];
}

/** The parameters of the paths of accounts, and the parameters that their pages read. */
export function accountDoors(): readonly Door[] {
  const names = namesRead(/\breq\.query\("(\w+)"\)/g);
  return ACCOUNT_PATHS.flatMap((path) => {
    const parameters = Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
    const known = filledPage(path, KNOWN_ROWS);
    return [
      ...parameters.map((name) => inUrl(`${path} :${name}`, (raw) => filledPage(path, { ...KNOWN_ROWS, [name]: raw }))),
      ...[...names, "place", "year"].map((name) => inQuery(path, known, name)),
    ];
  });
}

/** A holder of an account with a key, as the pages of accounts need one. */
export interface Browser {
  readonly headers: Readonly<Record<string, string>>;
  readonly page: (path: string) => Promise<string>;
}

const KNOWN_ROWS: Readonly<Record<string, string>> = { key: "1", notice: "1", session: "1", provider: "github" };

/**
 * Every field of every form of accounts. The other fields are as its page has them. A form that only another form leads
 * to gets every name that the code reads from forms.
 */
export async function formDoors(browsers: readonly Browser[]): Promise<readonly Door[]> {
  const forms = new Map<string, { readonly fields: Readonly<Record<string, string>>; readonly by: Browser }>();
  for (const by of browsers) {
    for (const path of ACCOUNT_PATHS) {
      const html = await by.page(filledPage(path, KNOWN_ROWS));
      for (const [, action = "", inside = ""] of html.matchAll(/<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs)) {
        const fields = fieldsIn(inside);
        const known = Object.keys(forms.get(action)?.fields ?? {}).length;
        if ("csrf" in fields && Object.keys(fields).length > known) forms.set(action, { fields, by });
      }
    }
  }
  const [anyForm] = forms.values();
  const read = namesRead(/\bform\.get\("(\w+)"\)/g);
  return FORM_PATHS.flatMap((template) => {
    const path = filledPage(template, KNOWN_ROWS);
    const form = forms.get(path) ?? anyForm;
    if (form === undefined) throw new Error("no page of accounts has a form");
    const names = new Set([...Object.keys(form.fields), ...(forms.has(path) ? [] : read)]);
    return [...names].map((name) => {
      const sent = (raw: string): Sent => {
        const others = Object.entries(form.fields).filter(([other]) => other !== name);
        const body = `${new URLSearchParams(others)}&${name}=${raw}`;
        const headers = { ...form.by.headers, "Content-Type": "application/x-www-form-urlencoded" };
        return { path, init: { method: "POST", headers, body } };
      };
      const request = (text: string) => sent(encoded(text));
      return { name: `${path} ${name}`, most: MOST_ENCODED, sizeOf: sizeInUrl, request, escaped: sent };
    });
  });
}

/** The fields of a form, with their values; a field that a visitor fills in has a text of some sort. */
function fieldsIn(form: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [tag, name = ""] of form.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]*)"[^>]*>/g)) {
    const value = / value="([^"]*)"/.exec(tag)?.[1];
    fields[name] ??= value === undefined || value === "" ? (FILLED[name] ?? "x") : decoded(value);
  }
  return fields;
}

/** What fields need to have for the others to be read. */
const FILLED: Readonly<Record<string, string>> = {
  email: "dana@example.com",
  password: "plum orbit lantern ferry",
  new_password: "plum orbit lantern ferry",
  place: "Oakland",
  year: "2020",
  figure: "score",
  expected: "1",
};

/** Every header that the code reads, with a key in the others. */
export function headerDoors(paths: readonly string[]): readonly Door[] {
  const names = namesRead(/\b(?:headers\.get|req\.header|asked\.get)\("([a-z][a-z-]+)"\)/gi);
  const own = new Set([...names.map((name) => name.toLowerCase()), "accept", "x-forwarded-for", "if-modified-since"]);
  // The runtime checks these before the program sees the request, and a request has one.
  for (const name of ["host", "expect", "content-length", "content-type", "content-encoding", "origin", "x-api-key"])
    own.delete(name);
  return paths.flatMap((path) =>
    [...own, "x-api-key"].map((header) => ({
      name: `${header} of ${path}`,
      most: 12_000,
      sizeOf: (text: string) => Buffer.byteLength(text),
      request: (text: string): Sent => ({ path, init: { headers: { [header]: headerText(text) } } }),
    })),
  );
}

/** The bytes of a text in UTF-8, without those that no header may have. */
function headerText(text: string): string {
  return Buffer.from(text.replace(/[\0\r\n]/g, "?")).toString("latin1");
}

export function cookieDoors(names: readonly string[], path: string): readonly Door[] {
  return names.map((name) => ({
    name: `cookie ${name}`,
    most: MOST_ENCODED,
    sizeOf: sizeInUrl,
    request: (text): Sent => ({ path, init: { headers: { Cookie: `${name}=${encoded(text)}` } } }),
    escaped: (raw): Sent => ({ path, init: { headers: { Cookie: `${name}=${raw}` } } }),
  }));
}
