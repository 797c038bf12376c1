import { describe, expect, test } from "bun:test";
import { may, ROLES, type Role } from "../../../src/accounts/roles.ts";
import { DASHBOARD_ACTIONS } from "../../../src/site/account-pages.ts";
import { DASHBOARD_URLS } from "../../../src/site/ui/urls.ts";
import { dashboardToken, type FormClient } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { accountId, invitationOf, memberOf, userId } from "../../support/team.ts";

const MAIN = "main@roles.example";
const site = await serveSite();
const main = await newAccountHolder(site, MAIN);
await main.submit("/dashboard/keys/new", { name: "a key", type: "live", date: "" });
await main.submit("/dashboard/webhook", { url: "https://hooks.invalid/safety" });
await invitationOf(site, main, "new@roles.example", "viewer");
const clients: Readonly<Record<Role, FormClient>> = {
  owner: await memberOf(site, MAIN, "owner@roles.example", "owner"),
  developer: await memberOf(site, MAIN, "developer@roles.example", "developer"),
  viewer: await memberOf(site, MAIN, "viewer@roles.example", "viewer"),
};
await memberOf(site, MAIN, "colleague@roles.example", "viewer");
const [key] = await site.sql(`SELECT id FROM api_keys WHERE account_id = ${await accountId(site, MAIN)}`);
await site.sql(`INSERT INTO notices (account_id, kind, subject, text, at, mailed_at)
  VALUES (${await accountId(site, MAIN)}, 'key_revoked', '1', 'A notice', 4000000000000, 1)`);
const values: Readonly<Record<string, string>> = {
  ":key": String(key?.["id"]),
  ":person": await userId(site, "colleague@roles.example"),
  ":invitation": "1",
  ":notice": "1",
};

function pathOf(url: string): string {
  return url.replaceAll(/:[a-z]+/g, (name) => values[name] ?? "1");
}

/** Everything that a forged form or a reload could change, in one text. */
async function stateOfAccount(): Promise<string> {
  const tables = ["accounts", "api_keys", "webhooks", "webhook_events", "memberships", "invitations", "notices"];
  const rows = await Promise.all(tables.map((table) => site.sql(`SELECT * FROM ${table} ORDER BY 1, 2`)));
  return JSON.stringify([
    rows,
    await site.sql("SELECT * FROM plan_requests"),
    await site.sql("SELECT * FROM audit_events"),
  ]);
}

const refusals = ROLES.flatMap((role) =>
  DASHBOARD_ACTIONS.flatMap(({ name, method, needs }) => (may(role, needs) ? [] : [[role, method, name] as const])),
);

test("the table of roles and actions allows an owner everything, and each role less than the one before", () => {
  expect(refusals.filter(([role]) => role === "owner")).toEqual([]);
  const counts = ROLES.map((role) => refusals.filter(([one]) => one === role).length);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(counts.every((count, at) => at === 0 || count > (counts[at - 1] ?? 0))).toBe(true);
});

test.each(refusals)("a %s cannot %s %s, also with a forged form, and nothing changes", async (role, method, name) => {
  const client = clients[role];
  const path = pathOf(DASHBOARD_URLS[name]);
  const fields = {
    csrf: await dashboardToken(client),
    email: "x@roles.example",
    role: "owner",
    name: "x",
    type: "live",
    url: "https://x.invalid/",
    plan: "pro",
  };
  const before = await stateOfAccount();
  const answer = method === "GET" ? await client.get(path) : await client.post(path, fields);
  expect([answer.status, answer.html.includes("Your role does not allow this")]).toEqual([403, true]);
  expect(await stateOfAccount()).toBe(before);
});

describe.each([...ROLES])("the pages of a %s", (role) => {
  test("offer nothing that is refused, and every page that the role may open answers", async () => {
    const client = clients[role];
    const refused = new Set<string>();
    for (const { name, method, needs } of DASHBOARD_ACTIONS) {
      if (method !== "GET" || !may(role, needs)) continue;
      const { status, html } = await client.get(pathOf(DASHBOARD_URLS[name]));
      expect([name, status < 400 || name === "confirmEmailChange" || name === "removePasskey"]).toEqual([name, true]);
      for (const [, attribute = "", target = ""] of html.matchAll(/ (href|action)="(\/dashboard[^"?#]*)/g)) {
        const action = actionOf(target, attribute === "href" ? "GET" : "POST");
        if (action === undefined) throw new Error(`${name} leads to ${target}, which is no page`);
        if (!may(role, action.needs)) refused.add(`${name}: ${target}`);
      }
    }
    expect([...refused]).toEqual([]);
  });
});

/** The row of a path. Those without parameters come first. */
function actionOf(path: string, method: "GET" | "POST") {
  const matches = DASHBOARD_ACTIONS.filter((action) => {
    const pattern = DASHBOARD_URLS[action.name].replaceAll(/:[a-z]+/g, "[^/]+").replaceAll(".", "\\.");
    return action.method === method && new RegExp(`^${pattern}$`).test(path);
  });
  return matches.find(({ name }) => !DASHBOARD_URLS[name].includes(":")) ?? matches[0];
}
