// What `PasswordGuesses` runs in a thread of its own: the estimate takes up to 30 ms, in which no request would be answered.
import { type OptionsType, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import type { GuessesAnswer, GuessesQuestion } from "./password-guesses.ts";

/** The thread itself, as it looks from inside. */
declare const self: Worker;

/** The estimate takes a second for a wicked password of 128 characters, and 30 ms for its first 32. */
const ESTIMATED_LENGTH = 32;

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: ESTIMATED_LENGTH,
} satisfies OptionsType);

self.onmessage = ({ data: { id, password, words } }: MessageEvent<GuessesQuestion>) => {
  const answer: GuessesAnswer = { id, guesses: estimator.check(password, [...words]).guesses };
  self.postMessage(answer);
};
