import { expect, test } from "bun:test";
import { z } from "zod";
import manifest from "../../package.json";
import lock from "../../package-lock.json";
import tools from "../../scripts/lint/package.json";
import toolsLock from "../../scripts/lint/package-lock.json";

/**
 * Licenses that let anyone run, change, and redistribute the service, as source or as one file. OFL-1.1: the font of the
 * pages.
 */
const FOR_THE_PROGRAM = [
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
  "Unlicense",
  "OFL-1.1",
];
/**
 * For tools that only build and test it and are not redistributed. CC-BY-4.0: the table of browsers that Babel reads.
 */
const FOR_THE_TOOLS = [...FOR_THE_PROGRAM, "CC-BY-4.0", "CC0-1.0", "MPL-2.0", "PSF-2.0", "Python-2.0"];

const lockedPackage = z.object({
  license: z.string().default("none"),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
  link: z.boolean().default(false),
});

const locked = [
  ...Object.entries(lock.packages),
  ...Object.entries(toolsLock.packages).map(([path, entry]) => [path, { ...entry, dev: true }] as const),
]
  .filter(([path]) => path.includes("node_modules/"))
  .map(([path, entry]) => ({ name: path, ...lockedPackage.parse(entry) }))
  .filter(({ link }) => !link);

/** `(MIT OR Apache-2.0)` is allowed if one of its licenses is (SPDX). */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((license) => allowed.includes(license));
}

test("every package has a license that lets us redistribute it, or for tools, use it", () => {
  expect(locked.length).toBeGreaterThan(100);
  const refused = locked.filter(
    ({ license, dev, devOptional }) => !isAllowed(license, dev || devOptional ? FOR_THE_TOOLS : FOR_THE_PROGRAM),
  );
  expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test("every package is pinned to a version and a hash", () => {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...tools.dependencies });
  expect(ranges.filter(([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([]);
  expect(locked.filter(({ integrity }) => !integrity?.startsWith("sha512-")).map(({ name }) => name)).toEqual([]);
});
