import { STATE } from "../domain/california.ts";
import { CALIFORNIA } from "../domain/edition.ts";
import { normalized } from "../domain/name.ts";
import { decodedOnce } from "./path.ts";
import { quoted, type Refused } from "./problem.ts";
import { invalidParameters } from "./query.ts";

const OWN_STATE = new RegExp(`^(?:${STATE.inAddress})$`);

/** Whether a text is the state of the contract's endpoints, by its code or name. */
export function isOwnState(text: string): boolean {
  return OWN_STATE.test(normalized(text));
}

export function unknownState(text: string): string {
  return `is neither a state's USPS code, such as TX, nor its name; it is ${quoted(text)}`;
}

/** The refusal of a lookup whose query names another state: it would find a namesake. Other parameters are ignored. */
export function refusedState(search: string): Refused | null {
  for (const part of search.split("&")) {
    const [parameter = "", ...value] = part.split("=");
    if (decodedOnce(parameter) !== "state") continue;
    const state = decodedOnce(value.join("="));
    if (state === undefined) return refused("is not UTF-8 in percent-encoding");
    if (state.trim() !== "" && !isOwnState(state)) {
      const elsewhere = "GET /v1/us/safety/{state}/{city}";
      return refused(
        `is ${quoted(state)}; this endpoint has only places in ${CALIFORNIA.name}. For other states: ${elsewhere}`,
      );
    }
  }
  return null;
}

function refused(detail: string): Refused {
  return invalidParameters([{ parameter: "state", detail }]);
}
