import type { LocateAnswer } from "../domain/place.ts";
import type { LocateQuery } from "../domain/place-query.ts";
import type { StateEdition } from "../editions/edition.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { stateName } from "../gazetteer/state-text.ts";
import { zipIn } from "./locate.ts";
import { lookupPath } from "./lookup-path.ts";
import type { NationPlaces } from "./nation-places.ts";

type NotLocated = Extract<LocateAnswer, { readonly found: false }>;

/** What a state's edition does not have, with a sentence that names the endpoint of a nation's that has it. */
export function withOutsideHint(
  answer: NotLocated,
  query: LocateQuery,
  edition: StateEdition,
  nations: readonly NationPlaces[],
): NotLocated {
  const lead = outsideHint(query, edition, nations);
  return lead === null ? answer : { ...answer, hint: answer.hint === null ? lead : `${answer.hint} ${lead}` };
}

/**
 * Where what is asked for is outside the state, and the endpoint that has it; null if it is not known elsewhere.
 * @param around the endpoint for a point: what holds it, or a list of what is around it
 */
export function outsideHint(
  query: LocateQuery,
  edition: StateEdition,
  [nation]: readonly NationPlaces[],
  around: "locate" | "places" = "locate",
): string | null {
  if (nation === undefined) return null;
  const {
    gazetteer,
    edition: { path },
  } = nation;
  const own = edition.abbreviation;
  const locate = (parameters: Readonly<Record<string, string>>) =>
    `GET /v1${path}/locate?${new URLSearchParams(parameters)}`;
  if ("latitude" in query) {
    const { latitude, longitude } = query;
    const at = gazetteer.locate(query);
    if (at === null || at.state === own) return null;
    const search = around === "locate" ? `lat=${latitude}&lon=${longitude}` : `near=${latitude},${longitude}`;
    return `${at.county}, ${stateName(at.state)}: GET /v1${path}/${around}?${search}`;
  }
  const zip = "zip" in query ? query.zip : zipIn(query.name);
  if (zip !== undefined) {
    const [first] = gazetteer.zip(zip)?.candidates ?? [];
    const place = first && gazetteer.place(first.row);
    return place === undefined || place.state === own ? null : `${textOf(place)}: ${locate({ zip })}`;
  }
  if (!("name" in query)) return null;
  const { state, isState, meaning, rows } = gazetteer.everywhere(query.name);
  if (isState !== null && isState !== own) return `${stateName(isState)}: GET /v1${path}/places?state=${isState}`;
  const found =
    meaning === null ? rows : meaning.is === "one" ? [meaning.row] : meaning.is === "several" ? meaning.rows : [];
  return placesElsewhere(found, state, own, { gazetteer, path, locate });
}
interface Endpoints {
  readonly gazetteer: Gazetteer;
  readonly path: string;
  readonly locate: (parameters: Readonly<Record<string, string>>) => string;
}

function placesElsewhere(
  rows: readonly number[],
  state: StateCode | null,
  own: StateCode,
  { gazetteer, path, locate }: Endpoints,
): string | null {
  const [place, ...others] = rows.map((row) => gazetteer.place(row));
  if (place === undefined || [place, ...others].some((one) => one.state === own)) return null;
  if (others.length === 0) {
    return `${textOf(place)}: GET ${lookupPath(gazetteer, path, place)}`;
  }
  const where = state === null ? "other states" : stateName(state);
  const name = state === null ? place.name : `${place.name}, ${state}`;
  return `${rows.length} places in ${where} have this name, the largest ${textOf(place)}: ${locate({ name })}`;
}

function textOf({ name, state }: { readonly name: string; readonly state: StateCode }): string {
  return `${name}, ${stateName(state)}`;
}
