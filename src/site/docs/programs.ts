import type { Sample } from "../../api/description.ts";
import { inputOf, type Operation, parameterOf, urlPathFor } from "../../api/operation.ts";
import type { Program } from "../example.tsx";
import { describedOperation } from "./described.ts";
import type { DocsView } from "./guide.ts";
import { ABSENT, type AnswerShape, bodyOf, type ProgramParts, shapeOf } from "./program-parts.ts";

const KEY_OPTION = `-H "X-API-Key: $SAFETY_API_KEY"`;
export function programsFor(view: DocsView, operationId: string): readonly Program[] {
  const { operation, description } = describedOperation(view.described, operationId);
  const documented = view.reference.operations.find((one) => one.operationId === operationId);
  const answer = documented?.responses["200"]?.content?.["application/json"]?.schema ?? {};
  return programsOf({ operation, sample: description.sample, answer, baseUrl: view.baseUrl });
}

/** Complete programs for one operation. They request its sample and print members of the answer. */
function programsOf(parts: ProgramParts): readonly Program[] {
  const shape = shapeOf(parts.answer, parts.sample);
  return [
    { language: "curl", code: curlLine(parts) },
    { language: "typescript", code: typescript(parts.baseUrl, typescriptLines(parts, shape)) },
    { language: "python", code: python(parts.baseUrl, pythonLines(parts, shape)) },
  ];
}

function curlLine({ operation, sample, baseUrl }: ProgramParts): string {
  const url = baseUrl + urlPathFor(operation, inputOf(operation, sample));
  const body = bodyOf({ operation, sample });
  if (body === null) return `curl ${KEY_OPTION} \\\n  "${url}"`;
  return `curl ${KEY_OPTION} -H "Content-Type: application/json" \\\n  -d '${body}' "${url}"`;
}

/** A program that creates the client and runs the given lines. */
function typescript(baseUrl: string, lines: readonly string[]): string {
  return [
    'import { SafetyClient } from "@safety-statistics/client";',
    "",
    "const client = new SafetyClient({",
    `  baseUrl: "${baseUrl}",`,
    '  apiKey: process.env.SAFETY_API_KEY ?? "",',
    "});",
    ...lines,
  ].join("\n");
}

function typescriptLines({ operation, sample }: ProgramParts, shape: AnswerShape): readonly string[] {
  const call = `client.${sample.method}(${typescriptArgument(operation, sample)})`;
  const printed = (variable: string) =>
    shape.prints.map(({ path, nullableAt }) =>
      nullableAt === null ? `${variable}.${path.join(".")}` : `${variable}.${path.join("?.")} ?? ${ABSENT}`,
    );
  if (shape.list === null) {
    const print = `console.log(${printed("answer").join(", ")});`;
    return shape.found
      ? [`const answer = await ${call};`, `if (answer) ${print}`, `else console.log(${ABSENT});`]
      : [`const answer = await ${call};`, print];
  }
  const print = `  console.log(${printed("item").join(", ")});`;
  if (shape.paged) return [`for await (const item of ${call}) {`, print, "}"];
  return shape.found
    ? [`const answer = await ${call};`, `for (const item of answer?.${shape.list} ?? []) {`, print, "}"]
    : [`for (const item of await ${call}) {`, print, "}"];
}

function typescriptArgument(operation: Operation, { parameters = {}, names, queries }: Sample): string {
  const list = names ?? queries;
  if (list !== undefined) return spaced(JSON.stringify(list));
  const inPath = parameterOf(operation);
  if (inPath !== null) return JSON.stringify(parameters[inPath]);
  const members = Object.entries(parameters).map(([name, value]) => `${name}: ${literal(value)}`);
  return members.length === 0 ? "" : `{ ${members.join(", ")} }`;
}

/** A number if the text is a number in canonical form, otherwise a string. ZIP codes are strings. */
function literal(value: string): string {
  return /^-?\d{1,3}\.\d+$/.test(value) ? value : JSON.stringify(value);
}

function python(baseUrl: string, lines: readonly string[]): string {
  return [
    "import os",
    "",
    "from safety_statistics import SafetyClient",
    "",
    `client = SafetyClient("${baseUrl}", os.environ["SAFETY_API_KEY"])`,
    ...lines,
  ].join("\n");
}

function pythonLines({ operation, sample }: ProgramParts, shape: AnswerShape): readonly string[] {
  const method = sample.method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const call = `client.${method}(${pythonArguments(operation, sample)})`;
  const printed = (variable: string) =>
    shape.prints.map(({ path, nullableAt }) => {
      const [first = "", ...rest] = path;
      return nullableAt === null
        ? variable + path.map((member) => `["${member}"]`).join("")
        : `(${variable}["${first}"] or {}).get("${rest.join(".")}", ${ABSENT})`;
    });
  if (shape.list !== null) {
    const loop = (items: string) => [`for item in ${items}:`, `    print(${printed("item").join(", ")})`];
    return shape.found ? [`answer = ${call}`, ...loop(`answer["${shape.list}"] if answer else []`)] : loop(call);
  }
  const print = `print(${printed("answer").join(", ")})`;
  return shape.found
    ? [`answer = ${call}`, "if answer:", `    ${print}`, "else:", `    print(${ABSENT})`]
    : [`answer = ${call}`, print];
}

function pythonArguments(operation: Operation, { parameters = {}, names, queries }: Sample): string {
  const list = names ?? queries;
  if (list !== undefined) return spaced(JSON.stringify(list));
  const inPath = parameterOf(operation);
  if (inPath !== null) return JSON.stringify(parameters[inPath]);
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${literal(value)}`)
    .join(", ");
}

function spaced(json: string): string {
  return json
    .replaceAll('","', '", "')
    .replaceAll("},{", "}, {")
    .replaceAll('":', '": ')
    .replaceAll(',"', ', "')
    .replaceAll('",  "', '", "');
}
