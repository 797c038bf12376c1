import type { z } from "zod";

/** What people and programs read about an operation: the OpenAPI document, the reference pages and the tools come from it. */
export interface Description {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Parameters of the path. */
  readonly path?: z.ZodObject;
  /** Parameters of the query. */
  readonly query?: z.ZodObject;
  /** The JSON body. */
  readonly body?: z.ZodType;
  /** Body of the answer 200. */
  readonly answer: { readonly description: string; readonly schema: z.ZodType };
  /** Schemas that the document gives a name. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** Requests whose answers the document shows, the first one as the example of a request too. */
  readonly examples: Readonly<Record<string, RequestExample>>;
  readonly sample: Sample;
  /** null for an operation that is no tool of its own. */
  readonly tool: Tool | null;
}

/** That of an operation with parameters in the query. */
export interface DescribedQuery<Query extends z.ZodObject> extends Description {
  readonly query: Query;
}

export const TAGS = {
  Safety: "Records of cities and counties",
  Places: "From an address, a ZIP code, a point, or a name to a record",
  Dataset: "What the dataset covers",
} as const;
export type Tag = keyof typeof TAGS;

/** Values by parameter, and the names of a batch. */
export interface RequestValues {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly names?: readonly string[];
}

export interface RequestExample extends RequestValues {
  readonly summary: string;
}

/** The operation in a program: the examples in code on its reference page. */
export interface Sample extends RequestValues {
  /** Method of the TypeScript client; that of the Python client has the same name in snake_case. */
  readonly method: string;
  /** The member of the answer, or of its `data`, that is a list; null where the answer is one thing. */
  readonly list: string | null;
  /** What the program prints of the record or of each element: paths of members, such as `data.grade`. */
  readonly prints: readonly string[];
}

/** The operation as a tool for assistants. The name in the path is its argument `name`. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What its argument `name` is. */
  readonly argument?: string;
  /** What the page about assistants says that it answers. */
  readonly answers: string;
}
