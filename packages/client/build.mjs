// Builds the package: ECMAScript modules, CommonJS beside them, and types with their comments for both.
// Usage: node build.mjs [OUTPUT]
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const output = process.argv[2] ?? join(folder, "dist");
// That of the repository: the generator's own version is beside it only for the compiler's JavaScript interface.
const compiler = join(folder, "../../node_modules/.bin/tsc");
const CODE = ["--removeComments", "--declaration", "false"];
const TYPES = ["--emitDeclarationOnly"];

for (const [project, kind, target] of [
  ["tsconfig.json", CODE, output],
  ["tsconfig.cjs.json", CODE, join(output, "cjs")],
  ["tsconfig.json", TYPES, output],
  ["tsconfig.cjs.json", TYPES, join(output, "cjs")],
]) {
  const options = ["--project", join(folder, project), ...kind, "--outDir", target];
  execFileSync(compiler, options, { stdio: ["ignore", "inherit", "inherit"] });
}
writeFileSync(join(output, "cjs/package.json"), '{ "type": "commonjs" }\n');
// The types of the API are half of the package, so they are in it once.
writeFileSync(join(output, "schema.d.ts"), 'export * from "./cjs/schema.js";\n');
