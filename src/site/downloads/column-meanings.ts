import type { StateEdition } from "../../editions/edition.ts";

/** The source and license of a column's values that no edition has of its own. */
const SHARED_SOURCES = {
  fbi: { source: "FBI, Crime in the United States, Table 8, or as the column source says", license: "Public domain" },
  fbiAreas: { source: "FBI, Crime in the United States, Table 10", license: "Public domain" },
  months: { source: "FBI, Crime Data Explorer, agency by month", license: "Public domain" },
  codes: { source: "US Census Bureau, codes of places and counties", license: "Public domain" },
  boundaries: { source: "US Census Bureau, TIGER/Line", license: "Public domain" },
  gazetteer: {
    source: "US Census Bureau, Gazetteer and American Community Survey; counties by Geocorr 2022",
    license: "Public domain",
  },
  zipShares: {
    source:
      "US Census Bureau, shares of ZIP code tabulation areas; points of ZIP codes without an area: GeoNames (geonames.org)",
    license: "Public domain; rows with the basis point: CC BY 4.0 (GeoNames)",
  },
  service: { source: "Computed by this service from the offenses and the population", license: "MIT" },
} as const;
export type Source = keyof typeof SHARED_SOURCES | keyof StateEdition["columnSources"];

/** The sources of the columns of a state's files, or of files that have no columns of a state. */
export function sourcesOf(edition?: StateEdition): Partial<StateEdition["columnSources"]> & typeof SHARED_SOURCES {
  return { ...SHARED_SOURCES, ...edition?.columnSources };
}

