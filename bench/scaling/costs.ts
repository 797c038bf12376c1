/**
 * What a batch costs: `batchUs` for itself, `requestUs` for each request in it and `rowUs` for each counter that it writes
 * (with the day of usage beside it). Microseconds of one core.
 */
export interface LinearCost {
  readonly batchUs: number;
  readonly requestUs: number;
  readonly rowUs: number;
}

/** What the simulation is fed with. */
export interface MeasuredCosts {
  /** The whole batch in the embedded store, on the server's own core. */
  readonly sqlite: LinearCost;
  /** A node's own part of a batch to PostgreSQL. */
  readonly node: LinearCost;
  /** PostgreSQL's part, on its cores. */
  readonly postgres: LinearCost;
  /** From the last write to the end of the commit, while the rows stay locked. */
  readonly commitUs: number;
}

export interface CostSample {
  readonly requests: number;
  readonly rows: number;
  readonly us: number;
}

export function costOf({ batchUs, requestUs, rowUs }: LinearCost, requests: number, rows: number): number {
  return batchUs + requestUs * requests + rowUs * rows;
}

/**
 * The non-negative linear cost nearest to the samples. Each sample weighs by its own size (relative least squares), so that
 * small batches are met as well as large ones. Solved by coordinate descent, which keeps each part at zero or above.
 */
export function fitCost(samples: readonly CostSample[]): LinearCost {
  const rows = samples.map(({ requests, rows, us }) => [1 / us, requests / us, rows / us] as const);
  const parts: [number, number, number] = [0, 0, 0];
  for (let sweep = 0; sweep < 20_000; sweep++) {
    for (const place of [0, 1, 2] as const) {
      let [along, size] = [0, 0];
      for (const row of rows) {
        const rest = 1 - row[0] * parts[0] - row[1] * parts[1] - row[2] * parts[2];
        along += row[place] * (rest + row[place] * parts[place]);
        size += row[place] * row[place];
      }
      parts[place] = Math.max(along / size, 0);
    }
  }
  return { batchUs: parts[0], requestUs: parts[1], rowUs: parts[2] };
}
