import { locatedCandidate, locatedPlace, nationLocateAnswer, nationLocation } from "../../domain/nation-location.ts";
import type { DescribedQuery, Description } from "../description.ts";
import { nationLocateParameters } from "../locate-query.ts";
import { BATCH_MAXIMUMS } from "../schema.ts";
import { locateBatchOf } from "./locate.ts";

const ADDRESS = "100 E Main St, Round Rock, TX 78664";

export const locateInNation: DescribedQuery = {
  tag: "Nation",
  summary: "Find the place at a point, in a ZIP code, or of a name or an address",
  description:
    "Finds which place of the country is meant, with its record if there is one. Send `lat` and `lon`, or `zip`, `name`, `address`, or " +
    "`geoid`. `place` is the place that is meant; `candidates` lists all that may be, with shares of a ZIP code, which is answered " +
    "with a place that has nine tenths of it, and never by its postal name. A name without a state has candidates and no answer. " +
    "`basis` says what the answer is based on; the boundaries are of 2019 or finer, and some municipalities have none. An address is not " +
    "geocoded: its city and ZIP code are read, and they narrow each other. What is not known gets 200 with `found` false, " +
    "`suggestions`, and a `hint`.",
  query: nationLocateParameters,
  answer: { description: "The place and its record, or that there is none.", schema: nationLocateAnswer },
  schemas: {
    NationLocation: nationLocation,
    NationLocatedPlace: locatedPlace,
    NationLocationCandidate: locatedCandidate,
    NationLocationLookup: nationLocateAnswer,
  },
  examples: {
    zip: { summary: "A ZIP code", parameters: { zip: "78701" } },
    point: { summary: "A point", parameters: { lat: "30.2711", lon: "-97.7437" } },
    name: { summary: "A name of several places", parameters: { name: "Hamilton Township", state: "NJ" } },
    address: { summary: "An address", parameters: { address: ADDRESS } },
    geoid: { summary: "A place without figures of its own", parameters: { geoid: "2419125" } },
    notFound: { summary: "A ZIP code that does not exist", parameters: { zip: "00000" } },
  },
  sample: { parameters: { zip: "78701" }, method: "us.locate" },
  tool: null,
};

const [found, notFound] = nationLocateAnswer.options;
const { request, response, schemas } = locateBatchOf("Nation", {
  parameters: nationLocateParameters,
  what: "Each has `lat` and `lon`, or `zip`, `name`, `address`, or `geoid`",
  found,
  notFound,
});

const lists = {
  queries: [{ address: ADDRESS }, { zip: "78701" }, { name: "Columbia", state: "MD" }, { geoid: "4805000" }],
};

export const locateBatchInNation: Description = {
  tag: "Nation",
  summary: "Find the places of several points, ZIP codes, names, or addresses",
  description:
    "One result for each query, in the order of the request: the query, and the answer of `GET /v1/us/locate`. Send addresses here " +
    "rather than in a URL, which proxies may log; the service keeps none. A batch with more queries than the plan allows is refused " +
    `(${BATCH_MAXIMUMS}), and so is one with a malformed query. One batch counts as one request.`,
  body: request,
  answer: { description: "One result for each query.", schema: response },
  schemas,
  examples: { batch: { summary: "An address, a ZIP code, a name, and a GEOID", lists } },
  sample: { lists, method: "us.locateBatch" },
  // Assistants locate one place at a time.
  tool: null,
};
