/** A dataset with a yardstick, in the words of its sentences. The yardstick scores 50. */
export interface Edition {
  readonly name: string;
  readonly possessive: string;
  /** The possessive with the apostrophe of headings and charts. */
  readonly possessiveInTitles: string;
  /** As the contract writes it in `comparison`. */
  readonly abbreviation: string;
}

/** The editions that the service has. Whatever names one in a sentence takes its words from here. */
export const EDITIONS = {
  california: {
    name: "California",
    possessive: "California's",
    possessiveInTitles: "California’s",
    abbreviation: "CA",
  },
} as const satisfies Readonly<Record<string, Edition>>;

export const CALIFORNIA = EDITIONS.california;
