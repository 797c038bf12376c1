/** A dataset with a yardstick, in the words of its sentences. The yardstick scores 50. */
export interface Edition {
  readonly name: string;
  readonly possessive: string;
  /** The possessive with the apostrophe of headings and charts. */
  readonly possessiveInTitles: string;
  /** As the contract writes it in `comparison`. */
  readonly abbreviation: string;
  /** The name alone, where no sentence surrounds it. */
  readonly title: string;
  /** Whether pictures mark it with a solid line and a flag, to tell it apart from the contract's edition. */
  readonly isFlagged: boolean;
}

/** What stands beside a score, where no sentence names the yardstick. */
export function yardstickText({ title }: Edition): string {
  return `${title} = 50`;
}

/** The words on the flag of a chart of a score, or of a rate. */
export function flagOf(edition: Edition, isScore: boolean): string | undefined {
  return edition.isFlagged ? (isScore ? yardstickText(edition) : edition.title) : undefined;
}

/** The editions that the service has. Whatever names one in a sentence takes its words from here. */
const EDITIONS = {
  california: {
    name: "California",
    possessive: "California's",
    possessiveInTitles: "California’s",
    abbreviation: "CA",
    title: "California",
    isFlagged: false,
  },
  unitedStates: {
    name: "the United States",
    possessive: "the United States'",
    possessiveInTitles: "the United States’",
    abbreviation: "US",
    title: "United States",
    isFlagged: true,
  },
} as const satisfies Readonly<Record<string, Edition>>;

export const CALIFORNIA = EDITIONS.california;
export const UNITED_STATES = EDITIONS.unitedStates;
