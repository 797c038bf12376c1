// Compares what two versions of the service answer: all pages and files, requests with names in many spellings, refused
// requests, tools, and documents. Prints each difference, and exits with 1 if there is any.
// Usage: bun scripts/compare-answers.ts A B [--sample 0.1] [--requests 5000] [--seed 1]
// A and B are folders with a checkout, or base URLs of running services; for these, API_KEY has a key of both.
import { parseArgs } from "node:util";
import { type Ask, compare, type Sides } from "./compare/differences.ts";
import { apiRequests, documentRequests, toolRequests } from "./compare/requests.ts";
import { type Served, serve } from "./compare/served.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "1" },
    requests: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
  },
});
const [first, second] = positionals;
const [share, count, seed] = [Number(values.sample), Number(values.requests), Number(values.seed)];
if (first === undefined || second === undefined || !(share > 0 && share <= 1)) {
  throw new Error("usage: bun scripts/compare-answers.ts A B [--sample 0.1] [--requests 5000] [--seed 1]");
}

/** Pages that show the time. */
const LIVE = ["/status"];

const served: Served[] = [];
let differences = 0;
try {
  const a = await serve(first);
  served.push(a);
  const b = await serve(second);
  served.push(b);
  const sides: Sides = [a, b];
  const listed = await pathsInSitemaps(sides);
  const pages = listed.filter((path) => isSampled(path)).map((path): Ask => ({ path }));
  const links = new Set<string>();
  differences += await compare("pages", pages, sides, (text) => {
    for (const path of pathsIn(text)) links.add(path);
  });
  const known = new Set([...listed, ...LIVE]);
  const files = [...links].filter((path) => !known.has(path) && isSampled(path)).toSorted();
  differences += await compare(
    "files",
    files.map((path): Ask => ({ path })),
    sides,
  );
  differences += await compare("requests", apiRequests(listed, Math.round(count * share), seed), sides);
  differences += await compare("tools", toolRequests(listed, Math.round((count * share) / 10), seed), sides);
  differences += await compare("documents", documentRequests(), sides);
} finally {
  await Promise.all(served.map((one) => one.stop()));
}
process.exit(differences === 0 ? 0 : 1);

/** The same part of all paths in every run. */
function isSampled(path: string): boolean {
  return share === 1 || Number(Bun.hash(path) % 10_000n) < share * 10_000;
}

async function pathsInSitemaps(sides: Sides): Promise<readonly string[]> {
  const lists = await Promise.all(
    sides.map(async ({ url }) => {
      const response = await fetch(`${url}/sitemap.xml`);
      if (!response.ok) throw new Error(`${url}/sitemap.xml: ${response.status}`);
      return Array.from(
        (await response.text()).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g),
        ([, path]) => path ?? "",
      );
    }),
  );
  return [...new Set(lists.flat())].map((path) => path.replaceAll("&amp;", "&") || "/").toSorted();
}

/** What a page links to or shows, on the same service. */
function pathsIn(html: string): readonly string[] {
  const found = html.matchAll(/ (?:href|src|content)="(?:https?:\/\/localhost:8080)?(\/[^"/#][^"#]*)/g);
  return Array.from(found, ([, path = ""]) => path.replaceAll("&amp;", "&"));
}
