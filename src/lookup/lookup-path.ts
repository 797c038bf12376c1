import { pathSegment } from "../base/path-segment.ts";
import { ownText } from "../base/text.ts";
import type { Gazetteer, GazetteerPlace } from "../gazetteer/gazetteer.ts";

/** The path of a place's look-up: by its name, or by its GEOID where the name alone means another place, or several. */
export function lookupPath(
  gazetteer: Gazetteer,
  editionPath: string,
  { row, state, name, geoid }: GazetteerPlace,
): string {
  const meaning = gazetteer.find(state, ownText(name));
  const asked = meaning.is === "one" && meaning.row === row ? name : geoid;
  return `/v1${editionPath}/safety/${state}/${pathSegment(asked)}`;
}
