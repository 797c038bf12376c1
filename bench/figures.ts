import type { Rounds } from "./comparison.ts";
import type { Measurement } from "./measure.ts";
import type { Results } from "./results.ts";
import { median, medianRatio } from "./statistics.ts";

type Figure = {
  [Name in keyof Measurement]: Measurement[Name] extends number ? Name : never;
}[keyof Measurement];

/** Median over the rounds; undefined if the case was not measured. */
export function medianOf(cases: Rounds | undefined, id: string, figure: Figure): number | undefined {
  const rounds = cases?.[id];
  return rounds && rounds.length > 0 ? median(rounds.map((round) => round[figure])) : undefined;
}

/** Median of the ratios to the reference of the same round. */
export function ratioOf(cases: Rounds | undefined, id: string, reference: string, figure: Figure): number | undefined {
  const [rounds, references] = [cases?.[id], cases?.[reference]];
  if (!rounds?.length || !references?.length) return undefined;
  return medianRatio(
    rounds.map((round) => round[figure]),
    references.map((round) => round[figure]),
  );
}

/** Median of a ratio over whole runs, each represented by the median of its rounds. */
export function runRatio(runs: Results["runs"], id: string, reference: string, figure: Figure): number | undefined {
  const ratios = (runs ?? []).flatMap((run) => ratioOf(run, id, reference, figure) ?? []);
  return ratios.length > 0 ? median(ratios) : undefined;
}

/** The server's CPU time per request in microseconds; undefined if nothing was measured. */
export function cpuUs(rounds: readonly Measurement[]): number | undefined {
  const times = rounds.map(({ serverCpu, requestsPerSecond }) => (serverCpu * 1e6) / requestsPerSecond);
  return times.length > 0 ? median(times) : undefined;
}

/** How many of a run's measurements were disturbed by other processes. */
export function disturbance({ cases = {}, runs = [], beside = {}, soak = [], ...results }: Results) {
  const { steps = [], places, connections, processes, keys } = results;
  const series: readonly (readonly { readonly rounds: readonly Measurement[] }[])[] = [
    ...[places, connections, processes, keys?.sqlite, keys?.postgres].map((points = []) => points),
  ];
  const ofRuns = runs.flatMap((run) => Object.values(run).flat());
  const alone = Object.values(beside).flatMap((rounds) => rounds.map((round) => round.alone));
  const measurements = [
    ...Object.values(cases).flat(),
    ...ofRuns,
    ...alone,
    ...series.flat().flatMap(({ rounds }) => rounds),
    ...steps.flatMap((step) => step.alone),
    ...soak,
  ];
  return { disturbed: measurements.filter(({ disturbed }) => disturbed).length, all: measurements.length };
}
