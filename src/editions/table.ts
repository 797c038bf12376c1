import { namesOf } from "../base/named-table.ts";
import { CALIFORNIA } from "./california.ts";
import type { Edition, StateEdition } from "./edition.ts";
import { UNITED_STATES } from "./united-states.ts";

/** The editions that the service has. Whatever carries them goes through this table. */
export const EDITIONS = { california: CALIFORNIA, unitedStates: UNITED_STATES } as const;
export type EditionName = keyof typeof EDITIONS;
export const EDITION_NAMES = namesOf(EDITIONS);
export const ALL_EDITIONS: readonly Edition[] = EDITION_NAMES.map((name) => EDITIONS[name]);

export type StateEditionName = {
  [Name in EditionName]: (typeof EDITIONS)[Name] extends StateEdition ? Name : never;
}[EditionName];
export function isOfState(name: EditionName): name is StateEditionName {
  return EDITIONS[name].kind === "state";
}
export const STATE_EDITION_NAMES = EDITION_NAMES.filter(isOfState);
/** The edition of the contract's endpoints. */
export const CONTRACT_NAME = "california" satisfies StateEditionName;
export const CONTRACT_EDITION: StateEdition = EDITIONS[CONTRACT_NAME];
/** The states beside the contract's. */
export const OTHER_STATE_NAMES: readonly StateEditionName[] = STATE_EDITION_NAMES.filter(
  (name) => name !== CONTRACT_NAME,
);
/** @throws RangeError for an edition that is not in the table */
export function stateEditionName(edition: StateEdition): StateEditionName {
  const name = STATE_EDITION_NAMES.find((one) => EDITIONS[one].path === edition.path);
  if (name === undefined) throw new RangeError(`the edition of ${edition.name} is not in the table`);
  return name;
}
export const STATE_EDITIONS: readonly StateEdition[] = STATE_EDITION_NAMES.map((name) => EDITIONS[name]);

/** What all states' editions share, such as a schema, names them together. */
export function ofStates(textOf: (edition: StateEdition) => string, separator = " or "): string {
  return STATE_EDITIONS.map(textOf).join(separator);
}
