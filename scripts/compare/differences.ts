import type { Served } from "./served.ts";

export interface Ask {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** With the key of the service. */
  readonly hasKey?: boolean;
}

export type Sides = readonly [Served, Served];

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Pages share the processor with the two services. */
const AT_A_TIME = 4;
const SHOWN = 20;

/** Differ between two answers of one service: the time, and what counts requests. */
const PASSING = new Set([
  "date",
  "x-request-id",
  "ratelimit",
  "ratelimit-policy",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "set-cookie",
]);
/** Ids of requests, and tokens of forms. */
const PASSING_TEXT =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?<=<input type="hidden" name="csrf" value=")[^"]*/g;

/** Sends each request to both services, prints the differences, and returns how many answers differ. */
export async function compare(
  what: string,
  asked: readonly Ask[],
  sides: Sides,
  onText: (text: string) => void = () => {},
): Promise<number> {
  let differing = 0;
  const waiting = asked.values();
  const statuses = new Map<number, number>();
  const work = async () => {
    for (const ask of waiting) {
      const [a, b] = await Promise.all(sides.map((side) => answerOf(ask, side)));
      if (a === undefined || b === undefined) throw new Error("a request has two answers");
      statuses.set(a.status, (statuses.get(a.status) ?? 0) + 1);
      onText(a.text);
      if (a.text !== b.text) onText(b.text);
      const found = differencesOf(a, b);
      if (found.length === 0) continue;
      differing++;
      if (differing <= SHOWN)
        say(`${what}: ${ask.method ?? "GET"} ${ask.path} ${ask.body ?? ""}\n  ${found.join("\n  ")}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const answers = [...statuses].toSorted(([x], [y]) => x - y).map(([status, count]) => `${count} × ${status}`);
  say(`${what}: ${asked.length} compared (${answers.join(", ")}), ${differing} differ`);
  return differing;
}

async function answerOf(
  { path, method = "GET", headers = {}, body, hasKey }: Ask,
  { url, key }: Served,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { "Accept-Encoding": "identity", ...(hasKey ? { "X-API-Key": key } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const kept = [...response.headers].filter(([name]) => !PASSING.has(name));
  const isText = !/^image\/png|parquet|gzip|zip|octet/.test(response.headers.get("content-type") ?? "");
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: new Map(kept),
    text: isText ? bytes.toString().replace(PASSING_TEXT, "ID") : bytes.toString("latin1"),
  };
}

/** What differs between two answers, in lines for people. */
export function differencesOf(a: Answer, b: Answer): readonly string[] {
  const names = [...new Set([...a.headers.keys(), ...b.headers.keys()])];
  return [
    ...(a.status === b.status ? [] : [`status: ${a.status} → ${b.status}`]),
    ...names
      .filter((name) => a.headers.get(name) !== b.headers.get(name))
      .map((name) => `${name}: ${a.headers.get(name) ?? "none"} → ${b.headers.get(name) ?? "none"}`),
    ...(a.text === b.text ? [] : [`body: ${around(a.text, b.text)}`]),
  ];
}

/** The first difference of two texts, with what is around it. */
function around(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 40);
  return `at ${at} of ${a.length} → ${b.length}: ${JSON.stringify(a.slice(from, at + 80))} → ${JSON.stringify(b.slice(from, at + 80))}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
