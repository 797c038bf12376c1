import type { Snapshot } from "../src/domain/snapshot.ts";
import { CSRF_FIELD, createNonce, csrfToken } from "../src/site/csrf.ts";
import { citySlug, cityUrl } from "../src/site/explore/place-url.ts";
import { URLS } from "../src/site/urls.ts";
import type { Expectation, LoadRequest } from "./load.ts";
import { BENCH_SECRET } from "./servers.ts";

export const PAGE_LOAD_NAMES = [
  "home page",
  "city page",
  "cities page",
  "compare page",
  "search page",
  "sign-in flood",
] as const;
export type PageLoadName = (typeof PAGE_LOAD_NAMES)[number];

type Load = readonly [requests: readonly LoadRequest[], expectation: Expectation];

/** The headers that browsers send. */
const BROWSER_HEADERS = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br" } as const;
/** The number of different clients and addresses in a flood, so that no throttle ends it. */
const FLOOD = 50_000;
const SEARCHED = [
  "holywood",
  "san fransisco",
  "90210",
  "sacremento",
  "long beech",
  "oaklnad",
  "santa",
  "east los angeles",
];

/** Page loads as browsers request them, without a session. */
export function pageLoads({ cities }: Snapshot): Readonly<Record<PageLoadName, Load>> {
  const names = cities.map(({ record }) => record.city);
  const page = (paths: readonly string[]): Load => [
    paths.map((path) => ({ method: "GET" as const, path, key: "", body: "", headers: BROWSER_HEADERS })),
    { status: 200, contains: "" },
  ];
  return {
    "home page": page([URLS.home]),
    "city page": page(names.filter((_, index) => index % 8 === 0).map(cityUrl)),
    "cities page": page([URLS.exploreCities, `${URLS.exploreCities}?sort=score&order=asc`]),
    "compare page": page(
      names.map((name, index) => {
        const other = names[(index * 7 + 1) % names.length] ?? "";
        return `${URLS.compare}?${new URLSearchParams([name, other].map((city): [string, string] => ["place", citySlug(city)]))}`;
      }),
    ),
    "search page": page(
      [...SEARCHED, ...names.slice(0, 100)].map((text) => `${URLS.search}?${new URLSearchParams({ q: text })}`),
    ),
    "sign-in flood": [signIns(), { status: null }],
  };
}

/**
 * Wrong passwords for addresses without an account, each from a different IP address: the most expensive request
 * without an account.
 */
function signIns(): readonly LoadRequest[] {
  const nonce = createNonce();
  const token = csrfToken(BENCH_SECRET, nonce, "");
  return Array.from({ length: FLOOD }, (_, index) => ({
    method: "POST" as const,
    path: URLS.signIn,
    key: "",
    body: new URLSearchParams({
      [CSRF_FIELD]: token,
      email: `guest-${index}@bench.localhost.example`,
      password: "a wrong password of the benchmark",
    }).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: `form=${nonce}`,
      "X-Forwarded-For": `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    },
  }));
}
