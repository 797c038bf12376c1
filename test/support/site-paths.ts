import { PAGES } from "../../src/site/pages.ts";
import { URLS } from "../../src/site/ui/urls.ts";

/** URLs with a parameter, of files, of frames, that lead to another page, and of forms without a page of their own. */
const NO_PAGE =
  /[:.]|\/embed$|^\/docs\/reference$|^\/errors$|^\/join$|^\/(explore|us)\/search$|^\/explore\/(cities|counties|changes)$|\/(sign-out|end-others|off|(two-factor|passkeys?)\/start|sign-in\/passkey|security\/password|recovery-codes|confirm|confirm-email|webhook\/(test|secret)|people\/invite)$/;

const PLAIN = [...new Set([...Object.values(URLS), ...PAGES.map(({ path }) => path)])].filter(
  (url) => !NO_PAGE.test(url),
);

/** Every public page without a parameter in its URL, and one of each kind with a parameter. */
export const PUBLIC_PATHS: readonly string[] = [
  ...PLAIN.filter((url) => !url.startsWith("/dashboard")),
  "/no-such-page",
  "/sign-in?after=sign-out",
  "/confirm-email?token=x",
  "/join?token=x",
  "/reset-password?token=x",
  "/explore?kind=cities&metric=property",
  "/explore?kind=cities&metric=violent&year=2020",
  "/explore/browse?county=alameda,contra-costa&grade=D,F&sort=change",
  "/search?q=Irvne",
  "/explore/compare?place=irvine&place=fresno&place=orange-county",
  "/explore/compare?place=irvine&add=Atlantis",
  "/explore/chart?place=oakland&place=hayward&place=alameda-county&place=dunsmuir&measure=score",
  "/explore/chart?place=lodi&measure=homicide&view=table",
  "/explore/chart?place=oakland&measure=violent&unit=counts&from=2018&add=Atlantis",
  "/explore/city/irvine",
  "/explore/city/industry",
  "/explore/city/colma",
  "/explore/city/downey",
  "/explore/city/arvin",
  "/explore/city/wasco",
  "/explore/city/vernon",
  "/explore/city/la-canada-flintridge",
  "/explore/city/point-arena",
  "/explore/county/los-angeles",
  "/explore/county/plumas",
  "/explore/county/alpine",
  "/explore/county/mendocino",
  "/explore/place/east-los-angeles-los-angeles-county",
  "/explore/place/hollywood-los-angeles",
  "/explore/zip/90210",
  "/us/tx",
  "/us/tx/austin",
  "/us/ca/irvine",
  "/us/chart?place=tx/austin&place=ca/irvine&measure=violent",
  "/us/il/chicago",
  "/us/hi",
  "/us/md/area/baltimore-county",
  "/us/browse?state=tx&size=100000&sort=rate",
  "/us/near?q=Denver%2C+CO",
  "/search?q=springfield",
  "/search?q=19003",
  "/us/compare?place=tx/austin&place=wa/seattle&place=il/chicago",
  "/docs/reference/get-city",
  "/docs/reference/get-city?city=Tustin",
  "/docs/reference/explain-city",
  "/docs/reference/look-up-batch",
  "/docs/reference/get-nation-place",
  "/docs/reference/get-statistics",
  "/errors/key_missing",
  "/errors/batch_too_large",
  "/errors/body_too_large",
];

/** Every page of the dashboard; KEY is the id of a key. */
export const DASHBOARD_PATHS: readonly string[] = [
  ...PLAIN.filter((url) => url.startsWith("/dashboard")),
  "/dashboard/usage?days=90",
  "/dashboard/keys/KEY",
  "/dashboard/keys/KEY/revoke",
  "/dashboard/keys/KEY/reissue",
  "/dashboard/keys/999/revoke",
  "/dashboard/security/email/confirm?token=x",
];
