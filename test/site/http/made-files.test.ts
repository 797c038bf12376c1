import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { MadeFiles } from "../../../src/site/http/made-files.ts";
import { scratchFolder } from "../../support/scratch.ts";

const TEXT = "a row of a table\n".repeat(1_000);
const CODINGS = ["identity", "br", "gzip", "zstd"] as const;
const READERS = {
  identity: (bytes: Buffer) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** Files in a folder that does not exist yet, and how often their content was made. */
function countedFiles() {
  const folder = join(scratchFolder("made"), "files");
  const files = new MadeFiles(folder);
  let made = 0;
  function* content() {
    made += 1;
    yield TEXT.slice(0, 5);
    yield new TextEncoder().encode(TEXT.slice(5));
  }
  return {
    folder,
    files,
    made: () => made,
    get: (coding: (typeof CODINGS)[number]) => files.get("table.csv", coding, content),
  };
}

describe("a file of a dataset", () => {
  test("is made once, whoever asks for it at the same time and in whatever coding", async () => {
    const { get, made } = countedFiles();
    const asked = await Promise.all(
      [...CODINGS, ...CODINGS].map(async (coding) => ({ coding, file: await get(coding) })),
    );
    expect(made()).toBe(1);
    expect(new Set(asked.map(({ file }) => file.path)).size).toBe(CODINGS.length);
    expect(new Set(asked.map(({ file }) => file.etag)).size).toBe(1);
    for (const { coding, file } of asked) expect(READERS[coding](readFileSync(file.path)).toString()).toBe(TEXT);
  });

  test("has another tag if its content is another one", async () => {
    const { files, get } = countedFiles();
    const other = await files.get("other.csv", "identity", () => ["another row\n"]);
    expect(other.etag).not.toBe((await get("identity")).etag);
  });

  test("is made again once it was deleted, as programs do with old temporary files", async () => {
    const { folder, get, made } = countedFiles();
    await get("gzip");
    rmSync(folder, { recursive: true });
    const [first, second] = await Promise.all([get("identity"), get("identity")]);
    expect([made(), second]).toEqual([2, first]);
    expect(readFileSync(first.path, "utf8")).toBe(TEXT);
  });

  test("that an earlier thread made is taken as it is, with its tag", async () => {
    const { folder, get, made } = countedFiles();
    const [plain, packed] = [await get("identity"), await get("br")];
    const later = new MadeFiles(folder);
    const unasked = () => {
      throw new Error("it is made again");
    };
    expect(await later.get("table.csv", "br", unasked)).toEqual(packed);
    expect(await later.get("table.csv", "identity", unasked)).toEqual(plain);
    expect(made()).toBe(1);
  });

  test("that could not be made is tried again, and nobody reads a part of it", async () => {
    const { folder, files } = countedFiles();
    function* failing(): Generator<string> {
      yield TEXT;
      throw new Error("no space left");
    }
    await expect(files.get("table.csv", "br", failing)).rejects.toThrow("no space left");
    const { path } = await files.get("table.csv", "identity", () => [TEXT]);
    expect([path, readFileSync(path, "utf8")]).toEqual([join(folder, "table.csv"), TEXT]);
  });
});

test("other work of the thread goes on while a file is made", async () => {
  const { files } = countedFiles();
  let pieces = 0;
  function* content() {
    for (; pieces < 20; pieces++) yield TEXT;
  }
  const making = files.get("long.csv", "identity", content);
  while (pieces === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  expect(pieces).toBeLessThan(20);
  await making;
});
