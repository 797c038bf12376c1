import { existsSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { messageOf } from "../base/error-text.ts";
import type { HeldFile } from "../base/held-file.ts";
import type { Log } from "../base/log.ts";
import { recordFrom } from "../base/named-table.ts";
import { readSealed } from "../base/sealed-file.ts";
import { EDITION_NAMES, type EditionName } from "../editions/table.ts";
import { writeAtomically } from "../figures/file.ts";
import { openPlaces, type Places, type Served, servedFrom } from "../lookup/served.ts";
import { COUNTRY } from "./country.ts";
import { isInsideExecutable } from "./paths.ts";

const CHECK_EVERY_MS = 1_000;

export interface DatasetFiles {
  /** The program's own file, used if there is no valid other one. */
  readonly own: string;
  readonly path: string;
  /** Where to keep a copy of the last good file, used if the file is invalid at startup; null for no copy. */
  readonly copyPath: string | null;
}

type Loaded<Own> = ReturnType<typeof readSealed<Own>>;

/**
 * The current places of a dataset file. A new dataset replaces them between two requests; an invalid one is refused and the old one stays.
 * If the file is invalid at startup, the last good copy is used, or else the program's own dataset.
 */
export class LiveDataset<Own extends Places> {
  readonly #open: (file: HeldFile) => Own;
  readonly #files: DatasetFiles;
  readonly #log: Log;
  readonly #onReplaced: () => void;
  #loaded: Loaded<Own>;
  #isRefused = false;
  #copying: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The state of the file when it was last found to have changed; null if it could not be found. */
  #state: string | null;

  /** Reads the dataset. @throws DatasetFileError if there is no valid one. */
  constructor(open: (file: HeldFile) => Own, files: DatasetFiles, log: Log, onReplaced = () => {}) {
    this.#open = open;
    this.#files = files;
    this.#log = log;
    this.#onReplaced = onReplaced;
    // Before the file is read, so that no later change is missed.
    this.#state = stateNow(files.path);
    this.#loaded = this.#first();
  }

  get current(): Own {
    return this.#loaded.content;
  }

  /** The file of the current places. */
  get file(): HeldFile {
    return this.#loaded.file;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Reads the file again, and serves it if it is valid and new. */
  reload(): void {
    try {
      const loaded = readSealed(this.#files.path, this.#open);
      const places = loaded.content;
      this.#isRefused = false;
      this.#keepCopy(loaded.file);
      if (places.version === this.current.version) return;
      const former = this.current;
      this.#loaded = loaded;
      void loaded.file.pack();
      this.#onReplaced();
      // Otherwise the first search after the replacement would wait for the geography.
      if (places.kind === "state" && former.kind === "state" && former.usesGeography) void places.geography();
      this.#log.info({ dataset: places.version }, "loaded a new dataset");
    } catch (error) {
      this.#refuse(error, "refused an invalid dataset; the old one stays in use");
    }
  }

  /** Also compresses what is held of the file. Watches metadata: events of the folder would include all store writes, and none of a file behind a link. */
  watch(): void {
    // Not before: the start would take longer.
    void this.file.pack();
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
    const { own, path, copyPath } = this.#files;
    const load = (file: string) => readSealed(file, this.#open);
    try {
      const loaded = load(path);
      this.#keepCopy(loaded.file);
      return loaded;
    } catch (error) {
      if (path === own) throw error;
      this.#loaded = loadIfValid(load, copyPath) ?? load(own);
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
  #keepCopy(file: HeldFile): void {
    const { copyPath } = this.#files;
    if (copyPath === null) return;
    this.#copying = this.#copying
      .then(async () => {
        const copy = await readFile(copyPath).catch(() => null);
        const bytes = file.bytes();
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

function loadIfValid<Own>(load: (path: string) => Own, path: string | null): Own | null {
  if (path === null || !existsSync(path)) return null;
  try {
    return load(path);
  } catch {
    return null;
  }
}

export class LiveEditions {
  readonly #all: Readonly<Record<EditionName, LiveDataset<Places>>>;
  #current: Served;

  /** Reads the datasets. @throws DatasetFileError if one has no valid file */
  constructor(files: Readonly<Record<EditionName, DatasetFiles>>, log: Log) {
    this.#all = recordFrom(
      EDITION_NAMES.map((name) => [
        name,
        new LiveDataset<Places>(
          (file) => openPlaces(name, file, COUNTRY),
          files[name],
          log,
          () => this.#renew(),
        ),
      ]),
    );
    this.#current = this.#served();
  }

  get current(): Served {
    return this.#current;
  }

  /** The files of the current places, and their version together. */
  get files() {
    return {
      version: this.#each.map(({ current }) => current.version).join(" "),
      files: recordFrom(EDITION_NAMES.map((name) => [name, this.#all[name].file.shared])),
    };
  }

  /**
   * Drops what was made for requests and can be made again: answers, and the boundaries of states. Answers are kept for
   * the object that `current` returns, so it is another one from here on.
   */
  forget(): void {
    for (const places of this.#current.nations) places.forget();
    COUNTRY.forget();
    this.#renew();
  }

  isRefused(name: EditionName): boolean {
    return this.#all[name].isRefused;
  }

  reload(): void {
    for (const one of this.#each) one.reload();
  }

  watch(): void {
    for (const one of this.#each) one.watch();
  }

  async close(): Promise<void> {
    await Promise.all(this.#each.map((one) => one.close()));
  }

  #renew(): void {
    this.#current = this.#served();
  }

  #served(): Served {
    return servedFrom(this.#each.map(({ current }) => current));
  }

  get #each() {
    return EDITION_NAMES.map((name) => this.#all[name]);
  }
}
