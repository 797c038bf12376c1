import { expect, test } from "bun:test";
import { Lazy } from "../../src/domain/lazy.ts";
import { loadClientFiles } from "../../src/main/client-files.ts";
import { readConfig } from "../../src/main/config.ts";
import { publicFiles } from "../../src/main/public-files.ts";
import type { Places } from "../../src/places/places.ts";
import { releasedPlaces } from "../support/server.ts";

test("the sitemap is made once for each snapshot, even if many ask for it at the same time", async () => {
  const read = readConfig({});
  if (!read.ok) throw new Error("the default settings are not valid");
  let made = 0;
  const counted = (): Places => ({
    ...releasedPlaces,
    geography: () => {
      made++;
      return releasedPlaces.geography();
    },
  });
  let places = counted();
  const files = publicFiles(read.config, () => places, new Lazy(async () => loadClientFiles()));
  const ask = async (coding: string) => {
    const request = new Request("http://localhost/sitemap.xml", { headers: { "Accept-Encoding": coding } });
    const response = await files["/sitemap.xml"]?.(request);
    expect(response?.headers.get("Content-Encoding")).toBe(coding === "identity" ? null : coding);
    expect(response?.headers.get("Vary")).toBe("Accept-Encoding");
  };
  await Promise.all(["br", "gzip", "identity", "br"].map(ask));
  const atOnce = made;
  await ask("br");
  expect(made).toBe(atOnce);
  places = counted();
  await ask("br");
  expect(made).toBe(2 * atOnce);
});
