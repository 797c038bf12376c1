import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** Guides are pages of the site, and these lists grow with the product or are written by programs. */
const NOT_COUNTED = /^(?:docs\/guides\/|CHANGELOG\.md$|docs\/api-changes\.md$|docs\/reference\.md$)/;
/** What a program writes into a page. */
const WRITTEN = /<!-- (\w+)(?:: written by [^\n]*)? -->\n[\s\S]*?\n<!-- (?:\/\1|end \w+) -->/g;

test("the documents stay short: 28,000 words beside guides, changelogs, and what programs write", () => {
  const words = Bun.spawnSync(["git", "ls-files", "*.md"], { cwd: ROOT })
    .stdout.toString()
    .split("\n")
    .filter((path) => path !== "" && !NOT_COUNTED.test(path))
    .flatMap((path) => readFileSync(join(ROOT, path), "utf8").replace(WRITTEN, "").split(/\s+/))
    // The lines of tables, bullets, and signs are no words.
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeGreaterThan(10_000);
  expect(words.length).toBeLessThanOrEqual(28_000);
});
