import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createTarGzip } from "nanotar";
import typescriptPackage from "../../packages/client/package.json" with { type: "json" };

/** A client as package managers install it. Its name has version and hash, so the content at its URL never changes. */
export interface ClientFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The clients that match this server, and every released one, for programs that installed it from its URL. */
export type ClientFiles = Awaited<ReturnType<typeof loadClientFiles>>;

const PYTHON_FILE = "safety_statistics/__init__.py";
/** A source distribution (PEP 517). */
const PYTHON_PACKAGE = ["pyproject.toml", "README.md", PYTHON_FILE, "safety_statistics/py.typed"];

const PACKAGES_DIR = fileURLToPath(new URL("../../packages", import.meta.url));
export const RELEASED_DIR = join(PACKAGES_DIR, "released");

const CONTENT_TYPES = {
  tgz: "application/gzip",
  "tar.gz": "application/gzip",
  py: "text/x-python; charset=utf-8",
} as const;

export async function loadClientFiles() {
  const python = await readBytes(join(PACKAGES_DIR, "python", PYTHON_FILE));
  const stem = `safety_statistics-${pythonVersion(python)}`;
  const released = (await readdir(RELEASED_DIR)).filter((name) => /\.(tgz|tar\.gz|py\.gz)$/.test(name)).toSorted();
  return {
    typescript: clientFile(`safety-statistics-client-${typescriptPackage.version}`, "tgz", await packClient()),
    python: clientFile(stem, "py", python),
    /** The same for pip. */
    pythonPackage: clientFile(stem, "tar.gz", await packed("python", stem, PYTHON_PACKAGE)),
    released: await Promise.all(
      released.map(async (stored): Promise<ClientFile> => {
        const bytes = await readBytes(join(RELEASED_DIR, stored));
        if (!stored.endsWith(".py.gz")) return { name: stored, contentType: CONTENT_TYPES.tgz, bytes };
        const name = stored.slice(0, -".gz".length);
        return { name, contentType: CONTENT_TYPES.py, bytes: new Uint8Array(gunzipSync(bytes)) };
      }),
    ),
  };
}

/** The file of a released client in its folder. Python's single files are compressed: they are no code of this program. */
export function storedName(name: string): string {
  return name.endsWith(".py") ? `${name}.gz` : name;
}

function pythonVersion(source: Uint8Array): string {
  const version = /^__version__ = "([^"]+)"$/m.exec(Buffer.from(source).toString())?.[1];
  if (version === undefined) throw new Error("the Python client does not state its version");
  return version;
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}

/** The name of a client's file: its version, and the start of its content's SHA-256. */
export function clientFileName(stem: string, extension: keyof typeof CONTENT_TYPES, bytes: Uint8Array): string {
  return `${stem}-${hash("sha256", bytes, "hex").slice(0, 12)}.${extension}`;
}

function clientFile(stem: string, extension: keyof typeof CONTENT_TYPES, bytes: Uint8Array<ArrayBuffer>): ClientFile {
  return { name: clientFileName(stem, extension, bytes), contentType: CONTENT_TYPES[extension], bytes };
}

const SINGLE_FILES = ["package.json", "README.md", "LICENSE"];
/** Prefix of all names in an npm package. */
const PREFIX = "package";
/** One modification time for all files, so the same files give the same bytes. */
const MODIFIED_MS = 0;

/** The TypeScript client in the form that `npm install` takes from a URL, with the same files as `npm pack`. */
async function packClient(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(PACKAGES_DIR, "client");
  const built = await readdir(join(folder, "dist"), { recursive: true, withFileTypes: true });
  const builtNames = built
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return packed("client", PREFIX, [...SINGLE_FILES, ...builtNames.toSorted()]);
}

/** Files of a package in a folder of an archive. */
async function packed(of: string, folder: string, names: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const files = names.map(async (name) => ({
    name: `${folder}/${name}`,
    data: await readFile(join(PACKAGES_DIR, of, name)),
  }));
  return new Uint8Array(await createTarGzip(await Promise.all(files), { attrs: { mtime: MODIFIED_MS, mode: "644" } }));
}
