import { typed } from "../base/text.ts";
import type { StateEdition } from "../editions/edition.ts";
import { isState } from "../gazetteer/fold.ts";
import { decodedOnce } from "../http/path.ts";
import { quoted, type Refused } from "../http/problem.ts";
import { invalidParameters } from "../http/query.ts";

export function unknownState(text: string): string {
  return `is neither a state's USPS code, such as TX, nor its name; it is ${quoted(text)}`;
}

/** `state` in any encoding: the only parameter that a lookup reads. */
const STATE_PARAMETER = /^(?:s|%73)(?:t|%74)(?:a|%61)(?:t|%74)(?:e|%65)(?=$|=)/;
/** Repeated values of one query that are read. */
const MAX_STATES = 10;

/** The refusal of a lookup whose query names another state: it would find a namesake. Other parameters are ignored. */
export function refusedState(search: string, edition: StateEdition): Refused | null {
  const given = search.split("&").filter((part) => STATE_PARAMETER.test(part));
  const values = new Set(given.map((part) => (part.includes("=") ? part.slice(part.indexOf("=") + 1) : "")));
  if (values.size > MAX_STATES) return refused(`is repeated more than ${MAX_STATES} times`);
  for (const value of values) {
    const text = decodedOnce(value);
    if (text === undefined) return refused("is not UTF-8 in percent-encoding");
    const state = typed(text);
    if (typeof state !== "string") return refused(state.detail);
    if (state.trim() !== "" && !isState(state, edition)) {
      const elsewhere = "GET /v1/us/safety/{state}/{city}";
      return refused(
        `is ${quoted(state)}; this endpoint has only places in ${edition.name}. For other states: ${elsewhere}`,
      );
    }
  }
  return null;
}

function refused(detail: string): Refused {
  return invalidParameters([{ parameter: "state", detail }]);
}
