import { type StateCode, US_STATES } from "../editions/us-states.ts";

/** The kinds of Census GEOIDs, with the summary level and the number of digits of each. */
const KINDS = (
  [
    { kind: "county", level: 50, digits: 5 },
    { kind: "place", level: 160, digits: 7 },
    { kind: "county subdivision", level: 60, digits: 10 },
  ] as const
).map((kind) => ({ ...kind, prefix: `${String(kind.level).padStart(3, "0")}0000US` }));

/** The forms of a GEOID in JSON Schema. */
export const GEOID_PATTERN = KINDS.map(({ prefix, digits }) => `^(${prefix})?\\d{${digits}}$`).join("|");
export const LONGEST_GEOID = 19;

const FORM = /^ *(\d{3}0000US)?(\d+) *$/;
const QUALIFIED = /^\s*\d{3}0000US/;

const BY_FIPS: ReadonlyMap<string, StateCode> = new Map(US_STATES.map(({ code, fips }) => [fips, code]));

export interface Geoid {
  readonly state: StateCode;
  readonly digits: string;
}

/** The GEOID that a text is, whether or not a place has it, or what is wrong with it. */
export function readGeoid(text: string): { readonly ok: true; readonly geoid: Geoid } | GeoidFault {
  const [, prefix, digits = ""] = FORM.exec(text) ?? [];
  const own = KINDS.find((kind) => kind.digits === digits.length);
  if (prefix !== undefined && prefix !== own?.prefix) return { ok: false, detail: prefixFault(prefix, digits) };
  const state = BY_FIPS.get(digits.slice(0, 2));
  return own === undefined || state === undefined ? NO_GEOID : { ok: true, geoid: { state, digits } };
}

/** `detail` follows the name of a parameter. */
export interface GeoidFault {
  readonly ok: false;
  readonly detail: string;
}

const NO_GEOID: GeoidFault = {
  ok: false,
  detail: "is not a GEOID of a state, of five, seven, or ten digits, such as 4805000",
};

/** What is wrong with a prefix that does not belong to the digits after it. */
function prefixFault(prefix: string, digits: string): string {
  const meant = KINDS.find((kind) => kind.prefix === prefix);
  if (meant === undefined)
    return `has the unknown prefix ${prefix}; use ${KINDS.map((kind) => `${kind.prefix} for a ${kind.kind}`).join(", ")}`;
  const own = KINDS.find((kind) => kind.digits === digits.length);
  const before = `has ${prefix}, the prefix of a ${meant.kind}, before`;
  return own === undefined
    ? `${before} ${digits.length} digits instead of ${meant.digits}`
    : `${before} the ${digits.length} digits of a ${own.kind}; send ${own.prefix}${digits}`;
}

/** Whether a text begins as a fully qualified GEOID does. No name does. */
export function isQualified(text: string): boolean {
  return QUALIFIED.test(text);
}

/** What is wrong with a name that begins as a fully qualified GEOID does; null for any other name. */
export function qualifiedFault(name: string): string | null {
  if (!isQualified(name)) return null;
  const read = readGeoid(name);
  return read.ok ? null : read.detail;
}

/** `1600000US4805000` for `4805000`. */
export function qualifiedGeoid(digits: string): string {
  const known = KINDS.find((kind) => kind.digits === digits.length);
  return `${known?.prefix ?? ""}${digits}`;
}
