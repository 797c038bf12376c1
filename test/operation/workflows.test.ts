import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import manifest from "../../package.json";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = join(ROOT, ".github/workflows");
const Step = z.object({ uses: z.string().optional(), run: z.string().optional() });
const Workflow = z.object({
  permissions: z.strictObject({ contents: z.literal("read") }),
  jobs: z.record(z.string(), z.object({ steps: z.array(Step) })),
});

for (const name of readdirSync(FOLDER)) {
  const text = readFileSync(join(FOLDER, name), "utf8");
  const { jobs } = Workflow.parse(parse(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`${name} pins every action by its commit, with the version beside it`, () => {
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test(`${name} runs only scripts and files that exist`, () => {
    const commands = steps.map(({ run = "" }) => run).join("\n");
    const scripts = [...commands.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script]) => script);
    for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script ?? "");
    for (const [file] of commands.matchAll(/(?:\.ci|deploy)\/[\w./-]+/g))
      expect(readFileSync(join(ROOT, file), "utf8")).not.toBe("");
  });
}
