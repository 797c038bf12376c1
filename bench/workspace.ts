import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GeographyFile, readGeography } from "../src/dataset/geography/file.ts";
import type { Snapshot } from "../src/domain/snapshot.ts";
import { CURRENT_DATASET, DATA_DIR } from "../src/main/paths.ts";
import { readDataset } from "../src/places/file.ts";
import { createPlaces } from "../src/places/places.ts";
import { type LoadName, writeLoads } from "./cases.ts";
import type { ServerName } from "./comparison.ts";
import type { LoadFiles } from "./load.ts";
import { type PeerFixture, peerFixture } from "./peer-fixture.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { mintKeys, type SeededKeys, seedStore } from "./seed.ts";
import {
  type BenchServer,
  CONSTANT_BYTES,
  LARGE_CONSTANT_BYTES,
  startConstant,
  startFloor,
  startNginx,
  startPeer,
  startService,
  startStep,
} from "./servers.ts";
import type { Step } from "./steps.ts";

/** The files and servers of one benchmark run; all of them are deleted afterward. */
export class Workspace {
  readonly folder: string;
  readonly snapshot: Snapshot;
  readonly geography: GeographyFile;
  readonly keys: SeededKeys;
  readonly loads: Readonly<Record<LoadName, LoadFiles>>;
  /** The embedded store that the cases share. */
  readonly sqliteUrl: string;
  #started = 0;
  #postgres: PostgresServer | undefined;
  #postgresUrl: string | undefined;
  #fixture: PeerFixture | undefined;

  static async open(): Promise<Workspace> {
    const folder = mkdtempSync(join(tmpdir(), "safety-bench-"));
    // PostgreSQL may run as another user in it.
    chmodSync(folder, 0o755);
    const workspace = new Workspace(
      folder,
      readDataset(CURRENT_DATASET).records,
      await readGeography(join(DATA_DIR, "geography.json.br")),
    );
    await seedStore(workspace.sqliteUrl, workspace.keys);
    return workspace;
  }

  private constructor(folder: string, snapshot: Snapshot, geography: GeographyFile) {
    this.folder = folder;
    this.snapshot = snapshot;
    this.geography = geography;
    this.keys = mintKeys();
    this.loads = writeLoads(folder, snapshot, geography, this.keys);
    this.sqliteUrl = `sqlite:${join(folder, "service.sqlite")}`;
  }

  /** A database server that runs as long as the workspace is open. */
  async postgres(): Promise<PostgresServer> {
    this.#postgres ??= await startPostgres("postgres", this.folder);
    return this.#postgres;
  }

  /** A seeded PostgreSQL store that the cases share. */
  async postgresUrl(): Promise<string> {
    if (this.#postgresUrl === undefined) {
      this.#postgresUrl = await (await this.postgres()).createDatabase("service");
      await seedStore(this.#postgresUrl, this.keys);
    }
    return this.#postgresUrl;
  }

  async close(): Promise<void> {
    await this.#postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts a new server of a step from a constant answer to the service, with a new store; the caller stops it. */
  async startStep(id: Step["id"]): Promise<BenchServer> {
    if (id === "bun" || id === "floor") return await this.start(id);
    return id === "service"
      ? await this.startWithOwnStore("sqlite")
      : await startStep(id, await this.#newStore(), this.folder);
  }

  /** Starts a new server of a kind, whose SQLite store, if it has one, is new as well; the caller stops it. */
  async startWithOwnStore(name: ServerName): Promise<BenchServer> {
    return name === "sqlite"
      ? await startService({ name, databaseUrl: await this.#newStore() }, this.folder)
      : await this.start(name);
  }

  /** The address of a new SQLite store, without test keys. */
  async #newStore(): Promise<string> {
    this.#started++;
    const databaseUrl = `sqlite:${join(this.folder, `service${this.#started}.sqlite`)}`;
    await seedStore(databaseUrl, { ...this.keys, test: [] });
    return databaseUrl;
  }

  /** Starts a new server of a kind; the caller stops it. Peers start with a new store. */
  async start(name: ServerName): Promise<BenchServer> {
    const { folder } = this;
    this.#started++;
    switch (name) {
      case "node":
      case "bun":
        return await startConstant(name, CONSTANT_BYTES, folder);
      case "bun10k":
        return await startConstant("bun", LARGE_CONSTANT_BYTES, folder);
      case "floor":
        return await startFloor(this.snapshot, folder);
      case "nginx":
        return await startNginx(folder);
      case "sqlite":
        return await startService({ name, databaseUrl: this.sqliteUrl }, folder);
      case "postgres": {
        const [postgres, databaseUrl] = [await this.postgres(), await this.postgresUrl()];
        return await startService({ name, databaseUrl, postgres }, folder);
      }
      default: {
        const { places } = await createPlaces(readDataset(CURRENT_DATASET)).geography();
        this.#fixture ??= peerFixture(this.snapshot, this.geography, places, this.keys.live);
        return await startPeer(name, `${name}${this.#started}`, this.#fixture, await this.postgres(), folder);
      }
    }
  }
}
