import { TurnQueue } from "../domain/turn-queue.ts";

/** With a longer queue and lookups at the same time, the last visitors would wait more than about a second. */
const MAX_WAITING = 64;

/**
 * Renders pages that clients can request in unlimited variety, such as search results: each takes a few milliseconds, so
 * one starts in each turn of the event loop.
 */
export function createRenderQueue(): TurnQueue {
  return new TurnQueue(MAX_WAITING);
}
