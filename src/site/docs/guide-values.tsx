/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import changes from "../../../docs/api-changes.md" with { type: "text" };
import { OPERATIONS } from "../../api/operations.ts";
import { pathSegment } from "../../base/path-segment.ts";
import { cutText } from "../../base/text.ts";
import { GRADES } from "../../domain/grade.ts";
import { dailyNewKeys, dailyTestKeys, PLAN_NAMES, PLAN_TITLES, TEST_KEY_DAILY_REQUESTS } from "../../domain/plan.ts";
import { PROBLEM_CODES, PROBLEMS } from "../../domain/problem.ts";
import type { CityRecord } from "../../domain/record.ts";
import { sourceOf } from "../../editions/edition.ts";
import { CITY_ALIASES } from "../../gazetteer/california/alias.ts";
import type { Served } from "../../lookup/served.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { compare } from "../../mcp/compare-tool.ts";
import { citationOf } from "../charts/chart.tsx";
import { ErrorLink } from "../ui/error-link.tsx";
import { Tile } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { PlansTable } from "../ui/plan-table.tsx";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { clientAddress, type DocsView } from "./guide.ts";
import { refusalExample } from "./reference-document.ts";
import { REFUSED_REQUESTS } from "./refused-examples.ts";

/** This ZIP code lies in two counties, and neither has nine tenths of its residents. */
const SPLIT_ZIP = "96161";
const TOWNS = ["Irvine", "Fresno", "Oakland", "Davis", "Redding"];

/** So many releases are in sight, with what is not released yet. */
const RELEASES_OPEN = 3;

