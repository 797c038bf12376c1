import { type Address, type Loaded, movedTo } from "../http/page.ts";
import type { SearchQuery } from "../view/find-typed.ts";
import { inCode } from "./code-search.ts";
import { inNames } from "./name-search.ts";
import { inPoint } from "./point-search.ts";
import type { SearchAnswer } from "./search-answer.ts";
import { inZip } from "./zip-search.ts";

export interface SearchView {
  readonly query: string;
  readonly answer: SearchAnswer;
}

/** `/search?q=`: the page of what is meant, or what it may be. */
export async function loadSearch(at: Address, { q }: SearchQuery): Promise<Loaded<SearchView>> {
  if (q.trim() === "") return { data: { query: "", answer: { is: "empty" } } };
  const found = (await inPoint(at, q)) ?? (await inZip(at, q)) ?? inCode(at, q) ?? (await inNames(at, q));
  return typeof found === "string" ? movedTo(found, 302) : { data: { query: q, answer: found } };
}
