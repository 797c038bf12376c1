import { COSTS } from "./search-forms.ts";

/** How a beginning matches: the name or its start, words inside it, words around it such as its county, or a misspelling. */
const TIERS = ["named", "inside", "around", "misspelled"] as const;
export type CompletionTier = (typeof TIERS)[number];

/** A name that is typed as a whole, even with a wrong letter, counts as that of a place with so many times its residents. */
const WHOLE = { municipality: 8, other: 2 } as const;
/** Places without figures are asked for less often. */
const UNLISTED = 0.25;

interface Matched {
  /** As in `COSTS`. */
  readonly cost: number;
  readonly residents: number;
  /** A city or another incorporated place: no township, community, or county. */
  readonly isMunicipality: boolean;
  /** Whether an edition has figures of it, or the reason why it has none. */
  readonly isListed: boolean;
}

export interface Completion {
  readonly tier: CompletionTier;
  /** Orders those of a tier: by residents, and a whole name above places of like size. */
  readonly weight: number;
  readonly isListed: boolean;
}

export function completionOf({ cost, residents, isMunicipality, isListed }: Matched): Completion {
  const isWhole = cost <= COSTS.alias || cost === COSTS.approximate;
  const whole = !isWhole ? 1 : isMunicipality ? WHOLE.municipality : WHOLE.other;
  return { tier: tierOf(cost), weight: Math.max(1, residents) * whole * (isListed ? 1 : UNLISTED), isListed };
}

function tierOf(cost: number): CompletionTier {
  if (cost >= COSTS.approximate) return "misspelled";
  if (cost >= COSTS.around) return "around";
  return cost > COSTS.beginning ? "inside" : "named";
}

/** At most so many of the first are of the page's state, so that the largest of the country are among them. */
const MOST_HERE = 4;

/** The best tiers, in order: those of the page's state first, then by weight. */
export function inOrder<Item extends Completion & { readonly isHere: boolean }>(
  found: readonly Item[],
): readonly Item[] {
  const known = found.some(({ tier, isListed }) => tier === "named" || (tier === "inside" && isListed));
  const isClose = known || found.some(({ tier }) => tier === "inside");
  const kept = found.filter(({ tier }) =>
    tier === "misspelled" ? !known && !found.some((one) => one.tier === "around") : tier !== "around" || !isClose,
  );
  const sorted = kept.toSorted((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) || b.weight - a.weight);
  const here = sorted
    .filter(({ tier, isHere, isListed }) => tier === "named" && isHere && isListed)
    .slice(0, MOST_HERE);
  return [...new Set([...here, ...sorted])];
}
