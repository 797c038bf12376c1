import { expect, test } from "bun:test";
import { QueueFull } from "../../src/domain/one-at-a-time.ts";
import { cityUrl } from "../../src/site/explore/place-url.ts";
import { releasedPlaces } from "../support/server.ts";
import { servePages } from "../support/site-pages.ts";

const PNG = new Uint8Array([1]);
const PATHS = releasedPlaces.records.cities.map(({ record }) => `${cityUrl(record.city)}/card.png`);
const turn = () => Bun.sleep(1);

/** Pages whose pictures are drawn when the test says so. */
function pagesWithThread() {
  const asked: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  const app = servePages({
    draw() {
      const answer = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      asked.push(answer);
      return answer.promise;
    },
  });
  const failed: unknown[] = [];
  app.onError((error, context) => {
    failed.push(error);
    return context.text("", 503);
  });
  return { app, asked, failed };
}

test("pictures are made and drawn one at a time, each once, and one that fails does not fail the others", async () => {
  const { app, asked } = pagesWithThread();
  const answers = [...PATHS.slice(0, 4), ...PATHS.slice(2, 4)].map((path) => app.request(path));
  for (let count = 1; count <= 4; count++) {
    await turn();
    expect(asked).toHaveLength(count);
    if (count === 2) asked[count - 1]?.reject(new Error("the picture took too long"));
    else asked[count - 1]?.resolve(PNG);
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 503, 200, 200, 200, 200]);
  expect(asked).toHaveLength(4);
});

test("more pictures than can be drawn in a few seconds are refused, and pages do not wait for them", async () => {
  const { app, asked, failed } = pagesWithThread();
  for (const path of PATHS.slice(0, 105)) void app.request(path);
  await turn();
  expect([asked.length, failed.length, failed.every((error) => error instanceof QueueFull)]).toEqual([1, 4, true]);
  expect((await app.request("/explore")).status).toBe(200);
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
