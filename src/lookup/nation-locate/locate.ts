import type { NationLocateAnswer } from "../../domain/nation-location.ts";
import type { NationLocateQuery } from "../../domain/place-query.ts";
import { typedPoint } from "../../gazetteer/typed-point.ts";
import { createPointLocator } from "./at-point.ts";
import { createZipLocator } from "./in-zip.ts";
import { createLocated, type LocatorParts } from "./located.ts";
import { createNameLocator } from "./named.ts";
import { createAddressLocator } from "./of-address.ts";

/** A ZIP code where a name is expected, with or without +4. */
const ZIP_AS_NAME = /^\s*(\d{5})(?:-\d{4})?\s*$/;
/** A GEOID with the Census Bureau's prefix. */
const QUALIFIED = /^\s*\d{3}0000US\d+\s*$/;

/** Which place is at a point, in a ZIP code, or meant by a name, an address, or a GEOID; and its record if there is one. */
export function createNationLocator(parts: LocatorParts): (query: NationLocateQuery) => NationLocateAnswer {
  const located = createLocated(parts);
  const points = createPointLocator(parts.gazetteer, located);
  const zips = createZipLocator(parts.gazetteer, located, points);
  const named = createNameLocator(parts, located);
  const locateAddress = createAddressLocator(parts, located, zips, named);
  return (query) => {
    if ("geoid" in query) return named.locateGeoid(query.geoid);
    if ("zip" in query) return zips.locateZip(query.zip);
    if ("address" in query) return locateAddress(query.address);
    if (!("name" in query)) return points.locatePoint(query);
    const { name, state, county } = query;
    if (state !== undefined) return named.locateName(name, state, county);
    const zip = ZIP_AS_NAME.exec(name)?.[1];
    if (zip !== undefined) return zips.locateZip(zip);
    if (QUALIFIED.test(name)) return named.locateGeoid(name);
    const point = typedPoint(name);
    return point === null ? named.locateName(name, state, county) : points.locatePoint(point);
  };
}
