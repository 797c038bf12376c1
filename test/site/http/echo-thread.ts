// Stands in for the thread of the public pages. Each answer has the dataset, the path, and its number.

import { answerTasks } from "../../../src/base/answer-tasks.ts";
import type { PageAnswer, PageQuestion } from "../../../src/site/http/public-pages.ts";

let dataset = "";
let count = 0;
const released = Promise.withResolvers<void>();

answerTasks(async (question: PageQuestion): Promise<PageAnswer | null> => {
  if ("files" in question) {
    dataset = new TextDecoder().decode(question.files.california);
    if (dataset === "unreadable") throw new Error("this dataset cannot be read");
    return null;
  }
  const { pathname } = new URL(question.url);
  if (pathname === "/crash") process.exit(1);
  if (pathname.startsWith("/release")) released.resolve();
  if (pathname.startsWith("/held")) await released.promise;
  count++;
  const text = `${dataset} ${pathname} ${count}`;
  const body = new TextEncoder().encode(pathname.includes("long") ? text.padEnd(50_000) : text);
  const headers: [string, string][] = [
    ["X-Asked", JSON.stringify(question.headers)],
    ["etag", `"${dataset} ${pathname}"`],
  ];
  if (pathname.startsWith("/typed")) headers.push(["cache-control", "no-store"]);
  const status = /^\/(?:kept|typed)/.test(pathname) ? 200 : 203;
  return { status, headers, body, ...(pathname === "/failed" ? { failure: "it failed" } : {}) };
});
