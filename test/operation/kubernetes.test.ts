import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { readConfig, SETTINGS } from "../../src/main/config.ts";
import { serveProgram } from "../support/served-program.ts";
import { emptyStoreUrl } from "../support/stores.ts";

const FOLDER = join(import.meta.dir, "../../deploy/kubernetes");

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.infer<typeof manifest>;
const texts = z.record(z.string(), z.string());

function manifests(file: string): readonly Manifest[] {
  return parseAllDocuments(readFileSync(join(FOLDER, file), "utf8")).map((document) => manifest.parse(document.toJS()));
}

const podSpec = z.looseObject({
  containers: z.array(
    z.looseObject({
      name: z.string(),
      env: z.array(z.looseObject({ name: z.string(), value: z.string() })),
      volumeMounts: z.array(z.looseObject({ name: z.string() })),
    }),
  ),
  volumes: z.array(
    z.looseObject({ name: z.string(), persistentVolumeClaim: z.looseObject({ claimName: z.string() }) }),
  ),
});

const deployed = manifests("safety.yaml");
const [secret] = manifests("example/secret.yaml");

function only(kind: string): Manifest {
  const [found, ...others] = deployed.filter((each) => each.kind === kind);
  if (found === undefined || others.length > 0) throw new Error(`There is not one ${kind}`);
  return found;
}

test("the settings of config map and secret are ones that the service reads, and are valid together", () => {
  const shown = texts.parse(only("ConfigMap")["data"]);
  const hidden = texts.parse(secret?.["stringData"]);
  for (const name of Object.keys({ ...shown, ...hidden })) expect(Object.keys(SETTINGS)).toContain(name);
  readConfig({ ...shown, ...hidden, SECRET: "x".repeat(48) });
  expect(Object.keys(shown)).not.toContain("SECRET");
  expect(Object.keys(shown)).not.toContain("DATABASE_URL");
});

test("a node with these settings and no volume raises no alert about its datasets", async () => {
  const shown = texts.parse(only("ConfigMap")["data"]);
  const here = {
    METRICS_PORT: "0",
    METRICS_HOST: "127.0.0.1",
    DRAIN_S: "0",
    DATABASE_URL: await emptyStoreUrl("sqlite"),
  };
  const program = await serveProgram({ ...shown, ...here });
  const metrics = await (await fetch(program.metricsUrl)).text();
  await program.stop();
  const refused = metrics.split("\n").filter((line) => line.startsWith("safety_snapshot_refused{"));
  expect(refused.length).toBeGreaterThan(1);
  for (const line of refused) expect(line).toEndWith(" 0");
});

test("the example of a dataset's volume fits the deployment", () => {
  const [claim] = manifests("example/dataset.yaml");
  const patch = z
    .looseObject({ spec: z.looseObject({ template: z.looseObject({ spec: podSpec }) }) })
    .parse(parse(readFileSync(join(FOLDER, "example/dataset-patch.yaml"), "utf8"))).spec.template.spec;
  const [container] = patch.containers;
  expect(only("Deployment")).toMatchObject({
    spec: { template: { spec: { containers: [{ name: container?.name }] } } },
  });
  for (const { name } of container?.env ?? []) expect(Object.keys(SETTINGS)).toContain(name);
  expect(patch.volumes[0]?.name).toBe(container?.volumeMounts[0]?.name);
  expect(patch.volumes[0]?.persistentVolumeClaim.claimName).toBe(claim?.metadata.name);
});

test("related objects use the same label, and budget and probes leave a node that serves", () => {
  const [deployment, service, budget] = [only("Deployment"), only("Service"), only("PodDisruptionBudget")];
  const label = { "app.kubernetes.io/name": "safety" };
  expect(deployment).toMatchObject({
    spec: {
      selector: { matchLabels: label },
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
      template: {
        metadata: { labels: label },
        spec: {
          securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
          containers: [
            {
              securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
              // The store only affects readiness: a restart would not bring it back.
              livenessProbe: { httpGet: { path: "/healthz" } },
              readinessProbe: { httpGet: { path: "/readyz" } },
            },
          ],
        },
      },
    },
  });
  expect(service).toMatchObject({ spec: { selector: label } });
  expect(budget).toMatchObject({ spec: { minAvailable: 1, selector: { matchLabels: label } } });
});

test("`kubectl apply -f` of the folder does not apply the example secret", () => {
  expect(readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"))).toEqual(["safety.yaml"]);
});
