import { expect, test } from "bun:test";
import { globSync, readFileSync } from "node:fs";

/** Words that readers took for something else, or did not understand, and what replaced them. */
const GONE: readonly (readonly [RegExp, string])[] = [
  [/check the spelling/i, "say what was understood, and what is missing"],
  [/\b(?:with|without|has|have|had) (?:a|no|the only) record\b/i, "a grade"],
  [/no record of its own/i, "a grade"],
  [/\bdisputed?\b/i, "Report a wrong figure"],
  [/speaks? against/i, "Our checks found no problem"],
  [/80% range of the score of/, "Next year’s score will probably be … (8 times in 10)"],
  [/within the usual change/, "no more than it usually moves in a year"],
  [/is not fitted/, "We test only the two totals"],
  [/tells falls that/, "a sentence that can be read"],
  [/United States['’] average/, "the national average"],
  [/California['’]s own edition”? *\(|toLowerCase\(\)\) *own edition/, "California's own edition"],
  [/codes of its list/, "nothing"],
  [/nearest in residents/, "of similar size"],
];

/**
 * What readers see, without comments: the words of pages, files, feeds, cards, and commands, of answers and their hints and
 * errors, of the document of the API and its clients, and the guides.
 */
const FILES = [
  ...globSync("src/{api,cli,domain,editions,http,lookup,mcp,site}/**/*.{ts,tsx,js}"),
  ...globSync("docs/{contract.md,methodology.md,guides/*.md}"),
  ...globSync("{openapi/openapi.json,packages/python/safety_statistics/*.py}"),
];

/** The lines that are no comment. A page's text may be broken into lines. */
function textOf(path: string): string {
  const lines = readFileSync(path, "utf8").split("\n");
  const shown = path.endsWith(".md") ? lines : lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line));
  return shown.map((line) => line.trim()).join(" ");
}

test.each(GONE.map(([words, instead]) => [String(words), words, instead] as const))(
  "nothing that readers see says %s",
  (_, words, instead) => {
    const found = FILES.flatMap(
      (path) => words.exec(textOf(path))?.[0].concat(` in ${path}; instead: ${instead}`) ?? [],
    );
    expect(found).toEqual([]);
  },
);

test("the words are looked for in every kind of page", () => {
  expect(FILES.length).toBeGreaterThan(300);
  for (const [path, words] of [
    ["src/site/home/home.tsx", "Look up a place"],
    ["src/site/about/feed.ts", "Safety Statistics: new data"],
    ["src/site/downloads/column-meanings.ts", "graded"],
    ["src/domain/problem.ts", "API key"],
    ["openapi/openapi.json", "with a grade"],
  ] as const) {
    expect(FILES).toContain(path);
    expect(textOf(path)).toContain(words);
  }
});
