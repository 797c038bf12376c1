import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "../../src/domain/snapshot.ts";
import { loadAtlas } from "../../src/main/load-atlas.ts";
import { createAtlas, createAtlasFrom } from "../../src/snapshot/atlas.ts";
import { openSnapshot, parseSnapshot, SnapshotError, sealSnapshot, snapshotText } from "../../src/snapshot/file.ts";
import { readWhole, type SnapshotSource, sourceOf, sourceOfText } from "../../src/snapshot/source.ts";
import { sampleCity, sampleSnapshot } from "../support/sample-snapshot.ts";
import { scratchFolder } from "../support/scratch.ts";
import { releasedAtlas } from "../support/server.ts";
import { until } from "../support/until.ts";

const bytes = readFileSync(join(import.meta.dir, "../../data/snapshot.json"));
const { snapshot } = releasedAtlas;

function contentOf(source: SnapshotSource) {
  return { cities: [...source.cities()], counties: [...source.counties()], whole: source.keepWhole()() };
}

describe("the source of a file", () => {
  test("has the same places and the same whole snapshot as the parsed file", () => {
    const source = openSnapshot(bytes);
    expect(contentOf(source)).toEqual(contentOf(sourceOf(snapshot)));
    const { cities: _, counties: __, ...head } = snapshot;
    expect(source.head).toMatchObject(head);
    expect(source.keepWhole()()).toEqual(JSON.parse(bytes.toString()));
  });

  test.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 2],
  ])("with %i cities and %i counties has exactly those", (cityCount, countyCount) => {
    const { version: _, ...content } = snapshot;
    const cities = snapshot.cities.slice(0, cityCount);
    const sealed = sealSnapshot({ ...content, cities, counties: snapshot.counties.slice(0, countyCount) });
    const source = openSnapshot(Buffer.from(snapshotText(sealed)));
    expect(contentOf(source)).toEqual(contentOf(sourceOf(sealed)));
    expect(readWhole(source)).toEqual(sealed);
  });
});

describe("the source of a long file", () => {
  /** More than 4 MiB. */
  const long = longSnapshot(6_000);

  function longSnapshot(count: number): Snapshot {
    const { version: _, ...content } = snapshot;
    const cities = Array.from({ length: count }, (_, index) => sampleCity(`City ${index} ó`));
    return sealSnapshot({ ...content, cities });
  }

  test("has the same places and the same whole snapshot as the parsed file", () => {
    const source = openSnapshot(Buffer.from(snapshotText(long)));
    expect(contentOf(source)).toEqual(contentOf(sourceOf(long)));
  });

  test("is freed when its atlas is loaded, which can still load the whole snapshot", async () => {
    const text = snapshotText(long);
    let isFreed = false;
    const registry = new FinalizationRegistry(() => {
      isFreed = true;
    });
    const load = () => {
      const file = Buffer.from(text);
      registry.register(file.buffer, null);
      return createAtlasFrom(openSnapshot(file));
    };
    const atlas = load();
    await until("the file's bytes are freed", () => {
      Bun.gc(true);
      return isFreed;
    });
    expect(atlas.snapshot).toEqual(long);
  });
});

describe("an atlas", () => {
  /** An atlas that counts how often the whole snapshot is loaded. */
  function counting() {
    const loads: Snapshot[] = [];
    const source = sourceOfText(bytes);
    const keepWhole = () => {
      const load = source.keepWhole();
      return () => {
        const whole = load();
        loads.push(whole);
        return whole;
      };
    };
    return { atlas: createAtlasFrom({ ...source, keepWhole }), loads };
  }

  test("of a file gives the answers of the same snapshot in memory", () => {
    const { atlas } = counting();
    const other = createAtlas(snapshot);
    expect(atlas.version).toBe(snapshot.version);
    expect([atlas.stats, atlas.lastModified, atlas.notFound]).toEqual([
      other.stats,
      other.lastModified,
      other.notFound,
    ]);
    for (const { record } of snapshot.cities) {
      expect(atlas.cityAnswer(record.city)).toEqual(other.cityAnswer(record.city));
      expect(atlas.findCity(record.city)?.record).toEqual(record);
    }
    for (const { record } of snapshot.counties) {
      expect(atlas.countyAnswer(record.county)).toEqual(other.countyAnswer(record.county));
      expect(atlas.findCounty(record.county)?.record).toEqual(record);
    }
  });

  test("answers lookups without loading the whole snapshot, which is loaded once for the rest", () => {
    const { atlas, loads } = counting();
    const city = "Irvine";
    expect(atlas.cityAnswer(city).body).toContain('"found":true');
    expect(atlas.countyAnswer("Orange").body).toContain('"found":true');
    expect([atlas.findCity("Nowhere"), atlas.findCounty("Nowhere")]).toEqual([undefined, undefined]);
    expect(atlas.findAbsentCity("Nowhere")).toBeUndefined();
    expect(loads).toHaveLength(0);
    expect(atlas.findCity(city)?.record.city).toBe(city);
    expect(atlas.batchAnswer([city]).toString()).toContain('"found":true');
    expect(atlas.snapshot.cities).toHaveLength(snapshot.cities.length);
    expect(atlas.findCity(city)).toBe(atlas.findCity(city));
    expect(loads).toHaveLength(1);
  });
});

describe("a file with a valid hash that is not a snapshot is refused", () => {
  /** The text with the version that its hash requires. */
  function sealed(text: string): string {
    const [member = ""] = /"version":"[0-9a-f]{16}",\n/.exec(text) ?? [];
    const hash = createHash("sha256").update(text.replace(member, "")).digest("hex").slice(0, 16);
    return text.replace(member, `"version":"${hash}",\n`);
  }
  const text = snapshotText(sampleSnapshot([sampleCity("Irvine")]));

  test.each([
    ["a city", text.replace('{"record":{"city"', '{"record":{"city')],
    ["the rest", text.replace('"absent":[', '"absent":[[')],
  ])("if %s is not JSON", (_, broken) => {
    expect(broken).not.toBe(text);
    const changed = Buffer.from(sealed(broken));
    expect(() => parseSnapshot(changed)).toThrow(SnapshotError);
    const path = join(scratchFolder("snapshot"), "snapshot.json");
    writeFileSync(path, changed);
    expect(() => loadAtlas(path)).toThrow(SnapshotError);
    expect(() => loadAtlas(path)).toThrow(path);
  });
});
