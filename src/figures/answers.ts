import { hash } from "node:crypto";

export interface PrebuiltAnswer {
  readonly body: string;
  /** Strong entity tag with its quotes (RFC 9110 section 8.8.3), of the dataset's version and the body. */
  readonly etag: string;
  /** Besides those of every answer, or in their place: of an answer that is not JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is made for one request, such as that of a point, so that its compression is not kept either. */
  readonly isOnce?: boolean;
  /** Query of the next page, at the same path. Only with headers of its own. */
  readonly next?: string;
}

/** What an answer that is not JSON has besides its body. */
interface PageOfFile extends Pick<PrebuiltAnswer, "next"> {
  readonly headers: Readonly<Record<string, string>>;
}

export interface DatasetAnswers {
  readonly version: string;
  /** The dataset's `lastUpdated` as an HTTP date. */
  readonly lastModified: string;
  /** `{"found":false,"data":null}` (contract 2.5), shared by all names that are not found. */
  readonly notFound: PrebuiltAnswer;
  answer(value: unknown): PrebuiltAnswer;
  file(body: string, others: PageOfFile): PrebuiltAnswer;
}

export function answerMaker({
  version,
  lastUpdated,
}: {
  readonly version: string;
  readonly lastUpdated: string;
}): DatasetAnswers {
  const etagOf = (body: string) => `"${hash("sha256", `${version}\n${body}`, "base64url").slice(0, 22)}"`;
  const answer = (value: unknown) => {
    const body = JSON.stringify(value);
    return { body, etag: etagOf(body) };
  };
  return {
    version,
    lastModified: new Date(lastUpdated).toUTCString(),
    notFound: answer({ found: false, data: null }),
    answer,
    file: (body, others) => ({ body, etag: etagOf(body), ...others }),
  };
}
