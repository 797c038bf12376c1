import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Source } from "../../domain/snapshot.ts";
import { STATE_EDITION_NAMES } from "../../editions/table.ts";
import { NATION_BUILD, STATE_BUILDS } from "../builds.ts";
import { fail } from "../fault.ts";
import { COUNTRY_FILES } from "../gazetteer/country-sources.ts";
import { COUNTRY_FOLDER } from "../import-files.ts";
import type { OfficialFile } from "../official-files.ts";
import type { Publication } from "./publication.ts";

export interface WantedOptions {
  /** The folder of official files: those of earlier years, and those that have no address. */
  readonly sourceDir: string;
  /** The data year whose files are downloaded. */
  readonly year: number;
  /** Files that are not downloaded: the folder's copies count, if there are any. */
  readonly skip: readonly string[];
  /** A folder with files that a person got: those that have no address, and any in place of a download. */
  readonly given: string | null;
}

/** A file that no publisher has at an address of its own. */
export interface FileByHand {
  /** With its folder; without a copy, a name that such a file has. */
  readonly file: string;
  readonly title: string;
  readonly publisher: string;
  /** The page from which a person gets it. */
  readonly url: string;
}

/** The folders of official files that the import would read, each with its kinds of files. */
function foldersOf({ sourceDir, year }: WantedOptions) {
  const nation: Readonly<Record<string, OfficialFile>> = NATION_BUILD.officialFiles;
  const country: Readonly<Record<string, OfficialFile>> = COUNTRY_FILES;
  return [
    ...STATE_EDITION_NAMES.map((name) => STATE_BUILDS[name]).map(({ folder, officialFiles, publications }) => ({
      folder,
      kinds: Object.values<OfficialFile>(officialFiles),
      publications: publications(year),
    })),
    { folder: COUNTRY_FOLDER, kinds: Object.values(country), publications: [] },
    { folder: NATION_BUILD.folder, kinds: Object.values(nation), publications: NATION_BUILD.publications(year) },
  ].filter(({ folder }) => existsSync(join(sourceDir, folder)));
}

/** The files to get: from the given folder, otherwise from the publishers. @throws DatasetError */
export async function wantedFiles(options: WantedOptions): Promise<readonly Publication[]> {
  const { skip, given } = options;
  const folders = foldersOf(options);
  const published = folders.flatMap(({ publications }) => publications);
  const unknown = skip.filter((name) => !published.some(({ file }) => file === name));
  if (unknown.length > 0)
    fail(
      { file: unknown.join(", ") },
      `not downloaded anyway; the files are ${published.map(({ file }) => file).join(", ")}`,
    );
  const own = given === null ? [] : (await pathsIn(given)).map((path) => givenFile(path, folders));
  const kindsOf = (name: string) => folders.flatMap(({ kinds }) => kinds.filter((kind) => kind.name.test(name)));
  const isThere = await Promise.all(
    published.map(async ({ file, folder, isOfAllYears }) => {
      if (own.some((one) => one.file === file)) return true;
      if (!isOfAllYears) return false;
      const names = [...own.map((one) => one.file), ...(await namesIn(join(options.sourceDir, folder)))];
      return names.some((name) => kindsOf(file).some((kind) => kind.name.test(name)));
    }),
  );
  return [...own, ...published.filter(({ file }, index) => !isThere[index] && !skip.includes(file))];
}

function givenFile(address: string, folders: ReturnType<typeof foldersOf>): Publication {
  const file = basename(address);
  const from = { file, address, isLocal: true } as const;
  const published = folders.flatMap(({ publications }) => publications).find((one) => one.file === file);
  if (published !== undefined) return { ...from, folder: published.folder, check: published.check };
  const own = folders.find(({ kinds }) => kinds.some(({ name }) => name.test(file)));
  // The import reads it, and reports what is wrong with it.
  if (own !== undefined) return { ...from, folder: own.folder, check: async () => [] };
  const examples = folders.flatMap(({ kinds }) => kinds.map(({ example }) => example));
  return fail({ file: address }, `no official file is named so; names are like ${examples.join(", ")}`);
}

/** The files that a person gets, each with the name that the folder has it under. */
export async function filesByHand(options: WantedOptions, known: readonly Source[]): Promise<readonly FileByHand[]> {
  const folders = foldersOf(options);
  const published = folders.flatMap(({ publications }) => publications);
  const all = await Promise.all(
    folders.map(async ({ folder, kinds }, index) => {
      const names = await namesIn(join(options.sourceDir, folder));
      const byHand = kinds.filter(({ name }) => !published.some(({ file }) => name.test(file)));
      return byHand.flatMap(({ name, example, title, publisher, url }): readonly FileByHand[] => {
        const own = names.filter((one) => name.test(one)).at(-1);
        // The nation's import reads the gazetteer's files, too.
        if (own === undefined && folders.slice(0, index).some((other) => isOf(other.kinds, example))) return [];
        const file = own ?? example;
        const recorded = known.find((source) => source.file === file)?.url;
        return [{ file: join(folder, file), title, publisher, url: recorded ?? url }];
      });
    }),
  );
  return all.flat();
}

function isOf(kinds: readonly OfficialFile[], file: string): boolean {
  return kinds.some(({ name }) => name.test(file));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const paths = await pathsIn(folder);
  return paths.filter((path) => dirname(path) === folder).map((path) => basename(path));
}

/** Also those in folders inside; not what the system hides. @throws DatasetError */
async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() =>
    fail({ file: folder }, "the folder cannot be read"),
  );
  const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."));
  return files.map(({ name, parentPath }) => join(parentPath, name)).toSorted();
}
