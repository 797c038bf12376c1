import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Log } from "../domain/log.ts";
import { messageOf } from "../domain/message.ts";
import { type Atlas, createAtlas } from "../snapshot/atlas.ts";
import { readSnapshot, SNAPSHOT_REMEDY, SnapshotError } from "../snapshot/file.ts";
import { isInsideExecutable } from "./paths.ts";

/** A write is several file events; they are taken together. */
const SETTLE_MS = 200;

/** The atlas in force. A new snapshot takes its place between two requests; a broken one is refused and the old one stays. */
export class LiveAtlas {
  readonly #path: string;
  readonly #log: Log;
  #atlas: Atlas;
  #refused = 0;
  #watcher: FSWatcher | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Reads the snapshot. @throws SnapshotError when there is none that can be used. */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#atlas = readAtlas(path);
  }

  get current(): Atlas {
    return this.#atlas;
  }

  /** How many files were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes the file in again, if it can be used and holds something new. */
  reload(): void {
    try {
      const next = readAtlas(this.#path);
      if (next.snapshot.version === this.#atlas.snapshot.version) return;
      this.#atlas = next;
      this.#log.info({ snapshot: next.snapshot.version }, "took in a new snapshot");
    } catch (error) {
      this.#refused += 1;
      this.#log.error(
        { snapshot: this.#atlas.snapshot.version, reason: messageOf(error) },
        "refused a broken snapshot, the old one stays",
      );
    }
  }

  /** Follows the file: its folder is watched, since an atomic write puts another file in its place. */
  watch(): void {
    if (isInsideExecutable(this.#path)) return;
    this.#watcher = watch(dirname(this.#path), (_event, name) => {
      if (name !== basename(this.#path)) return;
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => this.reload(), SETTLE_MS);
    });
  }

  close(): void {
    clearTimeout(this.#settling);
    this.#watcher?.close();
  }
}

/** @throws SnapshotError that names the file, also where a seal was put on what is no snapshot. */
function readAtlas(path: string): Atlas {
  const snapshot = readSnapshot(path);
  try {
    return createAtlas(snapshot);
  } catch (cause) {
    throw new SnapshotError(
      "shape_wrong",
      `${path}: the snapshot cannot be served (${messageOf(cause)}); ${SNAPSHOT_REMEDY}`,
    );
  }
}
