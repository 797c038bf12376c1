import { z } from "zod";
import type { PlanName } from "../domain/plan.ts";
import type { Mailer } from "./mail.ts";

/** Control characters, except tabs and line breaks, and marks that change the text direction. */
const MISLEADING = /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The message that an account holder can add to a plan request. Control characters are dropped. */
export const planRequestMessage = z
  .string()
  .transform((text) => text.replaceAll(MISLEADING, ""))
  .pipe(z.string().trim().max(500));

interface PlanRequest {
  readonly plan: PlanName;
  /** May be empty. */
  readonly message: string;
  readonly requestedAtMs: number;
}

interface OpenPlanRequest extends PlanRequest {
  readonly accountId: number;
  readonly email: string;
  readonly currentPlan: PlanName;
}

/** Rejects only if the store cannot be reached. */
export interface PlanRequestStore {
  /** Records the request. An account has at most one; a later request replaces it. */
  save(accountId: number, plan: PlanName, message: string): Promise<void>;
  /** A change of plan closes it. */
  find(accountId: number): Promise<PlanRequest | null>;
  /** Of all accounts, oldest first. */
  open(limit: number): Promise<readonly OpenPlanRequest[]>;
}

/** Emails the request to the operator. The store keeps it whether or not the email arrives. */
export async function mailPlanRequest(
  mailer: Mailer,
  to: string,
  { email, currentPlan, plan, message }: Omit<OpenPlanRequest, "accountId" | "requestedAtMs">,
): Promise<void> {
  await mailer.send({
    to,
    subject: `Plan request: ${plan}`,
    text: [
      `${email} is on the ${currentPlan} plan and requests the ${plan} plan.`,
      // Quoted as the account holder's words, so none of them can pass for the command below.
      ...(message === "" ? [] : ["", ...message.split(/\r\n|[\r\n]/).map((line) => `> ${line}`)]),
      "",
      "To change the plan:",
      "",
      `safety account plan ${email} ${plan}`,
    ].join("\n"),
  });
}