/** The source and the meaning of each column, which is the same in every file. */
export const MEANINGS = {
  kind: ["boundaries", "city (cities and towns), county, unincorporated (a community on county land), or neighborhood"],
  name: ["boundaries", "The name in common use"],
  state: ["codes", "USPS code of the state"],
  department: ["fbiAreas", "The sheriff or county police department whose area it is: never the whole county"],
  department_kind: ["service", "police or sheriff"],
  ori: ["fbiAreas", "The FBI's code of the department"],
  without_grade: ["service", "Why an area has figures and no grade; empty with a grade"],
  rate_next_year_low: [
    "service",
    "Lower end of the 80% range of the next year's reported offenses per 1,000 residents",
  ],
  rate_next_year_high: ["service", "Its upper end"],
  county: [
    "boundaries",
    "The county of the place; of several, the one with most residents. Empty for a department of several municipalities; for a county, its own name",
  ],
  within: ["boundaries", "The city of a neighborhood; the figures are those of the whole city"],
  geoid: [
    "boundaries",
    "Census GEOID: seven digits for a city or a community, ten for a town or township, five for a county. Programs that read CSV as numbers lose its leading zero; geoid_fq keeps it",
  ],
  geoid_fq: [
    "boundaries",
    "The same as a fully qualified GEOID, as in the Census Bureau's tables: 1600000US and a place's GEOID, 0600000US and a town's, or 0500000US and a county's",
  ],
  status: [
    "service",
    "Of a place: graded, absent (a city or county without one), or part (never has one; see within or county). Of a year: complete, incomplete (no score), or none (no figures)",
  ],
  reason: ["service", "Why a place has no grade, or an area no figures"],
  detail: ["service", "The reason as a sentence"],
  last_complete_year: ["service", "The last year with complete figures; empty if there is none"],
  latitude: ["names", "Latitude of a point in the place, in degrees north"],
  longitude: ["names", "Longitude of the same point, in degrees east"],
  has_boundary: ["names", "1 if us-places.geojson has its boundary, 0 if it has its point"],
  data_year: ["offenses", "Year of the figures"],
  population: ["population", "Residents in the middle of the year"],
  violent: ["offenses", "Reported violent offenses"],
  property: ["offenses", "Reported property offenses"],
  crime_rate_per_1k: ["service", "Reported offenses per 1,000 residents"],
  violent_rate_per_1k: ["service", "Reported violent offenses per 1,000 residents"],
  property_rate_per_1k: ["service", "Reported property offenses per 1,000 residents"],
  violent_estimated_per_1k: [
    "service",
    "The estimate from all years that the grade is made of: violent offenses per 1,000 residents",
  ],
  property_estimated_per_1k: ["service", "The same for property offenses"],
  score_this_year_low: ["service", "Lower end of the 80% range of its score, for chance in the year's counts alone"],
  score_this_year_high: ["service", "Its upper end"],
  score_next_year_low: ["service", "Lower end of the 80% range of the next year's score; empty if not known"],
  score_next_year_high: ["service", "Its upper end"],
  cautions: [
    "service",
    "What to know before using the figures, as sentences, each after the code of its kind; empty if nothing",
  ],
  begins_again: ["service", "1 if no earlier year is the place's past: it begins again in this one; else empty"],
  violent_filled: [
    "service",
    "Expected violent offenses of missing classes, beyond those reported, that the score counts; empty where none was filled in",
  ],
  violent_filled_variance: ["service", "The variance of these classes' expected counts"],
  property_filled: ["service", "As violent_filled, for property offenses"],
  property_filled_variance: ["service", "The variance of these classes' expected counts"],
  provisional_year: [
    "months",
    "The year of the next columns, by the FBI's monthly figures, which may change; empty without twelve months that pass the tests",
  ],
  violent_provisional: [
    "months",
    "Reported violent offenses of that year; empty if a class is missing in it or in the data year",
  ],
  violent_provisional_per_1k: ["service", "violent_provisional per 1,000 residents"],
  violent_provisional_change: [
    "service",
    "Change of violent_provisional_per_1k from the rate of the data year, in percent; empty with fewer than 10 offenses in either year",
  ],
  violent_provisional_exceeds_chance: ["service", "1 if chance alone does not explain the change, else 0"],
  violent_provisional_exceeds_usual: [
    "service",
    "1 if chance and a usual year of places of this size do not explain the change against the nation's, else 0",
  ],
  property_provisional: ["months", "As violent_provisional, for property offenses"],
  property_provisional_per_1k: ["service", "property_provisional per 1,000 residents"],
  property_provisional_change: ["service", "As violent_provisional_change, for property offenses"],
  property_provisional_exceeds_chance: ["service", "As violent_provisional_exceeds_chance, for property offenses"],
  property_provisional_exceeds_usual: ["service", "As violent_provisional_exceeds_usual, for property offenses"],
  agency: ["months", "The department, as the FBI names it"],
  agency_population: ["months", "Residents that the department serves, of the newest year; empty if not known"],
  month: ["months", "Year and month"],
  as_of: ["months", "The day on which the months were collected"],
  official_name: ["gazetteer", "The name as the Census Bureau writes it, with its kind"],
  other_names: ["gazetteer", "Other names that lookups find, with semicolons between them; empty if there are none"],
  counties: [
    "gazetteer",
    "All counties that it is in, with semicolons between them, the one with most residents first",
  ],
  census_population: ["gazetteer", "Residents by the Census Bureau"],
  rank_in_nation: [
    "service",
    "Position by score among the places of its size in the United States; empty below 10,000 residents",
  ],
  ranked_in_nation: ["service", "How many places are ranked there"],
  rank_in_state: ["service", "The same among those of its state"],
  ranked_in_state: ["service", "How many places are ranked there"],
  zip: ["boundaries", "ZIP code"],
  postal_name: ["names", "The postal service's name for the ZIP code"],
  share: [
    "service",
    "Share of the ZIP code in this city or on this county's unincorporated land; the shares of a ZIP code add up to 1",
  ],
  basis: [
    "service",
    "Basis of the share: residents (2020 census), area, or hint (the postal name or point of a ZIP code without an area)",
  ],
  state_average_rate: ["service", "All offenses of the state per 1,000 of its residents"],
  national_average_rate: ["service", "All offenses of the nation per 1,000 of its residents"],
  comparison: ["service", "The rate compared with that average"],
  yardstick: ["service", "What scores 50"],
  safety_score: [
    "service",
    "0 to 100, from data up to that year; higher means fewer reported offenses. 50 is the average of the state, and in files of the nation that of the nation",
  ],
  grade: ["service", "Letter grade of the score"],
  grade_label: ["service", "The grade in words"],
  violent_score: ["service", "Score of the violent offenses alone, 0 to 100"],
  violent_grade: ["service", "Letter grade of that score"],
  property_score: ["service", "Score of the property offenses alone, 0 to 100"],
  property_grade: ["service", "Letter grade of that score"],
  stars: ["service", "1 to 5; empty for a county"],
  cities_covered: ["service", "Graded cities of a county; empty for a city"],
  name_source: ["names", "The source of the name and the point"],
  source: ["fbi", "The publisher of the counts"],
  license: ["names", "License of the name and the point; CC BY 4.0 requires attribution to GeoNames"],
} as const satisfies Readonly<Record<string, readonly [Source, string]>>;
