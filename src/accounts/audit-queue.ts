import type { Log } from "../domain/log.ts";
import type { AuditEventName, Origin } from "./account.ts";
import type { AccountStore } from "./store.ts";
import type { ThrottleStore } from "./throttle.ts";

/** Long enough for the refused client's next request to be answered. */
const WRITTEN_AFTER_MS = 1_000;
const DAY_MS = 86_400_000;
/** At this many waiting lines they are written immediately, which limits how many a crash can lose. */
const MAX_WAITING = 1_000;

/** A sign-in that was refused, for the audit log of the address's account, if it has one. */
export interface RefusedSignIn {
  readonly email: string;
  readonly name: Extract<AuditEventName, "sign_in_refused" | "code_refused">;
  readonly origin: Origin;
}

export interface AuditQueueParts {
  readonly accounts: AccountStore;
  readonly throttles: ThrottleStore;
  readonly log: Log;
}

/**
 * Writes refused sign-ins into the audit log, some time after the response. Written immediately, the line of an address
 * with an account would delay the next request and so reveal that the account exists. An address without an account
 * costs a write too.
 */
export class AuditQueue {
  readonly #parts: AuditQueueParts;
  #waiting: RefusedSignIn[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: AuditQueueParts) {
    this.#parts = parts;
  }

  add(refusal: RefusedSignIn): void {
    this.#waiting.push(refusal);
    if (this.#waiting.length >= MAX_WAITING) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), WRITTEN_AFTER_MS).unref();
  }

  /** Writes the waiting lines. Never rejects: lines that cannot be written are lost, and the log says so. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#writing.then(async () => {
      for (const refusal of waiting) {
        await this.#write(refusal).catch((error: unknown) => {
          this.#parts.log.error({ error }, "a refused sign-in is missing from the audit log");
        });
      }
    });
    return this.#writing;
  }

  async #write({ email, name, origin }: RefusedSignIn): Promise<void> {
    const { accounts, throttles } = this.#parts;
    const account = await accounts.findByEmail(email);
    if (account !== null) await accounts.record({ accountId: account.id, name, origin, detail: "" });
    else await throttles.count("sign-ins refused without an account", DAY_MS);
  }
}
