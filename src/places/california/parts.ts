import type { Form } from "../written-out.ts";

/**
 * Neighborhoods, campuses, and airports that no source with a clear license locates, by the city or county that they
 * are in. Campuses and airports were put where their point is by the boundaries of 2019. They decide nothing: they are
 * named in hints, and in the lists of places that share a name.
 */
export const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a neighborhood": {
    Alameda: "Alameda Point, Bay Farm Island, Harbor Bay",
    Anaheim: "Anaheim Hills, Anaheim Resort, Platinum Triangle",
    Berkeley: "Downtown Berkeley, Elmwood, Gourmet Ghetto, North Berkeley, Northbrae, South Berkeley, West Berkeley",
    Burbank: "Downtown Burbank, Magnolia Park",
    Carlsbad: "Aviara, Bressi Ranch, Carlsbad Village, La Costa",
    "Chula Vista": "Eastlake, Otay Ranch",
    "Costa Mesa": "Eastside Costa Mesa, Mesa Verde, South Coast Metro",
    "Daly City": "Serramonte, Westlake",
    "Dana Point": "Monarch Beach",
    Encinitas: "Leucadia, New Encinitas, Old Encinitas, Olivenhain",
    Fremont: "Ardenwood, Centerville, Irvington, Mission San Jose, Niles, Warm Springs",
    Fresno: "Downtown Fresno, Tower District, Woodward Park",
    "Garden Grove": "Little Saigon",
    Glendale: "Adams Hill, Downtown Glendale",
    "Huntington Beach": "Huntington Harbour",
    Irvine:
      "Cypress Village, Great Park, Irvine Spectrum, Northpark, Northwood, Orchard Hills, Portola Springs, Quail Hill, Shady Canyon, Stonegate, Turtle Ridge, Turtle Rock, University Park, Westpark, Woodbridge",
    "Laguna Beach": "Laguna, South Laguna, Three Arch Bay",
    "Long Beach":
      "Alamitos Beach, Belmont Heights, Belmont Shore, Bixby Knolls, California Heights, Cambodia Town, Downtown Long Beach, Naples Island, North Long Beach, Rose Park, Wrigley",
    "Los Angeles":
      "Arleta, Arts District, Atwater Village, Baldwin Hills, Baldwin Village, Beachwood Canyon, Bel Air, Beverly Glen, Beverly Grove, Beverlywood, Brentwood, Bunker Hill, Cheviot Hills, Chinatown, Crenshaw, Cypress Park, Downtown, Downtown LA, Downtown Los Angeles, DTLA, Eagle Rock, East Hollywood, El Sereno, Exposition Park, Fairfax, Fairfax District, Fashion District, Financial District, Glassell Park, Griffith Park, Hancock Park, Harbor Gateway, Harvard Heights, Highland Park, Historic Core, Historic Filipinotown, Hollywood Hills, Hyde Park, Jefferson Park, Lake Balboa, Lake View Terrace, Larchmont, Larchmont Village, Laurel Canyon, Leimert Park, Lincoln Heights, Little Armenia, Little Ethiopia, Little Tokyo, Los Feliz, Mar Vista, Mid City, Mid Wilshire, Miracle Mile, Montecito Heights, Mount Olympus, Mount Washington, Northeast LA, Palms, Pico Robertson, Pico Union, Rampart Village, Rancho Park, Sawtelle, Skid Row, South Central, South Central LA, South Central Los Angeles, South LA, South Los Angeles, South Robertson, Terminal Island, Thai Town, University Park, Vermont Knolls, Vermont Square, Warner Center, Watts, West Adams, West LA, West Los Angeles, Westchester, Westlake, Wilshire Center, Windsor Square",
    "Menlo Park": "Belle Haven, Sharon Heights",
    Monterey: "Cannery Row, New Monterey",
    "Mountain View": "Old Mountain View",
    "Newport Beach":
      "Balboa, Balboa Island, Balboa Peninsula, Crystal Cove, Eastbluff, Fashion Island, Lido Isle, Newport Center, Newport Heights, West Newport",
    Oakland:
      "Adams Point, Allendale, Bella Vista, Crocker Highlands, Deep East Oakland, Dimond District, Downtown, Downtown Oakland, East Oakland, Eastmont, Elmhurst, Fruitvale, Glenview, Grand Lake, Jack London Square, Lake Merritt, Laurel District, Maxwell Park, Montclair, North Oakland, Oakmore, Old Oakland, Piedmont Avenue, Rockridge, Temescal, Trestle Glen, Uptown, West Oakland",
    Ontario: "Ontario Ranch",
    Orange: "Old Towne Orange",
    "Palo Alto": "Barron Park, College Terrace, Crescent Park, Downtown Palo Alto, Old Palo Alto, Professorville",
    Pasadena: "Bungalow Heaven, Old Pasadena, Old Town Pasadena, Playhouse District",
    "Rancho Cucamonga": "Alta Loma, Etiwanda, Victoria Gardens",
    Richmond: "Hilltop, Iron Triangle, Marina Bay, Point Richmond",
    Riverside: "Arlanza, Canyon Crest, Casa Blanca, La Sierra, Orangecrest",
    Sacramento:
      "Boulevard Park, Curtis Park, Del Paso Heights, Downtown, Downtown Sacramento, East Sacramento, Greenhaven, Land Park, Meadowview, Midtown Sacramento, Natomas, North Natomas, North Sacramento, Oak Park, Old Sacramento, Pocket, South Natomas, Tahoe Park, The Pocket, Valley Hi",
    "San Bernardino": "Del Rosa, Verdemont",
    "San Diego":
      "Allied Gardens, Bankers Hill, Bay Ho, Bay Park, Bird Rock, Chollas View, Cortez Hill, Crown Point, Del Cerro, Downtown, East Village, Egger Highlands, Emerald Hills, Gaslamp, Gaslamp Quarter, Grant Hill, Hillcrest, La Jolla Shores, La Playa, Liberty Station, Little Italy, Logan Heights, Loma Portal, Mission Hills, Mount Hope, Oak Park, Old Town, Otay Mesa West, Palm City, Point Loma, Point Loma Heights, Rolando, San Carlos, Santaluz, Scripps Ranch, Sherman Heights, Sorrento Mesa, South Park, Sunset Cliffs, University Heights, UTC, Uptown, Valencia Park",
    "San Francisco":
      "Alamo Square, Anza Vista, Ashbury Heights, Bayview Hunters Point, Cole Valley, Corona Heights, Cow Hollow, Dogpatch, Downtown, Duboce Triangle, Embarcadero, Eureka Valley, Fillmore, Fillmore District, Fisherman's Wharf, Forest Hill, Hayes Valley, Hunters Point, Ingleside, Inner Mission, Japantown, Lake Merced, Laurel Heights, Lower Haight, Marina, Mission, Mission Bay, Mission Dolores, Mission Terrace, Monterey Heights, NoPa, North of Panhandle, Parkmerced, Portola, Richmond, Richmond District, Rincon Hill, Sea Cliff, South Beach, St. Francis Wood, Sunnyside, Sunset, Sunset District, Telegraph Hill, Tenderloin, The Castro, The Haight, The Marina, The Mission, The Richmond, The Sunset, Union Square, Upper Haight, West Portal, Westwood Park",
    "San Jose":
      "Almaden, Almaden Valley, Berryessa, Blossom Valley, Cambrian, Downtown, Downtown San Jose, East San Jose, Edenvale, Evergreen, Japantown, Little Portugal, Little Saigon, Naglee Park, North San Jose, Rose Garden, Santana Row, Silver Creek, West San Jose, Willow Glen",
    "San Mateo": "Hillsdale, San Mateo Park",
    "Santa Ana": "Downtown Santa Ana, Floral Park, French Park, South Coast Metro",
    "Santa Barbara": "Funk Zone",
    "Santa Clarita": "Saugus",
    "Santa Cruz": "Seabright",
    "Santa Monica": "Downtown Santa Monica, Ocean Park, Sunset Park",
    "Seal Beach": "Leisure World",
    "Simi Valley": "Wood Ranch",
    Stockton: "Brookside, Spanos Park, Weston Ranch",
    Torrance: "Hollywood Riviera, Old Torrance, Walteria",
    Vallejo: "Mare Island",
    Ventura: "Midtown Ventura, Montalvo, Pierpont Bay",
    "Walnut Creek": "Rossmoor",
    "West Hollywood": "Boystown, Norma Triangle, Sunset Strip",
    Westminster: "Little Saigon",
  },
  "a community": {
    "Orange County": "Rancho Mission Viejo",
    "San Diego County": "4S Ranch",
  },
  "a campus": {
    Arcata: "Cal Poly Humboldt, Humboldt State, Humboldt State University",
    Azusa: "Azusa Pacific University",
    Bakersfield: "Cal State Bakersfield, CSUB",
    Berkeley: "UC Berkeley, Cal Berkeley, UCB",
    Carson: "Cal State Dominguez Hills, CSUDH",
    Chico: "Cal State Chico, Chico State",
    Claremont: "Claremont Colleges, Claremont McKenna College, Harvey Mudd College, Pomona College, Scripps College",
    Cupertino: "De Anza College",
    Fresno: "Cal State Fresno, Fresno State",
    Fullerton: "Cal State Fullerton, CSUF",
    Hayward: "Cal State East Bay, CSUEB",
    Irvine: "UC Irvine, UCI",
    "La Mirada": "Biola University",
    "Loma Linda": "Loma Linda University",
    "Long Beach": "Cal State Long Beach, CSULB, Long Beach State",
    "Los Altos Hills": "Foothill College",
    "Los Angeles":
      "Cal State LA, Cal State Los Angeles, Cal State Northridge, CSULA, CSUN, LMU, Loyola Marymount University, Occidental College, UC Los Angeles, UCLA, University of Southern California, USC",
    "Los Angeles County": "Cal Poly, Cal Poly Pomona, CPP, Pepperdine, Pepperdine University",
    "Monterey County": "Cal State Monterey Bay, CSUMB",
    Moraga: "Saint Mary's College",
    Oakland: "Laney College, Mills College",
    Orange: "Chapman University",
    Pasadena: "California Institute of Technology, Caltech, Pasadena City College",
    Redlands: "University of Redlands",
    Riverside: "UC Riverside, UCR",
    Sacramento: "Cal State Sacramento, CSUS, Sac State, Sacramento State",
    "San Bernardino": "Cal State San Bernardino, CSUSB",
    "San Diego":
      "Cal State San Diego, Point Loma Nazarene University, San Diego State, San Diego State University, SDSU, UC San Diego, UCSD, University of San Diego, USD",
    "San Francisco":
      "Cal State San Francisco, City College of San Francisco, CCSF, San Francisco State, San Francisco State University, SF State, SFSU, UC San Francisco, UCSF, University of San Francisco, USF",
    "San Jose": "Cal State San Jose, San Jose State, San Jose State University, SJSU",
    "San Luis Obispo County": "Cal Poly, Cal Poly San Luis Obispo, Cal Poly SLO",
    "San Marcos": "Cal State San Marcos, CSUSM",
    "San Rafael": "Dominican University",
    "Santa Barbara County": "UC Santa Barbara, UCSB",
    "Santa Clara": "Santa Clara University, SCU",
    "Santa Clarita": "CalArts, College of the Canyons",
    "Santa Cruz": "UC Santa Cruz, UCSC",
    "Santa Monica": "Santa Monica College",
    "Sonoma County": "Cal State Sonoma, Sonoma State, Sonoma State University",
    Stockton: "University of the Pacific",
    "Thousand Oaks": "Cal Lutheran, Cal Lutheran University",
    Turlock: "Cal State Stanislaus, Stanislaus State",
    Vallejo: "Cal Maritime, Cal Maritime Academy",
    "Ventura County": "Cal State Channel Islands, CSUCI",
    Whittier: "Whittier College",
  },
  "an airport": {
    Burbank: "BUR, Bob Hope Airport, Burbank Airport, Hollywood Burbank Airport",
    Carlsbad: "CRQ, McClellan-Palomar Airport, Palomar Airport",
    Chico: "Chico Airport",
    Fresno: "FAT, Fresno Airport, Fresno Yosemite Airport",
    Hawthorne: "Hawthorne Airport",
    Hayward: "Hayward Airport, Hayward Executive Airport",
    "Humboldt County": "ACV, Arcata Airport, Arcata-Eureka Airport, Eureka Airport",
    "Kern County": "BFL, Bakersfield Airport, Meadows Field",
    "Long Beach": "LGB, Long Beach Airport",
    "Los Angeles": "LAX, LAX Airport, Los Angeles Airport, Van Nuys Airport, VNY",
    "Mammoth Lakes": "Mammoth Airport, Mammoth Yosemite Airport",
    "Monterey County": "MRY, Monterey Airport, Monterey Regional Airport",
    Oakland: "OAK, Oakland Airport, San Francisco Bay Oakland Airport",
    Ontario: "ONT, Ontario Airport",
    "Orange County": "John Wayne, John Wayne Airport, Orange County Airport, OC Airport, SNA, SNA Airport",
    Oxnard: "Oxnard Airport",
    "Palm Springs": "Palm Springs Airport, PSP",
    Palmdale: "Palmdale Airport, PMD",
    Redding: "Redding Airport, RDD",
    "Sacramento County": "Sacramento Airport, SMF, SMF Airport",
    "San Bernardino": "San Bernardino Airport, SBD",
    "San Diego": "SAN Airport, San Diego Airport, Lindbergh Field",
    "San Jose": "Mineta San Jose Airport, Norman Y. Mineta San Jose Airport, San Jose Airport, SJC Airport",
    "San Joaquin County": "SCK, Stockton Airport",
    "San Luis Obispo County": "San Luis Obispo Airport, SBP",
    "San Mateo County": "San Francisco Airport, SF Airport, SFO, SFO Airport",
    "Santa Barbara": "Santa Barbara Airport, SBA",
    "Santa Maria": "Santa Maria Airport, SMX",
    "Santa Monica": "Santa Monica Airport, SMO",
    "Sonoma County": "Charles M. Schulz Sonoma County Airport, Santa Rosa Airport, Sonoma County Airport, STS",
    "South Lake Tahoe": "Lake Tahoe Airport, South Lake Tahoe Airport",
  },
  "a place": {
    Anaheim: "Disneyland, Disneyland Resort",
    "Buena Park": "Knott's Berry Farm",
    Carlsbad: "Legoland",
    Cupertino: "Apple Park",
    Inglewood: "SoFi Stadium",
    "Los Angeles County": "Six Flags Magic Mountain, Universal Studios, Universal Studios Hollywood",
    "Mountain View": "Googleplex",
    "San Diego": "Petco Park, SeaWorld, SeaWorld San Diego",
    "San Francisco": "Alcatraz, Golden Gate Bridge, Oracle Park",
    "Santa Clara": "Levi's Stadium",
    "Santa Monica": "Santa Monica Pier",
  },
};

