import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

export interface Task<Question> {
  readonly id: number;
  readonly question: Question;
}

export type TaskResult<Answer> =
  | { readonly id: number; readonly ok: true; readonly answer: Answer }
  | { readonly id: number; readonly ok: false; readonly error: string };

interface TaskThreadOptions {
  /** Creates the worker, which calls `answerTasks`. */
  readonly start: () => Worker;
  /** How long an idle thread is kept. If missing, the thread stays. */
  readonly idleMs?: number;
  /** The most time that an answer may take. After it, the thread is ended and its questions are rejected. */
  readonly maxWaitMs?: number;
}

interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The thread cannot start, because too few file descriptors are free, or it ended before it answered. */
export class ThreadUnavailable extends Error {
  override readonly name: string = "ThreadUnavailable";
}

/** An answer took longer than `maxWaitMs`. The thread may still be at work: what hangs in a system call cannot be ended. */
export class AnswerTooLate extends ThreadUnavailable {
  override readonly name = "AnswerTooLate";
}

/** Answers questions in a worker thread, which starts with the first question and again after a failure. */
export class TaskThread<Question, Answer> {
  readonly #options: TaskThreadOptions;
  readonly #pending = new Map<number, Pending<Answer>>();
  #thread: Worker | undefined;
  #idle: Timer | undefined;
  #lastId = 0;

  constructor(options: TaskThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#thread !== undefined;
  }

  /** Whether a question has no answer yet. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** @throws ThreadUnavailable if a question needs a new thread and none can be started now. */
  requireAvailable(): void {
    if (this.#thread === undefined && !canStartThread())
      throw new ThreadUnavailable("too few file descriptors are free");
  }

  /** Rejects with `ThreadUnavailable` if there is no thread for it, and with the message of what the work throws. */
  async ask(question: Question): Promise<Answer> {
    clearTimeout(this.#idle);
    const thread = this.#running();
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#pending.set(id, { resolve, reject });
    thread.postMessage({ id, question } satisfies Task<Question>);
    const { maxWaitMs } = this.#options;
    if (maxWaitMs === undefined) return promise;
    const timer = setTimeout(() => this.#end(new AnswerTooLate("an answer took too long")), maxWaitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  /** Ends the thread. A later question starts a new one. */
  close(): void {
    this.#end(new ThreadUnavailable("the thread was closed"));
  }

  #end(reason: ThreadUnavailable): void {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#fail(reason);
    thread?.terminate();
  }

  #running(): Worker {
    this.requireAvailable();
    if (this.#thread !== undefined) return this.#thread;
    const thread = this.#options.start();
    const failed = (reason: string) => {
      if (this.#thread === thread) this.#fail(new ThreadUnavailable(reason));
    };
    thread.onmessage = ({ data }: MessageEvent<TaskResult<Answer>>) => this.#take(data);
    thread.onerror = ({ message }) => failed(`the thread failed: ${message}`);
    thread.addEventListener("close", () => failed("the thread ended"), { once: true });
    this.#thread = thread;
    return thread;
  }

  #take(result: TaskResult<Answer>): void {
    const pending = this.#pending.get(result.id);
    this.#pending.delete(result.id);
    if (result.ok) pending?.resolve(result.answer);
    else pending?.reject(new Error(result.error));
    const { idleMs } = this.#options;
    if (this.#pending.size > 0 || idleMs === undefined) return;
    this.#idle = setTimeout(() => this.close(), idleMs);
    this.#idle.unref();
  }

  #fail(reason: ThreadUnavailable): void {
    this.#thread = undefined;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }
}

/** A thread opens a few files when it starts, and connections may take some at the same time. */
const NEEDED = 64;

/** The runtime ends the whole process if a starting thread finds no free file descriptor. */
function canStartThread(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
