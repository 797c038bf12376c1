/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";
import { ASSETS } from "../ui/assets.ts";
import { PostForm } from "../ui/form.tsx";

interface PasskeyFormProps {
  readonly action: string;
  readonly submit: string;
  /** What the browser does. */
  readonly does: "create" | "get";
  /** What it is asked for, as JSON. */
  readonly options: string;
}

/** A form whose script asks the browser for a passkey, and sends the answer as `credential`. */
export function PasskeyForm({ action, submit, does, options, children }: PropsWithChildren<PasskeyFormProps>) {
  return (
    <>
      <PostForm action={action} submit={submit} data-passkey={does} data-options={options}>
        {children}
        <input type="hidden" name="credential" value="" />
        <p role="status" />
        <noscript>
          <p>Passkeys need JavaScript.</p>
        </noscript>
      </PostForm>
      <script type="module" src={ASSETS.passkeys.url} />
    </>
  );
}
