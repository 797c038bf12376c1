import { isIP } from "node:net";
import { z } from "zod";
import { plainText } from "../base/plain-text.ts";
import { attempt, type Client, callOf, headersOf, type SetCookies } from "./client.ts";
import { type IdentityParts, type RefusedFor, recordOf, type SignedInClient } from "./identity-parts.ts";
import type { Security, WrongPassword } from "./security.ts";
import { addressSubject, throttle } from "./throttle.ts";

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** Whether the holder's other devices have it, too. */
  readonly isSynced: boolean;
}

/** What a browser is asked for, as JSON, with the cookie that ties its answer to this browser. Valid for 5 minutes. */
export interface PasskeyRequest {
  readonly options: string;
  readonly cookies: SetCookies;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

export const passkeyName = plainText(60);
/** More than anybody has devices. */
const MAX_PASSKEYS = 20;

const bytes = z.base64url();
const answerBase = { id: bytes, rawId: bytes, type: z.literal("public-key"), clientExtensionResults: z.object({}) };
/** A browser's answers (WebAuthn Level 3, 5.1.8). */
const created = z.object({
  ...answerBase,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});
const used = z.object({
  ...answerBase,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});

/** Browsers know passkeys of names, and only over TLS or on this machine. */
export function passkeysWork(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && (protocol === "https:" || hostname === "localhost");
}

/** Passkeys that verify their holder (a fingerprint, a face, a PIN): two factors in one, so no code is asked for. */
export function createPasskeys(parts: IdentityParts, security: Pick<Security, "prove" | "recordChange">) {
  const { auth, accounts, throttles } = parts;
  return {
    /** Oldest first. */
    async list(client: Client): Promise<readonly Passkey[]> {
      const rows = await auth.api.listPasskeys({ headers: headersOf(client) });
      return rows
        .map(({ id, name, createdAt, backedUp }) => ({
          ...{ id, name: name ?? "Passkey", isSynced: backedUp },
          createdAtMs: new Date(createdAt).getTime(),
        }))
        .sort((left, right) => left.createdAtMs - right.createdAtMs);
    },

    /** `proof` as in `Security.prove`. */
    async startAdding(
      by: SignedInClient,
      proof: string,
    ): Promise<({ readonly ok: true } & PasskeyRequest) | WrongPassword | RefusedFor<"too_many">> {
      const unproved = await security.prove(by, proof);
      if (unproved) return unproved;
      if ((await this.list(by.client)).length >= MAX_PASSKEYS) return { ok: false, reason: "too_many" };
      const { response, headers } = await auth.api.generatePasskeyRegistrationOptions({
        headers: headersOf(by.client),
        query: { name: by.holder.email },
        returnHeaders: true,
      });
      return { ok: true, options: JSON.stringify(response), cookies: headers.getSetCookie() };
    },

    /** Stores the passkey that the browser created for the request of `startAdding`. */
    async add(
      by: SignedInClient,
      answer: string,
      name: string,
    ): Promise<{ readonly ok: true } | RefusedFor<"refused">> {
      const response = answerOf(created, answer);
      if (response === null) return { ok: false, reason: "refused" };
      const added = await attempt(() =>
        auth.api.verifyPasskeyRegistration(callOf(by.client, { response, name: name || "Passkey" })),
      );
      if (!added.ok) return { ok: false, reason: "refused" };
      await security.recordChange(by, "passkey_added");
      return { ok: true };
    },

    /** False if the user has no such passkey. */
    async remove(by: SignedInClient, id: string, proof: string): Promise<{ readonly ok: boolean } | WrongPassword> {
      const unproved = await security.prove(by, proof);
      if (unproved) return unproved;
      const removed = await attempt(() => auth.api.deletePasskey(callOf(by.client, { id })));
      if (removed.ok) await security.recordChange(by, "passkey_removed");
      return { ok: removed.ok };
    },

    async startSignIn(client: Client): Promise<PasskeyRequest> {
      await throttle(throttles, "passkey_address", addressSubject(client.address));
      const { response, headers } = await auth.api.generatePasskeyAuthenticationOptions({
        headers: headersOf(client),
        returnHeaders: true,
      });
      const options = JSON.stringify({ ...response, userVerification: "required" });
      return { options, cookies: headers.getSetCookie() };
    },

    /** Signs in with the browser's answer to the request of `startSignIn`. */
    async signIn(
      client: Client,
      answer: string,
    ): Promise<{ readonly ok: true; readonly cookies: SetCookies } | RefusedFor<"refused">> {
      await throttle(throttles, "passkey_address", addressSubject(client.address));
      const response = answerOf(used, answer);
      if (response === null) return { ok: false, reason: "refused" };
      const verified = await attempt(() => auth.api.verifyPasskeyAuthentication(callOf(client, { response })));
      if (!verified.ok) return { ok: false, reason: "refused" };
      await recordOf(accounts, client, verified.value.user.email, "signed_in", "with a passkey");
      return { ok: true, cookies: verified.cookies };
    },
  };
}

/** What a browser's script put into the form; null if it is no such answer. */
function answerOf<Answer>(schema: z.ZodType<Answer>, text: string): Answer | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
