/**
 * Folded names outside the state that are no misspellings of places inside: US cities of 150,000 residents or more, and
 * smaller cities, cities of other countries, and states whose names resemble a place's. From GeoNames (CC BY 4.0).
 */
export const PLACES_ELSEWHERE: ReadonlySet<string> = new Set(
  `
  adana, akron, albuquerque, alexandria, alton, alvin, amarillo, anchorage, arlington, ashburn, astoria, atlanta,
  augusta, aurora, austin, aventura, baise, ballwin, baltimore, baton rouge, beavercreek, belton, belvidere,
  birmingham, blacksburg, boston, brookfield, brooklyn, broomfield, bryan, buffalo, burton, calamba, canton, cape
  coral, cary, casper, centreville, chandler, charlotte, chattanooga, chesapeake, chiba, chicago, cincinnati,
  clarksville, cleveland, colleyville, collinsville, colombia, colorado springs, columbine, columbus, cookeville,
  cordoba, corpus christi, dallas, davie, deer valley, deland, denver, derry, des moines, detroit, east chattanooga,
  east flatbush, edina, edmonds, el paso, englewood, essen, eugene, fayetteville, ft collins, ft lauderdale, ft wayne,
  ft worth, garland, garner, gilbert, glen ellyn, glenville, grand prairie, grand rapids, granger, greensboro, greer,
  haora, harrison, hempstead, henderson, hialeah, hinesville, holland, honolulu, houston, huntsville, indiana,
  indianapolis, ironville, irving, jacksonville, jamaica, jersey city, kannapolis, kansas city, kearney, kearns,
  keller, kentwood, kerrville, knoxville, la vergne, lansing, laredo, las vegas, lawton, leander, leawood, lexington,
  lexington fayette, lincolnia, linfen, little rock, louisville, lubbock, lynnwood, manhattan, marana, marion,
  marseille, maryvale, maryville, matthews, mcallen, mckinney, meads, mehlville, memphis, miami, milwaukee,
  minneapolis, mobile, montana, monterrey, montgomery, murrysville, nampa, nashville, natal, navarre, new orleans, new
  york city, newberg, newnan, newport news, norfolk, norland, norman, north las vegas, northdale, northport, oklahoma
  city, olympia, omaha, orlando, overland park, parma, pasco, paterson, pembroke pines, peoria, philadelphia, phoenix,
  pittsburgh, plano, pleasantville, port saint lucie, portland, providence, queens, raleigh, ramsey, reading, redmond,
  reno, rochester, rockville, romeoville, rosemount, saitama, salem, salt lake city, salta, san antonio, sanaa, sandy,
  sanford, sanming, sanya, saratov, scottsdale, seattle, sevastopol, severn, sevilla, shreveport, sioux falls,
  spokane, springfield, st louis, st paul, st petersburg, stamford, staten island, staunton, sterling, sultanah,
  sumter, sunrise manor, tacoma, tallahassee, tampa, tempe, tempe junction, the bronx, toledo, tri cities, tucson,
  tulsa, vancouver, virginia beach, washington heights, weatherford, wellington, westerville, whitney, wichita,
  wilsonville, winston salem, winter springs, woodlawn, woodridge, worcester, yonkers
`
    .trim()
    .split(/,\s+/),
);
