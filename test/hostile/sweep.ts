import { ownText } from "../../src/base/text.ts";
import { US_STATES } from "../../src/editions/us-states.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { workOf } from "../support/counted-work.ts";
import type { Door, Sent } from "./doors.ts";
import { type HostileText, INVALID_ESCAPES, textOf } from "./hostile-texts.ts";

/** Units of strings. A name is folded in a few forms: alone, with its county, and in each word of a search. */
export const MOST_NORMALIZED = 10_000;
/** A password may have 512 characters, each of two letters with marks; a header is short. */
export const LONGEST_FOLDED = 2_048;
/** The longest text is read once or twice, and the regular expressions of a fold read a name of 200 letters. */
export const MOST_MATCHED = 300_000;
/** A batch has a hundred names. */
const LONGEST_BATCH = 100;
const NAME_LENGTH = 100;

/** Which of the requests to a door are sent. */
export type Choice = <Item>(items: readonly Item[], door: number) => readonly Item[];

/**
 * Sends texts to doors, each as long as a name and as long as its door accepts. No answer is an error of the server, no
 * decoder throws, and the work is bounded. Returns what is wrong.
 */
export async function faultsOf(
  doors: readonly Door[],
  send: (sent: Sent) => Promise<number>,
  texts: readonly HostileText[],
  choose: Choice,
): Promise<readonly object[]> {
  const faults: object[] = [];
  // The names of a state are read on its first look-up, once for all.
  for (const { code } of US_STATES) COUNTRY.find(code, ownText("b"));
  for (const [number, door] of doors.entries()) {
    const times = door.most === NAME_LENGTH || door.name.endsWith(" lines") ? LONGEST_BATCH : 1;
    const sents = choose(requestsTo(door, texts), number);
    if (sents.length === 0) continue;
    // The first requests make the indexes that they are answered from, once for all: of texts, and of none.
    for (const text of ["b", "\0"]) await send(door.request(text));
    for (const { text, sent } of sents) {
      let status = 0;
      const { normalized, longest, matched, thrown } = await workOf(async () => {
        status = await send(sent);
      });
      const isBounded = normalized <= times * MOST_NORMALIZED && matched <= times * MOST_MATCHED;
      if (status >= 500 || thrown > 0 || !isBounded || longest > LONGEST_FOLDED) {
        faults.push({ door: door.name, text, status, normalized, longest, matched, thrown });
      }
    }
  }
  return faults;
}

interface HostileRequest {
  readonly text: string;
  readonly sent: Sent;
}

function requestsTo(door: Door, texts: readonly HostileText[]): readonly HostileRequest[] {
  const requests = texts.flatMap((text): HostileRequest[] => [
    { text: text.name, sent: door.request(textOf(text, NAME_LENGTH)) },
    { text: `long ${text.name}`, sent: door.request(textOf(text, door.most, door.sizeOf)) },
  ]);
  for (const piece of door.escaped === undefined ? [] : INVALID_ESCAPES) {
    const sent = door.escaped?.(piece.repeat(Math.floor(door.most / piece.length)));
    if (sent !== undefined) requests.push({ text: piece, sent });
  }
  if (door.repeated !== undefined) requests.push({ text: "a repeated parameter", sent: door.repeated });
  return requests;
}
