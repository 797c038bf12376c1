/**
 * Codes and boundaries of California. `edition.ts` has its words, `data/names` what people call its places.
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
