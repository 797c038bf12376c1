import { describe, expect, test } from "bun:test";
import { ownText } from "../../../src/base/text.ts";
import { safety } from "../../support/command.ts";
import { FormClient, hiddenFields } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { releasedPlaces } from "../../support/server.ts";
import { stopAtEnd } from "../../support/stop-at-end.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";

const OPERATOR_EMAIL = "operator@example.com";
const oakland = releasedPlaces.city(ownText("Oakland"))?.entry;
const year = oakland?.record.data_year ?? 0;
const burglaries = oakland?.offenses.burglary ?? 0;
const REPORT = {
  ...{ place: "oakland, ca", year: String(year), figure: "burglary", expected: "2,000" },
  ...{ text: "Garages were\ncounted <twice>.", source: "The council's report", email: "dana@example.com" },
};

describe.each(PAGE_DIALECTS)("a report about a figure on %s", async (dialect) => {
  const site = await serveSite(dialect, { CONTACT_EMAIL: OPERATOR_EMAIL });
  const visitor = new FormClient(site.url);

  test("starts at the figure, shows it as published, and gives a receipt without an account", async () => {
    const page = await visitor.get("/explore/city/oakland");
    const [, href = ""] = /<a href="(\/report\?[^"]+)">Report/.exec(page.html) ?? [];
    const form = await visitor.get(href.replaceAll("&amp;", "&"));
    expect(form.html).toContain(`<dt>Burglary</dt><dd>${burglaries.toLocaleString("en-US")}</dd>`);
    const sent = await visitor.submit("/report", REPORT);
    expect([sent.status, sent.location]).toEqual([303, "/corrections?receipt=1"]);
    const receipt = await visitor.get(sent.location ?? "");
    expect(receipt.html).toContain("Your report has number 1");
  });

  test("reaches the operator by email, and in public shows neither words nor names", async () => {
    // Without a report there is no email to wait for.
    expect((await visitor.get("/corrections?receipt=1")).html).toContain("Your report has number 1");
    const email = await site.mail.next(OPERATOR_EMAIL, `Correction 1: Oakland, Alameda County, ${year}`);
    expect(email.text).toContain("> counted <twice>.");
    for (const path of ["/corrections", "/corrections?receipt=1"]) {
      const { html } = await visitor.get(path);
      expect(html).toContain("Oakland, Alameda County");
      expect(html).not.toMatch(/Garages|council|dana|&lt;twice/);
    }
  });

  test("is answered on the list of corrections, with the figure before and after", async () => {
    const environment = { DATABASE_URL: site.databaseUrl, SMTP_URL: site.mail.url };
    await safety(environment, "corrections", "answer", "1", "corrected", "--after", "2000");
    expect(
      (await site.mail.next("dana@example.com", `Your report 1: Oakland, Alameda County, ${year}`)).text,
    ).toContain("was wrong and is corrected");
    const { html } = await visitor.get("/corrections");
    expect(html).toContain(`>${burglaries.toLocaleString("en-US")}</td>`);
    expect(html).toMatch(/>2,000<\/td><td[^>]*>Corrected</);
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test.each([
    ["an unknown place", { place: "Atlantis" }, "Enter a city or county of California"],
    ["a place that is too long", { place: `,${".".repeat(15_000)}1` }, "Enter at most 100 characters"],
    ["a year without figures", { year: "1999" }, "Enter a year from 2010"],
    ["a figure that is not in the list", { figure: "arson" }, "Choose a figure"],
    ["a figure that is no number", { expected: "many" }, "Enter a whole number"],
    ["no words", { text: " " }, "Say what is wrong"],
    ["too many words", { text: "x".repeat(2_001) }, "Say what is wrong"],
    ["no email address", { email: "dana" }, "Enter an email address, or leave it empty"],
  ])("is refused for %s, and what was typed stays", async (_, wrong, error) => {
    const answer = await visitor.submit("/report", { ...REPORT, source: "typed before", ...wrong });
    expect([answer.status, answer.html.includes(error), answer.html.includes("typed before")]).toEqual([
      400,
      true,
      true,
    ]);
  });

  test("starts with an error if the place in the link is too long", async () => {
    const { status, html } = await visitor.get(`/report?place=${"x".repeat(101)}&year=2020`);
    expect([status, html.includes("Enter at most 100 characters"), html.includes('value="2020"')]).toEqual([
      400,
      true,
      true,
    ]);
  });

  test.each([
    ["/us/tx/austin", "2024", "Austin, Texas"],
    ["/us/nj/hamilton-township-mercer-county", "2024", "Hamilton Township, New Jersey"],
    ["/us/il/chicago", "2020", "Chicago, Illinois"],
  ])("starts at %s, outside California, too", async (path, ofYear, name) => {
    const page = await visitor.get(path);
    const [, href = ""] = /<a href="(\/report\?[^"]+)">/.exec(page.html) ?? [];
    const form = await visitor.get(href.replaceAll("&amp;", "&"));
    const [, place = ""] = /name="place"[^>]*value="([^"]+)"/.exec(form.html) ?? [];
    const sent = await visitor.submit("/report", { ...REPORT, place, year: ofYear });
    expect(sent.status).toBe(303);
    expect((await visitor.get("/corrections")).html).toContain(`<a href="${path}">${name}</a>`);
  });

  test("is limited to ten a day from one address", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 10; count++) statuses.push((await visitor.submit("/report", REPORT)).status);
    expect(statuses).toEqual([...Array(6).fill(303), ...Array(4).fill(429)]);
  });
});

test.each([
  ["each time through another port", (count: number) => `203.0.113.7:${50_000 + count}`],
  ["each time with another text that is no address", (count: number) => `client-${count}`],
])("behind a proxy, ten a day are accepted %s", async (_, forwarded) => {
  const site = await serveSite("sqlite", { TRUST_PROXY: "true" });
  const visitor = new FormClient(site.url);
  const { csrf = "" } = hiddenFields((await visitor.get("/report")).html, "/report");
  const statuses: number[] = [];
  for (let count = 0; count < 12; count++) {
    const sent = await visitor.post("/report", { ...REPORT, csrf }, { "X-Forwarded-For": forwarded(count) });
    statuses.push(sent.status);
  }
  expect(statuses).toEqual([...Array(10).fill(303), 429, 429]);
});

test("a report and a plan request do not wait for a mail server that answers nothing", async () => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  stopAtEnd(async () => silent.stop(true));
  const SMTP_URL = `smtp://127.0.0.1:${silent.port}`;
  const site = await serveSite("sqlite", { CONTACT_EMAIL: OPERATOR_EMAIL, SMTP_URL });
  const holder = await newAccountHolder(site, "erin@example.com");
  expect((await holder.submit("/report", REPORT)).status).toBe(303);
  expect((await holder.submit("/dashboard/plan", { plan: "pro", message: "" })).status).toBe(303);
  // No attempt has ended.
  const unsent = await site.sql("SELECT kind, fault FROM emails ORDER BY id");
  expect(unsent).toEqual([
    { kind: "correction_report", fault: null },
    { kind: "plan_request", fault: null },
  ]);
});

test("without an operator's address a report is kept, and counties and absent places can be reported", async () => {
  const site = await serveSite();
  const visitor = new FormClient(site.url);
  for (const place of ["Alameda County", releasedPlaces.records.absent[0]?.city ?? ""]) {
    const sent = await visitor.submit("/report", { ...REPORT, place, email: "" });
    expect(sent.status).toBe(303);
  }
  const { out } = await safety({ DATABASE_URL: site.databaseUrl }, "corrections", "list", "--json");
  expect(JSON.parse(out)).toHaveLength(2);
});
