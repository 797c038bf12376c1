import type { Sample } from "../../api/description.ts";
import { bodyOf, inputOf, type Operation, pathParametersOf, urlPathFor } from "../../api/operation.ts";
import type { Program } from "../ui/example.tsx";
import type { DocumentedOperation } from "./reference-document.ts";

/** Complete programs that send a request to an operation, by default its sample, and print the answer. */
export function programsFor(
  baseUrl: string,
  { operation, parameters = [], ...documented }: DocumentedOperation,
  sample: Sample = documented.sample,
): readonly Program[] {
  const isPaged = parameters.some(({ name }) => name === "cursor");
  return [
    { language: "curl", code: curlLine(operation, sample, baseUrl) },
    { language: "typescript", code: typescript(baseUrl, `client.${typescriptCall(operation, sample)}`, isPaged) },
    { language: "python", code: python(baseUrl, `client.${pythonCall(operation, sample)}`, isPaged) },
  ];
}

function curlLine(operation: Operation, sample: Sample, baseUrl: string): string {
  const url = `"${baseUrl}${urlPathFor(operation, inputOf(operation, sample))}"`;
  const key = `-H "X-API-Key: $SAFETY_API_KEY"`;
  if (operation.method !== "POST") return `curl ${key} \\\n  ${url}`;
  const body = JSON.stringify(bodyOf(operation, sample));
  return `curl ${key} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}' \\\n  ${url}`;
}

function typescript(baseUrl: string, call: string, isPaged: boolean): string {
  return [
    'import { SafetyClient } from "@safety-statistics/client";',
    "",
    "const client = new SafetyClient({",
    `  baseUrl: "${baseUrl}",`,
    '  apiKey: process.env.SAFETY_API_KEY ?? "",',
    "});",
    isPaged ? `for await (const item of ${call}) console.log(item);` : `console.log(await ${call});`,
  ].join("\n");
}

function python(baseUrl: string, call: string, isPaged: boolean): string {
  return [
    "import os",
    "",
    "from safety_statistics import SafetyClient",
    "",
    `client = SafetyClient("${baseUrl}", os.environ["SAFETY_API_KEY"])`,
    ...(isPaged ? [`for item in ${call}:`, "    print(item)"] : [`print(${call})`]),
  ].join("\n");
}

function typescriptCall(operation: Operation, sample: Sample): string {
  const members = namedArguments(sample).map(([name, value]) => `${name}: ${value}`);
  return `${sample.method}(${oneArgument(operation, sample) ?? (members.length === 0 ? "" : `{ ${members.join(", ")} }`)})`;
}

function pythonCall(operation: Operation, sample: Sample): string {
  const method = sample.method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const named = namedArguments(sample).map(([name, value]) => `${name}=${value}`);
  return `${method}(${oneArgument(operation, sample) ?? named.join(", ")})`;
}

/** The list of a batch or the names in the path, which both languages write alike; null for an operation with neither. */
function oneArgument(operation: Operation, { parameters = {}, lists = {} }: Sample): string | null {
  const [list, ...others] = Object.values(lists);
  if (list !== undefined && others.length === 0) return listText(list);
  const inPath = pathParametersOf(operation).map((parameter) => JSON.stringify(parameters[parameter]));
  return inPath.length === 0 ? null : inPath.join(", ");
}

function listText(list: readonly unknown[]): string {
  return JSON.stringify(list, null, 1).replaceAll(/\s+/g, " ");
}

/** Coordinates are numbers; everything else is a string, ZIP codes too. */
function namedArguments({ parameters = {}, lists = {} }: Sample): readonly (readonly [name: string, value: string])[] {
  const values = Object.entries(parameters).map(
    ([name, value]) => [name, /^-?\d{1,3}\.\d+$/.test(value) ? value : JSON.stringify(value)] as const,
  );
  return [...values, ...Object.entries(lists).map(([name, list]) => [name, listText(list)] as const)];
}
