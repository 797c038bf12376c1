import { TurnLimit } from "../domain/turn-limit.ts";

/** A page of results takes a few milliseconds. */
const A_TURN = 1;
/** With a longer queue and lookups at the same time, the last visitors would wait more than about a second. */
const MOST_WAITING = 64;

/**
 * Renders pages that anyone can ask for in any number, such as the results of distinct searches: one in each turn of the
 * event loop, so that a flood of them delays each look-up by one page at most.
 */
export class Renderings {
  readonly #turns = new TurnLimit(A_TURN, MOST_WAITING);

  /** @throws TurnsBusy while too many wait. */
  async inTurn<Page>(render: () => Page | Promise<Page>): Promise<Page> {
    await this.#turns.enter();
    return await render();
  }
}
