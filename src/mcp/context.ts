import { z } from "zod";
import { cautionText } from "../domain/explain.ts";
import type { AbsentCity, AbsentCounty, RatedPlace, SnapshotPlace } from "../domain/snapshot.ts";
import type { Edition } from "../editions/edition.ts";
import type { NationPlaces } from "../lookup/nation-places.ts";
import type { StatePlaces } from "../lookup/state-places.ts";

/** What belongs to any grade that an assistant repeats: clients drop the server's instructions. */
export function contextOf({ possessive }: Edition) {
  return {
    yardstick: `A score of 50 is ${possessive} own rate of the same year; a higher score means fewer reported offenses per resident.`,
    neighborhoods: "The figures of a city or a county do not describe its neighborhoods.",
  } as const;
}

/** What belongs to the figures of what a county's departments police. */
export const AREA_CONTEXT = {
  area: "The figures are of the area that the department polices, not of the county: cities with police of their own are not in it.",
} as const;

export function cautionsOf({ cautions }: RatedPlace): readonly string[] {
  return cautions.map(cautionText);
}

/** A sentence that says why a place has no grade. */
export function absenceOf(absent: AbsentCity | AbsentCounty): string {
  const instead =
    "city" in absent ? ` The figures that apply are those of ${absent.county}; use a tool for counties.` : "";
  return `No grade. ${absent.detail}.${instead}`;
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

const listed = z.object({ city: z.string(), state: z.string(), geoid: z.string().nullable(), data: z.unknown() });
const peers = z.object({ larger: z.array(listed), smaller: z.array(listed) }).optional();
/** The members of an answer of the nation with places that have figures, but not their cautions. */
const nationAnswer = z.object({
  places: z.array(listed).default([]),
  data: z.object({ place: listed.optional(), in_state: peers, in_nation: peers }).nullish(),
});

/** The same for an answer of the nation. A record has its own. */
export function cautionsInNation(value: object, { ofGeoid }: Pick<NationPlaces, "ofGeoid">): readonly string[] {
  const { places = [], data } = nationAnswer.safeParse(value).data ?? {};
  const all = [...places, ...(data?.place ? [data.place] : [])];
  for (const among of [data?.in_state, data?.in_nation]) if (among) all.push(...among.larger, ...among.smaller);
  const graded = new Map(all.flatMap((one) => (one.data ? [[one.geoid ?? "", one] as const] : [])));
  return [...graded].flatMap(([geoid, { city, state }]) => {
    const entry = ofGeoid(geoid);
    return entry === undefined ? [] : cautionsOf(entry).map((text) => `${city}, ${state}: ${text}`);
  });
}

function named(
  name: string | null | undefined,
  place: SnapshotPlace | undefined,
  absent: AbsentCity | AbsentCounty | undefined,
): readonly string[] {
  const texts = place !== undefined ? cautionsOf(place) : absent !== undefined ? [absenceOf(absent)] : [];
  return texts.map((text) => `${name}: ${text}`);
}
