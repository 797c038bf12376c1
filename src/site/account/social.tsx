/** @jsxImportSource hono/jsx */
import { PROVIDER_TITLES, SOCIAL_PROVIDERS, type SocialProvider } from "../../accounts/social-provider.ts";
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
import { PostForm } from "../ui/form.tsx";
import { URLS, urlOf } from "../ui/urls.ts";

export async function startSocial({ context, client, services }: RequestContext, form: PostedForm): Promise<Response> {
  const provider = providerOf(context, services);
  if (!provider) return context.notFound();
  const started = await services.signIn.socialStart(client, provider, destinationOf(form.get(DESTINATION)));
  if (!started.ok || !started.value.url) return context.redirect(`${URLS.signIn}?error=provider`, 303);
  sendCookies(context, started.cookies);
  return context.redirect(started.value.url, 303);
}

/** The only exposed endpoint of better-auth. It checks the state that was tied to this browser at the start. */
export function socialCallback({ context, client, services }: RequestContext): PageResponse {
  if (!providerOf(context, services)) return context.notFound();
  return services.signIn.socialCallback(client, requestTextOf(context.req.url));
}

function providerOf({ req }: SiteContext, services: SignInServices): SocialProvider | undefined {
  return configured(services).find((name) => name === req.param("provider"));
}

export function SocialButtons({
  services,
  destination = URLS.overview,
}: {
  readonly services: Pick<SignInServices, "social">;
  readonly destination?: string;
}) {
  const providers = configured(services);
  if (providers.length === 0) return null;
  return (
    <div class="actions">
      {providers.map((provider) => (
        <PostForm action={urlOf(URLS.signInSocial, { provider })}>
          <input type="hidden" name={DESTINATION} value={destination} />
          <button type="submit">Continue with {PROVIDER_TITLES[provider]}</button>
        </PostForm>
      ))}
    </div>
  );
}

function configured(services: Pick<SignInServices, "social">): readonly SocialProvider[] {
  return SOCIAL_PROVIDERS.filter((provider) => services.social[provider]);
}
