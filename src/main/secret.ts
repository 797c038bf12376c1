import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, messageOf } from "../base/error-text.ts";
import { type Config, settingsError } from "./config.ts";
import { CommandError } from "./exit.ts";

const SECRET_BYTES = 48;
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/**
 * Signs sessions and links: `SECRET`, or a random one stored next to the embedded store. Nodes must share it, so
 * PostgreSQL requires `SECRET`. @throws CommandError that says how to create one
 */
export async function sessionSecret(config: Config): Promise<string> {
  if (config.SECRET !== undefined) return config.SECRET;
  if (config.DATABASE_URL.dialect !== "sqlite") {
    throw settingsError([
      "SECRET must be set with PostgreSQL, the same on every node: `openssl rand -base64 48` creates one",
    ]);
  }
  const { path } = config.DATABASE_URL;
  if (path === ":memory:") return randomBytes(SECRET_BYTES).toString("base64url");
  return storedSecret(secretFile(path));
}

/** The secret that the settings have, without creating one; null if there is none. @throws if its file cannot be read */
export async function givenSecret({ SECRET, DATABASE_URL }: Config): Promise<string | null> {
  if (SECRET !== undefined) return SECRET;
  if (DATABASE_URL.dialect !== "sqlite") return null;
  const path = secretFile(DATABASE_URL.path);
  return existsSync(path) ? await readFile(path, "utf8") : null;
}

/** Where the secret of an embedded store is, unless `SECRET` is set. */
export function secretFile(storePath: string): string {
  return join(dirname(storePath), "secret");
}

/** Says whether two nodes have the same secret, without revealing it. */
export function secretDigest(secret: string): string {
  return createHmac("sha256", secret).update("safety: same secret").digest("base64url");
}

/** With `wx`, one of two starting processes writes and the other reads. @throws CommandError without the folder */
async function storedSecret(path: string): Promise<string> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
    const fresh = randomBytes(SECRET_BYTES).toString("base64url");
    await writeFile(path, fresh, { flag: "wx", mode: OWNER_ONLY }).catch(ignoreIfExists);
    return await readFile(path, "utf8");
  } catch (error) {
    const why = `${dirname(path)} is not writable (${errorCode(error) ?? messageOf(error)})`;
    throw new CommandError(`The embedded store needs a writable folder, and ${why}. Set DATABASE_URL.`);
  }
}

function ignoreIfExists(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}
