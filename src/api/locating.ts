import type { z } from "zod";
import { andThen } from "../base/and-then.ts";
import type { NationLocateAnswer } from "../domain/nation-location.ts";
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

type Locate = () => LocateAnswer | NationLocateAnswer;

/** What parameters ask for. */
type AskedLocation =
  | {
      readonly ok: true;
      /** Whether the same query is frequent: nobody sends the same point again. */
      readonly isKept: boolean;
      /** Whether it takes no longer than a few look-ups. */
      readonly isFast: boolean;
      /** Loads what the answer needs, if it is not there; the result makes the answer. */
      readonly open: (served: Served) => Locate | Promise<Locate>;
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
      const open = (served: Served) => {
        const { locate } = served.nation(edition);
        return () => locate(query);
      };
      const isPoint = "latitude" in query;
      return { ok: true, isKept: !isPoint && !("address" in query), isFast: isPoint, open };
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
      const open = (served: Served) =>
        andThen(
          served.state(edition).geographyNow(),
          ({ locate }) =>
            () =>
              withLead(locate(query), query, edition, served),
        );
      const isPoint = "latitude" in query;
      return { ok: true, isKept: !isPoint, isFast: isPoint, open };
    },
  };
}

/** What is elsewhere leads to the endpoint that has it. */
function withLead(answer: LocateAnswer, query: LocateQuery, edition: StateEdition, { nations }: Served): LocateAnswer {
  return answer.found ? answer : withOutsideHint(answer, query, edition, nations);
}
