import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { GEOGRAPHY_FOLDER } from "../../../src/dataset/state/import-state.ts";
import { mapOffenses, OFFENSE_CLASSES, type Offense } from "../../../src/domain/offense.ts";

/** Degrees: the south-western corner of a square, and its side. */
type Square = readonly [west: number, south: number, side: number];

interface Area {
  readonly geoid: string;
  readonly name: string;
  readonly county: string;
  readonly square: Square;
}

const [LANE, MARION] = ["Lane County", "Marion County"] as const;
const YEARS = Array.from({ length: 16 }, (_, index) => 2010 + index);
const COUNTIES = [
  { geoid: "41039", name: LANE, square: [-123.5, 43.8, 1], residents: 380_000 },
  { geoid: "41047", name: MARION, square: [-123.5, 44.8, 1], residents: 345_000 },
] as const;
const CITIES: readonly (Area & { readonly residents: number })[] = [
  { geoid: "4123850", name: "Eugene", county: LANE, square: [-123.2, 44, 0.15], residents: 177_000 },
  { geoid: "4169600", name: "Springfield", county: LANE, square: [-123, 44, 0.1], residents: 61_000 },
  { geoid: "4164900", name: "Salem", county: MARION, square: [-123.1, 44.9, 0.15], residents: 176_000 },
  { geoid: "4167650", name: "Silverton", county: MARION, square: [-122.8, 45, 0.05], residents: 10_400 },
  { geoid: "4170700", name: "Sublimity", county: MARION, square: [-122.8, 44.9, 0.03], residents: 2_950 },
];
const COMMUNITY: Area = { geoid: "4126750", name: "Four Corners", county: MARION, square: [-122.9, 44.9, 0.05] };

/** Offenses of a year without trend, for each 100,000 residents of an average place. */
const USUAL: Readonly<Record<Offense, number>> = {
  ...mapOffenses(() => 100),
  homicide: 5,
  rape: 40,
  robbery: 90,
  aggravatedAssault: 250,
  burglary: 350,
  motorVehicleTheft: 400,
  larceny: 1_500,
};
/** County, agency, whom it counts for, and its rate against the usual one. Sublimity is policed by the sheriff. */
const AGENCIES = [
  [LANE, "Eugene", 177_000, 1.3],
  [LANE, "Springfield", 61_000, 1.1],
  [LANE, "Lane Co. Sheriff", 130_000, 0.5],
  [LANE, "State Police - Lane", 380_000, 0.02],
  [LANE, "University of Oregon", 24_000, 1],
  [MARION, "Salem", 176_000, 1.2],
  [MARION, "Silverton", 10_400, 0.6],
  [MARION, "Marion Co. Sheriff", 120_000, 0.6],
  [MARION, "State Police - Marion", 345_000, 0.02],
] as const;

/** Writes what the made-up publishers publish: the state's two files, the bureau's, and the geography. */
export async function writeOfficialFiles(folder: string): Promise<void> {
  const geography = join(folder, GEOGRAPHY_FOLDER);
  await mkdir(geography, { recursive: true });
  const write = (file: string, lines: readonly string[]) => writeFile(join(folder, file), `${lines.join("\n")}\n`);
  await write("offenses.csv", offenseLines());
  await write("cities.csv", [
    `county,city,${YEARS.join(",")}`,
    ...CITIES.map(({ county, name, residents }) =>
      [county, name, ...YEARS.map((year) => grown(residents, year))].join(),
    ),
  ]);
  await write("sub-ip-est2025.csv", [
    `geographic_area,${YEARS.map((year) => `pop_${year}_07_01`).join()}`,
    ...CITIES.map(({ name, residents }) =>
      [`"${name} city, Oregon"`, ...YEARS.map((year) => grown(residents, year))].join(),
    ),
  ]);
  await write("county-population.csv", [
    `slug,${YEARS.join()}`,
    ...COUNTIES.map(({ name, residents }) =>
      [name.replace(" County", "").toLowerCase(), ...YEARS.map((year) => grown(residents, year))].join(),
    ),
  ]);
  await write("tl_2024_41_place.csv", [
    "GEOID,NAMELSAD,CLASSFP,ALAND,INTPTLAT,INTPTLON",
    ...CITIES.map(({ geoid, name, square }) => {
      const { lat, lon } = middleOf(square);
      return [geoid, `${name} city`, "C1", 50_000_000, lat, lon].join();
    }),
  ]);
  await writeAreas(join(geography, "counties.geojson.gz"), COUNTIES, ({ geoid, name }) => ({ geoid, name }));
  await writeAreas(join(geography, "cities.geojson.gz"), CITIES, (city) => placeOf(city, "city"));
  await writeAreas(join(geography, "communities.geojson.gz"), [COMMUNITY], (one) => placeOf(one, "CDP"));
  const names = "name,kind,place_geoid,county,lat,lon,population,share,source,licence";
  const corners = middleOf(COMMUNITY.square);
  await writeFile(
    join(geography, "names.csv"),
    [
      names,
      `Whiteaker,neighbourhood,4123850,${LANE},44.055,-123.105,7000,1,Made up,public domain`,
      `Four Corners,unincorporated,,${MARION},${corners.lat},${corners.lon},16000,1,Census CDP 4126750 (made up),public domain`,
    ].join("\n"),
  );
  for (const kind of ["ambiguousNames", "homonyms"]) await writeFile(join(geography, `${kind}.csv`), `${names}\n`);
  await writeFile(
    join(geography, "zips.csv"),
    [
      "zip,place_geoid,county,share,basis,usps_city",
      `97401,4123850,${LANE},1,pop2020,Eugene`,
      `97301,4164900,${MARION},0.8,pop2020,Salem`,
      `97301,,${MARION},0.2,pop2020,Salem`,
    ].join("\n"),
  );
}

/** Deterministic: a slow trend, and a wave that differs by agency and class. */
function offenseLines(): readonly string[] {
  const rows = YEARS.flatMap((year) =>
    AGENCIES.map(([county, agency, residents, factor], row) => {
      const counts = mapOffenses((offense) => {
        const wave = 1 + 0.04 * Math.sin(year * 2.1 + row * 1.7 + OFFENSE_CLASSES.indexOf(offense));
        const trend = 1 - 0.01 * (year - 2010);
        return Math.round((USUAL[offense] / 100_000) * grown(residents, year) * factor * wave * trend);
      });
      return [year, county, agency, ...OFFENSE_CLASSES.map((offense) => counts[offense])].join();
    }),
  );
  return [["year", "county", "agency", ...OFFENSE_CLASSES].join(), ...rows];
}

function grown(residents: number, year: number): number {
  return Math.round(residents * (1 + 0.004 * (year - 2025)));
}

function middleOf([west, south, side]: Square) {
  return { lat: Number((south + side / 2).toFixed(4)), lon: Number((west + side / 2).toFixed(4)) };
}

function placeOf({ geoid, name, county, square }: Area, kind: string) {
  return { geoid, name, official_name: `${name} ${kind}`, county, ...middleOf(square) };
}

async function writeAreas<One extends { readonly square: Square }>(
  file: string,
  areas: readonly One[],
  propertiesOf: (area: One) => object,
): Promise<void> {
  const features = areas.map((area) => {
    const [west, south, side] = area.square;
    const [east, north] = [west + side, south + side];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return { type: "Feature", properties: propertiesOf(area), geometry: { type: "Polygon", coordinates: [ring] } };
  });
  await writeFile(file, gzipSync(JSON.stringify({ type: "FeatureCollection", features })));
}
