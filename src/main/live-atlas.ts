import { existsSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Log } from "../domain/log.ts";
import { messageOf } from "../domain/message.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { writeAtomically } from "../snapshot/file.ts";
import { loadAtlas } from "./load-atlas.ts";
import { CURRENT_SNAPSHOT, isInsideExecutable } from "./paths.ts";

const CHECK_EVERY_MS = 1_000;

export interface SnapshotPlaces {
  /** The file to serve and watch. */
  readonly path: string;
  /** Where to keep a copy of the last good file, used if the file is invalid at startup; null for no copy. */
  readonly copyPath: string | null;
}

/**
 * The current atlas. A new snapshot replaces it between two requests; an invalid one is refused and the old one stays.
 * If the file is invalid at startup, the last good copy is used, or else the program's own snapshot.
 */
export class LiveAtlas {
  readonly #places: SnapshotPlaces;
  readonly #log: Log;
  #atlas: Atlas;
  #refused = 0;
  #isRefused = false;
  #copying: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The state of the file when it was last found to have changed; null if it could not be found. */
  #state: string | null;

  /** Reads the snapshot. @throws SnapshotError if there is no valid one. */
  constructor(places: SnapshotPlaces, log: Log) {
    this.#places = places;
    this.#log = log;
    // Before the file is read, so that no later change is missed.
    this.#state = stateNow(places.path);
    this.#atlas = this.#first();
  }

  get current(): Atlas {
    return this.#atlas;
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
      const { atlas, bytes } = loadAtlas(this.#places.path);
      this.#isRefused = false;
      this.#keepCopy(bytes);
      if (atlas.version === this.#atlas.version) return;
      this.#atlas = atlas;
      this.#log.info({ snapshot: atlas.version }, "loaded a new snapshot");
    } catch (error) {
      this.#refuse(error, "refused an invalid snapshot; the old one stays in use");
    }
  }

  /**
   * Loads the file after each change of its metadata. Events of its folder would include every write to a store in the
   * same folder, and none of a file behind a link.
   */
  watch(): void {
    if (isInsideExecutable(this.#places.path)) return;
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#copying;
  }

  async #check(): Promise<void> {
    const state = await stat(this.#places.path).then(stateOf, () => null);
    if (state === this.#state || this.#timer === undefined) return;
    this.#state = state;
    this.reload();
  }

  #first(): Atlas {
    const { path, copyPath } = this.#places;
    try {
      const { atlas, bytes } = loadAtlas(path);
      this.#keepCopy(bytes);
      return atlas;
    } catch (error) {
      if (path === CURRENT_SNAPSHOT) throw error;
      const atlas = tryToLoad(copyPath) ?? loadAtlas(CURRENT_SNAPSHOT).atlas;
      this.#atlas = atlas;
      this.#refuse(error, "refused an invalid snapshot; another one is served instead");
      return atlas;
    }
  }

  #refuse(error: unknown, message: string): void {
    this.#refused += 1;
    this.#isRefused = true;
    const { version, statistics } = this.#atlas;
    this.#log.error({ snapshot: version, dataYear: statistics.data_year, reason: messageOf(error) }, message);
  }

  /** In the background: no request waits for the disk. */
  #keepCopy(bytes: Uint8Array): void {
    const { copyPath } = this.#places;
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

function tryToLoad(path: string | null): Atlas | null {
  if (path === null || !existsSync(path)) return null;
  try {
    return loadAtlas(path).atlas;
  } catch {
    return null;
  }
}
