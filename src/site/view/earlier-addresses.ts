/**
 * The places that an address of an earlier release means, by GEOID: other places of the state have the name since then,
 * or the name was wrong.
 */
export const EARLIER_ADDRESSES: Readonly<Record<string, string>> = {
  "ak/juneau-city-and": "0236400",
  "nj/ocean-township": "3402554270",
  "nj/springfield-township": "3403970020",
  "oh/goshen-township": "3902531010",
  "oh/jackson-township": "3915138094",
  "oh/perry-township": "3915162078",
  "pa/adams-township": "4201900300",
  "pa/douglass-township": "4209119672",
  "pa/fairview-township": "4213324936",
  "pa/lancaster-township": "4207141224",
  "pa/manor-township": "4207146992",
  "pa/millcreek-township": "4204949548",
  "pa/scott-township": "4200368388",
  "pa/spring-township": "4201172824",
  "pa/washington-township": "4205581240",
};
