/** The result of a load: the number of answers by status, and how many requests were never answered. */
export interface LoadReport {
  readonly statuses: ReadonlyMap<number, number>;
  readonly unanswered: number;
  /** Answers 503 without `Retry-After`: there must be none. */
  readonly bare503: number;
}

export interface LoadSettings {
  /** The connections use these in turn. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly connections: number;
  /** Milliseconds between an answer and the next request of its connection, so that a load leaves room for other tests. */
  readonly pauseMs?: number;
  /** Called before each request; false ends the load. */
  shouldContinue(sent: number): boolean;
  /** Called for each answer. */
  readonly onAnswer?: (url: string, status: number) => void;
}

/** Sends lookups over `connections` connections, each with one request in flight at a time. */
export async function load({
  urls,
  key,
  connections,
  pauseMs,
  shouldContinue,
  onAnswer,
}: LoadSettings): Promise<LoadReport> {
  const statuses = new Map<number, number>();
  let [sent, unanswered, bare503] = [0, 0, 0];
  const connection = async (number: number) => {
    const base = urls[number % urls.length] ?? "";
    const url = `${base}/v1/safety/Irvine`;
    while (shouldContinue(sent)) {
      sent += 1;
      try {
        const answer = await fetch(url, { headers: { "X-API-Key": key } });
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        onAnswer?.(base, answer.status);
        if (answer.status === 503 && !answer.headers.has("Retry-After")) bare503 += 1;
        if (pauseMs !== undefined) await Bun.sleep(pauseMs);
      } catch {
        unanswered += 1;
        // While the server is down, a short pause keeps retries from using the processor that it needs to start.
        await Bun.sleep(5);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => connection(number)));
  return { statuses, unanswered, bare503 };
}

/** Load that runs until it is stopped. */
export function steadyLoad(settings: Omit<LoadSettings, "shouldContinue">) {
  let running = true;
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const onAnswer = (url: string, status: number) => {
    resolve();
    settings.onAnswer?.(url, status);
  };
  const report = load({ ...settings, onAnswer, shouldContinue: () => running });
  return {
    /** Resolves with the first answer. */
    answered,
    async stop(): Promise<LoadReport> {
      running = false;
      return await report;
    },
  };
}

/** Whether this is a run of the long tests. */
export const isLong = process.env["LONG_TRIALS"] === "1";

/** How often a trial is repeated: a few times in normal runs, the full number with `LONG_TRIALS=1`. */
export function rounds(few: number, full: number): number {
  return isLong ? full : few;
}
