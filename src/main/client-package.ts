import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTarGzip } from "nanotar";

/** The TypeScript client that fits this server, its build included. */
const CLIENT_DIR = fileURLToPath(new URL("../../packages/client", import.meta.url));
const SINGLE_FILES = ["package.json", "README.md", "LICENSE"];
/** Names begin with this in a package of npm. */
const PREFIX = "package";
/** One time for all files, so that the same files are the same bytes and a lock file's hash goes on fitting. */
const MODIFIED_MS = 0;

/** The client as `npm install` takes it from an address: the same files as `npm pack` gives. */
export async function packClient(): Promise<Uint8Array<ArrayBuffer>> {
  const built = await readdir(join(CLIENT_DIR, "dist"));
  const names = [...SINGLE_FILES, ...built.toSorted().map((name) => `dist/${name}`)];
  const files = names.map(async (name) => ({
    name: `${PREFIX}/${name}`,
    data: await readFile(join(CLIENT_DIR, name)),
  }));
  return new Uint8Array(await createTarGzip(await Promise.all(files), { attrs: { mtime: MODIFIED_MS, mode: "644" } }));
}
