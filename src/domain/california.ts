/**
 * Codes and boundaries of California. `edition.ts` has its words, `src/places/california` what people call its places.
 * A test keeps its name and codes out of the other code and the texts (`test/domain/california.test.ts`).
 */
export const STATE = {
  /** FIPS 5-2: the first digits of each county code and of each GEOID of a place. */
  fips: "06",
  /** Patterns, on folded text, for the state after a place's name in an address. */
  inAddress: "c ?a|calif|california",
  /** First five digits of its ZIP codes, 90001 to 96162. */
  zip: "9(?:[0-5]\\d|6[01])\\d\\d",
} as const;

/** GEOID of a place: the state's two digits and five more. */
export const PLACE_GEOID = new RegExp(`^${STATE.fips}\\d{5}$`);
/** FIPS code of a county: the state's two digits and three more. */
export const COUNTY_FIPS = new RegExp(`^${STATE.fips}\\d{3}$`);

/** A box around the state's land, in degrees (WGS 84). A point outside it is an error in a file. */
export const LAND_BOX = { west: -125, east: -114, south: 32, north: 43 } as const;
/** A box around the state's boundaries, which extend into coastal water. */
export const WATER_BOX = { west: -126, east: -113, south: 31, north: 43 } as const;
/** California (Teale) Albers, the state's own equal-area projection, in degrees (EPSG 3310). */
export const PROJECTION = { meridian: -120, latitude: 37.25, parallels: [34, 40.5] } as const;

/** The city that is a county, too. */
export const CITY_AND_COUNTY = "San Francisco";

/** The state offices that publish the files that the dataset reads. */
export const STATE_OFFICES = {
  justice: "California Department of Justice",
  finance: "California Department of Finance",
} as const;

/** The FIPS codes of the 58 counties (FIPS PUB 6-4). */
export const COUNTIES: Readonly<Record<string, string>> = {
  "Alameda County": "06001",
  "Alpine County": "06003",
  "Amador County": "06005",
  "Butte County": "06007",
  "Calaveras County": "06009",
  "Colusa County": "06011",
  "Contra Costa County": "06013",
  "Del Norte County": "06015",
  "El Dorado County": "06017",
  "Fresno County": "06019",
  "Glenn County": "06021",
  "Humboldt County": "06023",
  "Imperial County": "06025",
  "Inyo County": "06027",
  "Kern County": "06029",
  "Kings County": "06031",
  "Lake County": "06033",
  "Lassen County": "06035",
  "Los Angeles County": "06037",
  "Madera County": "06039",
  "Marin County": "06041",
  "Mariposa County": "06043",
  "Mendocino County": "06045",
  "Merced County": "06047",
  "Modoc County": "06049",
  "Mono County": "06051",
  "Monterey County": "06053",
  "Napa County": "06055",
  "Nevada County": "06057",
  "Orange County": "06059",
  "Placer County": "06061",
  "Plumas County": "06063",
  "Riverside County": "06065",
  "Sacramento County": "06067",
  "San Benito County": "06069",
  "San Bernardino County": "06071",
  "San Diego County": "06073",
  "San Francisco County": "06075",
  "San Joaquin County": "06077",
  "San Luis Obispo County": "06079",
  "San Mateo County": "06081",
  "Santa Barbara County": "06083",
  "Santa Clara County": "06085",
  "Santa Cruz County": "06087",
  "Shasta County": "06089",
  "Sierra County": "06091",
  "Siskiyou County": "06093",
  "Solano County": "06095",
  "Sonoma County": "06097",
  "Stanislaus County": "06099",
  "Sutter County": "06101",
  "Tehama County": "06103",
  "Trinity County": "06105",
  "Tulare County": "06107",
  "Tuolumne County": "06109",
  "Ventura County": "06111",
  "Yolo County": "06113",
  "Yuba County": "06115",
};
