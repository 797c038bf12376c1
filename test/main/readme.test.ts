import { expect, test } from "bun:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withEditions } from "../../scripts/readme.ts";
import { REFERENCE, referenceText } from "../../scripts/reference.ts";
import { ownText } from "../../src/base/text.ts";
import { US_STATES } from "../../src/editions/us-states.ts";
import { readDataset } from "../../src/figures/file.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { outputOf } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { placesOf } from "../support/sample-dataset.ts";
import { sharedSite } from "../support/served-site.ts";
import { releasedEditions, releasedNation } from "../support/server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const readme = await Bun.file(join(ROOT, "README.md")).text();

test("the reference lists the commands and settings of the code; if not, run `npm run generate`", async () => {
  expect(await Bun.file(REFERENCE).text()).toBe(await referenceText());
});

test("the README's first answer matches the real one", () => {
  const shown = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const real = placesOf(readDataset(DATASETS.california.own)).city(ownText("Irvine"))?.answer.body ?? "";
  expect(JSON.stringify(JSON.parse(shown))).toBe(real);
});

test("both requests of the README find their place", async () => {
  const { url, databaseUrl } = await sharedSite();
  const key = await issueKey(databaseUrl);
  const requests = [...readme.matchAll(/^curl .*$/gm)].map(([line]) =>
    line.replace("svc_test_…", key).replace("http://127.0.0.1:8080", url),
  );
  const answers = await Promise.all(requests.map((line) => outputOf(["sh", "-c", `${line} --silent`])));
  expect(answers.map((answer) => JSON.parse(answer))).toMatchObject([
    { found: true, data: { city: "Irvine" } },
    { found: true, data: { city: "Austin", state: "TX" } },
  ]);
});

test("the README's table of the editions is that of the pages; if not, run `npm run generate`", () => {
  expect(withEditions(readme, releasedEditions)).toBe(readme);
  expect(readme).toContain("| A score of 50 is |");
  const graded = new Set(releasedNation.nation.places.map(({ state }) => state));
  expect(US_STATES.filter(({ code }) => !graded.has(code)).map(({ name }) => name)).toEqual(["Hawaii"]);
  expect(readme).toContain("in every state but Hawaii");
});

test("the README is read in a few minutes", () => {
  expect(readme.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(800);
});
