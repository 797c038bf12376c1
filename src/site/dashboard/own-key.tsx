/** @jsxImportSource hono/jsx */
import type { ApiKey } from "../../accounts/keys.ts";
import { refused } from "../refusal.ts";
import type { PostedForm, SignedInRequest } from "../session.ts";
import { URLS } from "../urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";

type KeyHandler = (request: SignedInRequest, key: ApiKey, form: PostedForm) => Response | Promise<Response>;

/** Handles a page or form of the key whose id is in the path. Another account's key is not found, like one that never existed. */
export function ofOwnKey(handle: KeyHandler) {
  return async (request: SignedInRequest, form: PostedForm = new Map()): Promise<Response> => {
    const { context, holder, services } = request;
    const id = idOf(context.req.param("key"));
    const key = id === null ? null : await services.keys.find(id);
    return key?.accountId === holder.accountId ? handle(request, key, form) : keyNotFound(request);
  };
}

function keyNotFound(request: SignedInRequest): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.keys,
    title: "There is no such key in your account",
    refusal: refused({}, 404),
    content: (
      <>
        <p>It may belong to another account, or the URL is mistyped.</p>
        <p>
          <a href={URLS.keys}>Back to API Keys</a>
        </p>
      </>
    ),
  });
}

/** The numeric id from a path; null for anything else. */
export function idOf(parameter: string | undefined): number | null {
  const id = Number(parameter);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
