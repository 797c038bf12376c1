import { CONTRACT_EDITION } from "../../editions/table.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { URLS } from "../ui/urls.ts";

interface DocumentParts {
  readonly baseUrl: string;
  /** Where to report a security vulnerability: a `mailto:` or `https:` URL. */
  readonly securityContact: string;
}

/** A document that programs expect at a fixed path. */
interface PublicDocument {
  readonly contentType: string;
  /** Headers in addition to those of every document. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: (parts: DocumentParts) => string;
}

/** RFC 9116 section 2.5.5: less than a year ahead. A constant, so that an abandoned server shows an expired date. */
export const SECURITY_EXPIRES = "2027-10-31T00:00:00Z";

/** The documents by path. None needs a key. */
export const DOCUMENTS: Readonly<Record<string, PublicDocument>> = {
  /** RFC 9727, in the format of RFC 9264. */
  "/.well-known/api-catalog": {
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    // Section 2 requires it for HEAD, which is answered like GET.
    headers: { Link: '</.well-known/api-catalog>; rel="api-catalog"' },
    body: apiCatalog,
  },
  /** RFC 9116. */
  "/.well-known/security.txt": { contentType: "text/plain; charset=utf-8", body: securityText },
  /** llmstxt.org */
  "/llms.txt": { contentType: "text/plain; charset=utf-8", body: languageModelText },
  /** RFC 9309. */
  "/robots.txt": { contentType: "text/plain; charset=utf-8", body: robotsText },
};

function apiCatalog({ baseUrl }: DocumentParts): string {
  const link = (path: string, type: string) => [{ href: baseUrl + path, type }];
  return JSON.stringify({
    linkset: [
      {
        anchor: `${baseUrl}/v1`,
        "service-desc": [...link(URLS.openApiJson, "application/json"), ...link(URLS.openApiYaml, "application/yaml")],
        "service-doc": link(URLS.docs, "text/html"),
        "terms-of-service": link(URLS.terms, "text/html"),
        status: link("/readyz", "application/json"),
      },
      { anchor: `${baseUrl}/mcp`, "service-doc": link(URLS.assistants, "text/html") },
      { anchor: `${baseUrl}/v1/stats`, alternate: link(URLS.feed, "application/atom+xml") },
    ],
  });
}

function securityText({ baseUrl, securityContact }: DocumentParts): string {
  return `Contact: ${securityContact}
Expires: ${SECURITY_EXPIRES}
Preferred-Languages: en
Canonical: ${baseUrl}/.well-known/security.txt
`;
}

function languageModelText({ baseUrl }: DocumentParts): string {
  const link = (title: string, path: string, text: string) => `- [${title}](${baseUrl}${path}): ${text}`;
  return [
    "# Safety Statistics Service",
    "",
    `> A JSON API with a safety score, a letter grade and crime rates for ${CONTRACT_EDITION.possessive} cities and counties, and under`,
    `> /v1/us for cities and towns of ${UNITED_STATES.name}, from official figures. Every request needs an API key in the header`,
    "> X-API-Key.",
    "",
    "Reported offenses only; residents, not visitors, are the denominator; a city is not its neighborhoods. The FBI advises",
    "against ranking places. Not for tenant, credit, employment or insurance decisions about people. Say grade, score and",
    `year together: "A, score 85, 2025, reported offenses". 50 is the average of ${CONTRACT_EDITION.name}, under /v1/us that of ${UNITED_STATES.name}:`,
    "never compare a score of one with a score of the other.",
    "",
    "## Use it",
    "",
    link("OpenAPI 3.1", URLS.openApiJson, "every endpoint, field, header and error"),
    link("Quick start", URLS.quickStart, "from a key to a typed answer"),
    link("Reference", URLS.docs, "every endpoint, with code in curl, TypeScript, and Python"),
    link("MCP", URLS.assistants, `tools for assistants at ${baseUrl}/mcp`),
    link("TypeScript client", URLS.typescriptClient, "no dependencies; Node, Bun, Deno, Workers"),
    link("Python client", URLS.pythonClient, "one typed file, standard library only"),
    "",
    "## Understand it",
    "",
    link("Limits and headers", URLS.limits, "quotas, bursts, Retry-After"),
    link("Errors", URLS.errorsGuide, "problem+json, all codes"),
    link(
      "From an address to a score",
      URLS.address,
      "a point, a ZIP code, or a neighborhood to the figures that apply",
    ),
    link("Matching of names", URLS.names, "which spellings match; the service never guesses"),
    link("Dataset", URLS.dataset, "what a score means, which places are absent"),
    link(UNITED_STATES.title, URLS.nation, "states, their places, and which places have no score"),
    link("Methodology", URLS.methodology, "sources, formulae, limits"),
    link(
      "Downloads",
      URLS.downloads,
      "all records, places, and years of both as CSV, JSON, and Parquet, without a key; you may keep and redistribute them",
    ),
    link("Feed", URLS.feed, "news of the data, as Atom"),
    link("Terms and cautions", URLS.terms, "what you may not use a grade for"),
    "",
  ].join("\n");
}

function robotsText({ baseUrl }: DocumentParts): string {
  return `User-agent: *
Disallow: /dashboard
Disallow: /v1/
Disallow: /mcp
Allow: /

Sitemap: ${baseUrl}${URLS.sitemap}
`;
}
