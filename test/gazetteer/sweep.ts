import { ownText } from "../../src/base/text.ts";
import type { StateCode } from "../../src/editions/us-states.ts";
import type { RowMeaning } from "../../src/gazetteer/find-in-state.ts";
import type { GazetteerPlace } from "../../src/gazetteer/gazetteer.ts";
import { legalName, looseKey, ownKey } from "../../src/gazetteer/legal-names.ts";
import { stateName } from "../../src/gazetteer/state-text.ts";
import { allRows, country, isSamePlace } from "./country.ts";

/** How newspapers write states (Associated Press); the others are written out. */
const AP: Readonly<Partial<Record<StateCode, string>>> = {
  ...{ AL: "Ala.", AZ: "Ariz.", AR: "Ark.", CA: "Calif.", CO: "Colo.", CT: "Conn.", DE: "Del.", FL: "Fla.", GA: "Ga." },
  ...{ IL: "Ill.", IN: "Ind.", KS: "Kan.", KY: "Ky.", LA: "La.", MD: "Md.", MA: "Mass.", MI: "Mich.", MN: "Minn." },
  ...{ MS: "Miss.", MO: "Mo.", MT: "Mont.", NE: "Neb.", NV: "Nev.", NH: "N.H.", NJ: "N.J.", NM: "N.M.", NY: "N.Y." },
  ...{ NC: "N.C.", ND: "N.D.", OK: "Okla.", OR: "Ore.", PA: "Pa.", RI: "R.I.", SC: "S.C.", SD: "S.D.", TN: "Tenn." },
  ...{ VT: "Vt.", VA: "Va.", WA: "Wash.", WV: "W.Va.", WI: "Wis.", WY: "Wyo.", DC: "D.C." },
};

interface Spelling {
  readonly text: string;
  /** Without its kind, a name means the place that people mean by it, which may be another one that bears it. */
  readonly saysKind: boolean;
}

/** Ways to write a place. */
function spellingsOf(place: GazetteerPlace): readonly Spelling[] {
  const { officialName, state, kind, counties } = place;
  const name = stateName(state);
  const { bare } = legalName(officialName, kind);
  const said = officialName.replace(/ \(balance\)$/, "");
  const of = (text: string, saysKind = true): Spelling => ({ text, saysKind });
  const whole = [
    of(officialName),
    of(officialName.toUpperCase()),
    of(`${said}, ${state}`),
    of(`${said} ${state}`),
    of(`${said}, ${name}`),
    of(`${said}, ${AP[state] ?? name}`),
    of(`${said}, ${name}, USA`),
  ];
  // A county that has the name of its state, or of a place in it.
  if (kind === "county") return whole;
  const inCounties = counties
    .filter(({ county }) => county !== name)
    .flatMap(({ county }) => [
      of(`${said}, ${county}`),
      of(`${said} (${county}), ${state}`),
      of(`${bare}, ${county}`, false),
    ]);
  const zip = zipsByRow().get(place.row);
  const inZip = zip === undefined ? [] : [of(`${said}, ${state} ${zip}`), of(`${bare} ${state} ${zip}-0001`, false)];
  const before = /^(?:city|town|village|borough|township|plantation)$/.test(kind) ? [of(`${kind} of ${bare}`)] : [];
  const bareOnes = [of(bare, false), of(`${bare}, ${state}`, false), of(`${bare}, ${AP[state] ?? name}`, false)];
  return [...whole, ...inCounties, ...inZip, ...before, ...bareOnes];
}

let zips: ReadonlyMap<number, string> | undefined;

/** A ZIP code of each place that has a share in one: that with the largest. */
function zipsByRow(): ReadonlyMap<number, string> {
  if (zips !== undefined) return zips;
  const best = new Map<number, readonly [zip: string, share: number]>();
  for (let code = 0; code < 100_000; code++) {
    const zip = String(code).padStart(5, "0");
    const found = country.zip(zip);
    if (found?.basis !== "residents" && found?.basis !== "land") continue;
    for (const { row, share } of found.candidates) if (share > (best.get(row)?.[1] ?? 0)) best.set(row, [zip, share]);
  }
  zips = new Map([...best].map(([row, [zip]]) => [row, zip]));
  return zips;
}

export interface Sweep {
  readonly asked: number;
  readonly right: number;
  /** Namesakes, listed with the place among them. */
  readonly ambiguous: number;
  /** Nothing is found; the places that may be meant are named. */
  readonly unknown: readonly string[];
  /** Another place is found, or a list without the place. */
  readonly wrong: readonly string[];
}

/** What the official names of places mean, in all spellings. */
export function sweepOf(isTried: (place: GazetteerPlace) => boolean): Sweep {
  const { same } = country.table();
  const counts = { asked: 0, right: 0, ambiguous: 0 };
  const [unknown, wrong]: [string[], string[]] = [[], []];
  for (const row of allRows()) {
    const place = country.place(row);
    if (!isTried(place)) continue;
    const own = same.get(row) ?? row;
    for (const { text, saysKind } of spellingsOf(place)) {
      const found = country.find(place.state, ownText(text));
      const described = `${place.state}/${text}: ${found.is}`;
      counts.asked++;
      switch (judged(found, own, saysKind)) {
        case "right":
          counts.right++;
          break;
        case "ambiguous":
          counts.ambiguous++;
          break;
        case "unknown":
          unknown.push(described);
          break;
        default:
          wrong.push(described);
      }
    }
  }
  return { ...counts, unknown, wrong };
}

function judged(found: RowMeaning, own: number, saysKind: boolean): "right" | "ambiguous" | "unknown" | "wrong" {
  const isOwn = (other: number) => isSamePlace(other, own) || isGovernmentOf(other, own);
  const isMeant = (other: number) => isOwn(other) || (!saysKind && bearsNameOf(other, own));
  switch (found.is) {
    case "one":
      return isMeant(found.row) ? "right" : "wrong";
    case "several":
      return found.rows.some(isMeant) ? "ambiguous" : "wrong";
    case "part":
      return isOwn(found.city) || isOwn(found.row) ? "right" : "wrong";
    case "state":
      return saysKind ? "wrong" : "ambiguous";
    default:
      return "unknown";
  }
}

/** Whether a place is the government of a county and its city in one. */
function isGovernmentOf(other: number, county: number): boolean {
  const { counties } = country.table();
  const isCounty = country.place(county).level === "county";
  return (
    isCounty &&
    ["government", "municipality"].includes(country.place(other).kind) &&
    country.place(other).state === country.place(county).state &&
    counties[other] === counties[county]
  );
}

/** Whether a place has the same name without its kind. */
function bearsNameOf(other: number, own: number): boolean {
  const { officialName, kind } = country.place(own);
  const key = looseKey(ownKey(legalName(officialName, kind).bare));
  const theirs = country.place(other);
  const { bare, short } = legalName(theirs.officialName, theirs.kind);
  const names = [theirs.officialName, bare, ...short, ...(country.table().others.get(other) ?? [])];
  return names.some((name) => looseKey(ownKey(name)) === key);
}
