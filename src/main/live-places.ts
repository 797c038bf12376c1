import { existsSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Log } from "../domain/log.ts";
import { messageOf } from "../domain/message.ts";
import { writeAtomically } from "../places/file.ts";
import type { Places } from "../places/places.ts";
import { loadPlaces } from "./load-places.ts";
import { CURRENT_SNAPSHOT, isInsideExecutable } from "./paths.ts";

const CHECK_EVERY_MS = 1_000;

export interface SnapshotFiles {
  /** The file to serve and watch. */
  readonly path: string;
  /** Where to keep a copy of the last good file, used if the file is invalid at startup; null for no copy. */
  readonly copyPath: string | null;
}

/**
 * The current places. A new snapshot replaces it between two requests; an invalid one is refused and the old one stays.
 * If the file is invalid at startup, the last good copy is used, or else the program's own snapshot.
 */
export class LivePlaces {
  readonly #files: SnapshotFiles;
  readonly #log: Log;
  #current: Places;
  #refused = 0;
  #isRefused = false;
  #copying: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The state of the file when it was last found to have changed; null if it could not be found. */
  #state: string | null;

  /** Reads the snapshot. @throws SnapshotError if there is no valid one. */
  constructor(files: SnapshotFiles, log: Log) {
    this.#files = files;
    this.#log = log;
    // Before the file is read, so that no later change is missed.
    this.#state = stateNow(files.path);
    this.#current = this.#first();
  }

  get current(): Places {
    return this.#current;
  }

  /** How many files were refused since startup. */
  get refused(): number {
    return this.#refused;
  }

  /** Whether the current file was refused. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Reads the file again, and serves it if it is valid and new. */
  reload(): void {
    try {
      const { places, bytes } = loadPlaces(this.#files.path);
      this.#isRefused = false;
      this.#keepCopy(bytes);
      if (places.version === this.#current.version) return;
      this.#current = places;
      this.#log.info({ snapshot: places.version }, "loaded a new snapshot");
    } catch (error) {
      this.#refuse(error, "refused an invalid snapshot; the old one stays in use");
    }
  }

  /**
   * Loads the file after each change of its metadata. Events of its folder would include every write to a store in the
   * same folder, and none of a file behind a link.
   */
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

  #first(): Places {
    const { path, copyPath } = this.#files;
    try {
      const { places, bytes } = loadPlaces(path);
      this.#keepCopy(bytes);
      return places;
    } catch (error) {
      if (path === CURRENT_SNAPSHOT) throw error;
      const places = tryToLoad(copyPath) ?? loadPlaces(CURRENT_SNAPSHOT).places;
      this.#current = places;
      this.#refuse(error, "refused an invalid snapshot; another one is served instead");
      return places;
    }
  }

  #refuse(error: unknown, message: string): void {
    this.#refused += 1;
    this.#isRefused = true;
    const { version, statistics } = this.#current;
    this.#log.error({ snapshot: version, dataYear: statistics.data_year, reason: messageOf(error) }, message);
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
          "cannot save a copy of the snapshot for a start with an invalid file",
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

function tryToLoad(path: string | null): Places | null {
  if (path === null || !existsSync(path)) return null;
  try {
    return loadPlaces(path).places;
  } catch {
    return null;
  }
}
