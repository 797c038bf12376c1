import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SafetyClient } from "../../packages/client/src/client.ts";

const PACKAGES = join(import.meta.dir, "../../packages");

function read(path: string): string {
  return readFileSync(join(PACKAGES, path), "utf8");
}

/** Calls of the table whose name the page does not have, in the form of `us.areas(`. */
function missingIn(page: string, calls: readonly string[]): readonly string[] {
  return calls.filter((call) => !page.includes(`\`${call}(`));
}

test("the page of the TypeScript client names every call", () => {
  const client = new SafetyClient({ baseUrl: "https://safety.example", apiKey: `svc_test_${"0".repeat(38)}` });
  const methods = (of: object) =>
    Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(of))).flatMap(([name, { value }]) =>
      typeof value === "function" && name !== "constructor" ? [name] : [],
    );
  const calls = [...methods(client), ...methods(client.us).map((name) => `us.${name}`)];
  expect(calls).toContain("us.areasOf");
  expect(missingIn(read("client/README.md"), calls)).toEqual([]);
});

test("the page of the Python client names every call", () => {
  const program = read("python/safety_statistics/__init__.py");
  const methods = (of: string) => {
    const body = new RegExp(`^class ${of}\\b[\\s\\S]*?(?=^class )`, "m").exec(program)?.[0] ?? "";
    return [...body.matchAll(/^ {4}def ([a-z]\w*)\(/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => name !== "limits");
  };
  const calls = [...methods("SafetyClient"), ...methods("NationClient").map((name) => `us.${name}`)];
  expect(calls).toContain("us.areas_of");
  expect(missingIn(read("python/README.md"), calls)).toEqual([]);
});
