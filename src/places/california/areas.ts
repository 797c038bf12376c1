import type { Area } from "../names.ts";

/** Regions that people name, with the counties that they are usually said to consist of, or the place that they are in. */
export const AREAS: readonly Area[] = [
  {
    names: "San Francisco Bay Area, Bay Area, The Bay Area, SF Bay Area, The Bay, SF Bay",
    places:
      "Alameda County, Contra Costa County, Marin County, Napa County, San Francisco County, San Mateo County, Santa Clara County, Solano County, Sonoma County",
  },
  { names: "East Bay, The East Bay, East Bay Area", places: "Alameda County, Contra Costa County" },
  { names: "North Bay, The North Bay", places: "Marin County, Napa County, Solano County, Sonoma County" },
  { names: "South Bay, The South Bay", places: "Santa Clara County, Los Angeles County" },
  { names: "San Francisco Peninsula, The Peninsula, Peninsula, SF Peninsula", places: "San Mateo County" },
  { names: "Silicon Valley", places: "Santa Clara County, San Mateo County" },
  { names: "Tri-Valley", places: "Alameda County, Contra Costa County" },
  { names: "Wine Country", places: "Napa County, Sonoma County" },
  { names: "Napa Valley", places: "Napa County" },
  { names: "Sonoma Valley", places: "Sonoma County" },
  {
    names: "Southern California, SoCal, So Cal, Southern Cal",
    places:
      "Imperial County, Kern County, Los Angeles County, Orange County, Riverside County, San Bernardino County, San Diego County, San Luis Obispo County, Santa Barbara County, Ventura County",
  },
  { names: "Northern California, NorCal, Nor Cal", places: "" },
  { names: "Central California, Central Cal", places: "" },
  {
    names: "Greater Los Angeles, Los Angeles metro, LA metro, LA area, Los Angeles area, Southland",
    places: "Los Angeles County, Orange County, Riverside County, San Bernardino County, Ventura County",
  },
  { names: "Inland Empire, The Inland Empire, IE", places: "Riverside County, San Bernardino County" },
  { names: "San Fernando Valley, The Valley, SFV", places: "Los Angeles County" },
  { names: "San Gabriel Valley, SGV", places: "Los Angeles County" },
  { names: "Santa Clarita Valley", places: "Los Angeles County" },
  { names: "Antelope Valley", places: "Los Angeles County, Kern County" },
  { names: "Conejo Valley", places: "Ventura County, Los Angeles County" },
  { names: "Coachella Valley", places: "Riverside County" },
  { names: "Temecula Valley", places: "Riverside County" },
  { names: "Imperial Valley", places: "Imperial County" },
  { names: "Victor Valley", places: "San Bernardino County" },
  { names: "High Desert", places: "San Bernardino County, Los Angeles County" },
  { names: "Mojave Desert", places: "San Bernardino County, Kern County, Los Angeles County, Riverside County" },
  { names: "North County San Diego, San Diego North County, North County, East County", places: "San Diego County" },
  { names: "South Orange County, South OC, South County", places: "Orange County" },
  {
    names: "Central Valley, The Central Valley",
    places:
      "Butte County, Colusa County, Fresno County, Glenn County, Kern County, Kings County, Madera County, Merced County, Placer County, Sacramento County, San Joaquin County, Shasta County, Solano County, Stanislaus County, Sutter County, Tehama County, Tulare County, Yolo County, Yuba County",
  },
  {
    names: "San Joaquin Valley",
    places:
      "Fresno County, Kern County, Kings County, Madera County, Merced County, San Joaquin County, Stanislaus County, Tulare County",
  },
  {
    names: "Sacramento Valley",
    places:
      "Butte County, Colusa County, Glenn County, Placer County, Sacramento County, Shasta County, Sutter County, Tehama County, Yolo County, Yuba County",
  },
  { names: "Salinas Valley", places: "Monterey County" },
  { names: "Monterey Bay, Monterey Bay Area", places: "Monterey County, Santa Cruz County" },
  { names: "Monterey Peninsula", places: "Monterey County" },
  { names: "Santa Ynez Valley", places: "Santa Barbara County" },
  {
    names: "Central Coast, The Central Coast",
    places:
      "Monterey County, San Benito County, San Luis Obispo County, Santa Barbara County, Santa Cruz County, Ventura County",
  },
  { names: "North Coast, Lost Coast", places: "Del Norte County, Humboldt County, Mendocino County" },
  { names: "Emerald Triangle", places: "Humboldt County, Mendocino County, Trinity County" },
  {
    names: "Gold Country, Mother Lode",
    places:
      "Amador County, Calaveras County, El Dorado County, Mariposa County, Nevada County, Placer County, Sierra County, Tuolumne County, Yuba County",
  },
  { names: "Lake Tahoe, North Lake Tahoe, Tahoe Basin", places: "El Dorado County, Placer County" },
  { names: "Eastern Sierra", places: "Inyo County, Mono County" },
  { names: "Owens Valley", places: "Inyo County" },
  { names: "Sierra Nevada, The Sierra, Sierras", places: "" },
];
