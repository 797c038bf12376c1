import { apiKey, print } from "./answers.ts";
import * as api from "./orval/client.ts";
import * as schemas from "./orval/schemas.ts";

const request = { headers: { "X-API-Key": apiKey } };
const post = { headers: { ...request.headers, "Content-Type": "application/json" } };

/** The checked body of an answer. @throws Error if it is a refusal or does not match the document */
async function checked<Body>(
  call: Promise<{ readonly status: number; readonly data: unknown }>,
  schema: { parse(value: unknown): Body },
): Promise<Body> {
  const { status, data } = await call;
  if (status !== 200) throw new Error(JSON.stringify(data));
  return schema.parse(data);
}

const city = await checked(api.getCity("Los Angeles", request), schemas.GetCityResponse);
const batch = await checked(
  api.lookUpBatch(schemas.LookUpBatchBody.parse({ cities: ["Irvine", "Atlantis"] }), post),
  schemas.LookUpBatchResponse,
);
const explanation = await checked(api.explainCity("Los Angeles", request), schemas.ExplainCityResponse);
const history = await checked(api.getHistory("Los Angeles", request), schemas.GetHistoryResponse);
const places = await checked(
  api.findPlaces({ county: "Orange", kind: "city", sort: "-score", limit: 5 }, request),
  schemas.FindPlacesResponse,
);
const zip = await checked(api.locate({ zip: "92618" }, request), schemas.LocateResponse);
const typed = await api.getCity("Los Angeles", request);

print(
  {
    city,
    absentCity: await checked(api.getCity("Atlantis", request), schemas.GetCityResponse),
    county: await checked(api.getCounty("Orange County", request), schemas.GetCountyResponse),
    batch,
    statistics: await checked(api.getStatistics(request), schemas.GetStatisticsResponse),
    explanation,
    countyExplanation: await checked(api.explainCounty("Orange County", request), schemas.ExplainCountyResponse),
    history,
    countyHistory: await checked(api.getCountyHistory("Orange County", request), schemas.GetCountyHistoryResponse),
    places,
    zip,
    point: await checked(api.locate({ lat: 33.6846, lon: -117.8265 }, request), schemas.LocateResponse),
  },
  {
    grade: typed.status === 200 && typed.data.found ? typed.data.data.grade : undefined,
    batchGrades: batch.results.map((item) => (item.found ? item.data.grade : undefined)),
    score: explanation.found ? explanation.data.safety_score : undefined,
    years: history.found ? history.data.years.length : undefined,
    firstPlace: places.places[0]?.name,
    candidates: zip.found ? zip.data.candidates.map((candidate) => candidate.county) : undefined,
  },
);
