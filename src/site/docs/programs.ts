import type { Programs } from "./example.tsx";

/** A look-up by name: its part of the path, the client's method, a name that has a space in it. */
interface LookUp {
  readonly path: string;
  readonly method: "city" | "county" | "explain";
  readonly name: string;
}

export const CITY_LOOK_UP: LookUp = { path: "/v1/safety/", method: "city", name: "Los Angeles" };
export const EXPLANATION: LookUp = { path: "/v1/explain/", method: "explain", name: "Los Angeles" };
export const COUNTY_LOOK_UP: LookUp = { path: "/v1/safety/county/", method: "county", name: "San Diego" };
export const BATCH_NAMES = ["Irvine", "Los Angeles", "Atlantis"] as const;

/** Complete programs for one operation, by the id that the OpenAPI document gives it. */
export function programsOf(operationId: string, baseUrl: string): Programs {
  switch (operationId) {
    case "getCity":
      return lookUpPrograms(CITY_LOOK_UP, baseUrl);
    case "getCounty":
      return lookUpPrograms(COUNTY_LOOK_UP, baseUrl);
    case "explainCity":
      return lookUpPrograms(EXPLANATION, baseUrl);
    case "lookUpBatch":
      return batchPrograms(baseUrl);
    case "getStatistics":
      return statisticsPrograms(baseUrl);
    default:
      throw new RangeError(`there are no programs for the operation ${operationId}`);
  }
}

const KEY_OPTION = `-H "X-API-Key: $SAFETY_API_KEY"`;

function lookUpPrograms({ path, method, name }: LookUp, baseUrl: string): Programs {
  const url = baseUrl + path;
  return {
    curl: `curl ${KEY_OPTION} "${url}${name.replaceAll(" ", "+")}"`,
    typescript: typescript(
      baseUrl,
      `const record = await client.${method}("${name}");`,
      'if (record) console.log(record.grade, "score", record.safety_score, record.data_year, "reported offenses");',
      'else console.log("not in the dataset");',
    ),
    python: python(
      "from urllib.parse import quote",
      `request = Request("${url}" + quote("${name}", safe=""), headers=headers)`,
      "with urlopen(request) as response:",
      "    answer = json.load(response)",
      'if answer["found"]:',
      '    record = answer["data"]',
      `    print(f"{record['grade']}, score {record['safety_score']}, {record['data_year']}, reported offenses")`,
      "else:",
      '    print("not in the dataset")',
    ),
    go: go({
      imports: ["encoding/json", "fmt", "net/http", "net/url", "os"],
      request: [`request, err := http.NewRequest("GET", "${url}"+url.PathEscape("${name}"), nil)`],
      answer: [
        "Found bool",
        "Data  *struct {",
        "	Grade       string",
        '	SafetyScore int `json:"safety_score"`',
        '	DataYear    int `json:"data_year"`',
        "}",
      ],
      print: [
        "if answer.Found {",
        "	record := answer.Data",
        '	fmt.Printf("%s, score %d, %d, reported offenses\\n", record.Grade, record.SafetyScore, record.DataYear)',
        "} else {",
        '	fmt.Println("not in the dataset")',
        "}",
      ],
    }),
  };
}

function batchPrograms(baseUrl: string): Programs {
  const url = `${baseUrl}/v1/safety/batch`;
  const names = JSON.stringify(BATCH_NAMES);
  return {
    curl: `curl ${KEY_OPTION} -H "Content-Type: application/json" \\\n  -d '{"cities":${names}}' "${url}"`,
    typescript: typescript(
      baseUrl,
      `for (const { city, found, data } of await client.batch(${spaced(names)})) {`,
      '  console.log(city, found ? data.grade : "not in the dataset");',
      "}",
    ),
    python: python(
      `body = json.dumps({"cities": ${spaced(names)}}).encode()`,
      `request = Request("${url}", data=body, headers={**headers, "Content-Type": "application/json"})`,
      "with urlopen(request) as response:",
      '    for item in json.load(response)["results"]:',
      '        print(item["city"], item["data"]["grade"] if item["found"] else "not in the dataset")',
    ),
    go: go({
      imports: ["encoding/json", "fmt", "net/http", "os", "strings"],
      request: [
        `body := strings.NewReader(\`{"cities":${names}}\`)`,
        `request, err := http.NewRequest("POST", "${url}", body)`,
      ],
      contentType: "application/json",
      answer: ["Results []struct {", "	City  string", "	Found bool", "	Data  *struct{ Grade string }", "}"],
      print: [
        "for _, item := range answer.Results {",
        "	if item.Found {",
        "		fmt.Println(item.City, item.Data.Grade)",
        "	} else {",
        '		fmt.Println(item.City, "not in the dataset")',
        "	}",
        "}",
      ],
    }),
  };
}

function statisticsPrograms(baseUrl: string): Programs {
  const url = `${baseUrl}/v1/stats`;
  return {
    curl: `curl ${KEY_OPTION} "${url}"`,
    typescript: typescript(
      baseUrl,
      "const stats = await client.stats();",
      "console.log(stats.data_year, stats.cities, stats.counties, stats.last_updated);",
    ),
    python: python(
      `with urlopen(Request("${url}", headers=headers)) as response:`,
      "    stats = json.load(response)",
      'print(stats["data_year"], stats["cities"], stats["counties"], stats["last_updated"])',
    ),
    go: go({
      imports: ["encoding/json", "fmt", "net/http", "os"],
      request: [`request, err := http.NewRequest("GET", "${url}", nil)`],
      answer: [
        "Cities, Counties int",
        'DataYear         int    `json:"data_year"`',
        'LastUpdated      string `json:"last_updated"`',
      ],
      print: ["fmt.Println(answer.DataYear, answer.Cities, answer.Counties, answer.LastUpdated)"],
    }),
  };
}

export function typescript(baseUrl: string, ...lines: readonly string[]): string {
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

function python(...lines: readonly string[]): string {
  const imports = lines.filter((line) => line.startsWith("from "));
  return [
    "import json",
    "import os",
    ...imports,
    "from urllib.request import Request, urlopen",
    "",
    'headers = {"X-API-Key": os.environ["SAFETY_API_KEY"]}',
    ...lines.filter((line) => !imports.includes(line)),
  ].join("\n");
}

interface GoProgram {
  readonly imports: readonly string[];
  readonly request: readonly string[];
  readonly contentType?: string;
  /** Fields of the answer's struct. */
  readonly answer: readonly string[];
  readonly print: readonly string[];
}

function go({ imports, request, contentType, answer, print }: GoProgram): string {
  const body = [
    ...request,
    ...IF_ERROR,
    'request.Header.Set("X-API-Key", os.Getenv("SAFETY_API_KEY"))',
    ...(contentType ? [`request.Header.Set("Content-Type", "${contentType}")`] : []),
    "response, err := http.DefaultClient.Do(request)",
    ...IF_ERROR,
    "defer response.Body.Close()",
    "if response.StatusCode != http.StatusOK {",
    "	panic(response.Status)",
    "}",
    "var answer struct {",
    ...answer.map((line) => `	${line}`),
    "}",
    "if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {",
    "	panic(err)",
    "}",
    ...print,
  ];
  return [
    "package main",
    "",
    "import (",
    ...imports.map((name) => `	"${name}"`),
    ")",
    "",
    "func main() {",
    ...body.map((line) => `	${line}`),
    "}",
  ].join("\n");
}

const IF_ERROR = ["if err != nil {", "	panic(err)", "}"];

function spaced(json: string): string {
  return json.replaceAll(",", ", ");
}
