import { apiKey, print } from "./answers.ts";
import { client } from "./hey-api/client/client.gen";
import * as api from "./hey-api/client/sdk.gen";

client.setConfig({ auth: apiKey, throwOnError: true });

/** Throws errors instead of returning them: refusals and validation errors. */
const throwOnError = true;
const path = { city: "Los Angeles" };
const county = { name: "Orange County" };
const { data: city } = await api.getCity({ path, throwOnError });
const { data: absentCity } = await api.getCity({ path: { city: "Atlantis" }, throwOnError });
const { data: countyRecord } = await api.getCounty({ path: county, throwOnError });
const { data: batch } = await api.lookUpBatch({ body: { cities: ["Irvine", "Atlantis"] }, throwOnError });
const { data: statistics } = await api.getStatistics({ throwOnError });
const { data: explanation } = await api.explainCity({ path, throwOnError });
const { data: countyExplanation } = await api.explainCounty({ path: county, throwOnError });
const { data: history } = await api.getHistory({ path, throwOnError });
const { data: countyHistory } = await api.getCountyHistory({ path: county, throwOnError });
const query = { county: "Orange", kind: "city", sort: "-score", limit: 5 } as const;
const { data: places } = await api.findPlaces({ query, throwOnError });
const { data: zip } = await api.locate({ query: { zip: "92618" }, throwOnError });
const { data: point } = await api.locate({ query: { lat: 33.6846, lon: -117.8265 }, throwOnError });

print(
  {
    city,
    absentCity,
    county: countyRecord,
    batch,
    statistics,
    explanation,
    countyExplanation,
    history,
    countyHistory,
    places,
    zip,
    point,
  },
  {
    grade: city.found ? city.data.grade : undefined,
    batchGrades: batch.results.map((item) => (item.found ? item.data.grade : undefined)),
    score: explanation.found ? explanation.data.safety_score : undefined,
    years: history.found ? history.data.years.length : undefined,
    firstPlace: places.places[0]?.name,
    candidates: zip.found ? zip.data.candidates.map((candidate) => candidate.county) : undefined,
  },
);
