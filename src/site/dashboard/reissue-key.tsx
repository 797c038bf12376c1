/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { originOf } from "../../accounts/identity.ts";
import { reissueKey } from "../../accounts/key-issuance.ts";
import { type ApiKey, type GracePeriod, gracePeriod, keyStatus } from "../../accounts/keys.ts";
import { Choices, type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { URLS, urlOf } from "../urls.ts";
import type { HolderVisit, PostedForm, SiteEnv, Visits } from "../visit.ts";
import { dailyKeysText } from "./create-key.tsx";
import { dashboardPage, holdingOf } from "./dashboard-page.tsx";
import { keyNotFound } from "./key-not-found.tsx";
import { ownKey } from "./keys.tsx";
import { isFirstPost, OnceField, shownKeyPage } from "./shown-once.tsx";

const GRACES = {
  none: { label: "Stop at once", said: "The old key no longer works." },
  hour: { label: "Work 1 hour more", said: "The old key works for 1 hour more." },
  day: { label: "Work 24 hours more", said: "The old key works for 24 hours more." },
  week: { label: "Work 7 days more", said: "The old key works for 7 days more." },
} as const satisfies Record<GracePeriod, { readonly label: string; readonly said: string }>;

export function reissueKeyRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.reissueKey,
    visits.holderPage(async (visit) => {
      const key = await ownKey(kit, visit);
      if (!key) return keyNotFound(kit, visit);
      if (keyStatus(key, kit.clock.now()) !== "active") return visit.context.redirect(URLS.keys, 303);
      return visit.context.html(await reissuePage(kit, visit, key, {}));
    }),
  );
  app.post(
    URLS.reissueKey,
    visits.holderPost((visit, form) => reissue(kit, visit, form)),
  );
}

async function reissue(kit: SiteKit, visit: HolderVisit, form: PostedForm): Promise<Response> {
  const { context, holder, client } = visit;
  const key = await ownKey(kit, visit);
  if (!key) return keyNotFound(kit, visit);
  const refuse = async (errors: FieldErrors) => context.html(await reissuePage(kit, visit, key, errors), 400);
  const grace = gracePeriod.safeParse(form.get("grace"));
  if (!grace.success) return refuse({ grace: "Choose what happens to the old key" });
  if (!(await isFirstPost(kit, visit, form))) return context.redirect(`${URLS.keys}?after=shown`, 303);
  const made = await reissueKey(kit.keys, {
    accountId: holder.accountId,
    keyId: key.id,
    grace: grace.data,
    origin: originOf(client),
  });
  if (made.ok) {
    const status = `The new key works now. ${GRACES[grace.data].said}`;
    const holding = await holdingOf(kit, visit);
    return context.html(shownKeyPage(kit, visit, holding, { name: made.key.name, secret: made.secret, status }), 201);
  }
  switch (made.reason) {
    case "grace_limit_reached":
      return refuse({
        [FORM_ERROR]: `${made.limit} replaced ${key.type} keys still work. Let the old key stop at once, or revoke one of those`,
      });
    case "daily_keys_reached":
    case "daily_test_keys_reached":
      return refuse({ [FORM_ERROR]: dailyKeysText(made) });
    default:
      return refuse({ [FORM_ERROR]: "This key is revoked, expired or already replaced: create a new one" });
  }
}

async function reissuePage(kit: SiteKit, visit: HolderVisit, key: ApiKey, errors: FieldErrors): Promise<string> {
  const action = urlOf(URLS.reissueKey, { key: String(key.id) });
  return dashboardPage(visit, await holdingOf(kit, visit), {
    path: action,
    title: `Reissue “${key.name}”`,
    errors,
    content: (
      <>
        <p>
          A new {key.type} key of the same name takes the place of <code>{key.display}</code>. It is shown once.
          {key.type === "test" ? " What the old key has used of its day passes to it." : ""}
        </p>
        <PostForm action={action} csrfToken={visit.csrfToken}>
          <OnceField />
          <Choices
            name="grace"
            legend="The old key shall"
            chosen="day"
            errors={errors}
            choices={gracePeriod.options.map((value) => ({ value, label: GRACES[value].label }))}
          />
          <div class="actions">
            <button type="submit" class="primary">
              Reissue the key
            </button>
            <a href={URLS.keys}>Cancel</a>
          </div>
        </PostForm>
      </>
    ),
  });
}
