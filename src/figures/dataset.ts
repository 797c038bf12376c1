import { lazily } from "../base/lazily.ts";
import { DATASET_REMEDY, DatasetFileError } from "../base/sealed-file.ts";
import { gradeDistribution } from "../domain/grade.ts";
import type { Nation, NationFile } from "../domain/nation.ts";
import type { PlaceData } from "../domain/place.ts";
import type { Rank } from "../domain/rank.ts";
import type { DatasetStatistics } from "../domain/record.ts";
import type { Snapshot, Source } from "../domain/snapshot.ts";
import type { Edition, NationEdition, StateEdition } from "../editions/edition.ts";
import type { StateCode } from "../editions/us-states.ts";
import { answerMaker, type DatasetAnswers, type PrebuiltAnswer } from "./answers.ts";
import { nationAreas } from "./area-entries.ts";
import { type NationEntry, nationCountsOf, nationEntries, nationStatesOf, nationStatisticsOf } from "./entries.ts";
import { figureColumns } from "./figure-columns.ts";
import type { DatasetFile } from "./file.ts";
import { createRanks, type Peers } from "./ranks.ts";

/** What the dataset of every edition has, whatever its file. It finds nothing by name. */
export interface Dataset extends DatasetAnswers {
  readonly edition: Edition;
  readonly dataYear: number;
  readonly lastUpdated: string;
  readonly sources: readonly Source[];
  readonly statistics: Pick<DatasetStatistics, "data_year" | "last_updated">;
  /** The answer with its statistics, made on first use: they count all records. */
  stats(): PrebuiltAnswer;
}

export type StateDataset = ReturnType<typeof stateDataset>;
export type NationDataset = ReturnType<typeof nationDataset>;

/** The dataset of the cities and counties of a state. @throws DatasetFileError for the dataset of another state */
export function stateDataset(file: DatasetFile, edition: StateEdition) {
  const records: Snapshot = { ...file.records, edition };
  const { counties, cities } = records;
  const codes = [...counties.map(({ fips }) => fips), ...cities.map(({ geoid }) => geoid)];
  if (!codes.every((code) => code.startsWith(edition.fips))) {
    const why = `the dataset is of another state than ${edition.name}: its counties' codes do not begin with ${edition.fips}`;
    throw new DatasetFileError(`${why}; ${DATASET_REMEDY}`);
  }
  const answers = answerMaker(records);
  const { dataYear, lastUpdated, sources } = records;
  const statistics: DatasetStatistics = {
    cities: cities.length,
    counties: counties.length,
    data_year: dataYear,
    last_updated: lastUpdated,
    grade_distribution: gradeDistribution(cities),
  };
  const dataset = { ...answers, kind: "state", edition, dataYear, lastUpdated, sources, statistics } as const;
  return { ...dataset, stats: lazily(() => answers.answer(statistics)), records };
}

/**
 * The dataset of places in all states. Immutable: a new file gets a new one. @throws RangeError if the yardstick has no
 * figures of the data year
 */
export function nationDataset(file: NationFile, edition: NationEdition) {
  const nation: Nation = { ...file, edition };
  const answers = answerMaker(nation);
  const { entries, forget } = nationEntries(nation);
  const areas = nationAreas(nation);
  const figures = lazily(() => figureColumns(entries, nation.dataYear));
  /** As lists show it, without its record. */
  const figuresOf = (entry: NationEntry): PlaceData => figures()(entry);
  const ranks = lazily(() => createRanks(entries, figuresOf));
  const byState = Map.groupBy(entries, ({ state }) => state);
  const byGeoid = new Map(entries.map((entry) => [entry.geoid ?? "", entry]));
  const { dataYear, lastUpdated, sources } = nation;
  const statistics = nationCountsOf(nation);
  const states = nationStatesOf(nation);
  const dataset = { ...answers, kind: "nation", edition, dataYear, lastUpdated, sources, statistics } as const;
  return {
    ...dataset,
    stats: lazily(() => answers.answer(nationStatisticsOf(nation, entries.map(figuresOf)))),
    nation,
    /** By state, then name. */
    entries,
    figuresOf,
    states,
    statesAnswer: answers.answer(states),
    /** The places of a state with a record, by name. */
    ofState: (state: StateCode) => byState.get(state) ?? [],
    /** The place with a record of a Census GEOID. */
    ofGeoid: (geoid: string) => byGeoid.get(geoid),
    /** Among the places of its size; null for one too small for a rank. */
    rankOf: (entry: NationEntry): Rank | null => ranks().rankOf(entry),
    /** The places next to it in size. */
    peersOf: (entry: NationEntry): Readonly<Record<"nation" | "state", Peers>> => ranks().peersOf(entry),
    areas,
    areasOf: areas.of,
    absentAreasOf: areas.absentOf,
    /** Drops the records that were made for requests. They are made again when they are asked for. */
    forget(): void {
      forget();
      areas.forget();
    },
  };
}
