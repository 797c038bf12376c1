// What `PasswordWork` runs in a thread of its own: a hash or an estimate takes up to 30 ms, in which no request would be answered.
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { Lazy } from "../domain/lazy.ts";
import { answerTasks } from "../threads/answer-tasks.ts";
import type { PasswordAnswer, PasswordQuestion } from "./password-work.ts";

/** argon2id with the memory, time and lanes of the OWASP Password Storage Cheat Sheet. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** The estimate takes a second for a hostile password of 128 characters, and 30 ms for its first 32. */
const ESTIMATED_LENGTH = 32;
/** On a core that both share, the thread gets about a quarter of the time while requests are waiting. */
const NICENESS = 5;

const estimator = new Lazy(async () => {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  const { adjacencyGraphs, dictionary } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: ESTIMATED_LENGTH });
});

lowerPriority();

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

/** Linux counts a thread as a process of its own; elsewhere the thread keeps its priority. */
function lowerPriority(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    if (thread !== undefined) setPriority(Number(thread), NICENESS);
  } catch {
    // A system without /proc, or one that forbids it.
  }
}
