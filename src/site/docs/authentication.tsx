/** @jsxImportSource hono/jsx */
import { KEY_PREFIXES } from "../../access/key.ts";
import { TEST_KEY_DAILY_REQUESTS } from "../../domain/plan.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { ErrorLink } from "./error-link.tsx";
import { Example } from "./example.tsx";
import type { Guide } from "./guide.ts";

export const authentication: Guide = {
  path: URLS.authentication,
  title: "Authentication and keys",
  description: "The X-API-Key header, live and test keys, and how keys are made, kept, replaced and revoked.",
  content: ({ baseUrl }) => (
    <>
      <p>
        Every request under <code>/v1</code> carries one header, <code>X-API-Key</code>, with an API key as its value.
        There is no other way in: a key in <code>Authorization</code> or in the address is refused with{" "}
        <ErrorLink code="key_misplaced" />.
      </p>
      <Example id="header" language="curl" code={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/stats"`} />
      <h2>Two kinds of keys</h2>
      <ScrollBox label="Kinds of keys">
        <table class="stack">
          <thead>
            <tr>
              <th scope="col">Prefix</th>
              <th scope="col">Kind</th>
              <th scope="col">Counts</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" data-label="Prefix">
                <code>{KEY_PREFIXES.live}</code>
              </th>
              <td data-label="Kind">Live, for production</td>
              <td data-label="Counts">each request against the monthly quota of the account</td>
            </tr>
            <tr>
              <th scope="row" data-label="Prefix">
                <code>{KEY_PREFIXES.test}</code>
              </th>
              <td data-label="Kind">Test, for development</td>
              <td data-label="Counts">{TEST_KEY_DAILY_REQUESTS} requests per key and UTC day, never the quota</td>
            </tr>
          </tbody>
        </table>
      </ScrollBox>
      <p>
        Both give the same answers. After the prefix come 32 random characters and 6 of a checksum, so that a typing
        mistake, or a scanner for leaked secrets, can be told offline.
      </p>
      <h2>The life of a key</h2>
      <ul>
        <li>
          It is created under <a href={URLS.keys}>Dashboard, API Keys, Create Key</a> and shown this once. The service
          keeps its SHA-256 and its last four characters, and cannot show it again.
        </li>
        <li>
          It ends when you say so: revoked, in force for the very next request (<ErrorLink code="key_revoked" />
          ), or at the expiry that was chosen for it (<ErrorLink code="key_expired" />
          ). Without a choice it does not expire.
        </li>
        <li>
          Reissue gives a new key of the same name and kind. The old one dies at once, or goes on for an hour, a day or
          a week, so that you can change it without a gap. A test key passes what it has used of its day to the new one.
        </li>
      </ul>
      <h2>Keep keys on your server</h2>
      <p>
        Not in client-side code, not in a page, not in a repository, not in an address. The service sends no CORS
        headers, so a browser page of another origin cannot call it; let your page ask your backend, and your backend
        the service. A key that has leaked: reissue it, and the old one is worthless from the next request on.
      </p>
      <h2>What is refused how</h2>
      <p>
        Missing or malformed is 401, with <code>WWW-Authenticate</code>: <ErrorLink code="key_missing" />,{" "}
        <ErrorLink code="key_malformed" />, <ErrorLink code="key_misplaced" />. A well-formed key that may not pass is
        403: <ErrorLink code="key_unknown" />, <ErrorLink code="key_revoked" />, <ErrorLink code="key_expired" />,{" "}
        <ErrorLink code="account_suspended" />. Neither counts as a request.
      </p>
    </>
  ),
};
