import { afterAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { HtmlValidate } from "html-validate";
import { URLS } from "../../src/site/urls.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";

/** Every public page without a parameter in its URL, and one of each kind with a parameter. */
const PAGES = [
  ...Object.values(URLS).filter(
    (url) =>
      /^\/($|pricing|docs|explore|coverage|methodology|revoke-key|sign-)/.test(url) &&
      !/[:.]|sign-out|\/with/.test(url),
  ),
  "/?q=Atlantis",
  "/no-such-page",
  "/explore/search?q=san",
  "/explore/compare?place=irvine&place=orange-county",
  "/explore/compare?place=irvine&add=Atlantis",
  "/explore/cities?q=Atlantis",
  "/explore/city/irvine",
  "/explore/city/arvin",
  "/explore/county/los-angeles",
  "/explore/county/alpine",
  "/explore/county/mendocino",
  "/explore/city/point-arena",
  "/docs/reference/get-city",
  "/errors/key_missing",
];

const VALIDATOR = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:document"],
  rules: {
    // The renderer's form of elements without content: both forms are valid.
    "void-style": "off",
    // Scripts and style sheets come from the same server, at URLs that contain their hash.
    "require-sri": ["error", { target: "crossorigin" }],
    "no-inline-style": "error",
  },
});

const site = await serveSite();
afterAll(() => site.stop());

test("every kind of public page is valid HTML by html-validate", async () => {
  const faults: string[] = [];
  for (const path of PAGES) {
    const { results } = await VALIDATOR.validateString(
      await (await fetch(site.url + path, { headers: { Accept: "text/html" } })).text(),
    );
    for (const { messages } of results) {
      for (const { ruleId, message, line, column } of messages)
        faults.push(`${path} ${ruleId} ${message} (${line}:${column})`);
    }
  }
  expect(faults).toEqual([]);
});

test("every kind of public page is valid HTML by the Nu Html Checker", async () => {
  const folder = scratchFolder("html");
  mkdirSync(folder, { recursive: true });
  for (const [index, path] of PAGES.entries()) {
    writeFileSync(
      join(folder, `${index}.html`),
      await (await fetch(site.url + path, { headers: { Accept: "text/html" } })).text(),
    );
  }
  const jar = join(dirname(createRequire(import.meta.url).resolve("vnu-jar/package.json")), "build/dist/vnu.jar");
  const { stderr, exitCode } = Bun.spawnSync(["java", "-jar", jar, "--errors-only", "--format", "gnu", folder]);
  const faults = stderr
    .toString()
    .split("\n")
    .filter((line) => line !== "");
  const named = faults.map((line) => line.replace(/^.*?(\d+)\.html"?/, (_, index) => PAGES[Number(index)] ?? ""));
  expect([exitCode, named]).toEqual([0, []]);
});
