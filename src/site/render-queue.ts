import { OnePerTick } from "../domain/one-per-tick.ts";

/** With a longer queue and lookups at the same time, the last visitors would wait more than about a second. */
const MAX_WAITING = 64;

/**
 * Renders pages that clients can request in unlimited variety, such as search results: each takes a few milliseconds, so
 * one starts in each turn of the event loop.
 */
export function createRenderQueue(): OnePerTick {
  return new OnePerTick(MAX_WAITING);
}
