// Builds the one-file executable: runtime, program, dataset, pages and client package in one file that needs nothing else.
// Usage: bun scripts/build-executable.ts [FILE]
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { packClient } from "../src/main/client-package.ts";

const root = join(import.meta.dir, "..");

/** The client package is made from files that are not inside; so its bytes are. */
const frozenClientPackage: BunPlugin = {
  name: "frozen client package",
  setup(build) {
    build.onLoad({ filter: /src\/main\/client-package\.ts$/ }, async () => {
      const base64 = Buffer.from(await packClient()).toString("base64");
      return { loader: "js", contents: `export const packClient = async () => Buffer.from("${base64}", "base64");` };
    });
  },
};

const outfile = process.argv[2] ?? join(root, "dist", "safety");
const result = await Bun.build({
  // Each thread is a program of its own, which nothing imports.
  entrypoints: [
    join(root, "src/main/cli.ts"),
    join(root, "src/store/sqlite/checkpoint-thread.ts"),
    join(root, "src/accounts/password-thread.ts"),
  ],
  naming: { entry: "[name].[ext]" },
  compile: { outfile },
  // Compiled ahead and loaded as it is needed: the service answers in 90 ms instead of 190.
  bytecode: true,
  format: "esm",
  splitting: true,
  minify: { whitespace: true, syntax: true },
  plugins: [frozenClientPackage],
});
console.log(`${outfile} ${(Bun.file(outfile).size / 1_000_000).toFixed(1)} MB, ${result.outputs.length} files inside`);
