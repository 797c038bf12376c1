import { URLS } from "./urls.ts";

/** Query parameter and form field that carry where a signed-out visitor was going. */
export const DESTINATION = "next";

/** Paths of the dashboard alone: a link to the sign-in page cannot send anyone to another site. */
const DASHBOARD_PATH = /^\/dashboard(?:\/[\w-]+)*(?:\?[\w=&%.-]*)?$/;

/** Where to go after signing in: the given page of the dashboard, else the overview. */
export function destinationOf(given: string | undefined): string {
  return given !== undefined && given.length <= 300 && DASHBOARD_PATH.test(given) ? given : URLS.overview;
}

/** A page of the sign-in that leads to `destination` at its end. The overview needs no parameter. */
export function leadingTo(page: string, destination: string): string {
  return destination === URLS.overview ? page : `${page}?${new URLSearchParams({ [DESTINATION]: destination })}`;
}
