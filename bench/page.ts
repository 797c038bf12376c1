import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "..");
export const BENCHMARKS = join(ROOT, "docs/benchmarks.md");
/** A measured block of the page. Its end has the hash of its text, so that a test finds a change by hand. */
const BLOCK = /(?<=<!-- (\w+): written by npm run bench.* -->\n)([\s\S]*?)<!-- end (\w+) -->/g;

/** Processor and runtimes. */
export function machine(): string {
  const node = Bun.spawnSync(["node", "--version"]).stdout.toString().trim();
  return `${cpus()[0]?.model ?? "an unknown processor"}, Bun ${Bun.version}, Node ${node.slice(1)}`;
}

/** What was measured, and on what: a sentence for the page. */
export function measured(isQuick = false): string {
  const git = (...words: string[]) =>
    Bun.spawnSync(["git", ...words], { cwd: ROOT })
      .stdout.toString()
      .trim();
  const changes =
    git("status", "--porcelain", "src", "bench", "data", "package-lock.json") === "" ? "" : " with changes";
  const quick = isQuick ? " A quick run, a second each: not for publication." : "";
  return `Version ${manifest.version}, commit ${git("rev-parse", "--short=12", "HEAD")}${changes}; ${machine()}.${quick}`;
}

export function writeBlock(name: string, text: string): void {
  const page = readFileSync(BENCHMARKS, "utf8");
  writeFileSync(
    BENCHMARKS,
    page.replace(BLOCK, (all, block) => (block === name ? `${text}<!-- end ${hashOf(text)} -->` : all)),
  );
}

export interface Block {
  readonly name: string;
  readonly text: string;
  readonly isAsWritten: boolean;
}

export function blocks(): readonly Block[] {
  return [...readFileSync(BENCHMARKS, "utf8").matchAll(BLOCK)].map(([, name = "", text = "", hash]) => ({
    name,
    text,
    isAsWritten: hash === hashOf(text),
  }));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
