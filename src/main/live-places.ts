import { existsSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Log } from "../domain/log.ts";
import { messageOf } from "../domain/message.ts";
import { readDataset, writeAtomically } from "../places/file.ts";
import { createPlaces, type Places } from "../places/places.ts";
import { DATASET_REMEDY, DatasetFileError } from "../places/seal.ts";
import { CURRENT_DATASET, isInsideExecutable } from "./paths.ts";

const CHECK_EVERY_MS = 1_000;

export interface DatasetFiles {
  /** The file to serve and watch. */
  readonly path: string;
  /** Where to keep a copy of the last good file, used if the file is invalid at startup; null for no copy. */
  readonly copyPath: string | null;
}

/**
 * The current places. A new dataset replaces it between two requests; an invalid one is refused and the old one stays.
 * If the file is invalid at startup, the last good copy is used, or else the program's own dataset.
 */
export class LivePlaces {
  readonly #files: DatasetFiles;
  readonly #log: Log;
  #loaded: LoadedPlaces;
  #isRefused = false;
  #copying: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The state of the file when it was last found to have changed; null if it could not be found. */
  #state: string | null;

  /** Reads the dataset. @throws DatasetFileError if there is no valid one. */
  constructor(files: DatasetFiles, log: Log) {
    this.#files = files;
    this.#log = log;
    // Before the file is read, so that no later change is missed.
    this.#state = stateNow(files.path);
    this.#loaded = this.#first();
  }

  get current(): Places {
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
      const loaded = loadPlaces(this.#files.path);
      const { places, bytes } = loaded;
      this.#isRefused = false;
      this.#keepCopy(bytes);
      if (places.version === this.current.version) return;
      const { usesGeography } = this.current;
      this.#loaded = loaded;
      // Otherwise the first search after the replacement would wait for it.
      if (usesGeography) void places.geography();
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

  #first(): LoadedPlaces {
    const { path, copyPath } = this.#files;
    try {
      const loaded = loadPlaces(path);
      this.#keepCopy(loaded.bytes);
      return loaded;
    } catch (error) {
      if (path === CURRENT_DATASET) throw error;
      this.#loaded = tryToLoad(copyPath) ?? loadPlaces(CURRENT_DATASET);
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

function tryToLoad(path: string | null): LoadedPlaces | null {
  if (path === null || !existsSync(path)) return null;
  try {
    return loadPlaces(path);
  } catch {
    return null;
  }
}

interface LoadedPlaces {
  readonly places: Places;
  readonly bytes: Uint8Array;
}

/** Reads and checks a dataset file the way the service does. @throws DatasetFileError that names the file and what to do */
export function loadPlaces(path: string): LoadedPlaces {
  const { bytes, ...file } = readDataset(path);
  try {
    return { places: createPlaces(file), bytes };
  } catch (cause) {
    // A file with a valid hash may still not be a dataset.
    throw new DatasetFileError(`${path}: the dataset cannot be served (${messageOf(cause)}); ${DATASET_REMEDY}`);
  }
}
