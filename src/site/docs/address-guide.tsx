/** @jsxImportSource hono/jsx */
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { AnswerBlock, Example } from "./example.tsx";
import type { Guide } from "./guide.ts";
import { operationUrl } from "./operation-link.tsx";
import { python, typescript } from "./programs.ts";

/** This ZIP code lies in two counties, and neither has nine tenths of its residents. */
const SPLIT_ZIP = "96161";

export const addressGuide: Guide = {
  path: URLS.address,
  title: "From an address to a score",
  description:
    "From a geocoder's output, a ZIP code, or a click on a map to the record to show, and what to do without one.",
  content: async ({ baseUrl, geography }) => {
    const places = await geography();
    const split = places.locate({ zip: SPLIT_ZIP });
    return (
      <>
        <p>
          City and county lookups take exact names. The city in a mailing address is often not a match: it may be a
          neighborhood, a community without a city government, or the next city over. <code>GET /v1/locate</code> finds
          the record that applies. Send the most exact input that you have:
        </p>
        <Table
          label="What to send"
          class="stack"
          columns={[
            { heading: "You have", cell: ({ have }) => have },
            { heading: "Send", cell: ({ send }) => <code>{send}</code> },
            { heading: "Precision", cell: ({ exactness }) => exactness },
          ]}
          rows={INPUTS}
        />
        <h2 id="point">From a geocoder or a click on a map</h2>
        <p>
          The service does not geocode: send a street address to a geocoder first, then its latitude and longitude here.
          Degrees are decimal (WGS 84), and longitudes in California are negative. A click on a map gives the same two
          numbers; GeoJSON and some map libraries write the longitude first.
        </p>
        <Example topic="a point" id="point-curl" language="curl" code={curl(baseUrl, "lat=34.0983&lon=-118.3267")} />
        <Example
          topic="a point"
          id="point-typescript"
          language="typescript"
          code={typescript(
            baseUrl,
            "const place = await client.locate({ lat: 34.0983, lon: -118.3267 });",
            'if (!place) console.log("not in California");',
            "else if (place.city) console.log(place.city.city, place.city.grade, place.city.data_year);",
            "else if (place.county) console.log(place.county.county, place.county.grade, place.county.data_year);",
          )}
        />
        <h2 id="zip">From a ZIP code</h2>
        <p>
          A ZIP code is a mail route, not a place, and it can span several cities. <code>candidates</code> lists each
          place with its share of the residents. If nine tenths or more live in one graded city, <code>answer</code> is{" "}
          <code>city</code>; otherwise it is <code>county</code> if one county holds nine tenths.
        </p>
        <Example topic="a ZIP code" id="zip-curl" language="curl" code={curl(baseUrl, "zip=90210")} />
        <Example
          topic="a ZIP code"
          id="zip-python"
          language="python"
          code={python(
            baseUrl,
            'place = client.locate(zip="90210")',
            "if place is None:",
            '    print("no such ZIP code in California")',
            "else:",
            '    record = place["city"] or place["county"]',
            '    print(place["answer"], record["grade"] if record else "ask for the city")',
            '    for candidate in place["candidates"]:',
            '        print(candidate["city"] or candidate["county"], candidate["share"])',
          )}
        />
        <h2 id="name">From a name</h2>
        <p>
          <code>name</code> takes a neighborhood or a community as well as a city or county, in any spelling of the{" "}
          <a href={URLS.names}>rules for names</a>. For text that a person types, with mistakes, use{" "}
          <a href={operationUrl({ operationId: "findPlaces" })}>the search</a> and let the person choose.
        </p>
        <Example topic="a name" id="name-curl" language="curl" code={curl(baseUrl, "name=East+Los+Angeles")} />
        <Example
          id="search-typescript"
          language="typescript"
          code={typescript(
            baseUrl,
            'for await (const place of client.places({ q: "hollywod" })) {',
            "  console.log(place.name, place.within ?? place.county, place.data?.grade ?? place.status);",
            "}",
          )}
        />
        <h2 id="answer">What to show</h2>
        <ul>
          <li>
            <code>answer</code> is <code>city</code>: show the record in <code>city</code>. For a{" "}
            <strong>neighborhood</strong>, say that the figures are for the whole city: there are none for parts of it.
          </li>
          <li>
            <code>answer</code> is <code>county</code>: show the record in <code>county</code>, under the county's name.
            This happens on <strong>unincorporated</strong> land, in a city without a record, and in a ZIP code that
            several cities share. Never show a county's grade under the name of a city.
          </li>
          <li>
            <code>answer</code> is null: show no grade. Ask which of the <code>candidates</code> it is, or ask for the
            street address and send its point.
          </li>
          <li>
            <code>found</code> is false: the point is outside California, or the ZIP code or name is unknown. Ask for
            another input.
          </li>
          <li>
            <code>basis</code> is <code>hint</code>: the ZIP code has no area, for example because it serves only
            post-office boxes, so the place is inferred from its postal name or point. The person may live elsewhere;
            ask for a street address before you rely on it.
          </li>
        </ul>
        <p>
          To show a grade without code, embed the badge of a city or county: see{" "}
          <a href={URLS.terms}>what to show with a grade</a>.
        </p>
        <p>
          ZIP code {SPLIT_ZIP} lies in two counties, and neither has nine tenths of its residents, so{" "}
          <code>answer</code> is null:
        </p>
        <AnswerBlock label={`The answer for ZIP code ${SPLIT_ZIP}`} value={split} />
        <h2 id="areas">How old the areas are</h2>
        <ul>
          <li>
            ZIP code areas are the Census Bureau's ZIP code tabulation areas of <strong>2010</strong>, with residents
            from the 2020 census. A newer ZIP code may be missing or have only a hint.
          </li>
          <li>
            City and community boundaries are from <strong>2019</strong> and county boundaries from 2016, all
            simplified. Land that a city has annexed since then still counts as the county's, and a point near a
            boundary can fall on either side.
          </li>
        </ul>
        <h2 id="attribution">Sources and attribution</h2>
        <p>
          Boundaries and ZIP code areas: U.S. Census Bureau, public domain. Some names of neighborhoods, communities,
          and ZIP codes are from <a href="https://www.geonames.org/">GeoNames</a>, licensed under{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>: if you show or store those names, credit
          GeoNames. The <a href={URLS.terms}>terms and cautions</a> apply to every grade that you show.
        </p>
      </>
    );
  },
};

const INPUTS = [
  { have: "Latitude and longitude", send: "lat=34.0983&lon=-118.3267", exactness: "One city, or one county's land" },
  { have: "A ZIP code", send: "zip=90210", exactness: "Shares of residents; several places are possible" },
  { have: "A name", send: "name=East Los Angeles", exactness: "Exact, if only one place has the name" },
] as const;

function curl(baseUrl: string, query: string): string {
  return `curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/locate?${query}"`;
}
