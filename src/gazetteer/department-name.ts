import { madeOf, NO_TEXT, type Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";

/** "Houston Police Department", "Dept. of Police", "Cook County Sheriff's Office", and what stands after a comma. */
const POLICE =
  /^(.+?)\s+(?:police\s+(?:department|dept\.?)|(?:department|dept\.?)\s+of\s+police|police|p\.?d\.?)\s*(,.*)?$/i;
const SHERIFF = /^(.+?)\s+sheriff(?:['\u2019]?s)?(?:\s+(?:office|department|dept\.?))?\s*(,.*)?$/i;

/** Of a tribe, although a city of the state has the name. */
const TRIBAL: Readonly<Partial<Record<StateCode, RegExp>>> = { FL: /^\s*seminole\s+police\b/i };

export function isTribal(text: Typed, state: StateCode): boolean {
  return TRIBAL[state]?.test(text) ?? false;
}

export interface DepartmentName {
  /** Without the words for a department. */
  readonly place: Typed;
  readonly isSheriff: boolean;
}

/** The place that the name of a police or sheriff's department says; null for any other text. */
export function departmentName(text: Typed): DepartmentName | null {
  const isSheriff = SHERIFF.test(text);
  const [, name, after = ""] = (isSheriff ? SHERIFF : POLICE).exec(text) ?? [];
  if (name === undefined) return null;
  const place = madeOf(text, `${name}${after}`.trim());
  return place === NO_TEXT ? null : { place, isSheriff };
}
