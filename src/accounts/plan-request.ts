import { plainText, quoted } from "../base/plain-text.ts";
import type { PlanName } from "../domain/plan.ts";
import type { Mailer } from "./mail.ts";

/** The message that an account holder can add to a plan request. */
export const planRequestMessage = plainText(500);

export interface PlanRequest {
  readonly plan: PlanName;
  /** May be empty. */
  readonly message: string;
  readonly requestedAtMs: number;
}

export interface OpenPlanRequest extends PlanRequest {
  readonly email: string;
  readonly currentPlan: PlanName;
}

/** Emails the request to the operator. The store keeps it whether or not the email arrives. */
export async function mailPlanRequest(
  mailer: Mailer,
  to: string,
  { email, currentPlan, plan, message }: Omit<OpenPlanRequest, "requestedAtMs">,
): Promise<void> {
  await mailer.send({
    to,
    subject: `Plan request: ${plan}`,
    text: [
      `${email} is on the ${currentPlan} plan and requests the ${plan} plan.`,
      // Quoted as the account holder's words, so none of them can pass for the command below.
      ...(message === "" ? [] : ["", ...quoted(message)]),
      "",
      "To change the plan:",
      "",
      `safety account plan ${email} ${plan}`,
    ].join("\n"),
  });
}
