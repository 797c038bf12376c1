import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { ownText } from "../../src/base/text.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";
import { releasedPlaces } from "../support/server.ts";

// A process of its own: a call of Google's service blocks this one.
const site = await serveProgram();
const key = await issueKey(site.databaseUrl);
const guide = (await Bun.file("docs/guides/spreadsheets.md").text()).replaceAll("{{baseUrl}}", site.url);

/** In place of Google's service, which is synchronous. */
const UrlFetchApp = {
  fetch(url: string, { headers, payload, contentType }: Record<string, string> & { headers: Record<string, string> }) {
    const sent = Object.entries({ ...headers, "Content-Type": contentType }).flatMap(([name, value]) => [
      "-H",
      `${name}: ${value}`,
    ]);
    const { stdout } = Bun.spawnSync([
      "curl",
      "-s",
      "-m",
      "20",
      "-w",
      "\n%{http_code}",
      "-d",
      payload ?? "",
      ...sent,
      url,
    ]);
    const [body = "", status] = stdout.toString().split("\n");
    return { getContentText: () => body, getResponseCode: () => Number(status) };
  },
};

function sheetsFunction(apiKey: string): (names: unknown) => unknown {
  const PropertiesService = { getScriptProperties: () => ({ getProperty: () => apiKey }) };
  const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
  return Function("UrlFetchApp", "PropertiesService", `${code}; return SAFETY;`)(UrlFetchApp, PropertiesService);
}

test("the function for Google Sheets fills a row for each cell, and shows why a request is refused", () => {
  const irvine = releasedPlaces.city(ownText("Irvine"))?.entry.record;
  const row = [irvine?.safety_score, irvine?.grade, irvine?.crime_rate_per_1k];
  const safety = sheetsFunction(key);
  expect(safety([["Irvine"], ["Atlantis"]])).toEqual([row, ["not found", "", ""]]);
  expect(safety("irvine")).toEqual([row]);
  expect(() => sheetsFunction("svc_live_unknown")("Irvine")).toThrow();
});

test("the addresses for Sheets and Excel answer with tables", async () => {
  const [, address = ""] = /=IMPORTDATA\("([^"]+)"\)/.exec(guide) ?? [];
  const rows = parse(await (await fetch(address)).text(), { columns: true, bom: true });
  expect(rows[0]).toHaveProperty("geoid_fq");
  const [, fields = ""] = /Query = \[([^\]]+)\]/.exec(guide) ?? [];
  const query = new URLSearchParams(
    fields.split(/, (?=\w+ =)/).map((one): [string, string] => {
      const [name = "", value = ""] = one.split(" = ");
      return [name, JSON.parse(value)];
    }),
  );
  const table = await fetch(`${site.url}/v1/places?${query}`, { headers: { "X-API-Key": key } });
  expect(parse(await table.text(), { columns: true })[0]).toMatchObject({ name: "Sacramento" });
});
