/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";
import { ASSETS } from "../ui/assets.ts";
import { PostForm } from "../ui/form.tsx";

const NEEDS_SCRIPT = "A passkey needs JavaScript, which is not running on this page.";

/** To a form that was sent without the script. */
export const NO_PASSKEY_SENT = "No passkey was sent. A passkey needs JavaScript";

interface PasskeyFormProps {
  readonly action: string;
  readonly submit: string;
  /** What the browser does. */
  readonly does: "create" | "get";
  /** What it is asked for, as JSON. */
  readonly options: string;
}

/**
 * A form whose script asks the browser for a passkey, and sends the answer as `credential`. The script enables the
 * button and removes the sentence above it, so that nothing is sent without a passkey.
 */
export function PasskeyForm({ action, submit, does, options, children }: PropsWithChildren<PasskeyFormProps>) {
  return (
    <>
      <PostForm action={action} data-passkey={does} data-options={options}>
        {children}
        <input type="hidden" name="credential" value="" />
        <p role="status">{NEEDS_SCRIPT}</p>
        <button type="submit" class="primary" disabled>
          {submit}
        </button>
      </PostForm>
      <script type="module" src={ASSETS.passkeys.url} />
    </>
  );
}
