/** @jsxImportSource hono/jsx */

import { KEY_PREFIXES } from "../../access/key.ts";
import { TEST_KEY_DAILY_REQUESTS } from "../../domain/plan.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { ErrorLink } from "./error-link.tsx";
import { Example } from "./example.tsx";
import type { Guide } from "./guide.ts";

const KEY_TYPES = [
  {
    prefix: KEY_PREFIXES.live,
    type: "Live, for production",
    counts: "each request, toward the monthly quota of the account",
  },
  {
    prefix: KEY_PREFIXES.test,
    type: "Test, for development",
    counts: `${TEST_KEY_DAILY_REQUESTS} requests per key and UTC day, never toward the quota`,
  },
] as const;

export const authentication: Guide = {
  path: URLS.authentication,
  title: "Authentication and keys",
  description: "The X-API-Key header, live and test keys, and how to create, store, replace, and revoke them.",
  content: ({ baseUrl }) => (
    <>
      <p>
        Every request under <code>/v1</code> needs one header, <code>X-API-Key</code>, with an API key as its value.
        There is no other way to authenticate: a key in <code>Authorization</code> or in the URL is refused with{" "}
        <ErrorLink code="key_misplaced" />.
      </p>
      <Example id="header" language="curl" code={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/stats"`} />
      <h2>Two types of key</h2>
      <Table
        label="Types of key"
        class="stack"
        columns={[
          { heading: "Prefix", cell: ({ prefix }) => <code>{prefix}</code> },
          { heading: "Type", cell: ({ type }) => type },
          { heading: "Counts", cell: ({ counts }) => counts },
        ]}
        rows={KEY_TYPES}
      />
      <p>
        Both return the same answers. The prefix is followed by 32 random characters and a 6-character checksum, so
        typing mistakes and leaked keys can be detected offline.
      </p>
      <h2>Life cycle of a key</h2>
      <ul>
        <li>
          Create a key under <a href={URLS.keys}>Dashboard, API Keys, Create Key</a>. It is shown once. The service
          stores only its SHA-256 hash, prefix, and last four characters, and cannot show it again.
        </li>
        <li>
          A key works until you revoke it, which takes effect with the next request (<ErrorLink code="key_revoked" />
          ), or until the expiry that you chose for it (<ErrorLink code="key_expired" />
          ). By default a key does not expire.
        </li>
        <li>
          Reissuing creates a new key with the same name and type. The old key stops working immediately, or after an
          hour, a day, or a week, so you can switch without downtime. The new test key starts with the requests that the
          old one has already used that day.
        </li>
      </ul>
      <h2>Keep keys on your server</h2>
      <p>
        Do not put a key in client-side code, a page, a repository, or a URL. The service sends no CORS headers, so
        pages from another origin cannot call it. Let your page call your backend, and let your backend call the
        service. If a key leaks, reissue it and let the old one stop working immediately.
      </p>
      <h2>How keys are refused</h2>
      <p>
        A missing or malformed key gets 401 with <code>WWW-Authenticate</code>: <ErrorLink code="key_missing" />,{" "}
        <ErrorLink code="key_malformed" />, <ErrorLink code="key_misplaced" />. A well-formed key that is not accepted
        gets 403: <ErrorLink code="key_unknown" />, <ErrorLink code="key_revoked" />, <ErrorLink code="key_expired" />,{" "}
        <ErrorLink code="account_suspended" />. Neither counts as a request.
      </p>
    </>
  ),
};
