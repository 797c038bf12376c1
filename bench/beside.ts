import { runLoad, sendFirst } from "./load.ts";
import { CONNECTIONS, type Measurement, measure, warmUp } from "./measure.ts";
import type { PageLoadName } from "./page-loads.ts";
import type { Workspace } from "./workspace.ts";

/** A load of pages, and the lookups that must be answered at the same time. */
export interface BesideCase {
  readonly id: string;
  readonly title: string;
  readonly load: PageLoadName;
  /** Connections of the pages; the lookups have another 64. */
  readonly connections: number;
}

export const BESIDE_CASES: readonly BesideCase[] = [
  { id: "homePage", title: "home", load: "home page", connections: CONNECTIONS },
  { id: "cityPage", title: "city", load: "city page", connections: CONNECTIONS },
  { id: "citiesPage", title: "cities", load: "cities page", connections: CONNECTIONS },
  { id: "comparePage", title: "compare", load: "compare page", connections: CONNECTIONS },
  { id: "searchPage", title: "search", load: "search page", connections: CONNECTIONS },
  { id: "signIn", title: "sign-in flood", load: "sign-in flood", connections: 40 },
];

/** City lookups in one process: alone, and shortly afterward together with the other load. */
export interface BesideRound {
  readonly alone: Measurement;
  readonly beside: Measurement;
  /** Answers to the other load in that time, per second. */
  readonly otherPerSecond: number;
}
export type BesideResults = Readonly<Record<string, readonly BesideRound[]>>;

const PREPARATION_SECONDS = 2;
/** How much earlier the other load starts, and how much later it ends. */
const MARGIN_SECONDS = 1;

export async function measureBeside(workspace: Workspace, rounds: number, seconds: number): Promise<BesideResults> {
  const results: Record<string, BesideRound[]> = Object.fromEntries(BESIDE_CASES.map(({ id }) => [id, []]));
  for (let round = 0; round < rounds; round++) {
    for (const one of BESIDE_CASES) results[one.id]?.push(await measureRound(workspace, one, seconds));
  }
  return results;
}

async function measureRound(workspace: Workspace, one: BesideCase, seconds: number): Promise<BesideRound> {
  const server = await workspace.start("sqlite");
  const { city } = workspace.loads;
  const other = { url: server.url, files: workspace.loads[one.load], connections: one.connections, checked: false };
  try {
    await warmUp(server, city, PREPARATION_SECONDS);
    await sendFirst(server.url, other.files);
    await runLoad({ ...other, seconds: 1 });
    const alone = await measure({ server, files: city, seconds, isWarm: true });
    const running = runLoad({ ...other, seconds: seconds + 2 * MARGIN_SECONDS });
    await Bun.sleep(MARGIN_SECONDS * 1_000);
    const beside = await measure({ server, files: city, seconds, isWarm: true, once: true });
    const { requests, durationUs } = await running;
    return { alone, beside, otherPerSecond: (requests * 1_000_000) / durationUs };
  } finally {
    await server.stop();
  }
}
