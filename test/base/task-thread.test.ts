import { afterEach, expect, test } from "bun:test";
import { TaskThread } from "../../src/base/task-thread.ts";

let started = 0;
let thread: TaskThread<number, number>;
afterEach(() => thread.close());

function startDoubling(): Worker {
  started++;
  return new Worker(new URL("../threads/doubling-thread.ts", import.meta.url), { ref: false });
}

test("each answer reaches its own question, and a question that throws rejects only itself", async () => {
  thread = new TaskThread({ start: startDoubling });
  const answers = await Promise.allSettled([thread.ask(1), thread.ask(-1), thread.ask(3)]);
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : answer.reason.message))).toEqual([
    2,
    "negative",
    6,
  ]);
});

test("one thread serves all questions; after it ends, the next question starts another", async () => {
  thread = new TaskThread({ start: startDoubling });
  started = 0;
  await Promise.all([thread.ask(1), thread.ask(2)]);
  expect(started).toBe(1);
  const unanswered = thread.ask(4);
  thread.close();
  await expect(unanswered).rejects.toThrow("the thread was closed");
  expect(await thread.ask(5)).toBe(10);
  expect(started).toBe(2);
});

test("an answer that takes too long rejects, and so do the other pending questions", async () => {
  thread = new TaskThread({ start: startDoubling, maxWaitMs: 50 });
  const answers = await Promise.allSettled([
    thread.ask(Number.POSITIVE_INFINITY),
    thread.ask(Number.POSITIVE_INFINITY),
  ]);
  expect(answers).toMatchObject([
    { status: "rejected", reason: { message: "an answer took too long" } },
    { status: "rejected", reason: { message: "an answer took too long" } },
  ]);
});

test("an idle thread ends, and starts again with the next question", async () => {
  thread = new TaskThread({ start: startDoubling, idleMs: 1 });
  started = 0;
  expect(await thread.ask(1)).toBe(2);
  await Bun.sleep(50);
  expect(await thread.ask(2)).toBe(4);
  expect(started).toBe(2);
});
