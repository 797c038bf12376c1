import { existsSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Log } from "../domain/log.ts";
import { messageOf } from "../domain/message.ts";
import type { DatasetAnswers } from "../places/dataset-answers.ts";
import type { Editions } from "../places/editions.ts";
import { readDataset, writeAtomically } from "../places/file.ts";
import { readNation } from "../places/nation-file.ts";
import { createNationPlaces, type NationPlaces } from "../places/nation-places.ts";
import { createPlaces, type Places } from "../places/places.ts";
import { DATASET_REMEDY, DatasetFileError } from "../places/seal.ts";
import { CURRENT_DATASET, CURRENT_NATION, isInsideExecutable } from "./paths.ts";

const CHECK_EVERY_MS = 1_000;

export interface DatasetFiles {
  /** The file to serve and watch. */
  readonly path: string;
  /** Where to keep a copy of the last good file, used if the file is invalid at startup; null for no copy. */
  readonly copyPath: string | null;
}

/** A kind of dataset file. */
interface DatasetKind<Own extends ServedPlaces> {
  /** The program's own file, used if there is no valid other one. */
  readonly own: string;
  /** Reads and checks a file. @throws DatasetFileError that names the file and what to do */
  readonly load: (path: string) => Loaded<Own>;
  /** Prepares new places as the old ones were, so that no request waits for it. */
  readonly prepare: (places: Own, before: Own) => void;
}

interface ServedPlaces extends DatasetAnswers {
  readonly statistics: { readonly data_year: number };
}

interface Loaded<Own> {
  readonly places: Own;
  readonly bytes: Uint8Array;
}

/**
 * The current places of a dataset file. A new dataset replaces them between two requests; an invalid one is refused and the old one stays.
 * If the file is invalid at startup, the last good copy is used, or else the program's own dataset.
 */
export class LiveDataset<Own extends ServedPlaces> {
  readonly #kind: DatasetKind<Own>;
  readonly #files: DatasetFiles;
  readonly #log: Log;
  #loaded: Loaded<Own>;
  #isRefused = false;
  #copying: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The state of the file when it was last found to have changed; null if it could not be found. */
  #state: string | null;

  /** Reads the dataset. @throws DatasetFileError if there is no valid one. */
  constructor(kind: DatasetKind<Own>, files: DatasetFiles, log: Log) {
    this.#kind = kind;
    this.#files = files;
    this.#log = log;
    // Before the file is read, so that no later change is missed.
    this.#state = stateNow(files.path);
    this.#loaded = this.#first();
  }

  get current(): Own {
    return this.#loaded.places;
  }

  /** The file of the current places. */
  get bytes(): Uint8Array {
    return this.#loaded.bytes;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Reads the file again, and serves it if it is valid and new. */
  reload(): void {
    try {
      const loaded = this.#kind.load(this.#files.path);
      const { places, bytes } = loaded;
      this.#isRefused = false;
      this.#keepCopy(bytes);
      if (places.version === this.current.version) return;
      const before = this.current;
      this.#loaded = loaded;
      this.#kind.prepare(places, before);
      this.#log.info({ dataset: places.version }, "loaded a new dataset");
    } catch (error) {
      this.#refuse(error, "refused an invalid dataset; the old one stays in use");
    }
  }

  /** Watches metadata: events of the folder would include all store writes, and none of a file behind a link. */
  watch(): void {
    if (isInsideExecutable(this.#files.path)) return;
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#copying;
  }

  async #check(): Promise<void> {
    const state = await stat(this.#files.path).then(stateOf, () => null);
    if (state === this.#state || this.#timer === undefined) return;
    this.#state = state;
    this.reload();
  }

  #first(): Loaded<Own> {
    const { own, load } = this.#kind;
    const { path, copyPath } = this.#files;
    try {
      const loaded = load(path);
      this.#keepCopy(loaded.bytes);
      return loaded;
    } catch (error) {
      if (path === own) throw error;
      this.#loaded = tryTo(load, copyPath) ?? load(own);
      this.#refuse(error, "refused an invalid dataset; another one is served instead");
      return this.#loaded;
    }
  }

  #refuse(error: unknown, message: string): void {
    this.#isRefused = true;
    const { version, statistics } = this.current;
    this.#log.error({ dataset: version, dataYear: statistics.data_year, reason: messageOf(error) }, message);
  }

  /** In the background: no request waits for the disk. */
  #keepCopy(bytes: Uint8Array): void {
    const { copyPath } = this.#files;
    if (copyPath === null) return;
    this.#copying = this.#copying
      .then(async () => {
        const copy = await readFile(copyPath).catch(() => null);
        if (copy === null || !copy.equals(bytes)) await writeAtomically(copyPath, bytes);
      })
      .catch((error: unknown) => {
        this.#log.warn(
          { reason: messageOf(error) },
          "cannot save a copy of the dataset for a start with an invalid file",
        );
      });
  }
}

/** Another string after each change of a file. */
function stateOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(" ");
}

function stateNow(path: string): string | null {
  try {
    return stateOf(statSync(path));
  } catch {
    return null;
  }
}

function tryTo<Own>(load: (path: string) => Own, path: string | null): Own | null {
  if (path === null || !existsSync(path)) return null;
  try {
    return load(path);
  } catch {
    return null;
  }
}

/** Reads and checks a dataset file the way the service does. @throws DatasetFileError that names the file and what to do */
export function loadPlaces(path: string): Loaded<Places> {
  const { bytes, ...file } = readDataset(path);
  return { places: served(path, () => createPlaces(file)), bytes };
}

/** The same for a file of the nation. */
export function loadNation(path: string): Loaded<NationPlaces> {
  const { bytes, ...nation } = readNation(path);
  return { places: served(path, () => createNationPlaces(nation)), bytes };
}

/** A file with a valid hash may still not be a dataset. */
function served<Own>(path: string, create: () => Own): Own {
  try {
    return create();
  } catch (cause) {
    throw new DatasetFileError(`${path}: the dataset cannot be served (${messageOf(cause)}); ${DATASET_REMEDY}`);
  }
}

export const CALIFORNIA_KIND: DatasetKind<Places> = {
  own: CURRENT_DATASET,
  load: loadPlaces,
  // Otherwise the first search after the replacement would wait for the geography.
  prepare: (places, { usesGeography }) => (usesGeography ? void places.geography() : undefined),
};
const NATION_KIND: DatasetKind<NationPlaces> = { own: CURRENT_NATION, load: loadNation, prepare: () => {} };

/** The datasets of all editions. */
export class LiveEditions {
  readonly california: LiveDataset<Places>;
  readonly unitedStates: LiveDataset<NationPlaces>;

  /** Reads the datasets. @throws DatasetFileError if one has no valid file */
  constructor(files: Readonly<Record<keyof Editions, DatasetFiles>>, log: Log) {
    this.california = new LiveDataset(CALIFORNIA_KIND, files.california, log);
    this.unitedStates = new LiveDataset(NATION_KIND, files.unitedStates, log);
  }

  get current(): Editions {
    return { california: this.california.current, unitedStates: this.unitedStates.current };
  }

  get isRefused(): boolean {
    return this.#all.some(({ isRefused }) => isRefused);
  }

  reload(): void {
    for (const one of this.#all) one.reload();
  }

  watch(): void {
    for (const one of this.#all) one.watch();
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((one) => one.close()));
  }

  get #all() {
    return [this.california, this.unitedStates] as const;
  }
}
