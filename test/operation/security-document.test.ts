import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KEY_PATTERN } from "../../src/access/key.ts";

const ROOT = join(import.meta.dir, "../..");
const text = readFileSync(join(ROOT, "docs/security.md"), "utf8");

/** The number of sections of each chapter of ASVS 5.0, chapters 1 to 17. */
const ASVS_SECTIONS = [5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3];

test("every proof that is named exists", () => {
  const proofs = new Set([...text.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = ""]) => path));
  expect(proofs.size).toBeGreaterThan(30);
  expect([...proofs].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("every section of ASVS 5.0 has a line, and every line that is met has a proof or a place", () => {
  const rows = [...text.matchAll(/^\| (\d+\.\d[^|]*) \| ([^|]+) \| ([^|]+) \|$/gm)];
  const covered = rows.flatMap(([, section = ""]) => sectionsIn(section));
  const all = ASVS_SECTIONS.flatMap((count, chapter) =>
    Array.from({ length: count }, (_, index) => `${chapter + 1}.${index + 1}`),
  );
  expect(covered.toSorted()).toEqual(all.toSorted());
  for (const [, section, state = "", proof = ""] of rows) {
    expect([section, state]).toEqual([section, expect.stringMatching(/^(met|partly|by deployment|does not apply)/)]);
    expect(proof.length).toBeGreaterThan(10);
    if (/^(met|partly)/.test(state)) expect([section, proof]).toEqual([section, expect.stringContaining("`test/")]);
  }
});

test("the inventory of cryptography names the files that contain it", () => {
  const [, inventory = ""] = /^## Cryptography and secrets in use\n([\s\S]*?)^## /m.exec(text) ?? [];
  const files = [...inventory.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const path of files) expect(readFileSync(join(ROOT, path), "utf8")).toMatch(/node:(crypto|zlib)|better-auth/);
});

test("the expression for scanners is the one that the command uses", () => {
  expect(text).toContain(`\n${KEY_PATTERN.source}\n`);
});

/** `5.1 to 5.4 Files`, `8.2, 8.3 Authorization`, `1.1 Encoding`: the sections of a row. */
function sectionsIn(label: string): readonly string[] {
  const range = /^(\d+)\.(\d+) to \d+\.(\d+)/.exec(label);
  if (range === null) return label.match(/\d+\.\d+/g) ?? [];
  const [, chapter, from, to] = range.map(Number);
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${chapter}.${Number(from) + index}`);
}
