import { apiKey, print } from "./answers.ts";
import { setConfig } from "./kubb/client/.kubb/fetch.ts";
import * as api from "./kubb/client/index.ts";

// Kubb's fetch client sends a body without its content type.
setConfig({ headers: { "X-API-Key": apiKey, "Content-Type": "application/json" } });

const city = await api.getCity("Los Angeles");
const batch = await api.lookUpBatch({ cities: ["Irvine", "Atlantis"] });
const explanation = await api.explainCity("Los Angeles");
const history = await api.getHistory("Los Angeles");
const places = await api.findPlaces({ county: "Orange", kind: "city", sort: "-score", limit: 5 });
const zip = await api.locate({ zip: "92618" });

print(
  {
    city,
    absentCity: await api.getCity("Atlantis"),
    county: await api.getCounty("Orange County"),
    batch,
    statistics: await api.getStatistics(),
    explanation,
    countyExplanation: await api.explainCounty("Orange County"),
    history,
    countyHistory: await api.getCountyHistory("Orange County"),
    places,
    zip,
    point: await api.locate({ lat: 33.6846, lon: -117.8265 }),
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
