import { expect, test } from "bun:test";
import { HtmlValidate } from "html-validate";
import { serveSite } from "../../support/served-site.ts";
import { PUBLIC_PATHS } from "../../support/site-paths.ts";

const VALIDATOR = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
  rules: {
    // The renderer's form of elements without content: both forms are valid.
    "void-style": "off",
    // Scripts and style sheets come from the same server, at URLs that contain their hash.
    "require-sri": ["error", { target: "crossorigin" }],
    "no-inline-style": "error",
    "heading-level": "error",
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // The search of the header is sent with Enter; axe-core judges its form.
    "wcag/h32": "off",
  },
});

const site = await serveSite();

const pages = await Promise.all(
  PUBLIC_PATHS.map(async (path) => ({
    path,
    html: await (await fetch(site.url + path, { headers: { Accept: "text/html" } })).text(),
  })),
);

test("every kind of public page is valid HTML", async () => {
  const faults: string[] = [];
  for (const { path, html } of pages) {
    const { results } = await VALIDATOR.validateString(html);
    for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages))
      faults.push(`${path} ${ruleId} ${message} (${line}:${column})`);
  }
  expect(faults).toEqual([]);
});
