// Runs in the thread of the public pages (`PublicPages`).
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { answerTasks } from "../base/answer-tasks.ts";
import { Idle } from "../base/idle.ts";
import type { PageAnswer, PageQuestion, PageRequest, PageSetup } from "../site/http/public-pages.ts";

/** If pages and lookups share a core, pages get about a tenth of it. */
const NICENESS = 10;
const LOWEST_PRIORITY = 19;
/** After the last answer. */
const IDLE_MS = 5_000;

// Before the other modules are loaded.
lowerPriority();

type Answers = (request: PageRequest) => Promise<PageAnswer>;
/** The answers from the newest dataset. Requests that came before it are answered from theirs. */
let answers: Promise<Answers> = Promise.reject(new Error("the thread has no dataset"));
answers.catch(() => {});

/** After pages, most of the heap is garbage. A collection takes a tenth of a second, so it is not done between two pages. */
const idle = new Idle(IDLE_MS, () => Bun.gc(true));

answerTasks((question: PageQuestion) => idle.during(() => answer(question)));

async function answer(question: PageQuestion): Promise<PageAnswer | null> {
  if ("url" in question) return (await answers)(question);
  answers = answersFrom(question);
  await answers;
  return null;
}

async function answersFrom(setup: PageSetup): Promise<Answers> {
  const { publicSite } = await import("./public-site.ts");
  return publicSite(setup);
}

/** Linux treats a thread as a process. Elsewhere the thread keeps its priority. */
function lowerPriority(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    if (thread !== undefined) setPriority(Number(thread), Math.min(getPriority() + NICENESS, LOWEST_PRIORITY));
  } catch {
    // The system has no /proc, or does not allow the change.
  }
}
