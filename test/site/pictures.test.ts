import { expect, test } from "bun:test";
import { servePages } from "../support/site-pages.ts";

test("a drawn picture is kept with its dataset", async () => {
  const png = new Uint8Array([1]);
  let draws = 0;
  const app = servePages({
    draw: async () => {
      draws += 1;
      return png;
    },
  });
  for (let asked = 0; asked < 2; asked++) {
    const response = await app.request("/explore/city/irvine/card.png");
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
  }
  expect(draws).toBe(1);
});
