import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { SECRET } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";
import { emptyStoreUrl } from "../support/stores.ts";

const ROOT = join(import.meta.dir, "../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

const rulesFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() }).loose()) })),
});
const dashboardFile = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

const rules = rulesFile.parse(parse(read("deploy/alerts.yaml"))).groups.flatMap((group) => group.rules);
const { panels } = dashboardFile.parse(JSON.parse(read("deploy/grafana-dashboard.json")));

const onPostgres = { DATABASE_URL: await emptyStoreUrl("postgres"), SECRET, METRICS_PORT: "0" };
const [embedded, shared] = [await serveProgram({ METRICS_PORT: "0" }), await serveProgram(onPostgres)];
const programs = [embedded, shared];
const key = await issueKey(embedded.databaseUrl);
for (const withKey of [key, "svc_live_unknown"]) {
  await fetch(`${embedded.url}/v1/stats`, { headers: { "X-API-Key": withKey } });
}
const texts = programs.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text());
const exposed = (await Promise.all(texts)).join("\n");

/** The names of the series in an expression, each of which the service must expose. */
function seriesIn(expression: string): readonly string[] {
  return [...expression.matchAll(/\b(?:safety|process)_\w+/g)].map(([name]) => name);
}

test("the service exposes every series that a rule or panel uses", () => {
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const names = new Set(expressions.flatMap(seriesIn));
  expect(names.size).toBeGreaterThan(8);
  for (const name of names) expect(exposed).toMatch(new RegExp(`^${name}[{ ]`, "m"));
});

test("every alert is in the runbook", () => {
  const runbook = read("docs/operations.md");
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert } of rules) expect(runbook).toContain(`| \`${alert}\` |`);
});

const provenAlerts = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }).loose()),
    }),
  ),
});

test("promtool confirms that every alert fires, and only with cause", () => {
  const proofs = provenAlerts
    .parse(parse(read("deploy/alerts.test.yaml")))
    .tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  for (const { alert } of rules) {
    const states = proofs.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts.length > 0);
    expect([alert, new Set(states)]).toEqual([alert, new Set([true, false])]);
  }
  const tool = Bun.spawnSync(["promtool", "test", "rules", "deploy/alerts.test.yaml"], { cwd: ROOT });
  expect([tool.stderr.toString(), tool.exitCode]).toEqual(["", 0]);
});
