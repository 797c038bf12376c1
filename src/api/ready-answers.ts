import { Lru, type LruLimit } from "../base/lru.ts";
import { oncePer } from "../base/once-per.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Served } from "../lookup/served.ts";
import type { Route } from "./router.ts";

/** An answer that a place has ready, and the way to it. */
export interface ReadyAnswer {
  readonly route: Route;
  readonly answer: PrebuiltAnswer;
  /** Of the datasets that it is from. */
  readonly lastModified: string;
}

/** A generation has room for all places of the editions under a spelling or two, and for their answers. */
const LIMIT: LruLimit<ReadyAnswer> = {
  entries: 8_192,
  size: 8_000_000,
  sizeOf: (url, { answer }) => url.length + answer.body.length,
};
/** The address of a place with a long name. Longer ones are not kept. */
const MAX_URL = 160;

/**
 * Ready answers by the URL of their request, so that a repeated lookup reads and finds no name. Only URLs that name a place,
 * and have no query, are kept: none has a key in it, and what clients make up is bounded.
 */
const byUrlOf = oncePer((_served: Served) => new Lru(LIMIT));

export function readyFor(served: Served, url: string, method: string): ReadyAnswer | undefined {
  return method === "GET" ? byUrlOf(served).get(url) : undefined;
}

export function keepReady(served: Served, url: string, ready: ReadyAnswer): void {
  if (url.length <= MAX_URL && !url.includes("?")) byUrlOf(served).set(url, ready);
}
