import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import GithubSlugger from "github-slugger";
import { marked, type Token } from "marked";

const ROOT = join(import.meta.dir, "../..");
/** Every file of the repository that people write: code, tests, and docs. */
const FILES = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
  .stdout.toString()
  .split("\n")
  .filter((path) => /\.(tsx?|js|mjs|md|sh|ya?ml|conf|service|timer|py)$/.test(path) || path.endsWith("Dockerfile"))
  .filter((path) => !path.startsWith("packages/client/dist/") && existsSync(join(ROOT, path)));
const KNOWN = new Set(
  Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
    .stdout.toString()
    .split("\n"),
);

const CONTRACT = read("docs/contract.md");
const SECTIONS = {
  contract: contractSections(CONTRACT),
  decisions: new Set([...CONTRACT.matchAll(/^### Decisions (\d+): /gm)].map(([, number = ""]) => number)),
};
const CITATION = /\b(contract|decisions) (\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*)/gi;
/** A path of the repository in a sentence or a comment, such as `test/store/copy.test.ts`. */
const PATH =
  /(?<![\w./-])(?:src|test|bench|scripts|deploy|docs|packages|openapi|research|data)\/[\w./-]*\w\.(?:tsx?|md|mjs|json|ya?ml|conf|service|timer|css|csv|py|sh)\b(?!\.\w)/g;

describe("every citation resolves", () => {
  test("a section of the contract or of the decisions is in its page", () => {
    const unknown = FILES.flatMap((file) =>
      [...read(file).matchAll(CITATION)].flatMap(([citation, page = "", numbers = ""]) =>
        numbers
          .split(/, | and | to /)
          .filter((number) => !SECTIONS[page.toLowerCase() === "contract" ? "contract" : "decisions"].has(number))
          .map((number) => `${file}: "${citation}" (${number})`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  test("a path of the repository that a comment or a page names is a file", () => {
    const unknown = FILES.filter((file) => /\.(md|tsx?)$/.test(file)).flatMap((file) =>
      sentences(file).flatMap((text) =>
        (text.match(PATH) ?? []).filter((path) => !KNOWN.has(path)).map((path) => `${file}: ${path}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  test("a file that ARCHITECTURE.md names without its folder is in a module", () => {
    const named = [...read("ARCHITECTURE.md").matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(30);
    const inModules = [...KNOWN].filter((path) => path.startsWith("src/"));
    expect(named.filter((name) => !KNOWN.has(name) && !inModules.some((path) => path.endsWith(`/${name}`)))).toEqual(
      [],
    );
  });

  test("a link of a Markdown page leads to a file, and its fragment to a heading", () => {
    const broken = FILES.filter((file) => file.endsWith(".md")).flatMap((file) =>
      linksOf(file)
        // The links of a guide are those of the site, which the test of its pages follows.
        .filter(
          (href) => !/^(https?:|mailto:)/.test(href) && !(file.startsWith("docs/guides/") && href.startsWith("/")),
        )
        .filter((href) => !leadsSomewhere(file, href))
        .map((href) => `${file}: ${href}`),
    );
    expect(broken).toEqual([]);
  });
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The numbers of the headings, and of the list items below a heading: item 4 of section 5 is 5.4. */
function contractSections(text: string): ReadonlySet<string> {
  const numbers = new Set<string>();
  let section = "";
  for (const line of text.split("\n")) {
    const heading = /^##+ (\d+(?:\.\d+)*)/.exec(line)?.[1];
    const item = /^(\d+)\. /.exec(line)?.[1];
    if (heading) section = heading;
    if (heading ?? item) numbers.add(heading ?? `${section}.${item}`);
  }
  return numbers;
}

/** The prose of a file: all of a Markdown page, the comments of code. */
function sentences(file: string): readonly string[] {
  const text = read(file);
  return file.endsWith(".md") ? [text] : (text.match(/\/\*\*?[\s\S]*?\*\/|\/\/.*$/gm) ?? []);
}

function linksOf(file: string): readonly string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(read(file)), (token: Token) => {
    if (token.type === "link" || token.type === "image") links.push(String(token["href"]));
  });
  return links;
}

function leadsSomewhere(file: string, href: string): boolean {
  const [path = "", fragment] = href.split("#");
  const target = path === "" ? file : relative(ROOT, join(ROOT, dirname(file), path));
  if (!existsSync(join(ROOT, target))) return false;
  return fragment === undefined || headingsOf(target).has(fragment);
}

function headingsOf(file: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
  );
  return new Set(headings.map((text) => slugger.slug(text.replaceAll("`", ""))));
}
