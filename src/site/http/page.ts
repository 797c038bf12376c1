import { z } from "zod";
import { cutText, type Typed } from "../../base/text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Places, Served } from "../../lookup/served.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import type { Pieces } from "./made-files.ts";
import type { PageServices } from "./services.ts";

/** What an answer comes from: the datasets, captured once, and the services. */
export interface PageSource {
  readonly editions: Served;
  readonly services: PageServices;
}

/** What a page may use besides its query. */
export interface AddressOf<Own extends Places> extends PageSource {
  /** The places of the edition that the page is of. */
  readonly places: Own;
  /** The parameters of its path, decoded. */
  readonly params: Readonly<Record<string, Typed>>;
}

/** Of a page of a state's edition, by default the contract's. */
export type Address = AddressOf<StatePlaces>;
export type NationAddress = AddressOf<NationPlaces>;

export interface Dataset {
  readonly baseUrl: string;
  readonly version: string;
  readonly lastUpdated: string;
}

export function datasetOf({ places, services: { baseUrl } }: AddressOf<Places>): Dataset {
  const { version, lastUpdated } = places;
  return { baseUrl, version, lastUpdated };
}

/** What every page of an edition is made from. */
export interface EditionData<Own extends Places> {
  readonly places: Own;
  readonly dataset: Dataset;
}

export type NationData = EditionData<NationPlaces>;

export function loadEdition<Own extends Places>(at: AddressOf<Own>): { readonly data: EditionData<Own> } {
  return { data: { places: at.places, dataset: datasetOf(at) } };
}

interface Moved {
  readonly moved: string;
  readonly status: 301 | 302 | 303 | 308;
}

export function movedTo(url: string, status: Moved["status"] = 301): Moved {
  return { moved: url, status };
}

/** The data of a page, where it is instead, or null if there is no such page. */
export type Loaded<Data> = { readonly data: Data } | Moved | null;

/** What a loader gives the template of its page. */
export type DataOf<Load extends (...args: never[]) => unknown> = Extract<
  Awaited<ReturnType<Load>>,
  { readonly data: unknown }
>["data"];

export const CONTENT_TYPES = {
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  geojson: "application/geo+json",
  parquet: "application/vnd.apache.parquet",
  atom: "application/atom+xml; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
} as const;

export const CACHE_CONTROL = {
  /** Pages change with the dataset, and with a release. Browsers ask again after five minutes, which is cheap. */
  public: "public, max-age=300",
  /** Images for other sites. */
  embedded: "public, max-age=3600",
  /** The URL has a version: its content never changes. */
  immutable: "public, max-age=31536000, immutable",
  /** A page that shows what a visitor typed. */
  "no-store": "no-store",
} as const;

/** What a page is: made for the answer, or a download that is kept as a file of its name. */
export type Content = string | Uint8Array<ArrayBuffer> | Download;

export interface Download {
  readonly name: string;
  readonly pieces: () => Pieces;
}

/** One line of the table of pages (`pages.ts`). */
interface PageParts<Own extends Places, Query, Data> {
  readonly path: string;
  /** Reads the query and never fails: what has no effect is left out. Equal queries are equal pages. */
  readonly query: z.ZodType<Query, unknown>;
  readonly load: (at: AddressOf<Own>, query: Query) => Loaded<Data> | Promise<Loaded<Data>>;
  readonly render: (data: Data, at: AddressOf<Own>) => Content;
  /** By default `html`. */
  readonly type?: keyof typeof CONTENT_TYPES;
  /** For browsers; by default `public`. */
  readonly cache?: keyof typeof CACHE_CONTROL;
  /** The paths that the sitemap lists; by default its own path if it is a page without parameters. */
  readonly sitemap?: (at: SitemapAddress<Own>, own: string) => Iterable<string> | Promise<Iterable<string>>;
}

export function found<Data>(data: Data | undefined): Loaded<Data> {
  return data === undefined ? null : { data };
}

/** The content of a page, where it is instead, or null. */
type Made = { readonly content: Content } | Moved | null;

/** What a page tells those who keep its answers. */
export interface PageFacts {
  /** The parameters of the query that it reads. All others have no effect. */
  readonly parameters: readonly string[];
  /** The file that has the body. */
  readonly file?: string;
}

type SitemapAddress<Own extends Places> = Omit<AddressOf<Own>, "params">;

/** A page of any edition, query, and data. */
export interface Page extends Pick<PageFacts, "parameters"> {
  readonly path: string;
  readonly type: keyof typeof CONTENT_TYPES;
  readonly cache: keyof typeof CACHE_CONTROL;
  /** The paths that the sitemap lists. */
  sitemap(from: PageSource): Iterable<string> | Promise<Iterable<string>>;
  ask(query: RawQuery): AskedPage;
}

interface AskedPage {
  /** Equal for equal queries. */
  readonly key: string;
  make(at: PageSource & Pick<Address, "params">): Promise<Made>;
}

/** The values of each parameter, in their order. */
export type RawQuery = Readonly<Record<string, readonly string[]>>;

/** Makes pages of one edition. */
export type MakePage<Own extends Places> = <Query, Data>(parts: PageParts<Own, Query, Data>) => Page;

/** @param pathOf where the edition has the pages of a path */
export function pagesOf<Own extends Places>(
  placesOf: (editions: Served) => Own,
  pathOf = (path: string) => path,
): MakePage<Own> {
  return (parts) => {
    const { type = "html", cache = "public" } = parts;
    const path = pathOf(parts.path);
    const isListed = type === "html" && !path.includes(":");
    const { sitemap = (_, own) => (isListed ? [own] : []) } = parts;
    return {
      path,
      type,
      cache,
      parameters: parametersOf(parts.query),
      sitemap: (from) => sitemap({ ...from, places: placesOf(from.editions) }, path),
      ask(raw) {
        const query = parts.query.parse(raw);
        return {
          key: JSON.stringify(query),
          async make(from) {
            const at = { ...from, places: placesOf(from.editions) };
            const loaded = await parts.load(at, query);
            if (loaded === null || "moved" in loaded) return loaded;
            return { content: parts.render(loaded.data, at) };
          },
        };
      },
    };
  };
}

/** A page of the contract's edition, or of none. */
export const page = pagesOf(({ contract }) => contract);

/** The members of the query, whatever is made of them. */
function parametersOf(query: z.core.$ZodType): readonly string[] {
  if (query instanceof z.ZodObject) return Object.keys(query.shape);
  if (query instanceof z.ZodPipe) return parametersOf(query.in);
  throw new TypeError("the query of a page must be an object, so that its parameters are known");
}

/** A path that leads to a page, for readers who shorten its URL. */
export function movedPage(path: string, url: string): Page {
  return page({ path, query: NO_QUERY, load: () => movedTo(url, 308), render: String, sitemap: () => [] });
}

export const NO_QUERY = z.object({});

/** A typed text, cut to `most` characters; empty if it is missing. */
export function typedText(most: number): z.ZodType<string, unknown> {
  return firstValue.transform((value) => cutText(value).slice(0, most));
}

/** One of a few values; empty for any other. */
export function queryOneOf(values: readonly string[]): z.ZodType<string, unknown> {
  return firstValue.transform((value) => values.find((known) => known === value) ?? "");
}

export const firstValue = z
  .array(z.string())
  .catch([])
  .transform(([first = ""]) => first);

/** A typed name or search, cut to its longest length; empty if it is missing. */
export const typedName: z.ZodType<Typed, unknown> = firstValue.transform(cutText);
