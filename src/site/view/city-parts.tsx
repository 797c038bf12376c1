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
  const all = gazetteer.table().parts.flatMap(([, city, part]) => (city === row ? [part] : []));
  // One part may have its name with and without an article.
  const parts = all.filter((part) => !all.includes(`The ${part}`));
  if (parts.length === 0) return null;
  return (
    <p class="small">
      {list.format(parts)} {parts.length === 1 ? "is" : "are"} part of {name} and {parts.length === 1 ? "has" : "have"}{" "}
      no separate figures.
    </p>
  );
}
