import { US_STATES } from "../../editions/us-states.ts";
import {
  LEVELS,
  PLACE_KINDS,
  type PlaceTableFile,
  POINT_PARTS,
  type PointTableFile,
  SHARE_PARTS,
} from "../../gazetteer/place-table.ts";
import { fail } from "../fault.ts";
import type { CountryRow } from "./country-rows.ts";

/** Where a row is: the code and name of a county for a row whose counties the Census Bureau does not list. */
export type CountyAt = (row: CountryRow) => { readonly code: string; readonly name: string } | null;

type Extras = Pick<PlaceTableFile, "same" | "earlier" | "others" | "parts" | "meant">;

/** The rows in columns. @throws DatasetError if a row's county is not known */
export function placeColumns(rows: readonly CountryRow[], countyAt: CountyAt, extras: Extras): PlaceTableFile {
  const counties: number[] = [];
  const shares: PlaceTableFile["shares"][number][] = [];
  const states = US_STATES.toSorted((a, b) => (a.fips < b.fips ? -1 : 1)).map(({ code }) => {
    const own = rows.flatMap((row, number) => (row.state === code ? [{ row, number }] : []));
    const names: string[] = [];
    const indexes = new Map<string, number>();
    const indexOf = (county: string, name: string) => {
      const known = indexes.get(county);
      if (known !== undefined) return known;
      indexes.set(county, names.length);
      return names.push(name) - 1;
    };
    for (const { row } of own) if (row.level === "county") indexOf(row.geoid, row.officialName);
    for (const { row, number } of own) {
      const at = countyAt(row);
      const listed = at === null ? row.counties.filter(([county]) => indexes.has(county)) : [];
      const found = at === null ? listed.map(([county]) => indexes.get(county) ?? 0) : [indexOf(at.code, at.name)];
      const [first] = found;
      if (first === undefined)
        return fail({ file: "us_gazetteer.csv.gz" }, `${row.officialName}, ${code} is in no county`);
      counties[number] = first;
      if (found.length < 2) continue;
      for (const [index, county] of found.entries()) {
        shares.push([number, county, Math.round((listed[index]?.[1] ?? 0) * SHARE_PARTS)]);
      }
    }
    const [countyRows = 0, placeRows = 0, subdivisionRows = 0] = LEVELS.map(
      ({ level }) => own.filter(({ row }) => row.level === level).length,
    );
    return { code, rows: [countyRows, placeRows, subdivisionRows] as const, counties: names };
  });
  return {
    format: 1,
    states,
    codes: rows.map(({ geoid, level }, row) => {
      const before = rows[row - 1];
      const isFirst = before?.level !== level || before.geoid.slice(0, 2) !== geoid.slice(0, 2);
      return Number(geoid.slice(2)) - (isFirst ? 0 : Number(before.geoid.slice(2)));
    }),
    names: rows.map(({ officialName }) => officialName).join("\n"),
    kinds: rows.map(({ kind }) => PLACE_KINDS.indexOf(kind)).join(""),
    residents: rows.map(({ residents }) => residents ?? 0),
    counties,
    shares,
    ...extras,
  };
}

export function pointColumns(rows: readonly CountryRow[]): PointTableFile {
  const parts = (degrees: number) => Math.round(degrees * POINT_PARTS);
  return {
    format: 1,
    latitudes: differences(rows.map(({ latitude }) => parts(latitude))),
    longitudes: differences(rows.map(({ longitude }) => parts(longitude))),
  };
}

/** A list of numbers that grow is shorter as differences. */
export function differences(values: readonly number[]): readonly number[] {
  return values.map((value, at) => value - (values[at - 1] ?? 0));
}
