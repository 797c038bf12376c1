import { URLS } from "../ui/urls.ts";

/** Query parameter and form field for the page that a signed-out visitor requested. */
export const DESTINATION = "next";

/** Only dashboard paths and links of invitations are accepted, so a link to the sign-in page cannot lead to another site. */
const DASHBOARD_PATH = /^(?:\/dashboard(?:\/[\w-]+)*(?:\?[\w=&%.-]*)?|\/join\?token=[\w-]+)$/;

/** Where to go after signing in: the given page of the dashboard or invitation, otherwise the overview. */
export function destinationOf(given: string | undefined): string {
  return given !== undefined && given.length <= 300 && DASHBOARD_PATH.test(given) ? given : URLS.overview;
}

/** URL of a sign-in page that continues to `destination`. The overview needs no parameter. */
export function withDestination(page: string, destination: string): string {
  return destination === URLS.overview ? page : `${page}?${new URLSearchParams({ [DESTINATION]: destination })}`;
}
