// Runs in the worker thread of `PasswordGuesses`: an estimate takes up to 30 ms, which would block all requests.
import { type OptionsType, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import type { GuessesAnswer, GuessesQuestion } from "./password-guesses.ts";

/** The global scope of the worker thread. */
declare const self: Worker;

/** The estimate can take a second for a password of 128 characters, but only 30 ms for its first 32. */
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
