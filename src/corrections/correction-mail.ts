import type { NewEmail } from "../accounts/outbox.ts";
import { quoted } from "../base/plain-text.ts";
import { ANSWERS, type AnsweredState, type Correction, type NewCorrection } from "./correction.ts";
import { FIGURES } from "./figure.ts";

/** Tells the operator about a report. */
export function reportEmail(recipient: string, id: number, correction: NewCorrection): NewEmail {
  const { place, year, figure, before, expected, text, source } = correction;
  return {
    ...{ kind: "correction_report", recipient, accountId: null },
    subject: `Correction ${id}: ${place}, ${year}`,
    text: [
      `${place}, ${year}: ${FIGURES[figure]}.`,
      `As published: ${before ?? "no number"}. Expected: ${expected ?? "no number"}.`,
      "",
      ...quoted(text),
      ...(source === "" ? [] : ["", "Source:", ...quoted(source)]),
      "",
      "To read and answer it:",
      "",
      `safety corrections show ${id}`,
    ].join("\n"),
  };
}

/** Tells the visitor about the answer. `message` is the operator's; it may be empty. */
export function answerEmail(
  recipient: string,
  { id, place, year, figure }: Correction,
  answer: { readonly state: AnsweredState; readonly message: string; readonly logUrl: string },
): NewEmail {
  return {
    ...{ kind: "correction_answer", recipient, accountId: null },
    subject: `Your report ${id}: ${place}, ${year}`,
    text: [
      `You reported a problem with a figure: ${place}, ${year}, ${FIGURES[figure]}.`,
      "",
      ANSWERS[answer.state],
      ...(answer.message === "" ? [] : ["", answer.message]),
      "",
      "All reports and answers:",
      "",
      answer.logUrl,
    ].join("\n"),
  };
}
