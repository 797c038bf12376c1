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

/** What readers see: the code of pages without its comments, the words of editions and hints, and the guides. */
const FILES = [
  ...globSync("src/site/**/*.{ts,tsx,js}"),
  ...globSync("src/editions/*.ts"),
  ...globSync("src/lookup/*hints.ts"),
  ...globSync("docs/{methodology.md,guides/*.md}"),
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
  expect(FILES.length).toBeGreaterThan(150);
  expect(textOf("src/site/home/home.tsx")).toContain("Look up a place");
});
