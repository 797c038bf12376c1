// Measures memory after lookups and searches of the whole country, without the thread of the pages, from source and of the
// executable. Usage: npm run bench -- --memory
import { join } from "node:path";
import { scratchFolder } from "../test/support/scratch.ts";
import { countryRequests, memoryAfterCountry } from "./country.ts";
import { NO_FIXTURE } from "./fixture.ts";
import { measured, writeBlock } from "./page.ts";
import { createKeyStore, service } from "./servers.ts";

/** Less than this is promised. */
const BOUND_MB = 150;
const TIMES = 2;

const store = createKeyStore();
const [key = ""] = store.keys;
const executable = join(scratchFolder("memory"), "safety");
const script = join(import.meta.dir, "../scripts/build-executable.ts");
const { exitCode, stderr } = Bun.spawnSync([process.execPath, script, executable]);
if (exitCode !== 0) throw new Error(stderr.toString());

async function megabytes(program: string | undefined): Promise<string> {
  const results: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const options = program === undefined ? {} : { program };
    const node = await (await service("node", "sqlite", store, options)).start(NO_FIXTURE);
    try {
      results.push((await memoryAfterCountry(node, key)) / 1_000_000);
    } finally {
      await node.stop();
    }
  }
  const [least = 0, most = 0] = [Math.min(...results), Math.max(...results)].map(Math.round);
  return least === most ? `${least} MB` : `${least} to ${most} MB`;
}

const count = countryRequests().length.toLocaleString("en-US");
const text = `- Memory after ${count} lookups and searches of the whole country, without pages: ${await megabytes(undefined)} from source, ${await megabytes(executable)} as the executable; bound: ${BOUND_MB} MB.

${measured()}
`;
console.log(text);
if (process.argv.includes("--write")) writeBlock("memory", text);
process.exit(0);
