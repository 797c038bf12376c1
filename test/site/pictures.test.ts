import { expect, test } from "bun:test";
import { QueueFull } from "../../src/domain/one-at-a-time.ts";
import { Pictures } from "../../src/site/charts/pictures.ts";
import type { Picture } from "../../src/site/services.ts";
import { servePages } from "../support/site-pages.ts";

const pictures = Array.from(
  { length: 103 },
  (_, index): Picture => ({ svg: `<svg>${index}</svg>`, width: 1, height: 1 }),
);

/** A thread that draws when the test says so, and counts how many pictures it has at a time. */
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

test("pictures are drawn one at a time, each once, and one that fails does not fail the others", async () => {
  const thread = fakeThread();
  const drawer = new Pictures(thread);
  const drawn = Promise.allSettled(pictures.slice(0, 5).map((picture) => drawer.draw(picture)));
  const again = pictures.slice(0, 5).map((picture) => drawer.draw(picture).catch(() => null));
  for (let count = 1; count <= 5; count++) {
    await turn();
    expect(thread.asked).toHaveLength(count);
    if (count === 2) thread.asked[count - 1]?.reject(new Error("the picture took too long"));
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

test("more pictures than can be drawn in a few seconds are refused, and there is room again afterwards", async () => {
  const thread = fakeThread();
  const drawer = new Pictures(thread);
  const [first, ...others] = pictures;
  if (!first) throw new Error("there are pictures");
  const waiting = others.slice(0, 101).map((picture) => drawer.draw(picture));
  await expect(drawer.draw(first)).rejects.toBeInstanceOf(QueueFull);
  thread.asked[0]?.resolve(PNG);
  await waiting[0];
  await turn();
  void drawer.draw(first);
  expect(thread.asked).toHaveLength(2);
});

test("a drawn picture is kept with its dataset", async () => {
  let draws = 0;
  const app = servePages({
    draw: async () => {
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
