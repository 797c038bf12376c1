import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withPublishedRatios } from "../../bench/readme.ts";

const read = (path: string) => readFileSync(join(import.meta.dir, "../..", path), "utf8");
const [readme, page] = [read("README.md"), read("docs/benchmarks.md")];

test("README.md has the ratios of docs/benchmarks.md; if not, `npm run bench -- --publish` or a copy by hand writes them", () => {
  expect(withPublishedRatios(readme, page)).toBe(readme);
});

test("other figures on the page change both ratios", () => {
  const other = page.replace(/(\| city, SQLite, to (?:node:http|Fastify).*\|.*\|) +[\d.]+ (?=\|)/g, "$1 9.87 ");
  const changed = withPublishedRatios(readme, other);
  expect(changed).toContain("about 9.9 times as many requests per second as a bare Node server");
  expect(changed).toContain("about 9.9 times as many as Fastify");
});
