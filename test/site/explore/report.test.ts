import { expect, test } from "bun:test";
import { reportPage } from "../../../src/site/explore/report-page.tsx";
import { releasedPlaces } from "../../support/server.ts";

const snapshot = releasedPlaces.records;

test("a report goes to the operator's address with the place, its year, and the dataset version", () => {
  const html = reportPage({ snapshot, contactEmail: "data@example.org", about: "Oakland, 2025" });
  const [, href = ""] = /href="(mailto:[^"]+)"/.exec(html) ?? [];
  const url = new URL(href.replaceAll("&amp;", "&"));
  expect(url.pathname).toBe("data@example.org");
  expect(url.searchParams.get("subject")).toContain("Oakland, 2025");
  expect(url.searchParams.get("body")).toContain(snapshot.version);
});

test("without an address it says whom to ask instead", () => {
  const html = reportPage({ snapshot, contactEmail: undefined, about: "<b>x" });
  expect(html).not.toContain("mailto:");
  expect(html).not.toContain("<b>x");
  expect(html).toContain("Department of Justice");
});
