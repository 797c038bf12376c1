/** @jsxImportSource hono/jsx */
import type { Provider } from "../../accounts/provider.ts";
import { requestTextOf } from "../../http/path.ts";
import { DESTINATION, destinationOf } from "../http/destination.ts";
import type { SignInServices } from "../http/services.ts";
import {
  type PageResponse,
  type PostedForm,
  type RequestContext,
  type SiteContext,
  sendCookies,
} from "../http/session.ts";
import { PostForm, PrimaryLink } from "../ui/form.tsx";
import { URLS, urlOf } from "../ui/urls.ts";
import { accountPage } from "./account-page.tsx";

export async function startProvider(request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client, services } = request;
  const provider = providerOf(context, services);
  if (!provider) return context.notFound();
  const started = await services.signIn.providerStart(client, provider.id, destinationOf(form.get(DESTINATION)));
  if (!started.ok || !started.value.url) return context.redirect(`${URLS.signIn}?error=provider_down`, 303);
  const { url } = started.value;
  sendCookies(context, started.cookies);
  // The policy of the page with the form allows a redirect to this origin only.
  return new URL(url).origin === provider.origin ? context.redirect(url, 303) : continuePage(request, provider, url);
}

/** For a provider that signs in under another origin than its issuer's. */
function continuePage(request: RequestContext, { title }: Provider, url: string): PageResponse {
  return accountPage(request, {
    path: URLS.signIn,
    title: `Sign in with ${title}`,
    content: (
      <p>
        <PrimaryLink href={url}>Continue to {title}</PrimaryLink>
      </p>
    ),
  });
}

/** The only exposed endpoint of better-auth. It checks the state that was tied to this browser at the start. */
export async function providerCallback({ context, client, services }: RequestContext): Promise<Response> {
  if (!providerOf(context, services)) return context.notFound();
  const answer = await services.signIn.providerCallback(client, requestTextOf(context.req.url));
  return answer ?? context.redirect(`${URLS.signIn}?error=provider_down`, 303);
}

function providerOf({ req }: SiteContext, { providers }: SignInServices): Provider | undefined {
  return providers.find(({ id }) => id === req.param("provider"));
}

export function ProviderButtons({
  services: { providers },
  destination = URLS.overview,
}: {
  readonly services: Pick<SignInServices, "providers">;
  readonly destination?: string;
}) {
  if (providers.length === 0) return null;
  return (
    <div class="actions">
      {providers.map(({ id, title }) => (
        <PostForm action={urlOf(URLS.signInProvider, { provider: id })}>
          <input type="hidden" name={DESTINATION} value={destination} />
          <button type="submit">Continue with {title}</button>
        </PostForm>
      ))}
    </div>
  );
}
