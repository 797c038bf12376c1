import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { HtmlValidate } from "html-validate";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";
import { PUBLIC_PATHS } from "../support/site-paths.ts";

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

const pages = await Promise.all(
  PUBLIC_PATHS.map(async (path) => ({
    path,
    html: await (await fetch(site.url + path, { headers: { Accept: "text/html" } })).text(),
  })),
);

test("every kind of public page is valid HTML by html-validate", async () => {
  const faults: string[] = [];
  for (const { path, html } of pages) {
    const { results } = await VALIDATOR.validateString(html);
    for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages))
      faults.push(`${path} ${ruleId} ${message} (${line}:${column})`);
  }
  expect(faults).toEqual([]);
});

test("every kind of public page is valid HTML by the Nu Html Checker", () => {
  const folder = scratchFolder("html");
  for (const [index, { html }] of pages.entries()) writeFileSync(join(folder, `${index}.html`), html);
  const jar = join(dirname(createRequire(import.meta.url).resolve("vnu-jar/package.json")), "build/dist/vnu.jar");
  const { stderr, exitCode } = Bun.spawnSync(["java", "-jar", jar, "--errors-only", "--format", "gnu", folder]);
  const faults = stderr.toString().split("\n").filter(Boolean);
  const named = faults.map((line) => line.replace(/^.*?(\d+)\.html"?/, (_, index) => pages[Number(index)]?.path ?? ""));
  expect([exitCode, named]).toEqual([0, []]);
});
