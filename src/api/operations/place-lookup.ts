import { z } from "zod";
import { MAX_NAME_LENGTH, NAME_PATTERN } from "../../base/text.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { Description, Tool } from "../description.ts";
import { BATCH_MAXIMUMS, type lookUpOf, placeBatchOf } from "../schema.ts";

/** As the document describes it: control characters only as white space. The router itself decodes and checks. */
export const nameInPath = z.string().min(1).max(MAX_NAME_LENGTH).meta({ pattern: NAME_PATTERN });

export const MATCHING =
  "Letter case, accents, hyphens, apostrophes, and extra spaces are ignored; there is no fuzzy matching. A name that is not in the " +
  "dataset gets 200 with `found` false.";

/** In no dataset. */
export const UNKNOWN_NAME = "Atlantis";

/** What all operations on a city, and all on a county, have in common. */
export const commonOf = ({
  name,
  samples: {
    cities: [city, big],
    counties: [county, other],
  },
}: StateEdition): Readonly<Record<"city" | "county", Common>> => ({
  city: {
    tag: "Safety",
    path: z.object({
      city: nameInPath.meta({
        title: "City",
        description: "City name; spaces as `+` or `%20`",
        example: big,
      }),
    }),
    examples: {
      found: { summary: "A city of the dataset", parameters: { city } },
      notFound: { summary: "A city that is not in the dataset", parameters: { city: UNKNOWN_NAME } },
    },
    sample: { city: big },
    argument: `City in ${name}, in any common spelling; no fuzzy matching`,
  },
  county: {
    tag: "Safety",
    path: z.object({
      name: nameInPath.meta({
        title: "County",
        description: 'County name with or without the word "County"; spaces as `+` or `%20`',
        example: county,
      }),
    }),
    examples: {
      found: { summary: "A county", parameters: { name: county } },
      notFound: { summary: `Not a county in ${name}`, parameters: { name: UNKNOWN_NAME } },
    },
    sample: { name: other },
    argument: `County in ${name}, with or without the word "County"`,
  },
});

interface PlaceBatch extends Pick<Description, "summary" | "description"> {
  /** Schemas of a city's and a county's `data`. */
  readonly data: { readonly city: z.ZodType; readonly county: z.ZodType };
  /** Names the schemas in the document. */
  readonly name: string;
  /** Method of the TypeScript client. */
  readonly method: string;
}

/** The description of an operation on the cities and counties that a body lists. */
export function placeBatch(
  { samples: { cities, counties } }: StateEdition,
  { data, name, method, summary, description }: PlaceBatch,
): Description {
  const { request, response, schemas } = placeBatchOf(name, data.city, data.county);
  const lists = { cities: [cities[0], UNKNOWN_NAME], counties: [counties[0]] };
  return {
    summary,
    description: `${description} One result for each name, the cities in the order of the request, then the counties. A batch with more names than the plan allows is refused (${BATCH_MAXIMUMS}). One batch counts as one request.`,
    tag: "Safety",
    body: request,
    answer: { description: "One result for each name.", schema: response },
    schemas,
    examples: { batch: { summary: "A city, one that is not in the dataset, and a county", lists } },
    sample: { lists, method },
    // Assistants ask for one place, or use the comparison tool.
    tool: null,
  };
}

interface PlaceLookUp extends Pick<Description, "summary" | "description"> {
  /** Of the answer 200. */
  readonly answer: string;
  readonly envelope: ReturnType<typeof lookUpOf>;
  readonly schemas: Description["schemas"];
  /** Method of the TypeScript client. */
  readonly method: string;
  readonly tool?: Omit<Tool, "argument">;
}

interface Common extends Pick<Description, "tag" | "path" | "examples"> {
  readonly sample: Readonly<Record<string, string>>;
  readonly argument?: string;
}

/** The description of an operation on the place whose name is in the path. */
export function placeLookUp(
  { sample, argument, ...common }: Common,
  { answer, envelope, schemas, method, tool, ...texts }: PlaceLookUp,
): Description {
  return {
    ...texts,
    ...common,
    answer: { description: answer, schema: envelope.lookUp },
    schemas: { ...schemas, ...envelope.schemas },
    sample: { parameters: sample, method },
    tool: tool === undefined ? null : { ...tool, ...(argument === undefined ? {} : { argument }) },
  };
}
