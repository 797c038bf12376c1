/** @jsxImportSource hono/jsx */

import { emailAddress } from "../../accounts/account.ts";
import { addressSubject, throttle } from "../../accounts/throttle.ts";
import { plainText } from "../../base/plain-text.ts";
import { isTooLong, MAX_NAME_LENGTH, type Typed, typed as typedText } from "../../base/text.ts";
import { reportEmail } from "../../corrections/correction-mail.ts";
import { FIGURE_NAMES, FIGURES, type Figure, publishedFigure } from "../../corrections/figure.ts";
import { ofStates } from "../../editions/table.ts";
import { stateIn } from "../../gazetteer/state-text.ts";
import type { Served } from "../../lookup/served.ts";
import { FIRST_VISIT, type FormRefusal, refused } from "../http/form-refusal.ts";
import type { AccountServices, SiteSettings } from "../http/services.ts";
import type { PageResponse, PostedForm, RequestContext } from "../http/session.ts";
import { Field, type FieldErrors, type Option, PostForm, SelectField, TextArea } from "../ui/form.tsx";
import { number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { nationView, placeCalled } from "../view/nation-views.ts";
import type { View } from "../view/place-view.ts";
import { cityCalled, countyCalled, stateEdition, stateView } from "../view/views.ts";
import { accountPage } from "./account-page.tsx";

type Services = SiteSettings & AccountServices;

const text = plainText(2_000);
const source = plainText(500);
const STATES = ofStates(({ name }) => name);
const PLACE_ERROR = `Enter a city or county of ${STATES}, such as Oakland, or a city with its state, such as Austin, TX`;
const TOO_LONG = `Enter at most ${MAX_NAME_LENGTH} characters`;
const MAX_FIGURE = 1_000_000_000;

/** "Oakland", "Alameda County", or with its state "Austin, TX". */
function placeNamed(editions: Served, typed: Typed): View | null {
  for (const places of editions.states) {
    const known = cityCalled(places, typed) ?? countyCalled(places, typed);
    if (known !== undefined) return stateView(known, places.records);
  }
  for (const places of editions.nations) {
    const place = placeCalled(places, stateIn(typed), typed);
    if (place !== undefined) return nationView(place, places.nation);
  }
  return null;
}

/** As the list of corrections names it, because names recur. */
function nameOf({ name, kind, above }: View): string {
  return kind === "county" ? name : `${name}, ${above.at(-1)?.[1]}`;
}

/** Keeps the report, tells the operator, and shows the receipt. */
export async function sendReport(request: RequestContext<Services>, form: PostedForm): Promise<Response> {
  const { services, client, context } = request;
  const read = readReport(services.editions(), form);
  if ("errors" in read) return reportPage(request, read);
  await throttle(services.throttles, "report_address", addressSubject(client.address));
  const { contactEmail } = services;
  const letter = contactEmail === undefined ? undefined : (id: number) => reportEmail(contactEmail, id, read);
  const id = await services.corrections.save(read, letter);
  return context.redirect(`${URLS.corrections}?receipt=${id}`, 303);
}

function readReport(editions: Served, form: PostedForm) {
  const typed = (name: string) => form.get(name)?.trim() ?? "";
  const named = typedText(typed("place"));
  const place = typeof named === "string" ? placeNamed(editions, named) : null;
  const { trend, dataYear: to } = place?.edition ?? stateEdition(editions.contract.records);
  const { from } = trend;
  const year = Number(typed("year"));
  const figure = FIGURE_NAMES.find((name) => name === typed("figure"));
  const expected = typed("expected").replaceAll(",", "");
  const said = text.safeParse(typed("text"));
  const published = source.safeParse(typed("source"));
  const email = emailAddress.safeParse(typed("email"));
  const hasYear = Number.isInteger(year) && year >= from && year <= to;
  const errors: FieldErrors = {
    ...(place ? {} : { place: typeof named === "string" || named.fault !== "too_long" ? PLACE_ERROR : TOO_LONG }),
    ...(hasYear ? {} : { year: `Enter a year from ${from} to ${to}` }),
    ...(figure ? {} : { figure: "Choose a figure" }),
    ...(/^\d*$/.test(expected) && Number(expected) <= MAX_FIGURE
      ? {}
      : { expected: "Enter a whole number, or leave it empty" }),
    ...(said.success && said.data !== "" ? {} : { text: "Say what is wrong, in at most 2,000 characters" }),
    ...(published.success ? {} : { source: "Enter at most 500 characters" }),
    ...(typed("email") === "" || email.success ? {} : { email: "Enter an email address, or leave it empty" }),
  };
  if (Object.keys(errors).length > 0 || !place || !figure || !said.success || !published.success)
    return refused(errors, 400, form);
  return {
    ...{ path: place.path, place: nameOf(place), year, figure },
    before: publishedFigure(place.trend, year, figure),
    expected: expected === "" ? null : Number(expected),
    ...{ text: said.data, source: published.data, email: email.success ? email.data : null },
  };
}

/** The form as a link to it fills it in. */
function firstVisit(query: Readonly<Record<string, string>>): FormRefusal {
  const typed = new Map(Object.entries(query));
  const isLong = isTooLong(typed.get("place") ?? "");
  return isLong ? refused({ place: TOO_LONG }, 400, typed) : { ...FIRST_VISIT, typed };
}

/** `/report?place=&year=`: reports a wrong figure, without an account. */
export function reportPage(
  request: RequestContext<Services>,
  refusal: FormRefusal = firstVisit(request.context.req.query()),
): PageResponse {
  const { services } = request;
  const value = (name: string) => refusal.typed.get(name) ?? "";
  const named = typedText(value("place"));
  const place = typeof named === "string" ? placeNamed(services.editions(), named) : null;
  return accountPage(request, {
    path: URLS.report,
    title: "Report a wrong figure",
    description: "Tell the operator of this server about a wrong figure, without an account.",
    refusal,
    content: (
      <>
        <p>
          You get a receipt number at once. The operator compares the figure with its official source and answers on the{" "}
          <a href={URLS.corrections}>list of corrections</a>, which shows the place and the figure, never your words or
          your name.
        </p>
        {place === null ? null : <AsPublished place={place} year={Number(value("year"))} />}
        <PostForm action={URLS.report} submit="Send report">
          <Field name="place" label="Place" hint={`A city or county; outside ${STATES}, a city with its state`} />
          <Field name="year" label="Year" inputmode="numeric" />
          <SelectField id="figure" label="Figure" options={OPTIONS} selected={value("figure")} />
          <Field
            name="expected"
            label="What it should be"
            hint="Optional. A whole number."
            inputmode="numeric"
            optional
          />
          <TextArea name="text" label="What is wrong" hint="Please do not name people." maxlength={2_000} />
          <Field
            name="source"
            label="Where the right figure is published"
            hint="Optional. A report of the agency, a page of the state, a news article."
            optional
            maxlength={500}
          />
          <Field
            name="email"
            label="Email address"
            hint="Optional, for the answer. It is deleted with the answer."
            type="email"
            autocomplete="email"
            optional
          />
        </PostForm>
        <p>
          If our reading of the source is wrong, we correct the figure in the next dataset. If the official count is
          wrong or incomplete, the year gets a caution or is withheld: only the agency can change its count.
        </p>
      </>
    ),
  });
}

const OPTIONS: readonly Option[] = FIGURE_NAMES.map((name) => [name, FIGURES[name]]);

function AsPublished({ place, year }: { readonly place: View; readonly year: number }) {
  const rows = FIGURE_NAMES.flatMap((figure: Figure) => {
    const value = publishedFigure(place.trend, year, figure);
    return value === null ? [] : [{ figure, value }];
  });
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>
        {nameOf(place)}, {year}, as published
      </summary>
      <dl class="pairs">
        {rows.map(({ figure, value }) => (
          <>
            <dt>{FIGURES[figure]}</dt>
            <dd>{number(value)}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
