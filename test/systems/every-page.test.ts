import { expect, test } from "bun:test";
import { faultsOf, listed, places } from "../support/every-page.ts";

test("every page can be made, is at most 60 KB compressed, of a ZIP code or a part of a city 30 KB, has the figures of the API, and speaks no language of the model", async () => {
  expect(await faultsOf(new Set([...listed, ...places]))).toEqual([]);
});
