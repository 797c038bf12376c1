import type { LoadFiles } from "./load.ts";
import { type Measurement, measure } from "./measure.ts";
import { treeMemoryBytes } from "./procfs.ts";
import type { BenchServer } from "./servers.ts";

const SLICE_SECONDS = 2;
/** Ends a soak test of a server, or of a machine, that is much too slow. */
const MAX_SLICES = 60;

/** A part of the soak test, with the state at its end. */
export interface SoakSlice extends Measurement {
  /** Requests since the start of the soak test. */
  readonly requestsSoFar: number;
  /** Proportional set size of the service, in bytes. */
  readonly memoryNowBytes: number;
}

/** Runs slices without a pause until this many requests were answered, to see whether speed or memory drift. */
export async function soak(server: BenchServer, files: LoadFiles, requests: number): Promise<readonly SoakSlice[]> {
  const slices: SoakSlice[] = [];
  for (let requestsSoFar = 0; requestsSoFar < requests && slices.length < MAX_SLICES; ) {
    const slice = await measure({ server, files, seconds: SLICE_SECONDS, isWarm: slices.length > 0, once: true });
    requestsSoFar += slice.requests;
    slices.push({ ...slice, requestsSoFar, memoryNowBytes: treeMemoryBytes([server.pid]) });
  }
  return slices;
}
