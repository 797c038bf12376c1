/** @jsxImportSource hono/jsx */
import { oncePer } from "../../base/once-per.ts";
import { nameInState } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { URLS, withQuery } from "../ui/urls.ts";
import { nationPlaceUrl } from "./addresses.ts";

/** So many are named. */
const MOST = 3;

/** The places of each name in all states, the largest first. */
const byName = oncePer(({ entries, nation, residentsOf }: NationPlaces) =>
  Map.groupBy(
    [...entries, ...nation.absent].toSorted((a, b) => residentsOf(b) - residentsOf(a)),
    ({ name }) => name,
  ),
);

interface NamesakesProps {
  readonly places: NationPlaces;
  readonly name: string;
  /** Of the page's own place. */
  readonly geoid: string | null;
}

/** Other places of the name: who came by a bare name may mean one of them. */
export function Namesakes({ places, name, geoid }: NamesakesProps) {
  const others = (byName(places).get(name) ?? []).filter((place) => place.geoid !== geoid);
  if (others.length === 0) return null;
  return (
    <p class="small muted">
      Also:{" "}
      {others.slice(0, MOST).map((place, index) => (
        <>
          {index === 0 ? "" : "; "}
          <a href={nationPlaceUrl(place, places.nation)}>{nameInState(place)}</a>
        </>
      ))}
      {others.length > MOST ? (
        <>
          ; <a href={withQuery(URLS.search, { q: name })}>{others.length - MOST} more</a>
        </>
      ) : null}
    </p>
  );
}
