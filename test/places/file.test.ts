import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import { type Snapshot, snapshot as schema } from "../../src/domain/snapshot.ts";
import { SNAPSHOT_FORMAT } from "../../src/domain/snapshot-format.ts";
import { loadPlaces } from "../../src/main/load-places.ts";
import {
  parseSnapshot,
  readSnapshot,
  SnapshotError,
  sealSnapshot,
  snapshotText,
  writeSnapshot,
} from "../../src/places/file.ts";
import { sampleCity, sampleSnapshot } from "../support/sample-snapshot.ts";
import { scratchFolder } from "../support/scratch.ts";

const path = join(import.meta.dir, "../../data/snapshot.json");
const bytes = new Uint8Array(await readFile(path));
const text = new TextDecoder().decode(bytes);
const snapshot = readSnapshot(path);
const otherVersion = (snapshot.version.startsWith("0") ? "1" : "0") + snapshot.version.slice(1);
const encode = (value: string): Uint8Array => new TextEncoder().encode(value);

/** The code of the refusal of these bytes, or null if they are accepted. Other errors are passed on. */
function refusal(read: () => Snapshot): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof SnapshotError) return error.code;
    throw error;
  }
}

describe("the text of a snapshot", () => {
  test("is the content of the file, one city per line, under 1 MB with sixteen years of each place", () => {
    expect(snapshotText(snapshot)).toBe(text);
    expect(text.split("\n").filter((line) => line.startsWith('{"record":{"city":'))).toHaveLength(446);
    expect(bytes.length).toBeLessThan(1_000_000);
  });

  test("does not depend on the order in which members were added", () => {
    const { version: _, ...content } = snapshot;
    const reversed = Object.fromEntries(Object.entries(content).toReversed());
    expect(snapshotText(sealSnapshot({ ...content, ...reversed }))).toBe(text);
  });

  test("has a version that changes exactly with the content", () => {
    const { version, ...content } = snapshot;
    expect(sealSnapshot(content).version).toBe(version);
    expect(sealSnapshot({ ...content, lastUpdated: "2027-01-01T00:00:00Z" }).version).not.toBe(version);
  });
});

/** Raise the format first, then write the new hash: the shape of a sealed file of the same format is not checked. */
test("the shape of a snapshot is that of its format", () => {
  const shape = JSON.stringify(z.toJSONSchema(schema), (name, value) => (name === "description" ? undefined : value));
  expect({ format: SNAPSHOT_FORMAT, shape: Bun.hash.crc32(shape).toString(16) }).toEqual({
    format: 10,
    shape: "4206ec9d",
  });
});

describe("a snapshot file is refused", () => {
  test.each([
    ["when it is cut", text.slice(0, -100), "not_json"],
    ["when it is empty", "", "not_json"],
    ["when it is not an object", "[1]", "shape_wrong"],
    ["when it has a later format", text.replace('"format":10', '"format":11'), "format_unknown"],
    ["when a member is missing", text.replace('"dataYear":2025,\n', ""), "shape_wrong"],
    ["when it has an extra member", text.replace('"dataYear"', '"more":1,\n"dataYear"'), "shape_wrong"],
    ["when a score is out of range", text.replace(/"safety_score":\d+/, '"safety_score":101'), "shape_wrong"],
    ["when a score was changed", text.replace(/"safety_score":\d+/, '"safety_score":100'), "content_changed"],
    ["when the version was changed", text.replaceAll(snapshot.version, otherVersion), "content_changed"],
    ["when a space was added", text.replace(":", ": "), "content_changed"],
    ["when the last line feed is gone", text.trimEnd(), "content_changed"],
    ["when it begins with a byte-order mark", `\uFEFF${text}`, "not_json"],
    ["when it has CRLF", text.replaceAll("\n", "\r\n"), "content_changed"],
    ["when a member is repeated", text.replace('"format":10,', '"format":10,\n"format":10,'), "content_changed"],
  ] as const)("%s", (_, changed, code) => {
    expect(changed).not.toBe(text);
    expect(refusal(() => parseSnapshot(encode(changed)))).toBe(code);
  });

  test("when any one byte was changed", () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, difference) => {
        const changed = bytes.slice();
        changed[position] = ((changed[position] ?? 0) + difference) % 256;
        expect(refusal(() => parseSnapshot(changed))).not.toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  test("for any other bytes, with nothing but a snapshot error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) =>
        expect(refusal(() => parseSnapshot(noise))).not.toBeNull(),
      ),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(refusal(() => parseSnapshot(encode(JSON.stringify(value))))).not.toBeNull(),
      ),
    );
  });

  test("if it is missing, or a folder, with a message that says what to do", async () => {
    const folder = scratchFolder("snapshot");
    expect(refusal(() => readSnapshot(join(folder, "none.json")))).toBe("file_missing");
    expect(refusal(() => readSnapshot(folder))).toBe("file_unreadable");
    expect(() => readSnapshot(join(folder, "none.json"))).toThrow("safety dataset build");
  });
});

describe("a snapshot is written", () => {
  test("completely, and reads back unchanged", async () => {
    const folder = scratchFolder("snapshot");
    const target = join(folder, "deep", "snapshot.json");
    await writeSnapshot(target, snapshot);
    expect(readSnapshot(target)).toEqual(snapshot);
    expect(await readdir(join(folder, "deep"))).toEqual(["snapshot.json"]);
  });

  test("so that a concurrent reader sees the old one or the new one and never a part", async () => {
    const folder = scratchFolder("snapshot");
    const target = join(folder, "snapshot.json");
    const { version: _, ...content } = snapshot;
    const other = sealSnapshot({ ...content, lastUpdated: "2027-01-01T00:00:00Z" });
    const whole = new Set([text, snapshotText(other)]);
    await writeSnapshot(target, snapshot);
    let writing = true;
    const writes = (async () => {
      for (let round = 0; round < 6; round += 1) await writeSnapshot(target, round % 2 === 0 ? other : snapshot);
      writing = false;
    })();
    while (writing) expect(whole.has(await readFile(target, "utf8"))).toBe(true);
    await writes;
  });

  test("or not at all: a failed write leaves the old file and nothing next to it", async () => {
    const folder = scratchFolder("snapshot");
    const target = join(folder, "snapshot.json");
    await mkdir(target);
    await writeFile(join(target, "kept"), "");
    await expect(writeSnapshot(target, snapshot)).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["snapshot.json"]);
  });
});

describe("a file with a valid hash that is not a snapshot is refused", () => {
  /** The text with the version that its hash requires. */
  function resealed(text: string): string {
    const [member = ""] = /"version":"[0-9a-f]{16}",\n/.exec(text) ?? [];
    const hash = createHash("sha256").update(text.replace(member, "")).digest("hex").slice(0, 16);
    return text.replace(member, `"version":"${hash}",\n`);
  }
  const sample = snapshotText(sampleSnapshot([sampleCity("Irvine")]));

  test.each([
    ["a city", sample.replace('{"record":{"city"', '{"record":{"city')],
    ["the rest", sample.replace('"absent":[', '"absent":[[')],
  ])("if %s is not JSON", (_, broken) => {
    expect(broken).not.toBe(sample);
    const changed = Buffer.from(resealed(broken));
    expect(() => parseSnapshot(changed)).toThrow(SnapshotError);
    const path = join(scratchFolder("snapshot"), "snapshot.json");
    writeFileSync(path, changed);
    expect(() => loadPlaces(path)).toThrow(SnapshotError);
    expect(() => loadPlaces(path)).toThrow(path);
  });
});
