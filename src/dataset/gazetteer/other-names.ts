import { z } from "zod";
import { legalName, looseKey, ownKey } from "../../gazetteer/legal-names.ts";
import { nonEmpty, type RowOf, text } from "../csv.ts";
import { fail } from "../fault.ts";
import { readRows } from "../input-rows.ts";
import type { StateBuild } from "../state/state-build.ts";
import type { CountryRow, readJoinedNames } from "./country-rows.ts";

const geoid = text.regex(/^(?:\d{5}|\d{7}|\d{10})$/, "is not a GEOID");
const NAME = z.object({ geoid, name: nonEmpty });
const MEANT = z.object({ geoid, why: nonEmpty });
const PART = z.object({ geoid, city: geoid, name: nonEmpty });

/** What people call places, and the counties that are parts of a city, as reviewed. */
export interface ReviewedNames {
  readonly names: readonly RowOf<typeof NAME>[];
  readonly parts: readonly RowOf<typeof PART>[];
  /** Places that their bare name means, although another place of the name would come first. */
  readonly meant: readonly RowOf<typeof MEANT>[];
}

/** @throws DatasetError */
export async function readReviewedNames(dataDir: string): Promise<ReviewedNames> {
  return {
    names: await readRows(dataDir, "us/review/place-names.csv", NAME, ({ geoid, name }) => [geoid, name]),
    meant: await readRows(dataDir, "us/review/meant.csv", MEANT, ({ geoid }) => [geoid]),
    parts: await readRows(dataDir, "us/review/city-parts.csv", PART, ({ name }) => [name]),
  };
}

/** Kinds at the end of a name of the FBI's and of an official one. */
const FBI_KIND = / (?:Charter )?(?:Township|Town|Village|Borough|City)(?:, .+)?$/;
const OFFICIAL_KIND = / (?:charter township|township|town|village|borough|city|municipality|CDP)(?: \(balance\))?$/;

/**
 * Other names of rows: those that were reviewed, the FBI's where they are more than the official name without its kind,
 * and those of a state's own edition. @throws DatasetError if a reviewed GEOID is not known
 */
export function otherNames(
  rows: readonly CountryRow[],
  joined: ReturnType<typeof readJoinedNames>,
  { names, parts }: ReviewedNames,
  builds: readonly Pick<StateBuild, "edition" | "names">[],
): readonly (readonly [row: number, name: string])[] {
  const byGeoid = new Map(rows.map(({ geoid }, row) => [geoid, row]));
  const unknown = [...names, ...parts].find(({ geoid }) => !byGeoid.has(geoid));
  if (unknown !== undefined) fail({ file: "us/review" }, `there is no place ${unknown.geoid} (${unknown.name})`);
  const pairs: (readonly [row: number, name: string])[] = [
    ...names.map(({ geoid, name }) => [byGeoid.get(geoid) ?? 0, name] as const),
    ...joined.flatMap(({ geoid, geoid_2025, name, census_name }) => {
      const row = byGeoid.get(geoid_2025 ?? geoid) ?? byGeoid.get(geoid);
      const own = letters(census_name.replace(OFFICIAL_KIND, ""));
      const isOwn = [name, name.replace(FBI_KIND, "")].some((one) => letters(one) === own);
      return row === undefined || isOwn || isCountyOf(name, rows[row]) ? [] : [[row, name] as const];
    }),
  ];
  for (const { edition, names: called } of builds) {
    for (const [row, { state, level, kind, officialName }] of rows.entries()) {
      if (state !== edition.abbreviation || level !== "place" || kind === "community") continue;
      const { bare } = legalName(officialName, kind);
      const shown = called.canonical(bare);
      const own = [shown, ...called.aliasesOf(shown)].filter((name) => letters(name) !== letters(bare));
      pairs.push(...own.map((name) => [row, name] as const));
    }
  }
  const distinct = new Map(pairs.map((pair) => [pair.join("|"), pair]));
  return [...distinct.values()].toSorted(([a, first], [b, second]) => a - b || (first < second ? -1 : 1));
}

function isCountyOf(name: string, row: CountryRow | undefined): boolean {
  return row?.level === "county" && row.officialName === name;
}

function letters(name: string): string {
  return looseKey(ownKey(name));
}
