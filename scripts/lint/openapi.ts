import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { schema } from "@stoplight/spectral-functions";
import owasp from "@stoplight/spectral-owasp-ruleset";
import { oas } from "@stoplight/spectral-rulesets";
import { breakingDifferences } from "../openapi-compatibility.ts";

const FILE = "openapi/openapi.json";
/** The document of the last release. A release replaces it with the current one. */
const RELEASED_FILE = "openapi/released.json";

/** Spectral's and OWASP's rules for OpenAPI, except those that the service deliberately does not follow. */
const RULES = new Ruleset({
  extends: [oas, owasp],
  rules: {
    // Keys do not belong in browsers (contract 5.7), so there are no CORS headers at all.
    "owasp:api8:2023-define-cors-origin": "off",
    // The original rule requires exactly one family of rate-limit headers; we send both. 401 and 403 count nothing.
    "owasp:api4:2023-rate-limit": {
      message: "All answers that count, and 429, define rate-limit headers.",
      severity: "error",
      given: "$.paths[*]..responses[?(@property.match(/^(2|4)/) && !@property.match(/^(401|403)$/))]",
      // biome-ignore lint/suspicious/noThenProperty: the ruleset's own keyword
      then: {
        field: "headers",
        function: schema,
        functionOptions: { schema: { required: ["RateLimit", "X-RateLimit-Limit"] } },
      },
    },
    // The statistics take no input that could be invalid.
    "owasp:api8:2023-define-error-validation": "off",
  },
});

/** Differences that `docs/api-changes.md` announces. A release empties it. */
const ANNOUNCED: readonly string[] = [
  // The prefix of a fully qualified GEOID is that of its kind.
  "/v1/us/locate get parameters geoid schema pattern is another",
  "/v1/us/locate/batch post requestBody content application/json schema properties queries items properties geoid pattern is another",
  ...[0, 1].map(
    (result) =>
      `/v1/us/locate/batch post responses 200 content application/json schema properties results items oneOf ${result} properties query properties geoid pattern is another`,
  ),
  "/v1/us/safety/batch post requestBody content application/json schema properties places items oneOf 1 properties geoid pattern is another",
  ...[2, 3].map(
    (result) =>
      `/v1/us/safety/batch post responses 200 content application/json schema properties results items oneOf ${result} properties geoid pattern is another`,
  ),
];

const text = await Bun.file(FILE).text();
const released = await Bun.file(RELEASED_FILE).json();
const breaking = breakingDifferences(released, JSON.parse(text))
  .filter((difference) => !ANNOUNCED.includes(difference))
  .map((difference) => `breaks clients: ${difference}`);
const errors = [...(await redocly(text)), ...(await spectral(text)), ...breaking];
for (const error of errors) process.stdout.write(`${FILE}: ${error}\n`);
process.stdout.write(
  `${FILE}: ${errors.length} errors by Redocly's, Spectral's and OWASP's rules and the last release\n`,
);
if (errors.length > 0) process.exitCode = 1;

async function redocly(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: FILE, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer ?? ""}: ${message}`);
}

async function spectral(source: string): Promise<readonly string[]> {
  const linter = new Spectral();
  linter.setRuleset(RULES);
  const problems = await linter.run(source);
  return problems.map(({ code, message, path }) => `${code} at ${path.join(".")}: ${message}`);
}
