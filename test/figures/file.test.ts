import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { HeldFile } from "../../src/base/held-file.ts";
import { DatasetFileError, readSealed } from "../../src/base/sealed-file.ts";
import { readGeography } from "../../src/dataset/state/geography-file.ts";
import { DATASET_FORMAT, NATION_FORMAT } from "../../src/domain/dataset-format.ts";
import { nation } from "../../src/domain/nation.ts";
import { snapshot as schema } from "../../src/domain/snapshot.ts";
import { openDataset, readDataset, sealDataset, writeAtomically } from "../../src/figures/file.ts";
import { openPlaces } from "../../src/lookup/served.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { datasetUpdatedAt, sampleCity, sampleText } from "../support/sample-dataset.ts";
import { scratchFolder } from "../support/scratch.ts";

const path = join(import.meta.dir, "../../data/dataset.json");
const bytes = await readFile(path);
const text = bytes.toString();
const snapshot = readDataset(path).records;
const { version: _, ...content } = snapshot;
const geography = await readGeography(join(import.meta.dir, "../../data"));
const otherVersion = (snapshot.version.startsWith("0") ? "1" : "0") + snapshot.version.slice(1);

/** Why these bytes are refused, or null if they are accepted. Other errors are passed on. */
function refusal(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof DatasetFileError) return error.message;
    throw error;
  }
}

describe("the text of a dataset", () => {
  test("is the content of the file, one city per line, under 3.5 MB with the lines of all boundaries", () => {
    expect(sealDataset(schema, content, geography).text).toBe(text);
    expect(text.split("\n").filter((line) => line.startsWith('{"record":{"city":'))).toHaveLength(
      snapshot.cities.length,
    );
    expect(bytes.length).toBeLessThan(3_500_000);
  });

  test("has the location data of the input table", () => {
    const { boundaries, sources, counties, cities, names, zips } = geography;
    const { outlines, lines, ...tables } = openDataset(HeldFile.of(bytes)).geography();
    expect(tables).toEqual({ sources, counties, cities, names, zips });
    expect({ ...outlines, arcs: [] }).toEqual({ ...boundaries, arcs: [] });
    const arcs = Array.from({ length: lines.starts.length - 1 }, (_, line) => {
      const points = lines.points.subarray(2 * (lines.starts[line] ?? 0), 2 * (lines.starts[line + 1] ?? 0));
      return [...points].map((value, at) => value - (points[at - 2] ?? 0));
    });
    expect(arcs).toEqual(boundaries.arcs.map((arc) => arc.flat()));
  });

  test("does not depend on the order in which members were added", () => {
    const reversed = Object.fromEntries(Object.entries(content).toReversed());
    expect(sealDataset(schema, { ...content, ...reversed }, geography).text).toBe(text);
  });

  test("has a version that changes exactly with the content", () => {
    const versionOf = (own: typeof content, places: typeof geography) =>
      sealDataset(schema, own, places).records.version;
    expect(versionOf(content, geography)).toBe(snapshot.version);
    expect(versionOf({ ...content, lastUpdated: "2027-01-01T00:00:00Z" }, geography)).not.toBe(snapshot.version);
    expect(versionOf(content, { ...geography, zips: geography.zips.slice(1) })).not.toBe(snapshot.version);
  });
});

/** Raise the format first, then write the new hash: the shape of a sealed file of the same format is not checked. */
test.each([
  ["a state", schema, DATASET_FORMAT, { format: 16, shape: "7b0344d5" }],
  ["the nation", nation, NATION_FORMAT, { format: 5, shape: "5b7a3663" }],
] as const)("the shape of a dataset of %s is that of its format", (_, file, format, kept) => {
  const shape = JSON.stringify(z.toJSONSchema(file), (name, value) => (name === "description" ? undefined : value));
  expect({ format, shape: Bun.hash.crc32(shape).toString(16) }).toEqual(kept);
});

const FORMAT = `"format":${DATASET_FORMAT}`;

