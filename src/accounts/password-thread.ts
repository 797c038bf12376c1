// Runs in the worker thread of `PasswordWork`: a hash or an estimate takes up to 30 ms, which would block all requests.

import { answerTasks } from "../base/answer-tasks.ts";
import { Lazy } from "../base/lazy.ts";
import type { PasswordAnswer, PasswordQuestion } from "./password-work.ts";

/** argon2id with the memory, time, and lanes of the OWASP Password Storage Cheat Sheet. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** The estimate can take a second for a hostile password of 128 characters, but only 30 ms for its first 32. */
const ESTIMATED_LENGTH = 32;

const estimator = new Lazy(async () => {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  const { adjacencyGraphs, dictionary } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: ESTIMATED_LENGTH });
});

answerTasks(answerTo);

async function answerTo(question: PasswordQuestion): Promise<PasswordAnswer> {
  switch (question.kind) {
    case "hash":
      return Bun.password.hashSync(question.password, ARGON2ID);
    case "verify":
      return Bun.password.verifySync(question.password, question.hash);
    case "guesses":
      return (await estimator.get()).check(question.password, [...question.words]).guesses;
  }
}
