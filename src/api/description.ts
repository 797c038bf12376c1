import type { z } from "zod";
import type { LocateParameters } from "./locate-query.ts";

/** What the OpenAPI document, the reference pages, and the tools say about an operation. */
export interface Description {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Body of the answer 200. */
  readonly answer: { readonly description: string; readonly schema: z.ZodType };
  /** Schemas that get a name in the document. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** Requests whose answers the document shows. The first one is also the example of a request. */
  readonly examples: Readonly<Record<string, RequestExample>>;
  readonly sample: Sample;
  /** null for an operation without a tool. */
  readonly tool: Tool | null;
}

export interface DescribedQuery extends Description {
  readonly query: z.ZodObject;
}

export const TAGS = {
  Safety: "Records of cities and counties",
  Nation: "Records of places in all states, compared with the United States",
  Places: "From an address, a ZIP code, a point, or a name to a record",
  Dataset: "What the dataset covers",
} as const;
type Tag = keyof typeof TAGS;

export interface BatchLists {
  readonly cities?: readonly string[];
  readonly counties?: readonly string[];
  readonly queries?: readonly LocateParameters[];
  readonly places?: readonly AskedPlace[];
}

/** A place of the nation as a batch names it. */
export type AskedPlace =
  | {
      /** USPS code or name. */
      readonly state: string;
      readonly city: string;
      /** Tells namesakes apart. */
      readonly county?: string;
    }
  | { readonly geoid: string }
  /** The areas of its departments. */
  | { readonly state: string; readonly county: string };

/** Values by parameter name, and what a batch lists. */
export interface RequestValues {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly lists?: BatchLists;
}

export interface RequestExample extends RequestValues {
  readonly summary: string;
  /** The name of the example whose answer has the cursor of this request. */
  readonly after?: string;
}

/** How example programs on the reference page use the operation. */
export interface Sample extends RequestValues {
  /** Method of the TypeScript client. The Python method has the same name in snake_case. */
  readonly method: string;
}

/** The operation as a tool for assistants. The name in the path is its argument `name`. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Description of its argument `name`. */
  readonly argument?: string;
  /** The operation that answers instead if the argument `state` names another state. */
  readonly elsewhere?: string;
}