/** Releases of a changelog, the newest first, with headings of the third level. */
function releasesOf(log: string, from: number, to?: number): string {
  const [, ...releases] = log.split(/^## /m);
  return releases
    .slice(from, to)
    .map((release) => `### ${release}`)
    .join("");
}

/** Texts that stand in a line or a code block. */
const TEXTS: Readonly<Record<string, (view: DocsView) => string | number | Promise<string>>> = {
  baseUrl: ({ baseUrl }) => baseUrl,
  typescriptClient: ({ baseUrl, clients }) => clientAddress(baseUrl, clients.typescript),
  pythonClient: ({ baseUrl, clients }) => clientAddress(baseUrl, clients.python),
  pythonPackage: ({ baseUrl, clients }) => clientAddress(baseUrl, clients.pythonPackage),
  testKeyRequests: () => number(TEST_KEY_DAILY_REQUESTS),
  freeTestKeysADay: ({ plans }) => dailyTestKeys(plans.free),
  freeKeysADay: ({ plans }) => dailyNewKeys(plans.free),
  batchSizes: ({ plans }) => PLAN_NAMES.map((plan) => `${plans[plan].batchNames} (${PLAN_TITLES[plan]})`).join(", "),
  usageKeptDays: ({ retention }) => retention.usageDays,
  auditKeptDays: ({ retention }) => retention.auditDays,
  addressKeptDays: ({ retention }) => retention.addressDays,
  apiVersion: ({ reference }) => reference.version,
  apiChanges: () =>
    [
      releasesOf(changes, 0, RELEASES_OPEN),
      "<details>\n<summary>Earlier versions</summary>",
      releasesOf(changes, RELEASES_OPEN),
      "</details>",
    ].join("\n\n"),
  dataYear: ({ places }) => places.statistics.data_year,
  lastUpdated: ({ places }) => places.statistics.last_updated,
  cities: ({ places }) => number(places.statistics.cities),
  counties: ({ places }) => number(places.statistics.counties),
  olderRecords: ({ places: { records: snapshot } }) => {
    const records = [...snapshot.cities, ...snapshot.counties].map(({ record }) => record);
    return records.filter((record) => record.data_year < snapshot.dataYear).length;
  },
  nationYear: ({ editions }) => editions.nations[0]?.nation.dataYear ?? "",
  cityAnswer: ({ places }) => pretty(JSON.parse(places.published.city("Irvine")?.answer.body ?? "null")),
  nationAnswer: ({ editions }) => pretty(JSON.parse(austinAnswer(editions))),
  splitZip: () => SPLIT_ZIP,
  olderCity: ({ places }) => pathSegment(olderRecord(places).city),
  olderYear: ({ places }) => olderRecord(places).data_year,
  splitAnswer: async ({ places }) => pretty((await places.geography()).locate({ zip: SPLIT_ZIP })),
  batchAnswer: ({ reference }) => {
    const batch = reference.operations.find(({ operationId }) => operationId === "lookUpBatch");
    return pretty(batch?.responses["200"]?.content?.["application/json"]?.examples?.["batch"]?.value);
  },
  errorExample: ({ reference }) =>
    pretty(refusalExample(reference, "invalid_parameter", REFUSED_REQUESTS.invalid_parameter)),
  tools: async () => {
    const described = await Promise.all(OPERATIONS.map(({ describe }) => describe()));
    return described
      .flatMap(({ tool }) => (tool === null ? [] : [`- \`${tool.name}\`: ${tool.description}`]))
      .join("\n");
  },
  compareCall: () => JSON.stringify({ name: "compare", arguments: { places: TOWNS } }),
  compareAnswer: async (view) => {
    const compared = await compare(view.editions, { names: TOWNS.map(cutText) }, TOWNS.length, "free");
    return compared.ok ? pretty(compared.value) : compared.refusal.detail;
  },
  citation: ({ places: { records: snapshot }, baseUrl }) =>
    citationOf({
      ...snapshot,
      title: `Safety scores of ${snapshot.edition.possessive} cities and counties, ${snapshot.dataYear}`,
      source: sourceOf(snapshot.edition, snapshot.dataYear),
      url: baseUrl + URLS.downloads,
    }),
};

/** Tables and lists, which stand alone. */
const BLOCKS: Readonly<Record<string, (view: DocsView) => Child>> = {
  plans: ({ plans }) => <PlansTable plans={plans} />,
  errorCodes: () => (
    <Table
      label="All codes"
      class="stack"
      columns={[
        { heading: "Code", cell: (code) => <ErrorLink code={code} /> },
        { heading: "Status", cell: (code) => PROBLEMS[code].status },
        { heading: "Meaning", cell: (code) => PROBLEMS[code].title },
      ]}
      rows={PROBLEM_CODES}
    />
  ),
  aliases: () => (
    <ul>
      {Object.entries(CITY_ALIASES).map(([canonical, aliases]) => (
        <li>
          {aliases.join(", ")} = {canonical}
        </li>
      ))}
    </ul>
  ),
  grades: () => (
    <Table
      label="Grades"
      class="stack"
      columns={[
        { heading: "Grade", cell: ({ letter }) => <Tile letter={letter} /> },
        { heading: "In answers", cell: ({ letter }) => <code>{letter}</code> },
        { heading: "Score from", cell: ({ from }) => from },
        { heading: "Label", cell: ({ label }) => label },
        { heading: "Stars", cell: ({ stars }) => stars },
        { heading: "Color", cell: ({ color }) => <code>{color}</code> },
      ]}
      rows={GRADES}
    />
  ),
};

/** Replaces each `{{name}}` by its value. @throws RangeError for an unknown name */
export async function withValues(text: string, view: DocsView): Promise<string> {
  const names = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name));
  const values = await Promise.all([...names].map(async (name) => [name, await guideValue(name, view)] as const));
  const byName = new Map(values);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => byName.get(name) ?? "");
}

async function guideValue(name: string, view: DocsView): Promise<string> {
  const value = (TEXTS[name] ?? BLOCKS[name])?.(view);
  if (value === undefined) throw new RangeError(`guides have no value ${name}`);
  return String(await value);
}

function austinAnswer({ nations: [nation] }: Served): string {
  const meant = nation?.published("TX", "Austin");
  return (meant?.is === "one" ? meant.place.answer?.body : undefined) ?? "null";
}

/** The record of a city for an older year; without one, that of any city. */
function olderRecord({ records }: StatePlaces): CityRecord {
  const { cities, dataYear } = records;
  const found = cities.find(({ record }) => record.data_year < dataYear) ?? cities[0];
  if (found === undefined) throw new RangeError("the dataset has no city");
  return found.record;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
