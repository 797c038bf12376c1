import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { displayOf } from "../../access/key.ts";
import { findKeys } from "../../access/scan.ts";
import { keyStatus } from "../../accounts/keys.ts";
import { errorCode, messageOf } from "../../domain/message.ts";
import type { Store } from "../../store/store.ts";
import { systemClock } from "../clock.ts";
import { CommandError, EXIT, printJson, type Terminal } from "../terminal.ts";
import { withStore } from "../with-store.ts";

interface ScanOptions {
  readonly lookup?: true;
  readonly json?: true;
}

/** The position of a key in a text. Line and column start at 1; the key itself is never printed. */
interface FoundSecret {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly display: string;
  readonly digest: string;
}

export function addScanCommand(key: Command, terminal: Terminal): void {
  key
    .command("scan")
    .description("Find API keys in files by form and checksum; exit code 1 if there are any")
    .argument("<file...>", "files to read; - is standard input")
    .option("--lookup", "also look up the keys in the store and show their number and status")
    .option("--json", "print a JSON array")
    .action((files: readonly string[], options: ScanOptions) => scan(terminal, files, options));
}

async function scan(terminal: Terminal, files: readonly string[], options: ScanOptions): Promise<void> {
  const findings: FoundSecret[] = [];
  for (const file of files) findings.push(...findingsIn(file, await textOf(file)));
  const found = options.lookup
    ? await withStore(terminal, (store) => Promise.all(findings.map((finding) => lookedUp(store, finding))))
    : findings.map(({ digest: _, ...finding }) => ({ ...finding, known: null }));
  if (options.json) printJson(terminal, found);
  else for (const finding of found) terminal.out(`${describe(finding)}\n`);
  if (found.length === 0) return terminal.note("No keys found.\n");
  throw new CommandError(`${found.length} found. Revoke them: \`safety key revoke NUMBER\`, or the page /revoke-key.`);
}

/** Bytes that are not UTF-8 become replacement characters, which no key contains. */
async function textOf(file: string): Promise<string> {
  if (file === "-") return await Bun.stdin.text();
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${errorCode(error) ?? messageOf(error)})`, EXIT.usage);
  }
}

function findingsIn(file: string, text: string): readonly FoundSecret[] {
  return findKeys(text).map(({ key, digest, index }) => {
    const before = text.slice(0, index).split("\n");
    return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, display: displayOf(key), digest };
  });
}

async function lookedUp(store: Store, { digest, ...finding }: FoundSecret) {
  const key = await store.keys.findByDigest(digest);
  return { ...finding, known: key && { key: key.id, status: keyStatus(key, systemClock.now()) } };
}

type Shown = Omit<FoundSecret, "digest"> & { readonly known: { readonly key: number; readonly status: string } | null };

/** In the format of compilers and grep, so editors can jump to it. */
function describe({ file, line, column, display, known }: Shown): string {
  return `${file}:${line}:${column}: ${display}${known ? ` key ${known.key}, ${known.status}` : ""}`;
}
