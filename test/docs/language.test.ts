import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { $ } from "bun";

const ROOT = join(import.meta.dir, "../..");
/** Files that are not our prose: the publishers' tables, lock files, drawings, generated files, and this list. */
const EXCLUDED =
  /^data\/|package-lock\.json$|\.(webp|png|svg|gz|br|woff2?)$|^docs\/benchmarks\.json$|language\.test\.ts$/;
/** The publishers' own column and value names. */
const PUBLISHERS = /\b(licence|neighbourhood|Centre)\b/g;
const FILES_WITH_PUBLISHERS_NAMES = [
  "docs/moves/1.3.0.csv",
  "src/dataset/state/geography/place-names.ts",
  "test/dataset/geography.test.ts",
  "test/gazetteer/expected-names.csv",
  "test/support/oregon/official-files.ts",
];

const BRITISH =
  /\b(neighbou?rhoods?|neighbours?|colours?|coloured|licences?|behaviours?|favour(s|ed|able|ite)?|honour(s|ed)?|labour|centres?|metres?|kilometres?|grey|analys(e|ed|ing)|catalogues?|(organ|recogn|real|normal|minim|maxim|optim|serial|initial|summar|random|author|custom|synchron|util)is(e|es|ed|ing|ation)|modell(ed|ing)|programmes?|defence|offences?|judgements?|artefacts?|whilst|fulfils?)\b/gi;
const AMERICAN = /^neighborhoods?$/i;

/** A description that released clients repeat: it changes with their next release. */
const RELEASED = /^src\/domain\/explanation\.ts$|^openapi\/|^packages\/client\//;

async function trackedTexts(): Promise<ReadonlyMap<string, string>> {
  const listed = await $`git ls-files`.cwd(ROOT).quiet().text();
  const paths = listed.split("\n").filter((path) => path !== "" && !EXCLUDED.test(path));
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(ROOT, path), "utf8").catch(() => "")] as const),
  );
  return new Map(texts);
}

const texts = await trackedTexts();

test("no tracked text has British spelling", () => {
  const found = [...texts].flatMap(([path, text]) => {
    const ours = FILES_WITH_PUBLISHERS_NAMES.includes(path) ? text.replaceAll(PUBLISHERS, "") : text;
    const words = [...ours.matchAll(BRITISH)].map(([word]) => word).filter((word) => !AMERICAN.test(word));
    return words.map((word) => `${path}: ${word}`);
  });
  expect(found).toEqual([]);
});

test("a percentage has no space before its sign", () => {
  const found = [...texts].flatMap(([path, text]) =>
    RELEASED.test(path) ? [] : [...text.matchAll(/.*[\d}][ \u00a0]%(?!\w).*/g)].map(([line]) => `${path}: ${line}`),
  );
  expect(found).toEqual([]);
});
