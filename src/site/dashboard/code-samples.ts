/** Placeholder for the key. */
const PLACEHOLDER = "YOUR_API_KEY";
const EXAMPLE_PATH = "/v1/safety/Irvine";

/** A request on one line that works as printed. */
export function curlLine(baseUrl: string, key: string = PLACEHOLDER): string {
  return `curl -H 'X-API-Key: ${key}' ${baseUrl}${EXAMPLE_PATH}`;
}

export function typescriptLines(baseUrl: string): string {
  return [
    `const response = await fetch("${baseUrl}${EXAMPLE_PATH}", {`,
    '  headers: { "X-API-Key": process.env.SAFETY_API_KEY ?? "" },',
    "});",
    "const { found, data } = await response.json();",
    'console.log(found ? data.grade : "not in the dataset");',
  ].join("\n");
}

export function pythonLines(baseUrl: string): string {
  return [
    "import json, os, urllib.request",
    "",
    `request = urllib.request.Request("${baseUrl}${EXAMPLE_PATH}",`,
    '    headers={"X-API-Key": os.environ["SAFETY_API_KEY"]})',
    "answer = json.load(urllib.request.urlopen(request))",
    'print(answer["data"]["grade"] if answer["found"] else "not in the dataset")',
  ].join("\n");
}
