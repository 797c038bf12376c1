import { Histogram, type Registry } from "prom-client";

/**
 * Counts of values by bucket, as plain numbers: every request records a value, and prom-client's histogram is much
 * slower because it looks up labels.
 */
export class Tally {
  readonly #upperBounds: readonly number[];
  /** One more than there are bounds: the last counts everything above. */
  readonly #counts: number[];
  #sum = 0;

  constructor(upperBounds: readonly number[]) {
    this.#upperBounds = upperBounds;
    this.#counts = [...upperBounds.map(() => 0), 0];
  }

  observe(value: number): void {
    let index = 0;
    while (value > (this.#upperBounds[index] ?? Number.POSITIVE_INFINITY)) index++;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  /** As in Prometheus, every bucket includes those below it. */
  read(): { readonly buckets: readonly (readonly [string, number])[]; readonly count: number; readonly sum: number } {
    let count = 0;
    const buckets = this.#counts.map((inBucket, index) => {
      count += inBucket;
      return [String(this.#upperBounds[index] ?? "+Inf"), count] as const;
    });
    return { buckets, count, sum: this.#sum };
  }
}

interface TallyHistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly registry: Registry;
  /** The label that distinguishes the tallies; none if there is only one. */
  readonly label?: string;
  /** The label's values and their tallies at the scrape. */
  readonly tallies: () => Iterable<readonly [string, Tally]>;
}

/** A histogram that reads its tallies at the scrape. */
export class TallyHistogram extends Histogram {
  readonly #options: TallyHistogramOptions;

  constructor(options: TallyHistogramOptions) {
    const { name, help, registry, label } = options;
    super({ name, help, registers: [registry], labelNames: label === undefined ? [] : [label] });
    this.#options = options;
  }

  /** The method that a registry calls when it writes its text. */
  async getForPromString() {
    const { name, help, tallies } = this.#options;
    return { name, help, type: "histogram", values: [...tallies()].flatMap((entry) => this.#valuesOf(entry)) };
  }

  #valuesOf([labelValue, tally]: readonly [string, Tally]) {
    const { name, label } = this.#options;
    const labels = label === undefined ? {} : { [label]: labelValue };
    const { buckets, count, sum } = tally.read();
    return [
      ...buckets.map(([le, inBucket]) => ({
        metricName: `${name}_bucket`,
        value: inBucket,
        labels: { ...labels, le },
      })),
      { metricName: `${name}_sum`, value: sum, labels },
      { metricName: `${name}_count`, value: count, labels },
    ];
  }
}
