import { plainText, quoted } from "../base/plain-text.ts";
import type { PlanName } from "../domain/plan.ts";
import type { Origin } from "./account.ts";
import type { NewEmail } from "./outbox.ts";

/** The message that an account holder can add to a plan request. */
export const planRequestMessage = plainText(500);

export interface PlanRequest {
  readonly plan: PlanName;
  /** May be empty. */
  readonly message: string;
  readonly requestedAtMs: number;
}

export interface NewPlanRequest extends Pick<PlanRequest, "plan" | "message"> {
  readonly origin: Origin;
}

export interface OpenPlanRequest extends PlanRequest {
  readonly email: string;
  readonly currentPlan: PlanName;
}

interface RequestedBy extends Omit<OpenPlanRequest, "requestedAtMs"> {
  readonly accountId: number;
  /** The owner who asks. */
  readonly person: string;
}

/** Tells the operator about the request. */
export function planRequestEmail(
  recipient: string,
  { accountId, email, person, currentPlan, plan, message }: RequestedBy,
): NewEmail {
  return {
    ...{ kind: "plan_request", recipient, accountId },
    subject: `Plan request: ${plan}`,
    text: [
      `${email} is on the ${currentPlan} plan and requests the ${plan} plan.`,
      ...(person === email ? [] : [`${person} asked for it, an owner of the account.`]),
      // Quoted as the account holder's words, so none of them can pass for the command below.
      ...(message === "" ? [] : ["", ...quoted(message)]),
      "",
      "To change the plan:",
      "",
      `safety account plan ${email} ${plan}`,
    ].join("\n"),
  };
}
