import { recordFrom } from "../base/named-table.ts";
import { madeOf, ownText, type Typed } from "../base/text.ts";
import type { NationPlace } from "../domain/nation.ts";
import { MUNICIPAL_KINDS, type StateCode, US_STATES } from "../editions/us-states.ts";
import { normalized, shortForms, withShortLead } from "./fold.ts";

const STATES: ReadonlyMap<string, StateCode> = new Map(
  US_STATES.flatMap(({ code, name }): [string, StateCode][] => [
    [code, code],
    [code.toLowerCase(), code],
    [initials(code), code],
    [normalized(ownText(name)), code],
  ]),
);
/** Other ways to write the capital. */
const DISTRICT: ReadonlySet<string> = new Set(["washington d c", "washington dc"]);

/** A code with periods, as it is folded: "n y". */
function initials(code: string): string {
  return [...code.toLowerCase()].join(" ");
}

/** The state of a USPS code or name, in any case, with or without periods; undefined for any other text. */
export function stateOf(text: Typed): StateCode | undefined {
  const code = STATES.get(text);
  if (code !== undefined) return code;
  const folded = normalized(text);
  return STATES.get(folded) ?? (DISTRICT.has(folded) ? "DC" : undefined);
}

/** The state that a name ends in, after a comma or as a code: "Austin, Texas", "Austin TX". */
export function stateIn(name: Typed): StateCode | undefined {
  const ending = /,([^,]+)$|\s([A-Z]{2})$/.exec(name.trim());
  return ending === null ? undefined : stateOf(madeOf(name, ending[1] ?? ending[2] ?? ""));
}

export function stateName(code: StateCode): string {
  return US_STATES.find((state) => state.code === code)?.name ?? code;
}

const KINDS = MUNICIPAL_KINDS.join("|");
const PREFIX = new RegExp(`^(?:the )?(?:city|municipality|${KINDS}) of `);
const KIND_BEFORE = new RegExp(`^\\s*(?:the\\s+)?(${KINDS})\\s+of\\s`, "i");
const TOWNSHIP = /\btwp\b\.?/i;
const KIND_AFTER = new RegExp(`^(.+) (${KINDS})$`);
const COUNTRY_OR_ZIP = /(?<=[^ ,([])[ ,([]+(?:u ?s(?: ?a)?|united states(?: of america)?|\d{5}(?: \d{4})?)[ )\]]*$/;
/** Everything that could be removed is separated from the name. */
const SEPARATOR = /[ ,([]/;
/** The state after a name, by its code or name. */
const ENDINGS: Readonly<Record<StateCode, RegExp>> = recordFrom(
  US_STATES.map(
    ({ code, name }) =>
      [
        code,
        new RegExp(
          `(?<=[^ ,([])[ ,([]+(?:${code.toLowerCase()}|${initials(code)}|${normalized(ownText(name))})[ )\\]]*$`,
        ),
      ] as const,
  ),
);

/**
 * The form in which names inside a state are compared: as a city's of one state (decisions 1), without "Town of", the
 * state, the country, and a ZIP code. A county after the name stays: "hamilton township mercer county".
 */
export function foldPlaceName(name: Typed, state: StateCode): Typed {
  let text: string = normalized(name).replace(TOWNSHIP, "township");
  const ending = ENDINGS[state];
  for (let before = ""; before !== text && SEPARATOR.test(text); ) {
    before = text;
    text = text.replace(COUNTRY_OR_ZIP, "").replace(ending, "");
  }
  const bare = SEPARATOR.test(text)
    ? text
        .replace(PREFIX, "")
        .replace(/[ ,()[\]]+/g, " ")
        .trim()
    : text;
  return withShortLead(madeOf(name, bare));
}

/**
 * The kind that a name says, and the name without it, in its folded form: "Town of Newburgh" and "Newburgh Town" are
 * both a town. undefined if it says none; a city's kind is not told apart.
 */
export function kindIn(name: Typed | "", folded: Typed): { readonly kind: string; readonly bare: Typed } | undefined {
  const before = KIND_BEFORE.exec(name.replace(TOWNSHIP, "township"))?.[1]?.toLowerCase();
  if (before !== undefined) return { kind: before, bare: folded };
  const [, bare, kind] = KIND_AFTER.exec(folded) ?? [];
  return bare === undefined || kind === undefined ? undefined : { kind, bare: madeOf(folded, bare) };
}

/** The kind of a place: that of its own name, or by the Census Bureau; null if neither says it. */
export function kindOf({ name, kind, state }: Named & { readonly state: StateCode }): string | null {
  return kindIn("", foldPlaceName(ownText(name), state))?.kind ?? kind;
}

interface Named {
  readonly name: string;
  readonly kind: NationPlace["kind"];
}

/** A place's names as they are found, also in their short forms: alone, and with its county. */
export function keysOf(
  {
    name,
    aliases,
    county,
  }: { readonly name: string; readonly aliases: readonly string[]; readonly county: string | null },
  state: StateCode,
): readonly string[] {
  const names = [name, ...aliases].flatMap((own) => shortForms(foldPlaceName(ownText(own), state)));
  if (county === null) return names;
  const full = normalized(ownText(county));
  return names.flatMap((own) => [own, `${own} ${full}`]);
}
