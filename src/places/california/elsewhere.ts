/**
 * Folded names outside the state that are no misspellings of places inside: US cities of 150,000 residents or more, and
 * smaller cities, cities of other countries, and states whose names resemble a place's. From GeoNames (CC BY 4.0). Also
 * places elsewhere that are far better known than a community of the same name: alone, the name does not find it.
 */
export const PLACES_ELSEWHERE: ReadonlySet<string> = new Set(
  `
  adana, akron, albuquerque, alexandria, alton, alvin, amarillo, anchorage, annapolis, arlington, ashburn, astoria,
  athens, atlanta, augusta, aurora, austin, aventura, baise, baja, ballwin, baltimore, bangor, barcelona, baton rouge,
  beavercreek, beijing, belton, belvidere, bend, berlin, birmingham, blacksburg, boston, brookfield, brooklyn,
  broomfield, bryan, buffalo, burton, cabo san lucas, cairo, calamba, calgary, cancun, canton, cape coral,
  carson city, cary, casper, centreville, chandler, charlotte, chattanooga, chesapeake, chiba, chicago, cincinnati,
  clarksville, cleveland, colleyville, collinsville, colombia, colorado springs, columbia, columbine, columbus,
  cookeville, cordoba, corpus christi, dallas, darwin, davie, deer valley, deland, delhi, denver, derry, des moines,
  detroit, durham, east chattanooga, east flatbush, edina, edinburgh, edison, edmonds, el paso, englewood, ensenada,
  essen, essex, eugene, fayetteville, ft collins, ft lauderdale, ft wayne, ft worth, garland, garner, gilbert,
  glen ellyn, glenville, grand prairie, grand rapids, granger, greensboro, greer, grenada, guadalajara, haora,
  harrison, havana, hempstead, henderson, hialeah, hinesville, holland, hong kong, honolulu, houston, huntsville,
  indiana, indianapolis, inverness, ironville, irving, istanbul, jacksonville, jamaica, jersey city, jerusalem,
  johannesburg, kannapolis, kansas city, kearney, kearns, keller, kentwood, kerrville, knoxville, la vergne,
  lake havasu city, lansing, laredo, las vegas, lawton, leander, leawood, lexington, lexington fayette, lincolnia,
  linfen, lisbon, little rock, london, louisville, lubbock, lucerne, lynnwood, madison, madrid, malaga, manchester,
  manhattan, manila, marana, marion, marseille, maryvale, maryville, matthews, mcallen, mckinney, meads, mecca,
  mehlville, melbourne, memphis, mesa, mexicali, mexico city, miami, milan, milwaukee, minneapolis, mobile, montana,
  monterrey, montgomery, montreal, moscow, mumbai, munich, murrysville, nampa, naples, nashville, natal, navarre,
  new york city, new delhi, new orleans, new york, newberg, newcastle, newnan, newport news, nice, nogales, norfolk,
  norland, norman, north las vegas, northdale, northport, nyc, oklahoma city, olympia, omaha, orlando, orleans,
  overland park, palermo, paris, parma, pasco, paterson, pembroke pines, peoria, philadelphia, phoenix, pittsburgh,
  plano, pleasantville, port saint lucie, portland, princeton, providence, queens, raleigh, ramsey, reading, redmond,
  reno, rochester, rockville, rome, romeoville, rosarito, rosemount, saitama, salem, salt lake city, salta, samoa,
  san antonio, sanaa, sandy, sanford, sanming, santiago, sanya, saratov, scottsdale, seattle, seoul, sevastopol,
  severn, sevilla, seville, shanghai, shreveport, singapore, sioux falls, spokane, springfield, st louis, st paul,
  st petersburg, stamford, staten island, staunton, sterling, sultanah, sumter, sunrise manor, sydney, tacoma, taipei,
  tallahassee, tampa, tecate, tel aviv, tempe, tempe junction, the bronx, tijuana, tokyo, toledo, toronto, tri cities,
  tucson, tulsa, vancouver, vienna, virginia beach, warsaw, washington, washington dc, washington heights, waterloo,
  weatherford, wellington, westerville, whitney, wichita, wilsonville, winston salem, winter springs, woodlawn,
  woodridge, worcester, yonkers, yuma, zurich
`
    .trim()
    .split(/,\s+/),
);
