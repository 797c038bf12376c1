import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { displayOf } from "../../access/key.ts";
import { findKeys } from "../../access/scan.ts";
import { keyStatus } from "../../accounts/keys.ts";
import { errorCode, messageOf } from "../../domain/message.ts";
import type { Store } from "../../store/store.ts";
import { systemClock } from "../system-clock.ts";
import { CommandError, EXIT, note, print, printJson } from "../terminal.ts";
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

export function addScanCommand(key: Command): void {
  key
    .command("scan")
    .description(
      "Find API keys in files by form and checksum; exit code 1 if there are any, 2 if a file cannot be read",
    )
    .argument("<file...>", "files to read; - is standard input")
    .option("--lookup", "also look up the keys in the store and show their number and status")
    .option("--json", "print a JSON array")
    .action(scan);
}

async function scan(files: readonly string[], options: ScanOptions): Promise<void> {
  const findings: FoundSecret[] = [];
  const unread: string[] = [];
  for (const file of files) {
    try {
      const bytes = file === "-" ? await Bun.stdin.bytes() : await readFile(file);
      findings.push(...findingsIn(file, decoded(bytes)));
    } catch (error) {
      unread.push(`${printable(file)} (${errorCode(error) ?? messageOf(error)})`);
    }
  }
  const found = options.lookup
    ? await withStore((store) => Promise.all(findings.map((finding) => lookedUp(store, finding))))
    : findings.map(({ digest: _, ...finding }) => ({ ...finding, known: null }));
  if (options.json) printJson(found);
  else {
    // In the format of compilers and grep, so editors can jump to it.
    for (const { file, line, column, display, known } of found) {
      const status = known ? ` key ${known.key}, ${known.status}` : "";
      print(`${printable(file)}:${line}:${column}: ${display}${status}\n`);
    }
  }
  const advice = "Revoke them: `safety key revoke NUMBER`, or the page /revoke-key.";
  const result = found.length === 0 ? "No keys found." : `${found.length} found. ${advice}`;
  if (unread.length > 0) throw new CommandError(`${result} Not scanned: ${unread.join(", ")}.`, EXIT.usage);
  if (found.length > 0) throw new CommandError(result);
  note(`${result}\n`);
}

/**
 * UTF-8, or UTF-16 in either byte order. Without a byte order mark, the characters of a key in UTF-16 are those of
 * UTF-8 with NUL bytes between them. Other bytes become replacement characters, which no key contains.
 */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isMarked ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  return new TextDecoder(encoding).decode(bytes).replaceAll("\0", "");
}

/** A file name for a terminal, which could follow control characters in it. */
function printable(file: string): string {
  return file.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => encodeURIComponent(character));
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
