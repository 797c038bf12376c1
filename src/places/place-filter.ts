import { familyOf, GRADE_FAMILIES } from "../domain/grade.ts";
import type { Place } from "../domain/place.ts";
import { PLACE_KINDS, PLACE_STATUSES, type PlacesQuery } from "../domain/place-query.ts";

/**
 * Keeps the places that pass the filters of a query. A place is given by its index in the list of `createPlaceFilter`.
 * `county` is the full name, if the query has one.
 */
export type PlaceFilter = (
  indexes: readonly number[],
  query: Pick<PlacesQuery, "kind" | "grade" | "status">,
  county: string | undefined,
) => readonly number[];

/**
 * A place's kind, status, grade, and county are packed into the bits of one number. A list without a search checks
 * every place, so each check is one comparison.
 */
const KIND = { shift: 0, mask: 0b11 } as const;
const STATUS = { shift: 2, mask: 0b11 } as const;
const GRADE = { shift: 4, mask: 0b111 } as const;
const COUNTY = { shift: 7, mask: 0xffff } as const;
const NO_GRADE = 0b111;

export function createPlaceFilter(places: readonly Place[]): PlaceFilter {
  const counties = new Map([...new Set(places.map(({ county }) => county))].map((county, number) => [county, number]));
  const bits = Uint32Array.from(places, ({ kind, status, data, county }) => {
    const grade = data === null ? NO_GRADE : GRADE_FAMILIES.indexOf(familyOf(data.grade));
    return (
      packed(KIND, PLACE_KINDS.indexOf(kind)) |
      packed(STATUS, PLACE_STATUSES.indexOf(status)) |
      packed(GRADE, grade) |
      packed(COUNTY, counties.get(county) ?? 0)
    );
  });
  return (indexes, { kind, grade, status }, county) => {
    let mask = 0;
    let wanted = 0;
    const want = (field: Field, value: number) => {
      mask |= packed(field, field.mask);
      wanted |= packed(field, value);
    };
    if (kind !== undefined) want(KIND, PLACE_KINDS.indexOf(kind));
    if (status !== undefined) want(STATUS, PLACE_STATUSES.indexOf(status));
    if (grade !== undefined) want(GRADE, GRADE_FAMILIES.indexOf(grade));
    if (county !== undefined) want(COUNTY, counties.get(county) ?? COUNTY.mask);
    if (mask === 0) return indexes;
    const kept: number[] = [];
    for (const index of indexes) if (((bits[index] ?? 0) & mask) === wanted) kept.push(index);
    return kept;
  };
}

interface Field {
  readonly shift: number;
  readonly mask: number;
}

function packed({ shift }: Field, value: number): number {
  return value << shift;
}