/** The names of the state's universities, before that of the campus. */
export const CAMPUS_FORMS: readonly Form[] = [
  [/^university of california,?(?: at)? /, "uc "],
  [/^(?:csu|california state university),?(?: at)? /, "cal state "],
  [/^california polytechnic state university,? /, "cal poly "],
];

/** Folded names that more places of the state bear than any table here has. */
export const SHARED_NAMES: ReadonlySet<string> = new Set(
  `
  allendale, bear creek, bella vista, brentwood, broadway, buena vista, cambrian park, centerville, chinatown, city
  center, civic center, columbia, country club, del rey, downtown, east village, edison, fairhaven, fairview, financial
  district, glen park, green acres, green valley, highland park, hillcrest, historic district, japantown, koreatown,
  la sierra, laguna, lakeshore, lakeview, las flores, lincoln park, linda vista, little italy, little saigon, live oak,
  lytle creek, mariposa, mesa, midtown, mission hills, mission valley, mountain view, north hills, north park, northgate,
  oak park, old town, paradise park, park place, parkside, parkway, pleasant valley, rancho park, ramona, riverview,
  rose garden, rosemont, san carlos, skyline, somerset, south park, sunnyside, sunnyslope, the village, twin lakes,
  twin peaks, university park, uptown, valley view, vineyard, warm springs, west park, westlake, westside, westwood,
  woodbridge
`
    .trim()
    .split(/,\s+/),
);