describe("a dataset file is refused", () => {
  test.each([
    ["when it is cut", text.slice(0, -100), "not JSON"],
    ["when it is empty", "", "not JSON"],
    ["when it is not an object", "[1]", "has no format"],
    [
      "when it has a later format",
      text.replace(FORMAT, `"format":${DATASET_FORMAT + 1}`),
      `has format ${DATASET_FORMAT + 1}`,
    ],
    ["when a score was changed", text.replace(/"safety_score":\d+/, '"safety_score":100'), "was changed"],
    ["when the version was changed", text.replaceAll(snapshot.version, otherVersion), "was changed"],
    ["when a space was added", text.replace(":", ": "), "was changed"],
    ["when the last line feed is gone", text.trimEnd(), "was changed"],
    ["when it begins with a byte-order mark", `\uFEFF${text}`, "not JSON"],
    ["when it has CRLF", text.replaceAll("\n", "\r\n"), "was changed"],
    ["when a member is repeated", text.replace(FORMAT, `${FORMAT},\n${FORMAT}`), "was changed"],
  ])("%s", (_, changed, reason) => {
    expect(changed).not.toBe(text);
    expect(refusal(() => openDataset(HeldFile.of(Buffer.from(changed))))).toContain(reason);
  });

  test("when any one byte was changed", () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, difference) => {
        const changed = Buffer.from(bytes);
        changed[position] = ((changed[position] ?? 0) + difference) % 256;
        expect(refusal(() => openDataset(HeldFile.of(changed)))).not.toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  test("for any other bytes, with nothing but a dataset file error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) =>
        expect(refusal(() => openDataset(HeldFile.of(Buffer.from(noise))))).not.toBeNull(),
      ),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(refusal(() => openDataset(HeldFile.of(Buffer.from(JSON.stringify(value)))))).not.toBeNull(),
      ),
    );
  });

  test("if it is missing, or a folder, with a message that says what to do", async () => {
    const folder = scratchFolder("dataset");
    expect(refusal(() => readDataset(join(folder, "none.json")))).toMatch(/^there is no dataset.*safety dataset build/);
    expect(refusal(() => readDataset(folder))).toContain("cannot be read (EISDIR)");
  });
});

describe("a dataset is written", () => {
  test("completely, and reads back unchanged", async () => {
    const folder = scratchFolder("dataset");
    const target = join(folder, "deep", "dataset.json");
    await writeAtomically(target, text);
    expect(readDataset(target).records).toEqual(snapshot);
    expect(await readdir(join(folder, "deep"))).toEqual(["dataset.json"]);
  });

  test("so that a concurrent reader sees the old one or the new one and never a part", async () => {
    const folder = scratchFolder("dataset");
    const target = join(folder, "dataset.json");
    const { text: other } = datasetUpdatedAt("2027-01-01T00:00:00Z");
    const whole = new Set([text, other]);
    await writeAtomically(target, text);
    let writing = true;
    const writes = (async () => {
      for (let round = 0; round < 6; round += 1) await writeAtomically(target, round % 2 === 0 ? other : text);
      writing = false;
    })();
    while (writing) expect(whole.has(await readFile(target, "utf8"))).toBe(true);
    await writes;
  });

  test("or not at all: a failed write leaves the old file and nothing next to it", async () => {
    const folder = scratchFolder("dataset");
    const target = join(folder, "dataset.json");
    await mkdir(target);
    await writeFile(join(target, "kept"), "");
    await expect(writeAtomically(target, text)).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["dataset.json"]);
  });
});

describe("a file with a valid hash that is not a dataset is refused", () => {
  /** The text with the version that its hash requires. */
  function resealed(text: string): string {
    const [member = ""] = /"version":"[0-9a-f]{16}",\n/.exec(text) ?? [];
    const hash = createHash("sha256").update(text.replace(member, "")).digest("hex").slice(0, 16);
    return text.replace(member, `"version":"${hash}",\n`);
  }
  const sample = sampleText([sampleCity("Irvine")]);

  test.each([
    ["a city", sample.replace('{"record":{"city"', '{"record":{"city')],
    ["the rest", sample.replace('"absent":[', '"absent":[[')],
  ])("if %s is not JSON", (_, broken) => {
    expect(broken).not.toBe(sample);
    const changed = Buffer.from(resealed(broken));
    expect(() => openDataset(HeldFile.of(changed))).toThrow(DatasetFileError);
    const path = join(scratchFolder("dataset"), "dataset.json");
    writeFileSync(path, changed);
    expect(() => readSealed(path, (file) => openPlaces("california", file, COUNTRY))).toThrow(DatasetFileError);
    expect(() => readSealed(path, (file) => openPlaces("california", file, COUNTRY))).toThrow(path);
  });
});
