import type { StateEdition } from "../editions/edition.ts";
import { isState } from "../gazetteer/fold.ts";
import { decodedOnce } from "../http/path.ts";
import { quoted, type Refused } from "../http/problem.ts";
import { invalidParameters } from "../http/query.ts";

export function unknownState(text: string): string {
  return `is neither a state's USPS code, such as TX, nor its name; it is ${quoted(text)}`;
}

/** The refusal of a lookup whose query names another state: it would find a namesake. Other parameters are ignored. */
export function refusedState(search: string, edition: StateEdition): Refused | null {
  for (const part of search.split("&")) {
    const [parameter = "", ...value] = part.split("=");
    if (decodedOnce(parameter) !== "state") continue;
    const state = decodedOnce(value.join("="));
    if (state === undefined) return refused("is not UTF-8 in percent-encoding");
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
