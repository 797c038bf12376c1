import { inputOf, parameterOf } from "../../api/operation.ts";
import { ABSENT, type AnswerShape, bodyOf, type Printed, type ProgramParts } from "./program-parts.ts";
import type { Schema } from "./reference-document.ts";

const IF_ERROR = ["if err != nil {", "	panic(err)", "}"];
const GO_TYPES: Readonly<Record<string, string>> = { string: "string", integer: "int", number: "float64" };

/** A complete program in Go that uses only the standard library. */
export function goProgram(parts: ProgramParts, shape: AnswerShape): string {
  const body = bodyOf(parts);
  const escapes = parameterOf(parts.operation) !== null;
  const imports = [
    ...["encoding/json", "fmt", "net/http", "os"],
    ...(escapes ? ["net/url"] : []),
    ...(body === null ? [] : ["strings"]),
  ].toSorted();
  const lines = [
    ...(body === null ? [] : [`body := strings.NewReader(\`${body}\`)`]),
    `request, err := http.NewRequest("${parts.operation.method}", ${address(parts)}, ${body === null ? "nil" : "body"})`,
    ...IF_ERROR,
    'request.Header.Set("X-API-Key", os.Getenv("SAFETY_API_KEY"))',
    ...(body === null ? [] : ['request.Header.Set("Content-Type", "application/json")']),
    "response, err := http.DefaultClient.Do(request)",
    ...IF_ERROR,
    "defer response.Body.Close()",
    "if response.StatusCode != http.StatusOK {",
    "	panic(response.Status)",
    "}",
    "var answer struct {",
    ...indented(answerStruct(shape)),
    "}",
    "if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {",
    "	panic(err)",
    "}",
    ...printLines(shape),
  ];
  return [
    "package main",
    "",
    "import (",
    ...imports.map((name) => `	"${name}"`),
    ")",
    "",
    "func main() {",
    ...indented(lines),
    "}",
  ].join("\n");
}

function address({ operation, sample, baseUrl }: ProgramParts): string {
  const { name, search } = inputOf(operation, sample);
  const url = baseUrl + operation.path.replace(/\{\w+\}/, "");
  if (parameterOf(operation) !== null) return `"${url}"+url.PathEscape(${JSON.stringify(name)})`;
  return search === "" ? `"${url}"` : `"${url}?${search}"`;
}

/** Members of the answer's struct: the envelope, its list, and the fields that are printed. */
function answerStruct({ found, list, prints }: AnswerShape): readonly string[] {
  const record = list === null ? structMembers(prints) : block(`${goName(list)} []struct {`, structMembers(prints));
  return found ? block("Data *struct {", record) : record;
}

function structMembers(prints: readonly Printed[]): readonly string[] {
  const own = prints.filter(({ path }) => path.length === 1);
  const nested = Map.groupBy(
    prints.filter(({ path }) => path.length > 1),
    ({ path }) => path[0] ?? "",
  );
  return [
    ...own.map(({ path: [name = ""], schema }) => tagged(name, goType(schema))),
    ...[...nested].flatMap(([name, inner]) =>
      block(
        `${goName(name)} *struct {`,
        structMembers(inner.map((print) => ({ ...print, path: print.path.slice(1) }))),
      ),
    ),
  ];
}

function printLines({ found, list, prints }: AnswerShape): readonly string[] {
  if (list === null) {
    if (!found) return [`fmt.Println(${values("answer", prints)})`];
    const print = `	fmt.Println(${values("answer.Data", prints)})`;
    return ["if answer.Data != nil {", print, "} else {", `	fmt.Println(${ABSENT})`, "}"];
  }
  const items = `${found ? "answer.Data" : "answer"}.${goName(list)}`;
  const loop = [`for _, item := range ${items} {`, ...indented(printItem(prints)), "}"];
  return found ? ["if answer.Data != nil {", ...indented(loop), "}"] : loop;
}

/** Members of a null record cannot be printed; the rest can. */
function printItem(prints: readonly Printed[]): readonly string[] {
  const nullable = prints.find(({ nullableAt }) => nullableAt !== null)?.nullableAt;
  const all = `fmt.Println(${values("item", prints)})`;
  if (!nullable) return [all];
  const own = prints.filter(({ nullableAt }) => nullableAt === null);
  return [
    `if item.${goName(nullable)} != nil {`,
    `	${all}`,
    "} else {",
    `	fmt.Println(${values("item", own)}, ${ABSENT})`,
    "}",
  ];
}

function values(variable: string, prints: readonly Printed[]): string {
  return prints.map(({ path }) => [variable, ...path.map(goName)].join(".")).join(", ");
}

/** A plain type would turn a JSON null into its zero value. */
function goType({ type = "", nullable }: Schema): string {
  return nullable ? "any" : (GO_TYPES[type] ?? "any");
}

function tagged(name: string, type: string): string {
  const declared = `${goName(name)} ${type}`;
  return name.includes("_") ? `${declared} \`json:"${name}"\`` : declared;
}

function goName(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function block(opening: string, lines: readonly string[]): readonly string[] {
  return [opening, ...indented(lines), "}"];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `	${line}`);
}
