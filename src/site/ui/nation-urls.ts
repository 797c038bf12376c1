import { oncePer } from "../../base/once-per.ts";
import { ownText, type Typed } from "../../base/text.ts";
import type { Nation } from "../../domain/nation.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { foldPlaceName } from "../../gazetteer/kinds.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { URLS, urlOf } from "./urls.ts";

interface NamedPlace {
  readonly state: StateCode;
  readonly name: string;
  readonly county: string | null;
}

export function stateUrl(state: StateCode): string {
  return urlOf(URLS.nationState, { state: state.toLowerCase() });
}

/** The name of a place in its state, with its county if the state has several places of the name. */
function namesInState(place: NamedPlace, nation: Nation): readonly string[] {
  const isShared = (sharedNames(nation).get(`${place.state} ${place.name}`) ?? 1) > 1;
  return isShared && place.county !== null ? [place.name, place.county] : [place.name];
}

/** "Austin, TX"; "Hamilton Township, Mercer County, NJ". */
export function nationFullName(place: NamedPlace, nation: Nation): string {
  return [...namesInState(place, nation), place.state].join(", ");
}

export function nationPlaceUrl(place: NamedPlace, nation: Nation): string {
  return `${URLS.nation}/${nationCompareSlug(place, nation)}`;
}

const sharedNames = oncePer((nation: Nation): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { state, name } of [...nation.places, ...nation.absent]) {
    counts.set(`${state} ${name}`, (counts.get(`${state} ${name}`) ?? 0) + 1);
  }
  return counts;
});

/** A place in the URL of a comparison or a chart: "tx/austin". */
export function nationCompareSlug(place: NamedPlace, nation: Nation): Typed {
  const name = foldPlaceName(ownText(namesInState(place, nation).join(" ")), place.state).replaceAll(" ", "-");
  return ownText(`${place.state.toLowerCase()}/${name}`);
}

/** The same of a typed name that means one place, as it is written or by another name. */
export function nationSlugCalled({ nation, search }: NationPlaces, name: Typed): Typed | undefined {
  const [best, next] = search().best(name, 2);
  const isMeant = (place: typeof best) => place?.match === "exact" || place?.match === "alias";
  return best && isMeant(best) && !isMeant(next) ? nationCompareSlug({ ...best, name: best.city }, nation) : undefined;
}
