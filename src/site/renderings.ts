import { TurnLimit } from "../domain/turn-limit.ts";

/** Rendering a page of results takes a few milliseconds. */
const PER_TURN = 1;
/** With a longer queue and lookups at the same time, the last visitors would wait more than about a second. */
const MAX_WAITING = 64;

/**
 * Renders pages that clients can request in unlimited variety, such as search results: one in each turn of the event
 * loop, so that a flood of them delays each lookup by at most one page.
 */
export class Renderings {
  readonly #turns = new TurnLimit(PER_TURN, MAX_WAITING);

  /** @throws TurnsBusy while too many wait. */
  async inTurn<Page>(render: () => Page | Promise<Page>): Promise<Page> {
    await this.#turns.enter();
    return await render();
  }
}
