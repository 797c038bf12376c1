import type { Clock } from "./clock.ts";

interface RoundParts<Item> {
  /** Takes the item that is due for longest, of any owner but those; null if none is due. */
  readonly claim: (busyOwners: readonly number[]) => Promise<Item | null>;
  /** While one item of an owner is being sent, its others wait. */
  readonly ownerOf: (item: Item) => number;
  /** Must not reject. `claimedAtMs` is a time before the claim. */
  readonly send: (item: Item, claimedAtMs: number) => Promise<void>;
  /** How many are sent at the same time. */
  readonly atOnce: number;
  readonly clock: Clock;
  /** Called when no item is due any more. */
  readonly swept: () => void;
  /** Called for the first of failed rounds in a row. */
  readonly failed: (error: unknown) => void;
}

/** Sends items that the store keeps until they are due: to each owner one after another, to several owners at a time. */
export class Rounds<Item> {
  readonly #parts: RoundParts<Item>;
  #round: Promise<void> | null = null;
  #isClosed = false;
  #isFailing = false;

  constructor(parts: RoundParts<Item>) {
    this.#parts = parts;
  }

  /** Starts a round unless one is in progress, and waits for its end. Never rejects. */
  async sweep(): Promise<void> {
    this.#round ??= this.#sendAll().then(
      () => this.#ended(null),
      (error: unknown) => this.#ended(error),
    );
    await this.#round;
  }

  #ended(error: unknown): void {
    if (error !== null && !this.#isFailing) this.#parts.failed(error);
    this.#isFailing = error !== null;
    this.#round = null;
  }

  /** Waits for the items that are being sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#round;
  }

  async #sendAll(): Promise<void> {
    const { claim, ownerOf, send, atOnce, clock, swept } = this.#parts;
    const sending = new Map<number, Promise<void>>();
    try {
      while (!this.#isClosed) {
        const claimedAtMs = clock.now();
        const busy = [...sending.keys()];
        const item = await claim(busy);
        if (item !== null) {
          const owner = ownerOf(item);
          sending.set(
            owner,
            send(item, claimedAtMs).finally(() => sending.delete(owner)),
          );
        } else if (busy.length === 0) {
          swept();
          return;
        }
        // If an item ended meanwhile, its owner was left out, and may have more.
        const isWaiting = item === null ? sending.size === busy.length : sending.size >= atOnce;
        if (isWaiting) await Promise.race(sending.values());
      }
    } finally {
      await Promise.all(sending.values());
    }
  }
}
