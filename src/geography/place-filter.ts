import { familyOf, GRADE_FAMILIES } from "../domain/grade.ts";
import { PLACE_KINDS, PLACE_STATUSES, type Place, type PlacesQuery } from "../domain/place.ts";

/**
 * Keeps the numbers of the places that pass the filters of a query. `county` is the full name, if the query has one.
 */
export type PlaceFilter = (
  numbers: readonly number[],
  query: Pick<PlacesQuery, "kind" | "grade" | "status">,
  county: string | undefined,
) => readonly number[];

/**
 * The bits of a place: kind, status, grade, county. A list without a search checks every place, so each check is one
 * comparison.
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
      at(KIND, PLACE_KINDS.indexOf(kind)) |
      at(STATUS, PLACE_STATUSES.indexOf(status)) |
      at(GRADE, grade) |
      at(COUNTY, counties.get(county) ?? 0)
    );
  });
  return (numbers, { kind, grade, status }, county) => {
    let mask = 0;
    let wanted = 0;
    const want = (field: Field, value: number) => {
      mask |= at(field, field.mask);
      wanted |= at(field, value);
    };
    if (kind !== undefined) want(KIND, PLACE_KINDS.indexOf(kind));
    if (status !== undefined) want(STATUS, PLACE_STATUSES.indexOf(status));
    if (grade !== undefined) want(GRADE, GRADE_FAMILIES.indexOf(grade));
    if (county !== undefined) want(COUNTY, counties.get(county) ?? COUNTY.mask);
    if (mask === 0) return numbers;
    const kept: number[] = [];
    for (const number of numbers) if (((bits[number] ?? 0) & mask) === wanted) kept.push(number);
    return kept;
  };
}

interface Field {
  readonly shift: number;
  readonly mask: number;
}

function at({ shift }: Field, value: number): number {
  return value << shift;
}
