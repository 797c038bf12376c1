import { z } from "zod";
import { cautionText } from "../domain/explain.ts";
import type { AbsentCity, AbsentCounty, RatedPlace, SnapshotPlace } from "../domain/snapshot.ts";
import type { Edition } from "../editions/edition.ts";
import type { StatePlaces } from "../lookup/state-places.ts";

/** What belongs to any grade that an assistant repeats: clients drop the server's instructions. */
export function contextOf({ possessive }: Edition) {
  return {
    yardstick: `A score of 50 is ${possessive} own rate of the same year; a higher score means fewer reported offenses per resident.`,
    neighborhoods: "The figures of a city or a county do not describe its neighborhoods.",
  } as const;
}

export function cautionsOf({ cautions }: RatedPlace): readonly string[] {
  return cautions.map(cautionText);
}

/** A sentence that says why a place has no record. */
export function absenceOf(absent: AbsentCity | AbsentCounty): string {
  const instead =
    "city" in absent ? ` The figures that apply are those of ${absent.county}; use a tool for counties.` : "";
  return `No record. ${absent.detail}.${instead}`;
}

/** The members of an answer that name the places whose figures it has. */
const answer = z.object({
  data: z
    .object({
      city: z.union([z.string(), z.object({ city: z.string() })]).nullish(),
      county: z.union([z.string(), z.object({ county: z.string() })]).nullish(),
      // An explanation has its cautions among its data.
      cautions: z.undefined(),
    })
    .nullish(),
  places: z.array(z.object({ kind: z.string(), name: z.string(), data: z.unknown() })).default([]),
});

/** The cautions of the places whose figures an answer has, each with the name of its place. */
export function cautionsIn(value: object, { published }: StatePlaces): readonly string[] {
  const parsed = answer.safeParse(value);
  if (!parsed.success) return [];
  const { data, places: listed } = parsed.data;
  const { city, county } = data ?? {};
  const listedAs = (wanted: string) => listed.flatMap(({ kind, name, data }) => (kind === wanted && data ? name : []));
  const cities = [typeof city === "object" ? city?.city : city, ...listedAs("city")];
  // Beside a city, the name of a county only says where the city is.
  const ownCounty = typeof county === "object" ? county?.county : city === undefined ? county : null;
  const counties = [ownCounty, ...listedAs("county")];
  return [
    ...cities.flatMap((name) => named(name, published.city(name ?? "")?.entry, published.absentCity(name ?? ""))),
    ...counties.flatMap((name) => named(name, published.county(name ?? "")?.entry, published.absentCounty(name ?? ""))),
  ];
}

function named(
  name: string | null | undefined,
  place: SnapshotPlace | undefined,
  absent: AbsentCity | AbsentCounty | undefined,
): readonly string[] {
  const texts = place !== undefined ? cautionsOf(place) : absent !== undefined ? [absenceOf(absent)] : [];
  return texts.map((text) => `${name}: ${text}`);
}
