import type { Typed } from "../base/text.ts";
import type { LocateQuery } from "../domain/place-query.ts";
import type { GeoPoint } from "../gazetteer/distance.ts";
import { typedPoint } from "../gazetteer/typed-point.ts";

/** How an edition answers each way to a place. */
export interface LocateWays<Answer> {
  readonly point: (point: GeoPoint) => Answer;
  /** @param name the text, if the code was sent as a name */
  readonly zip: (zip: string, name?: Typed) => Answer;
  readonly name: (name: Typed) => Answer;
}

/** A ZIP code with or without +4, and with or without the words before it. */
const ZIP = /^\s*(?:zip(?: ?code)? )?(\d{5})(?:[- ]\d{4})?\s*$/i;

/** The ZIP code that was sent as a name; undefined for any other text. */
export function zipIn(name: Typed): string | undefined {
  return ZIP.exec(name)?.[1];
}

/** Where what a query says is. A name may be a ZIP code, or a pair of coordinates. */
export function locateBy<Answer>({ point, zip, name }: LocateWays<Answer>): (query: LocateQuery) => Answer {
  return (query) => {
    if ("zip" in query) return zip(query.zip);
    if (!("name" in query)) return point(query);
    const code = zipIn(query.name);
    if (code !== undefined) return zip(code, query.name);
    const typed = typedPoint(query.name);
    return typed === null ? name(query.name) : point(typed);
  };
}
