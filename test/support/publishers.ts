import type { Server } from "bun";

type Answer = (request: Request) => Response | Promise<Response>;

/** A mirror of the publishers, for `--from`. It answers by the path, or by the key that an address of the FBI has. */
export interface Publishers {
  readonly origin: string;
  readonly answers: Map<string, Answer>;
  /** As the FBI: JSON with the signed address, which works only with its signature. */
  readonly sign: (key: string, body: Uint8Array) => void;
  readonly server: Server<undefined>;
}

export function startPublishers(): Publishers {
  const answers = new Map<string, Answer>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const answer = answers.get(searchParams.get("key") ?? pathname);
      return answer?.(request) ?? new Response("not here", { status: 404 });
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const sign = (key: string, body: Uint8Array) => {
    const path = `/storage/${key}`;
    answers.set(key, () => Response.json({ [key]: `${origin}${path}?X-Amz-Signature=secret` }));
    answers.set(path, ({ url }) =>
      url.endsWith("?X-Amz-Signature=secret") ? file(body)() : new Response("denied", { status: 403 }),
    );
  };
  return { origin, answers, sign, server };
}

export function file(body: Uint8Array | string): () => Response {
  return () => new Response(new Uint8Array(Buffer.from(body)));
}

const JUSTICE = "/data-openjustice.doj.ca.gov/sites/default/files/dataset";
const CENSUS = "/www2.census.gov/programs-surveys/popest";

/** Where the files of a data year are: paths, and keys of the FBI. */
export function publishedAt(year: number) {
  return {
    offenses: `${JUSTICE}/${year + 1}-07/Crimes_and_Clearances_with_Arson-1985-${year}.csv`,
    cities: `${CENSUS}/tables/2020-${year}/cities/totals/SUB-IP-EST${year}-POP.xlsx`,
    counties: `${CENSUS}/datasets/2020-${year}/counties/totals/co-est${year}-alldata.csv`,
    places: "/www2.census.gov/geo/tiger/TIGER2016/PLACE/tl_2016_06_place.zip",
    tables: `cius/${year}/offenses-known-to-le-${year}.zip`,
    estimates: `additional-datasets/srs/estimated_crimes_1979_${year}.csv`,
  } as const;
}
