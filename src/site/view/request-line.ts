import { urlPathFor } from "../../api/operation.ts";
import { OPERATIONS } from "../../api/operations.ts";
import type { StateEdition } from "../../editions/edition.ts";
import { urlIn } from "../ui/urls.ts";

const LOOK_UPS = { city: "getCity", county: "getCounty", explain: "explainCity" } as const;

/** The path of a lookup as documents show it, with `+` for spaces (contract 4.1). */
export function lookUpPath(edition: StateEdition, kind: keyof typeof LOOK_UPS, name: string): string {
  const operation = OPERATIONS.find(({ id }) => id === LOOK_UPS[kind]);
  if (operation === undefined) throw new RangeError(`there is no operation ${LOOK_UPS[kind]}`);
  return urlIn(edition, urlPathFor(operation, { path: [name], search: "" }));
}
