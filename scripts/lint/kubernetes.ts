// Checks the Kubernetes manifests against the schemas that Kubernetes publishes.
import { parseAllDocuments } from "yaml";
import { z } from "zod";

const manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() });
type Manifest = z.infer<typeof manifest>;

const schema = z.object({
  validate: z.custom<((value: unknown) => boolean) & { readonly errors?: unknown }>(
    (value) => typeof value === "function",
  ),
});

/** The name of a published schema, such as `IoK8sApiAppsV1Deployment`. */
function schemaName({ apiVersion, kind }: Manifest): string {
  const named = apiVersion.replace(".k8s.io", "");
  const parts = named.includes("/") ? named.split("/") : ["core", named];
  return `IoK8sApi${[...parts, kind].map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("")}`;
}

const folder = "deploy/kubernetes";
let checked = 0;
for (const file of ["safety.yaml", "example/dataset.yaml", "example/migrate.yaml", "example/secret.yaml"]) {
  for (const document of parseAllDocuments(await Bun.file(`${folder}/${file}`).text())) {
    const each = manifest.parse(document.toJS());
    const { validate } = schema.parse(await import(`kubernetes-models/_schemas/${schemaName(each)}`));
    checked += 1;
    if (validate(each)) continue;
    process.stdout.write(`${folder}/${file}: ${each.kind}: ${JSON.stringify(validate.errors)}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(`${folder}: ${checked} objects checked against the schemas of Kubernetes\n`);
