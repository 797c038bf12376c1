import { madeOf } from "../../base/text.ts";
import type { NationLocateAnswer } from "../../domain/nation-location.ts";
import type { NationLocateQuery } from "../../domain/place-query.ts";
import { isQualified } from "../../gazetteer/geoid.ts";
import { locateBy } from "../locate.ts";
import { createPointLocator } from "./at-point.ts";
import { createZipLocator } from "./in-zip.ts";
import { createLocated, type LocatorParts } from "./located.ts";
import { createNameLocator } from "./named.ts";
import { createAddressLocator } from "./of-address.ts";

/** Which place is at a point, in a ZIP code, or meant by a name, an address, or a GEOID; and its record if there is one. */
export function createNationLocator(parts: LocatorParts) {
  const located = createLocated(parts);
  const points = createPointLocator(parts.gazetteer, located);
  const zips = createZipLocator(parts.gazetteer, located, points);
  const named = createNameLocator(parts, located);
  const locateAddress = createAddressLocator(parts, located, zips, named);
  const locate = locateBy<NationLocateAnswer>({
    point: points.locatePoint,
    zip: zips.locateZip,
    name: (name) => (isQualified(name) ? named.locateGeoid(name) : named.locateAnywhere(name)),
  });
  function answerTo(query: NationLocateQuery): NationLocateAnswer {
    if ("geoid" in query) return named.locateGeoid(query.geoid);
    if ("address" in query) return locateAddress(query.address);
    if (!("name" in query) || query.state === undefined) return locate(query);
    const { name, state, county } = query;
    return named.locateInState(state, county === undefined ? name : madeOf(name, `${name}, ${county}`));
  }
  return {
    locate: answerTo,
    forget: points.forget,
  };
}
