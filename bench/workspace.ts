import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Snapshot } from "../src/domain/snapshot.ts";
import { CURRENT_SNAPSHOT } from "../src/main/paths.ts";
import { readSnapshot } from "../src/snapshot/file.ts";
import { type LoadName, writeLoads } from "./cases.ts";
import type { ServerName } from "./comparison.ts";
import type { LoadFiles } from "./load.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { mintKeys, type SeededKeys, seedStore } from "./seed.ts";
import {
  type BenchServer,
  CONSTANT_BYTES,
  LARGE_CONSTANT_BYTES,
  startConstant,
  startNginx,
  startPeer,
  startService,
} from "./servers.ts";

/** What one run of the benchmark works on; all of it is gone afterwards. */
export class Workspace {
  readonly folder: string;
  readonly snapshot: Snapshot;
  readonly keys: SeededKeys;
  readonly loads: Readonly<Record<LoadName, LoadFiles>>;
  /** The embedded store that the cases share. */
  readonly sqliteUrl: string;
  readonly #running: { stop(): Promise<void> }[] = [];
  readonly #servers = new Map<string, BenchServer>();
  #postgres: PostgresServer | undefined;
  #postgresUrl: string | undefined;

  static async open(): Promise<Workspace> {
    const folder = mkdtempSync(join(tmpdir(), "safety-bench-"));
    // PostgreSQL may run as another user below it.
    chmodSync(folder, 0o755);
    const workspace = new Workspace(folder, readSnapshot(CURRENT_SNAPSHOT));
    await seedStore(workspace.sqliteUrl, workspace.keys);
    return workspace;
  }

  private constructor(folder: string, snapshot: Snapshot) {
    this.folder = folder;
    this.snapshot = snapshot;
    this.keys = mintKeys();
    this.loads = writeLoads(folder, snapshot, this.keys);
    this.sqliteUrl = `sqlite:${join(folder, "service.sqlite")}`;
  }

  /** A server for as long as the workspace is open. */
  async keep<Server extends { stop(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
    const server = await starting;
    this.#running.unshift(server);
    return server;
  }

  async postgres(): Promise<PostgresServer> {
    this.#postgres ??= await this.keep(startPostgres("postgres", this.folder));
    return this.#postgres;
  }

  /** A seeded store in PostgreSQL that the cases share. */
  async postgresUrl(): Promise<string> {
    if (this.#postgresUrl === undefined) {
      this.#postgresUrl = await (await this.postgres()).createDatabase("service");
      await seedStore(this.#postgresUrl, this.keys);
    }
    return this.#postgresUrl;
  }

  /** A server of a kind, started once for each `user` of it; it idles until its turn. */
  async server(name: ServerName, user: string = name): Promise<BenchServer> {
    const known = this.#servers.get(user);
    if (known) return known;
    const server = await this.keep(this.#start(name, user));
    this.#servers.set(user, server);
    return server;
  }

  async close(): Promise<void> {
    for (const server of this.#running) await server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #start(name: ServerName, user: string): Promise<BenchServer> {
    const { folder } = this;
    switch (name) {
      case "node":
      case "bun":
        return await startConstant(name, CONSTANT_BYTES, folder);
      case "bun10k":
        return await startConstant("bun", LARGE_CONSTANT_BYTES, folder);
      case "nginx":
        return await startNginx(folder);
      case "sqlite":
        return await startService({ name: user, databaseUrl: this.sqliteUrl }, folder);
      case "postgres": {
        const [postgres, databaseUrl] = [await this.postgres(), await this.postgresUrl()];
        return await startService({ name: user, databaseUrl, postgres }, folder);
      }
      default: {
        const fixture = { keys: this.keys.live, cities: this.snapshot.cities.map(({ record }) => record) };
        return await startPeer(name, fixture, await this.postgres(), folder);
      }
    }
  }
}
