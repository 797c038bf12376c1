import { hasControlCharacter } from "../base/text.ts";
import type { StateEdition } from "../editions/edition.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { type NameList, namesIn } from "./batch-names.ts";
import {
  type Answered,
  AT_ONCE,
  type BatchOperation,
  type Operation,
  type Published,
  type ReadOperation,
} from "./operation.ts";

type Parts = Pick<BatchOperation, "path" | "kind" | "lists" | "readInput" | "answer">;

/** An operation on what a body lists. */
function batch({ edition, ...published }: Published, parts: Parts): BatchOperation {
  return {
    ...published,
    ...parts,
    edition,
    path: `/v1${edition.path}${parts.path}`,
    method: "POST",
    refusesParameters: false,
    lastModified: (served) => served.of(edition).lastModified,
  };
}

/** The records of several names, in the short form of the contract (2.3). */
export function nameBatch(published: Published, edition: StateEdition): BatchOperation {
  return batch(published, {
    path: "/safety/batch",
    kind: "batch",
    lists: ["cities"],
    readInput: (body, by) => inputFrom(namesIn(body, by, ["cities"])),
    async answer(served, { lists: { cities = [] } = {} }, turn) {
      return { ok: true, answer: { body: await turn(() => served.state(edition).batch(cities)) } };
    },
  });
}

/** The records of several places in states, whole, and the areas of counties. */
export function placeBatch(published: Published, place: ReadOperation, areas: ReadOperation): BatchOperation {
  return batch(published, {
    path: "/safety/batch",
    kind: "batch",
    lists: ["places"],
    readInput: async (body, by) => inputFrom((await import("./batch-places.ts")).placesIn(body, by)),
    async answer(served, { lists: { places = [] } = {} }, turn) {
      const { asksForAreas, namedAs, pathOf } = await import("./batch-places.ts");
      return answerEach(
        places.map((asked) => ({
          named: namedAs(asked),
          answer: () => (asksForAreas(asked) ? areas : place).answer(served, { path: pathOf(asked), search: "" }, turn),
        })),
      );
    },
  });
}

/** The answers of two lookups for the cities and counties of a body; the plan counts both lists. */
export function batchOfBoth(
  published: Published,
  each: { readonly cities: ReadOperation; readonly counties: ReadOperation },
): BatchOperation {
  const { kind } = each.cities;
  const lists = ["cities", "counties"] as const;
  return batch(published, {
    path: `/${kind}/batch`,
    kind,
    lists,
    readInput: (body, by) => inputFrom(namesIn(body, by, lists)),
    answer(served, { lists: { cities = [], counties = [] } = {} }, turn) {
      const notFound = { ok: true, answer: served.of(published.edition).notFound } as const;
      // As in the batch of the contract, a name with a control character is no place's.
      const answerOf = (list: NameList, name: string) => async () =>
        hasControlCharacter(name)
          ? notFound
          : turn(() => each[list].answer(served, { path: [name], search: "" }, AT_ONCE));
      return answerEach([
        ...cities.map((city) => ({ named: { city }, answer: answerOf("cities", city) })),
        ...counties.map((county) => ({ named: { county }, answer: answerOf("counties", county) })),
      ]);
    },
  });
}

/** The locations of several queries. */
export function locationBatch(published: Published): BatchOperation {
  return batch(published, {
    path: "/locate/batch",
    kind: "locate",
    lists: ["queries"],
    readInput: async (body, by) =>
      inputFrom((await import("./batch-queries.ts")).queriesIn(body, by, published.edition)),
    async answer(served, { lists: { queries = [] } = {} }, turn) {
      const { locateAll } = await import("./batch-queries.ts");
      const body = await locateAll(queries, published.edition, served, turn);
      return { ok: true, answer: { body } };
    },
  });
}

type ReadLists = Extract<Awaited<ReturnType<BatchOperation["readInput"]>>, { readonly ok: false }> | OkLists;
interface OkLists {
  readonly ok: true;
  readonly lists: NonNullable<Parameters<Operation["answer"]>[1]["lists"]>;
}

function inputFrom(read: ReadLists): Awaited<ReturnType<BatchOperation["readInput"]>> {
  return read.ok ? { ok: true, input: { path: [], search: "", lists: read.lists } } : read;
}

/** An element of a batch: what was asked, and the answer of its lookup. */
interface AskedElement {
  readonly named: object;
  readonly answer: () => Answered<PrebuiltAnswer> | Promise<Answered<PrebuiltAnswer>>;
}

/** The results of a batch, in its order: each is what was asked and the members of its answer. */
async function answerEach(asked: readonly AskedElement[]): Promise<Answered<{ readonly body: string }>> {
  const items: string[] = [];
  for (const { named, answer } of asked) {
    const answered = await answer();
    if (!answered.ok) throw new RangeError("a name was not checked");
    items.push(`${JSON.stringify(named).slice(0, -1)},${answered.answer.body.slice(1)}`);
  }
  return { ok: true, answer: { body: `{"results":[${items.join(",")}]}` } };
}
