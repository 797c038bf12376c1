import { plainText, quoted } from "../base/plain-text.ts";
import type { PlanName } from "../domain/plan.ts";
import type { NewEmail } from "./outbox.ts";

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

interface RequestedBy extends Omit<OpenPlanRequest, "requestedAtMs"> {
  readonly accountId: number;
}

/** Tells the operator about the request. */
export function planRequestEmail(
  recipient: string,
  { accountId, email, currentPlan, plan, message }: RequestedBy,
): NewEmail {
  return {
    ...{ kind: "plan_request", recipient, accountId },
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
  };
}
