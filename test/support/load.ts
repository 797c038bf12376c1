/** What came back for the requests of a load: how many of each status, and how many were never answered. */
export interface LoadReport {
  readonly statuses: ReadonlyMap<number, number>;
  readonly unanswered: number;
  /** Answers 503 without `Retry-After`: there must be none. */
  readonly bare503: number;
}

export interface LoadSettings {
  /** Taken in turn by the connections. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly connections: number;
  /** Asked before each request; false ends the load. */
  goOn(sent: number): boolean;
  /** Called with each answer. */
  readonly onAnswer?: (url: string, status: number) => void;
}

/** Sends look-ups over `connections` connections, each with one request under way at a time. */
export async function load({ urls, key, connections, goOn, onAnswer }: LoadSettings): Promise<LoadReport> {
  const statuses = new Map<number, number>();
  let [sent, unanswered, bare503] = [0, 0, 0];
  const connection = async (number: number) => {
    const base = urls[number % urls.length] ?? "";
    const url = `${base}/v1/safety/Irvine`;
    while (goOn(sent)) {
      sent += 1;
      try {
        const answer = await fetch(url, { headers: { "X-API-Key": key } });
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        onAnswer?.(base, answer.status);
        if (answer.status === 503 && !answer.headers.has("Retry-After")) bare503 += 1;
      } catch {
        unanswered += 1;
        // The server is away: a moment, so that trying does not take the processor from its return.
        await Bun.sleep(5);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => connection(number)));
  return { statuses, unanswered, bare503 };
}

/** Load that runs until it is told to stop. */
export function steadyLoad(settings: Omit<LoadSettings, "goOn">) {
  let running = true;
  const report = load({ ...settings, goOn: () => running });
  return {
    async stop(): Promise<LoadReport> {
      running = false;
      return await report;
    },
  };
}

/** Whether this is a run of the long tests. */
export const isLong = process.env["LONG_TRIALS"] === "1";

/** How often a trial is repeated: a few times in every run of the tests, or the full number with `LONG_TRIALS=1`. */
export function rounds(few: number, full: number): number {
  return isLong ? full : few;
}
