import countrySources from "../../../data/gazetteer/sources.json" with { type: "json" };
import type { Source } from "../../domain/snapshot.ts";
import type { Geography } from "../../lookup/geography.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";

/** A source with the terms of the copy that was read. */
export interface SourceTerms {
  readonly publisher: string;
  readonly title: string;
  readonly url: string;
  readonly terms: string;
  /** What the copy is, and its known faults; empty if there is nothing to say. */
  readonly note: string;
}

interface Datasets {
  readonly states: readonly { readonly places: StatePlaces; readonly geography: Geography }[];
  readonly nation: NationPlaces;
}

/** A file of offenses or populations. */
export type FigureSource = SourceTerms & Pick<Source, "release" | "file" | "sha256">;

/** Of offenses and populations, by the beginning of the publisher's name. */
const TERMS = [
  ["Federal Bureau of Investigation", "public domain"],
  ["US Census Bureau", "public domain"],
  ["AH Datalytics", "no license: counts are compared and cited, not redistributed"],
] as const;

/** A state's publishers are named in its own edition; the nation reads public records of theirs. */
const OF_STATES = "public record";

/** Of offenses and populations, all releases of a title one after the other. */
export function figureSources({ states, nation }: Datasets): readonly FigureSource[] {
  const withTerms =
    (others: string) =>
    ({ publisher, title, url, note, release, file, sha256 }: Source) => {
      const [, terms = others] = TERMS.find(([name]) => publisher.startsWith(name)) ?? [];
      return { publisher, title, url, note, release, file, sha256, terms };
    };
  return [
    ...states.flatMap(({ places: { records } }) =>
      records.sources.map(withTerms(records.edition.columnSources.offenses.license)),
    ),
    ...nation.sources.map(withTerms(OF_STATES)),
  ];
}

/** Of names, points, boundaries, and ZIP codes: those of each state's edition, then those of the whole country. */
export function placeSources({ states }: Datasets): readonly SourceTerms[] {
  return [
    ...states.flatMap(({ geography }) => geography.sources.map((own) => ({ ...own, terms: own.license }))),
    ...countrySources,
  ];
}
