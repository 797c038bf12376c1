import { Lru, type LruLimit } from "../base/lru.ts";
import { oncePer } from "../base/once-per.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { PlacesOfEdition } from "../lookup/places.ts";
import type { Served } from "../lookup/served.ts";

/** A generation has room for the explanations and histories of a small state's places. A body is kept as text and as bytes. */
const LIMIT: LruLimit<PrebuiltAnswer> = {
  entries: 2_048,
  size: 5_000_000,
  sizeOf: (request, { body }) => request.length + 2 * body.length,
};
/** Longer requests are rare and do not come from a form. */
const MAX_REQUEST = 300;

/** The most recent computed answers from the places of an edition. Another edition's dataset may be in them, too. */
const keptOf = oncePer((_served: Served) => oncePer((_places: PlacesOfEdition) => new Lru(LIMIT)));

export function keptAnswer(served: Served, places: PlacesOfEdition, request: string): PrebuiltAnswer | undefined {
  return keptOf(served)(places).get(request);
}

export function keepAnswer(served: Served, places: PlacesOfEdition, request: string, answer: PrebuiltAnswer): void {
  if (request.length <= MAX_REQUEST) keptOf(served)(places).set(request, answer);
}
