/** @jsxImportSource hono/jsx */
import type { NationPlaces } from "../../lookup/nation-places.ts";

const list = new Intl.ListFormat("en-US");

/** The parts of a city that people search for as if they were places: Brooklyn, Queens. */
export function CityParts({
  places: { gazetteer },
  name,
  geoid,
}: {
  readonly places: NationPlaces;
  readonly name: string;
  readonly geoid: string | null;
}) {
  const row = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
  const parts = gazetteer.table().parts.flatMap(([, city, part]) => (city === row ? [part] : []));
  if (parts.length === 0) return null;
  return (
    <p class="small">
      {list.format(parts)} {parts.length === 1 ? "is a part" : "are parts"} of {name}, without figures of their own.
    </p>
  );
}
