/**
 * The cost of a batch: `batchUs` for the batch itself, `requestUs` for each request in it, and `rowUs` for each counter
 * that it writes (including its usage row). In microseconds of one core.
 */
export interface LinearCost {
  readonly batchUs: number;
  readonly requestUs: number;
  readonly rowUs: number;
}

/** The input of the simulation. */
export interface MeasuredCosts {
  /** The whole batch in the embedded store, on the server's core. */
  readonly sqlite: LinearCost;
  /** The node's part of a PostgreSQL batch. */
  readonly node: LinearCost;
  /** PostgreSQL's part, on its cores. */
  readonly postgres: LinearCost;
  /** From the last write to the end of the commit, during which the rows stay locked. */
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
 * The non-negative linear cost that fits the samples best. Each sample is weighted by its own size (relative least
 * squares), so that small batches fit as well as large ones. Solved by coordinate descent, with each part at zero or
 * above.
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
