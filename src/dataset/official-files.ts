import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { namesOf, recordFrom } from "../base/named-table.ts";
import type { Source } from "../domain/snapshot.ts";
import { DatasetError, fail, fault } from "./fault.ts";
import { compareText } from "./input-rows.ts";
import { longDay } from "./sources.ts";

export interface OfficialFile extends Pick<Source, "table" | "publisher" | "url"> {
  /** With `{day}` for the day of the release, where a file has one. */
  readonly title: string;
  /** A file is recognized by its name, so that a damaged one is reported instead of ignored. */
  readonly name: RegExp;
  /** How to name a file of this kind, for messages. */
  readonly example: string;
  /** How this copy differs from the published file, for the record of a file that no earlier import has read. */
  readonly note?: string;
  /** The terms of the copy, where they are not those of all files of its publisher. */
  readonly terms?: string;
}

export interface FileBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** The files of each kind by name, one of each at least, and the names of the others. @throws DatasetError */
export async function readOfficialFiles<Kind extends string>(
  kinds: Readonly<Record<Kind, OfficialFile>>,
  folders: readonly [string, ...string[]],
): Promise<{ readonly files: Readonly<Record<Kind, readonly FileBytes[]>>; readonly ignored: readonly string[] }> {
  const found = folders.map(async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() =>
      fail({ file: folder }, "the folder of official files cannot be read"),
    );
    const names = entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).toSorted(compareText);
    return names.map((name) => ({ folder, name }));
  });
  const all = (await Promise.all(found)).flat();
  const known = namesOf(kinds).map((kind) => ({ kind, own: all.filter(({ name }) => kinds[kind].name.test(name)) }));
  const missing = known.filter(({ own }) => own.length === 0);
  if (missing.length > 0) {
    throw new DatasetError(
      missing.map(({ kind }) => {
        const { example, publisher, url } = kinds[kind];
        return fault({ file: folders[0] }, `there is no file like ${example} (${publisher}, ${url})`);
      }),
    );
  }
  const read = known.map(async ({ kind, own }) => {
    const files = own.map(async ({ folder, name }): Promise<FileBytes> => {
      const bytes = await readFile(join(folder, name));
      return { name, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    });
    return [kind, await Promise.all(files)] as const;
  });
  return {
    files: recordFrom(await Promise.all(read)),
    ignored: all.flatMap(({ name }) => (namesOf(kinds).some((kind) => kinds[kind].name.test(name)) ? [] : [name])),
  };
}

/** The record of each file; one with the same hash keeps its notes and day. */
export function sourcesOf<Kind extends string>(
  kinds: Readonly<Record<Kind, OfficialFile>>,
  files: Readonly<Record<Kind, readonly FileBytes[]>>,
  known: readonly Source[],
  retrieved: string,
): readonly (Source & Pick<OfficialFile, "terms">)[] {
  return namesOf(kinds).flatMap((kind) =>
    files[kind].map(({ name: file, sha256 }) => {
      const { table, publisher, title, url, terms, note = "" } = kinds[kind];
      const release = /\d{4}(-\d{2}-\d{2}|-\d{4})?/.exec(file)?.[0] ?? "not stated";
      const seen = known.find((source) => source.sha256 === sha256);
      const named = title.replace("{day}", () => longDay(release));
      const own = seen ?? { table, file, publisher, title: named, url, release, retrieved, sha256, note };
      return terms === undefined ? own : { ...own, terms };
    }),
  );
}
