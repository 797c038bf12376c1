import { randomNumbers } from "../statistics.ts";
import { costOf, type MeasuredCosts } from "./costs.ts";
import { EventQueue } from "./event-queue.ts";
import { LatencyTally } from "./latency.ts";
import { PostgresShard } from "./shard.ts";

/** A fleet and its load. Requests are spread evenly over time and over the accounts, except for the hot one. */
export interface Scenario {
  readonly name: string;
  readonly nodes: number;
  readonly requestsPerSecond: number;
  readonly accounts: number;
  /** Share of all requests from a single account; 0 for none. */
  readonly hotShare: number;
  /** The number of PostgreSQL servers, which share the accounts, and the cores of each. */
  readonly shards: number;
  readonly coresPerShard: number;
  /** Whether the balancer always sends an account's requests to the same node. */
  readonly affinity: boolean;
}

export interface ScenarioResult {
  readonly decidedPerSecond: number;
  /** Share of the requests that a full queue answers 503. */
  readonly overloaded: number;
  /** Of the decided requests, in milliseconds. */
  readonly meanMs: number;
  readonly p99Ms: number;
  readonly meanBatch: number;
  /**
   * Share of time for which the busiest node's core, the busiest PostgreSQL's cores, and the busiest row are in use.
   */
  readonly nodeBusy: number;
  readonly postgresBusy: number;
  readonly hotRowLocked: number;
}

export interface FleetSettings {
  readonly costs: MeasuredCosts;
  /** A node's time for a request apart from its batch: HTTP, lookup, answer. */
  readonly httpUs: number;
  /** Round trip between a node and PostgreSQL. */
  readonly networkUs: number;
  /** The most requests that may wait in a node, and that fit one batch, as in `createAdmission`. */
  readonly maxWaiting: number;
  readonly maxBatch: number;
  readonly warmUpUs: number;
  readonly measuredUs: number;
  readonly seed: number;
}

/** The hot account; the others are numbered from 1. */
const HOT = 0;

/**
 * Simulates a fleet in virtual time. Each node has one batch in flight to each PostgreSQL; the next one fills in the
 * meantime. A batch waits for a core, then for the rows of its accounts in sorted order, holds them during its commit,
 * and returns.
 */
