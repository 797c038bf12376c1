import countrySources from "../../../data/gazetteer/sources.json" with { type: "json" };
import type { Source } from "../../domain/snapshot.ts";
import type { Geography } from "../../lookup/locate.ts";
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

/** Of offenses and populations, by the beginning of the publisher's name. */
const TERMS = [
  ["Federal Bureau of Investigation", "public domain"],
  ["US Census Bureau", "public domain"],
  ["California Department", "public record"],
  ["Florida Department", "public record"],
  ["AH Datalytics", "no license: counts are compared and cited, not redistributed"],
] as const;

const OTHER_TERMS = "as the publisher says";

function termsOf(publisher: string): string {
  const [, terms] = TERMS.find(([name]) => publisher.startsWith(name)) ?? [];
  return terms ?? OTHER_TERMS;
}

/** Of offenses and populations, all releases of a title one after the other. */
export function figureSources({ states, nation }: Datasets): readonly (SourceTerms & Pick<Source, "release">)[] {
  return [...states.flatMap(({ places }) => places.records.sources), ...nation.sources].map(
    ({ publisher, title, url, note, release }) => ({ publisher, title, url, note, release, terms: termsOf(publisher) }),
  );
}

/** Of names, points, boundaries, and ZIP codes: those of each state's edition, then those of the whole country. */
export function placeSources({ states }: Datasets): readonly SourceTerms[] {
  return [
    ...states.flatMap(({ geography }) => geography.sources.map((own) => ({ ...own, terms: own.license }))),
    ...countrySources,
  ];
}
