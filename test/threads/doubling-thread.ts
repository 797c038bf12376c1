// Doubles a number. A negative one throws, and infinity gets no answer.
import { answerTasks } from "../../src/base/answer-tasks.ts";

answerTasks((value: number) => {
  if (value < 0) throw new Error("negative");
  return value === Number.POSITIVE_INFINITY ? new Promise<number>(() => {}) : 2 * value;
});
