import type { z } from "zod";
import type { LocateAnswer } from "../domain/place.ts";
import type { LocateQuery } from "../domain/place-query.ts";
import type { Edition, StateEdition } from "../editions/edition.ts";
import { withOutsideHint } from "../lookup/outside-hints.ts";
import type { Served } from "../lookup/served.ts";
import {
  type LocateFault,
  type LocateParameters,
  locateParameters,
  locateQuery,
  nationLocateParameters,
  nationLocateQuery,
} from "./locate-query.ts";

/** What parameters ask for. */
type AskedLocation =
  | {
      readonly ok: true;
      /** Whether the same query is frequent: nobody sends the same point again. */
      readonly isKept: boolean;
      /** Loads what the answer needs; the result makes the answer, as JSON text. */
      readonly open: (served: Served) => Promise<() => string>;
    }
  | LocateFault;

/** How an edition locates. */
interface Locating {
  readonly parameters: z.ZodObject & z.ZodType<LocateParameters>;
  readonly read: (parameters: LocateParameters) => AskedLocation;
}

export function locatingOf(edition: Edition): Locating {
  if (edition.kind === "state") return locatingIn(edition);
  return {
    parameters: nationLocateParameters,
    read(parameters) {
      const asked = nationLocateQuery(parameters);
      if (!asked.ok) return asked;
      const { query } = asked;
      const open = async (served: Served) => {
        const { locateText } = served.nation(edition);
        return () => locateText(query);
      };
      return { ok: true, isKept: !("latitude" in query || "address" in query), open };
    },
  };
}

function locatingIn(edition: StateEdition): Locating {
  return {
    parameters: locateParameters,
    read(parameters) {
      const asked = locateQuery(parameters);
      if (!asked.ok) return asked;
      const { query } = asked;
      const open = async (served: Served) => {
        const geography = await served.state(edition).geography();
        return () => JSON.stringify(withLead(geography.locate(query), query, edition, served));
      };
      return { ok: true, isKept: !("latitude" in query), open };
    },
  };
}

/** What is elsewhere leads to the endpoint that has it. */
function withLead(answer: LocateAnswer, query: LocateQuery, edition: StateEdition, { nations }: Served): LocateAnswer {
  return answer.found ? answer : withOutsideHint(answer, query, edition, nations);
}