export function simulate(scenario: Scenario, settings: FleetSettings): ScenarioResult {
  const events = new EventQueue();
  const random = randomNumbers(settings.seed);
  const { costs, networkUs, maxWaiting, maxBatch, warmUpUs, measuredUs } = settings;
  const endUs = warmUpUs + measuredUs;
  const shards = Array.from(
    { length: scenario.shards },
    () => new PostgresShard(events, scenario.coresPerShard, costs.postgres, costs.commitUs),
  );
  const latency = new LatencyTally();
  const nodeBusyUs = Array.from({ length: scenario.nodes }, () => 0);
  let [decided, refused, batches] = [0, 0, 0];

  const startLane = (node: number, shard: PostgresShard, lane: Lane) => {
    const arrivalsPerUs = lane.requestsPerSecond / 1_000_000;
    if (arrivalsPerUs === 0) return;
    // Groups of waiting requests, each with the start and end of its arrivals.
    const waiting: Gathered[] = [];
    let queued = 0;
    let gatheringSinceUs = 0;
    const gather = () => {
      const nowUs = events.nowUs;
      const arrived = poisson(arrivalsPerUs * (nowUs - gatheringSinceUs), random);
      const taken = Math.min(arrived, maxWaiting / scenario.shards - queued);
      if (nowUs >= warmUpUs) refused += arrived - taken;
      if (taken > 0) waiting.push({ requests: taken, fromUs: gatheringSinceUs, toUs: nowUs });
      queued += taken;
      gatheringSinceUs = nowUs;
    };
    const send = () => {
      gather();
      if (queued > 0) {
        depart();
        return;
      }
      // The queue is empty, so the next arrival sends a batch by itself.
      events.after(-Math.log(1 - random()) / arrivalsPerUs, () => {
        gatheringSinceUs = events.nowUs;
        waiting.push({ requests: 1, fromUs: events.nowUs, toUs: events.nowUs });
        queued = 1;
        depart();
      });
    };
    const depart = () => {
      const groups = takeFirst(waiting, maxBatch);
      const requests = groups.reduce((sum, group) => sum + group.requests, 0);
      queued -= requests;
      const rows = lane.rowsOf(requests, random);
      const nodeUs = costOf(costs.node, requests, rows.length);
      nodeBusyUs[node] = (nodeBusyUs[node] ?? 0) + nodeUs + requests * settings.httpUs;
      const answered = () => {
        if (events.nowUs >= warmUpUs) {
          decided += requests;
          batches += 1;
          for (const group of groups) {
            latency.add(group.requests, events.nowUs - group.toUs, events.nowUs - group.fromUs);
          }
        }
        send();
      };
      const done = () => events.after(networkUs / 2, answered);
      events.after(nodeUs + networkUs / 2, () => shard.run({ requests, rows, done }));
    };
    // Nodes do not start at the same time.
    events.after(random() * 1_000, send);
  };

  for (let node = 0; node < scenario.nodes; node++) {
    for (const [index, shard] of shards.entries()) startLane(node, shard, laneOf(scenario, node, index));
  }
  events.runUntil(endUs);
  const postgresBusy = shards.map((shard) => shard.busyUs / (endUs * scenario.coresPerShard));
  return {
    decidedPerSecond: (decided / measuredUs) * 1_000_000,
    overloaded: refused / Math.max(decided + refused, 1),
    meanMs: latency.meanUs / 1_000,
    p99Ms: latency.quantileUs(0.99) / 1_000,
    meanBatch: decided / Math.max(batches, 1),
    nodeBusy: Math.max(...nodeBusyUs) / endUs,
    postgresBusy: Math.max(...postgresBusy),
    hotRowLocked: scenario.hotShare > 0 ? (shards[0]?.lockedUs(HOT) ?? 0) / endUs : 0,
  };
}

/** Requests that arrived evenly between two times. */
interface Gathered {
  readonly requests: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** Removes up to `count` requests from the front of the queue. */
function takeFirst(waiting: Gathered[], count: number): readonly Gathered[] {
  const taken: Gathered[] = [];
  let room = count;
  for (let first = waiting[0]; first !== undefined && room > 0; first = waiting[0]) {
    waiting.shift();
    if (first.requests > room) {
      waiting.unshift({ ...first, requests: first.requests - room });
      taken.push({ ...first, requests: room });
      break;
    }
    taken.push(first);
    room -= first.requests;
  }
  return taken;
}

/** The batches from one node to one PostgreSQL. */
interface Lane {
  readonly requestsPerSecond: number;
  /** The distinct accounts of this many requests, sorted. */
  rowsOf(requests: number, random: () => number): readonly number[];
}

/** Accounts are distributed over the PostgreSQL servers by their number; the hot one is on the first. */
function laneOf(scenario: Scenario, node: number, shard: number): Lane {
  const { nodes, shards, accounts, requestsPerSecond, hotShare, affinity } = scenario;
  const even = (requestsPerSecond * (1 - hotShare)) / nodes / shards;
  const takesHot = shard === 0 && (!affinity || node === 0);
  const hot = takesHot ? (requestsPerSecond * hotShare) / (affinity ? 1 : nodes) : 0;
  const total = even + hot;
  // With affinity a node only gets its own accounts.
  const seen = Math.max(Math.floor(accounts / shards / (affinity ? nodes : 1)), 1);
  const firstAccount = 1 + (affinity ? node * seen : 0);
  return {
    requestsPerSecond: total,
    rowsOf(requests, random) {
      const rows = new Set<number>();
      for (let request = 0; request < requests; request++) {
        const isHot = random() * total < hot;
        rows.add(isHot ? HOT : firstAccount + Math.floor(random() * seen));
      }
      return [...rows].sort((a, b) => a - b);
    },
  };
}

/** A Poisson random number, by the normal approximation if the mean is large. */
function poisson(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(Math.round(mean + Math.sqrt(mean) * normal), 0);
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}
