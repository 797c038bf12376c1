import { messageOf } from "./error-text.ts";
import type { Task, TaskResult } from "./task-thread.ts";

declare const self: Worker;

/** Called once by the program of a `TaskThread`: answers each question with `work`. */
export function answerTasks<Question, Answer>(work: (question: Question) => Answer | Promise<Answer>): void {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Task<Question>>) => {
    self.postMessage(await resultOf(id, question));
  };

  async function resultOf(id: number, question: Question): Promise<TaskResult<Answer>> {
    try {
      return { id, ok: true, answer: await work(question) };
    } catch (error) {
      return { id, ok: false, error: messageOf(error) };
    }
  }
}
