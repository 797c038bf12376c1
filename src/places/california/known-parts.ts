import { foldCityName } from "../../domain/name.ts";

/** No source with a clear license locates these neighborhoods, campuses, and sites; their city is suggested. */
const PARTS: Readonly<Record<string, string>> = {
  Anaheim: "Anaheim Hills, Disneyland, Platinum Triangle",
  Berkeley: "UC Berkeley",
  Fresno: "Fresno State, Tower District",
  Fullerton: "Cal State Fullerton, CSUF",
  Irvine: "UC Irvine, UCI",
  "Long Beach": "Bixby Knolls, Cal State Long Beach, CSULB, Naples Island",
  "Los Angeles":
    "Arleta, Atwater Village, Bel Air, Beverly Grove, Cal State LA, Cal State Northridge, Crenshaw, CSUN, Downtown LA, Downtown Los Angeles, DTLA, Eagle Rock, El Sereno, Glassell Park, LAX, Larchmont, Leimert Park, Lincoln Heights, Little Tokyo, Los Feliz, Mar Vista, Mid Wilshire, Palms, Pico Robertson, Skid Row, South Central LA, South LA, South Los Angeles, UCLA, USC, Watts, Westchester",
  "Newport Beach": "Balboa Island, Balboa Peninsula, Lido Isle",
  Oakland: "Fruitvale, Jack London Square, Lake Merritt, Rockridge",
  Pasadena: "Caltech",
  "Rancho Cucamonga": "Alta Loma, Etiwanda",
  Riverside: "UC Riverside, UCR",
  Sacramento: "Del Paso Heights, Land Park, Natomas, Sac State",
  "San Diego":
    "Gaslamp, Gaslamp Quarter, Hillcrest, Little Italy, Logan Heights, Point Loma, SDSU, San Diego State University, UC San Diego, UCSD, University Heights",
  "San Francisco":
    "Cole Valley, Dogpatch, Fisherman's Wharf, Golden Gate Park, Hayes Valley, Richmond District, SFSU, Sunset District, Tenderloin, The Castro, The Haight, The Mission, USF",
  "San Jose": "Almaden, Almaden Valley, Berryessa, Downtown San Jose, San Jose State, Santana Row, SJSU, Willow Glen",
  "Santa Clara": "Santa Clara University",
};

/** The city that a name is part of, by its folded name. */
export const KNOWN_PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries(PARTS).flatMap(([city, names]) => names.split(", ").map((name) => [foldCityName(name), city])),
);
