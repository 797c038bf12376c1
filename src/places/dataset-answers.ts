import { hash } from "node:crypto";

export interface PrebuiltAnswer {
  readonly body: string;
  /** Strong entity tag with its quotes (RFC 9110 section 8.8.3), of the dataset's version and the body. */
  readonly etag: string;
}

/** What the answers from one dataset have in common. */
export interface DatasetAnswers {
  readonly version: string;
  /** The dataset's `lastUpdated` as an HTTP date. */
  readonly lastModified: string;
  /** `{"found":false,"data":null}` (contract 2.5), shared by all names that are not found. */
  readonly notFound: PrebuiltAnswer;
  answer(value: unknown): PrebuiltAnswer;
}

export function answerMaker({
  version,
  lastUpdated,
}: {
  readonly version: string;
  readonly lastUpdated: string;
}): DatasetAnswers {
  const answer = (value: unknown) => {
    const body = JSON.stringify(value);
    return { body, etag: `"${hash("sha256", `${version}\n${body}`, "base64url").slice(0, 22)}"` };
  };
  return {
    version,
    lastModified: new Date(lastUpdated).toUTCString(),
    notFound: answer({ found: false, data: null }),
    answer,
  };
}
