import { expect, test } from "bun:test";
import { QueueFull } from "../../src/domain/one-at-a-time.ts";
import { Cards } from "../../src/site/explore/share/cards.ts";
import { releasedPlaces } from "../support/server.ts";
import { servePages } from "../support/site-pages.ts";

const { cities } = releasedPlaces.records;

/** A thread that draws when the test says so, and counts how many cards it has at a time. */
function fakeThread() {
  const asked: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  return {
    asked,
    ask() {
      const answer = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      asked.push(answer);
      return answer.promise;
    },
    close() {},
  };
}

const PNG = new Uint8Array([1]);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("cards are drawn one at a time, each once, and one that fails does not fail the others", async () => {
  const thread = fakeThread();
  const cards = new Cards(thread);
  const drawn = Promise.allSettled(cities.slice(0, 5).map((city) => cards.draw(city)));
  const again = cities.slice(0, 5).map((city) => cards.draw(city).catch(() => null));
  for (let count = 1; count <= 5; count++) {
    await turn();
    expect(thread.asked).toHaveLength(count);
    if (count === 2) thread.asked[count - 1]?.reject(new Error("the card took too long"));
    else thread.asked[count - 1]?.resolve(PNG);
  }
  expect((await drawn).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await Promise.all(again)).toEqual([PNG, null, PNG, PNG, PNG]);
});

test("more cards than can be drawn in a few seconds are refused, and there is room again afterwards", async () => {
  const thread = fakeThread();
  const cards = new Cards(thread);
  const [first, ...others] = cities;
  if (!first) throw new Error("there are cities");
  const waiting = others.slice(0, 101).map((city) => cards.draw(city));
  await expect(cards.draw(first)).rejects.toBeInstanceOf(QueueFull);
  thread.asked[0]?.resolve(PNG);
  await waiting[0];
  await turn();
  void cards.draw(first);
  expect(thread.asked).toHaveLength(2);
});

test("a drawn card is kept with its dataset", async () => {
  let draws = 0;
  const app = servePages({
    drawCard: async () => {
      draws += 1;
      return PNG;
    },
  });
  for (let asked = 0; asked < 2; asked++) {
    const response = await app.request("/explore/city/irvine/card.png");
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
  }
  expect(draws).toBe(1);
});
