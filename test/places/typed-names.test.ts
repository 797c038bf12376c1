import { describe, expect, test } from "bun:test";
import { currentGeography } from "../support/current-geography.ts";

/** The names of a line, separated by semicolons. */
const list = (names: string) => names.split(";").map((name) => name.trim());

function answerTo(name: string) {
  const answer = currentGeography.locate({ name });
  if (!answer.found) return { record: null, suggested: answer.suggestions[0]?.name ?? null, hint: answer.hint };
  const { city, county } = answer.data;
  return { record: city?.city ?? county?.county ?? null, suggested: null, hint: null };
}

function firstOf(q: string) {
  const result = currentGeography.find({ q, limit: 1 });
  return result.ok ? result.page.places[0] : undefined;
}

/** Names that people type, by the record that applies. Each has one meaning. */
const LOCATED: Readonly<Record<string, string>> = {
  "Los Angeles":
    "Los Angeles; los angeles, ca; LA; L.A.; LA, CA; Hollywood; North Hollywood; Venice; Silver Lake; Echo Park; Koreatown; Van Nuys; Sherman Oaks; Encino; Tarzana; Woodland Hills; Canoga Park; Reseda; Northridge; Chatsworth; Sylmar; Pacoima; Sun Valley; Panorama City; Granada Hills; Boyle Heights; Century City; Playa Vista; San Pedro; Wilmington; Pacific Palisades; Sherman Oaks, Los Angeles; Hollywood, CA 90028-1234",
  "San Francisco":
    "San Francisco, CA 94103-1234; SF; Noe Valley; Nob Hill; Castro; Potrero Hill; Bernal Heights; Pacific Heights; Russian Hill; North Beach; Excelsior; Outer Sunset; Treasure Island; Haight Ashbury; South of Market; 94103",
  "San Diego":
    "San Diego; La Jolla; Pacific Beach; North Park; Mira Mesa; Rancho Bernardo; City Heights; Barrio Logan; Normal Heights; Clairemont; University City; Downtown San Diego",
  "Seal Beach": "Surfside; 90743; Seal Beach",
  Irvine: "Irvine, California, United States; City of Irvine; Irvine, Orange County; 92618; 92618-1234",
  Ventura: "Ventura; San Buenaventura",
  "St. Helena": "St Helena; Saint Helena",
  Brentwood: "Brentwood; Brentwood, Contra Costa County",
  Montclair: "Montclair",
  "Newport Beach": "Newport Beach; Newport Coast; Corona del Mar",
  "South San Francisco": "So. San Francisco; S. San Francisco",
  "Los Angeles County":
    "East Los Angeles; Altadena; Topanga; Marina del Rey; LA County; County of Los Angeles; La Crescenta",
  "San Luis Obispo County": "Oceano; Nipomo",
  "Santa Clara County": "Stanford; Burbank, Santa Clara County; Alum Rock",
  "Orange County": "Ladera Ranch; Coto de Caza; Orange County; OC",
  "Yolo County": "University of California-Davis",
};

/** Names that are not located, by the city that is suggested first. */
const SUGGESTED: Readonly<Record<string, string>> = {
  "Los Angeles":
    "Bel Air; Watts; DTLA; Downtown LA; UCLA; USC; LAX; Eagle Rock; El Sereno; Mar Vista; Westchester; Los Feliz; Leimert Park; Skid Row; Little Tokyo; Cal State LA; CSUN; Arleta; los angelos; Los Angles; Crenshaw",
  "San Francisco": "Tenderloin; Hayes Valley; Dogpatch; SFSU; USF; The Castro; San Fransisco; sanfransisco",
  "San Diego": "Hillcrest; Gaslamp Quarter; Point Loma; SDSU; UCSD; UC San Diego; Logan Heights; SD",
  "San Jose": "Willow Glen; Almaden Valley; Berryessa; SJSU; SJ",
  Oakland: "Rockridge; Fruitvale; Oaklnad",
  Sacramento: "Del Paso Heights; Natomas; Land Park; Sac State; Sacremento",
  "Rancho Cucamonga": "Alta Loma; Etiwanda; Rancho Cucamunga",
  Berkeley: "UC Berkeley; Berkley; Berkely",
  Irvine: "UC Irvine; UCI; 12 Main Street, Irvine, CA 92618",
  Riverside: "UC Riverside; Riverisde",
  Pasadena: "Caltech; Pasedena",
  Fullerton: "Cal State Fullerton; Fullertonn",
  "Long Beach": "CSULB; Long Beech",
  Anaheim: "Anaheim Hills; Disneyland; Anahiem",
  "Newport Beach": "Balboa Island; Lido Isle",
  "Santa Clara": "Santa Clara University",
  Bakersfield: "Bakersfeild",
  Vallejo: "Valejo",
  Murrieta: "Murrietta",
  Pittsburg: "Pittsburgh, CA",
  Monterey: "Monteray; Monterrey, CA",
  "Santa Rosa": "Santa Rosaa",
  "Manhattan Beach": "Manhatan Beach",
  Temecula: "Temeculla",
};

/** Names of places elsewhere and of regions: nothing is found or suggested. */
const NOTHING = list(
  "Reno; Portland; Las Vegas; Phoenix, AZ; Seattle; Tacoma; Denver; Dallas; Houston; Austin; Miami; Orlando; Boston, MA; Chicago; Atlanta; New York; Pittsburgh; Irving; Paterson; Stamford; Lansing; Norman; Tempe; Holland; Montana; Indiana; Colombia; Virginia; Oregon; Texas; 10001; Bay Area; Silicon Valley; SoCal; Wine Country; Atlantis; Gotham; Springfield, IL; Salem; Toledo; Mobile; Albuquerque; Salt Lake City; Honolulu; Xqzw",
);

describe("what people type", () => {
  test("has at least 200 names, each once", () => {
    const all = [...Object.values(LOCATED), ...Object.values(SUGGESTED)].flatMap(list).concat(NOTHING);
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(Object.entries(LOCATED))("is located: %s", (record, names) => {
    for (const name of list(names)) expect([name, answerTo(name).record]).toEqual([name, record]);
  });

  test.each(Object.entries(SUGGESTED))("is not located, but %s is suggested", (suggested, names) => {
    for (const name of list(names)) {
      expect([name, answerTo(name)]).toEqual([name, expect.objectContaining({ record: null, suggested })]);
    }
  });

  test("has no answer for a place elsewhere, and the search finds at most a place whose name begins so, or the counties of a region", () => {
    for (const name of NOTHING) {
      expect([name, answerTo(name).record]).toEqual([name, null]);
      const { kind, match = "none" } = firstOf(name) ?? {};
      expect([name, kind === "county" || match === "none" || match === "prefix"]).toEqual([name, true]);
    }
  });
});
