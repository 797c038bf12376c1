import { HeldFile } from "../../src/base/held-file.ts";
import { DATASET_FORMAT } from "../../src/domain/dataset-format.ts";
import { gradeOf } from "../../src/domain/grade.ts";
import type { SnapshotCity, SnapshotCounty } from "../../src/domain/snapshot.ts";
import { snapshot as schema } from "../../src/domain/snapshot.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import {
  type DatasetContent,
  type DatasetFile,
  openDataset,
  readDataset,
  type SealedDataset,
  sealDataset,
} from "../../src/figures/file.ts";
import { Borders } from "../../src/gazetteer/borders.ts";
import type { Boundaries, GeographyContent } from "../../src/gazetteer/tables.ts";
import { STATE_NAMES } from "../../src/lookup/served.ts";
import { createStatePlaces, type StatePlaces } from "../../src/lookup/state-places.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { NO_OFFENSES, offenseColumns } from "./offense-columns.ts";

const DATA_YEAR = 2024;
const STATE_AVERAGE = 25.5;

const group = {
  rate: 0,
  last: null,
  move: 0,
  prior: { mean: 0, variance: 0 },
  weight: 1,
  smoothedRate: 0,
  ratio: 0,
};
const rating = { violent: group, property: group, relativeRisk: 0 };
const intervals = { nextYear: { low: 85, high: 93 }, thisYear: { low: 88, high: 90 } };
const stateOffenses = offenseColumns([4_800], [20_700]);
const stateTrend = { from: DATA_YEAR, population: [1_000_000], offenses: stateOffenses, partialYears: [] };
const trend = {
  from: DATA_YEAR,
  population: [],
  offenses: offenseColumns([], []),
  partialYears: [],
  score: [],
  begins: [],
};

/** A city with the given name and made-up figures. */
export function sampleCity(city: string, aliases: readonly string[] = [], score = 89): SnapshotCity {
  const grade = gradeOf(score);
  return {
    record: {
      city,
      county: "Orange County",
      population: 10_000,
      crime_rate_per_1k: 14.7,
      safety_score: score,
      grade: grade.letter,
      grade_label: grade.label,
      stars: grade.stars,
      grade_color: grade.color,
      data_year: DATA_YEAR,
      state_average_rate: STATE_AVERAGE,
      comparison: "42% below CA average",
    },
    geoid: "0600001",
    officialName: `${city} city`,
    aliases,
    latitude: 34,
    longitude: -118,
    landAreaKm2: 10,
    agency: city,
    offenses: NO_OFFENSES,
    rating,
    intervals,
    trend,
    lowClasses: [],
    cautions: [],
  };
}

/** A county with the given name, "County" included, and made-up figures. */
export function sampleCounty(county: string): SnapshotCounty {
  const { city: _city, stars: _stars, grade_color: _color, ...record } = sampleCity("").record;
  return {
    record: { ...record, county, state: "California", cities_covered: 1 },
    fips: "06059",
    offenses: NO_OFFENSES,
    rating,
    intervals,
    trend,
    agencies: [],
    lowClasses: [],
    cautions: [],
  };
}

export const NO_GEOGRAPHY: GeographyContent = {
  sources: [],
  counties: [],
  cities: [],
  names: [],
  zips: [],
  boundaries: {
    type: "Topology",
    objects: {
      counties: { type: "GeometryCollection", geometries: [] },
      cities: { type: "GeometryCollection", geometries: [] },
      communities: { type: "GeometryCollection", geometries: [] },
    },
    arcs: [],
  },
};

/** The text of a sealed dataset of the given places, for tests that need places that the real one does not have. */
export function sampleText(cities: readonly SnapshotCity[], counties: readonly SnapshotCounty[] = []): string {
  const content: DatasetContent = {
    format: DATASET_FORMAT,
    lastUpdated: "2025-07-01T00:00:00Z",
    dataYear: DATA_YEAR,
    sources: [],
    state: {
      population: 0,
      offenses: NO_OFFENSES,
      violentRate: 4.8,
      propertyRate: 20.7,
      otherAgencies: { violent: 0, property: 0 },
      trend: stateTrend,
    },
    yearlyMoves: { cities: [], counties: [] },
    correlations: { cities: 0, counties: 0 },
    cities,
    counties,
    absent: [],
    absentCounties: [],
  };
  return sealDataset(schema, content, NO_GEOGRAPHY).text;
}

export function sampleDataset(cities: readonly SnapshotCity[], counties: readonly SnapshotCounty[] = []): DatasetFile {
  return openDataset(HeldFile.of(Buffer.from(sampleText(cities, counties))));
}

/** The places of a dataset of California. */
export function placesOf(file: DatasetFile): StatePlaces {
  return createStatePlaces(file, CALIFORNIA, STATE_NAMES.california, COUNTRY);
}

/** The records of the program's own dataset with another time of the last update, without geography. */
export function datasetUpdatedAt(lastUpdated: string): SealedDataset {
  const { version: _, ...content } = readDataset(DATASETS.california.own).records;
  return sealDataset(schema, { ...content, lastUpdated }, NO_GEOGRAPHY);
}

/** Boundaries as the service reads them from a dataset. */
export function bordersOf(boundaries: Boundaries): Borders {
  const { version: _, ...content } = sampleDataset([]).records;
  const { text } = sealDataset(schema, content, { ...NO_GEOGRAPHY, boundaries });
  return new Borders(openDataset(HeldFile.of(Buffer.from(text))).geography());
}
