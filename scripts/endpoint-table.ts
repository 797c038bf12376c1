import { OPERATIONS } from "../src/api/operations.ts";

/** `readme` with the table of endpoints that follows from the operations. */
export async function withEndpointTable(readme: string): Promise<string> {
  const rows = await Promise.all(
    OPERATIONS.map(async ({ method, path, describe }) => `| \`${method} ${path}\` | ${(await describe()).summary} |`),
  );
  const table = ["| request | what it does |", "|---|---|", ...rows].join("\n");
  return readme.replace(/\| request \| what it does \|[\s\S]*?\n(?=\n)/, () => `${table}\n`);
}
