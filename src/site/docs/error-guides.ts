import { PROBLEMS, type ProblemCode } from "../../domain/problem.ts";

/** What a person needs to know of a problem beside its title: what it means, how it comes about, what to do. */
export interface ErrorGuide {
  readonly meaning: string;
  readonly cause: string;
  /** Steps, the likeliest first. Backticks mark code. */
  readonly mend: readonly string[];
}

export const PROBLEM_CODES: readonly ProblemCode[] = codesOf(PROBLEMS);

const WAIT = "Wait the seconds of `Retry-After`, plus a random part, and send the request again.";
const MAKE_KEY = "Create a key under Dashboard, API Keys.";

/** One entry for each code: the type demands it. */
export const ERROR_GUIDES = {
  invalid_path: {
    meaning: "The name in the path could not be read, so nothing was looked up.",
    cause: "A lone `%`, bytes that are not UTF-8, or a control character other than a line end or tab after decoding.",
    mend: ["Encode the name as `encodeURIComponent` does; a space may also be `+`.", "Take control characters out."],
  },
  invalid_parameter: {
    meaning: "A query parameter is not one that this path has, comes twice, or has a value that is not allowed.",
    cause: "A typing mistake in the name of a parameter, or a value in another form than the reference describes.",
    mend: [
      "Look at `errors`: each of the first ten has the name of the parameter and what is wrong with it.",
      "Compare the parameters with the reference. A filter that is misspelled is never ignored here.",
    ],
  },
  name_too_long: {
    meaning: "A name has more than 100 characters. No city or county has such a name.",
    cause: "An address or a sentence where a name belongs, or names that were joined instead of listed.",
    mend: ["Send the name alone.", "In a batch, `errors` points at the element: `/cities/3` is the fourth."],
  },
  invalid_json: {
    meaning: "The body is not JSON, so nothing was looked up.",
    cause: "An empty body, single quotes, a comma too many, a body that broke off, or text that is not UTF-8.",
    mend: [
      "Let your JSON library write the body.",
      "In a shell, put the body in single quotes: `-d '{\"cities\":[…]}'`.",
    ],
  },
  invalid_body: {
    meaning: "The body is JSON, but not an object with an array of strings named `cities`.",
    cause: "`cities` is missing or no array, or an element is not a string.",
    mend: [
      "Look at `errors`: each of the first ten has the JSON pointer of the place and what is wrong there.",
      "Send every name as a string.",
    ],
  },
  batch_too_large: {
    meaning: "The batch has more names than the plan allows. Nothing was cut and nothing was looked up.",
    cause: "More than `limit` entries in `cities`; a name that comes twice counts twice.",
    mend: [
      "Send several batches of at most `limit` names, the number of your `plan`; `received` says how many came. The TypeScript client does it for you.",
      "Or take a larger plan.",
    ],
  },
  key_missing: {
    meaning: "The request has no API key.",
    cause: "The header `X-API-Key` is absent or empty, often because the variable it is read from is not set.",
    mend: [
      "Send the key in the header `X-API-Key`.",
      "Check that the variable is set where the program runs.",
      MAKE_KEY,
    ],
  },
  key_malformed: {
    meaning: "The value of `X-API-Key` cannot be an API key, whatever keys there are.",
    cause: "Quotes, spaces or the word `Bearer` around it, two headers, or another service's key.",
    mend: ["Send the key alone: it begins with `svc_live_` or `svc_test_`.", "Copy it again where it was kept."],
  },
  key_misplaced: {
    meaning: "There is a key, but not in the header `X-API-Key`.",
    cause: "It is in `Authorization` or in the address.",
    mend: [
      "Move it to the header `X-API-Key`.",
      "If it was in an address, reissue it: addresses are kept by proxies, browsers and logs.",
    ],
  },
  key_unknown: {
    meaning: "The key is well-formed, but there is no such key.",
    cause: "A character was lost in copying, the key belongs to another server, or its account was deleted.",
    mend: ["Compare its last four characters with the dashboard.", "Check the address of the server.", MAKE_KEY],
  },
  key_revoked: {
    meaning: "The key was revoked, or replaced by a newer one.",
    cause: "Somebody of the account revoked or reissued it, or the time that it had after a reissue is over.",
    mend: ["Use its successor.", MAKE_KEY],
  },
  key_expired: {
    meaning: "The key has reached the end that was chosen for it.",
    cause: "It was created with an expiry.",
    mend: ["Create a new key, and choose an expiry that somebody will remember."],
  },
  account_suspended: {
    meaning: "The account of this key is suspended, and all of its keys with it.",
    cause: "The operator suspended it.",
    mend: ["Write to the operator of the service."],
  },
  path_unknown: {
    meaning: "There is no endpoint at this path. A city that is not in the dataset is never a 404.",
    cause: "A typing mistake in the path, an empty name, or a name with an unencoded slash.",
    mend: ["Compare the path with the reference.", "Encode names: a slash is `%2F`."],
  },
  method_not_allowed: {
    meaning: "The path exists, but not for this method.",
    cause: "Batches are `POST`, everything else is `GET` or `HEAD`.",
    mend: ["Use a method that the header `Allow` names."],
  },
  body_too_large: {
    meaning: "The body has more than 64 KiB and was not read.",
    cause: "Far more names than any plan allows, or something else than names.",
    mend: ["Send the names in several batches."],
  },
  unsupported_media_type: {
    meaning: "The body is not announced as JSON in UTF-8, so it was not read.",
    cause: "No `Content-Type`, a form, another charset, or a compressed body.",
    mend: ["Send `Content-Type: application/json`.", "Send the body uncompressed."],
  },
  month_quota_exceeded: {
    meaning: "All live keys of the account together have used up the requests of this month. Nothing was counted.",
    cause: "As many requests as the plan has in a month, UTC.",
    mend: [
      "Wait until `resets_at`, the first of the next month.",
      "Take a larger plan: it is in force for the next request.",
      "Send batches, which are one request each, and keep answers: they change once or twice a year.",
    ],
  },
  day_quota_exceeded: {
    meaning: "The test key has used up its requests of this UTC day. Nothing was counted.",
    cause: "100 requests with one test key since 00:00 UTC.",
    mend: ["Wait until `resets_at`, the next midnight UTC.", "For more than development, use a live key."],
  },
  burst_exceeded: {
    meaning: "The key sends requests faster than its plan allows. Nothing was counted.",
    cause: "More requests at once than the bucket holds, and more a second than it fills.",
    mend: [WAIT, "Limit how many requests you have under way at once, or send batches."],
  },
  internal_error: {
    meaning: "Something broke on the server. This should not happen.",
    cause: "A fault of the service, not of your request.",
    mend: ["Write to the operator and say the `request_id`: the log of the service has the reason under it."],
  },
  store_unavailable: {
    meaning: "The service cannot check keys at this moment, and lets nobody pass uncounted.",
    cause: "Its database is out of reach, for example during an update.",
    mend: [WAIT],
  },
  overloaded: {
    meaning: "More requests wait than the service can answer soon. This one was turned away at once and not counted.",
    cause: "A peak, from your keys or from those of others.",
    mend: [WAIT],
  },
} as const satisfies Record<ProblemCode, ErrorGuide>;

function codesOf<Code extends string>(table: Readonly<Record<Code, unknown>>): readonly Code[] {
  const codes: Code[] = [];
  for (const code in table) codes.push(code);
  return codes;
}
