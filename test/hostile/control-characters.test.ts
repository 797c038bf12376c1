import { describe, expect, test } from "bun:test";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";
import { apiDoors, type Door, toolDoors } from "./doors.ts";

const { url, databaseUrl } = await sharedSite();
const key = await issueKey(databaseUrl, { email: "enterprise@example.com", plan: "enterprise" });

const REFUSED = ["\0", "Irv\0ine", "Irvine\u001b", "\u007f", "Irvine\u0080"];
const WHITE_SPACE = ["\t", "\n", "\r\n", "\v", "\f", "\u0085"];

const doors = await apiDoors();
/** Elements of these lists are names of the contract's batch, where what is no name is not found (contract 4.3). */
const LISTS_OF_NAMES = /^\S+ \/(?:cities|counties)\//;
/** The contract's operations ignore other parameters. */
const IGNORED = /^(?:(?:getCity|getCounty) (?:\?unknown|name of a parameter)$|getStatistics )/;

async function answerTo({ request }: Door, text: string) {
  const { path, init = {} } = request(text);
  const headers = new Headers(init.headers);
  headers.set("X-API-Key", key);
  const answer = await fetch(url + path, { ...init, headers });
  const { status } = answer;
  return { status, json: Object(await answer.json()) };
}

describe.each(doors.filter(({ name }) => !IGNORED.test(name) && !name.includes("longest")))("$name", (door) => {
  if (LISTS_OF_NAMES.test(door.name)) {
    test("a name with a control character is not found, and the others are answered", async () => {
      for (const text of REFUSED) {
        const { status, json } = await answerTo(door, text);
        expect([text, status, json.results]).toEqual([
          text,
          200,
          expect.arrayContaining([expect.objectContaining({ found: false })]),
        ]);
      }
    });
  } else {
    test("a control character is refused with 400", async () => {
      for (const text of REFUSED) {
        const { status, json } = await answerTo(door, text);
        expect([text, status, json.code]).toEqual([
          text,
          400,
          expect.stringMatching(/^invalid_(?:path|parameter|body)$/),
        ]);
      }
    });
  }

  test("line ends and tabs are white space", async () => {
    const space = await answerTo(door, "Los Angeles");
    for (const text of WHITE_SPACE) {
      const { status, json } = await answerTo(door, `Los${text}Angeles`);
      expect([text, status, json.code, json.found]).toEqual([text, space.status, space.json.code, space.json.found]);
    }
  });
});

const NAMES = /^(?!unknown).* (?:name|state|county|places|q|zip)$/;

describe.each((await toolDoors()).filter(({ name }) => NAMES.test(name)))("the tool and argument $name", (door) => {
  test("a control character is refused", async () => {
    for (const text of REFUSED) {
      const { json } = await answerTo(door, text);
      expect([text, json.result?.isError]).toEqual([text, true]);
      expect(json.result.content[0].text).toContain("control character");
    }
  });
});
