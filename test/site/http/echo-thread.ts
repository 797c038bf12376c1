// Stands in for the thread of the public pages. Each answer has the dataset, the path, and its number.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerTasks } from "../../../src/base/answer-tasks.ts";
import type { PageAnswer, PageQuestion } from "../../../src/site/http/page-question.ts";

let dataset = "";
let folder = "";
let count = 0;
const released = Promise.withResolvers<void>();

answerTasks(async (question: PageQuestion): Promise<PageAnswer | null> => {
  if ("files" in question) {
    dataset = new TextDecoder().decode(question.files.california.bytes);
    folder = question.folder;
    if (dataset === "unreadable") throw new Error("this dataset cannot be read");
    return null;
  }
  const { pathname } = new URL(question.url);
  if (pathname === "/crash") process.exit(1);
  if (pathname.includes("/release")) released.resolve();
  if (pathname.includes("/held")) await released.promise;
  count++;
  const text = `${dataset} ${pathname} ${count}`;
  const body = new TextEncoder().encode(pathname.includes("long") ? text.padEnd(50_000) : text);
  const file = join(folder, String(count));
  const isDownload = pathname.startsWith("/downloads/kept");
  if (isDownload) writeFileSync(file, body);
  const headers: [string, string][] = [
    ["X-Asked", JSON.stringify(question.headers)],
    ["etag", `"${dataset} ${pathname}"`],
  ];
  if (pathname.startsWith("/typed")) headers.push(["cache-control", "no-store"]);
  if (isDownload) headers.push(["accept-ranges", "bytes"]);
  const status = isDownload || /^\/(?:kept|typed)/.test(pathname) ? 200 : 203;
  const parameters = pathname === "/kept/known" ? ["a", "b"] : [];
  const page = isDownload ? { parameters, file } : pathname.startsWith("/kept") ? { parameters } : undefined;
  return {
    status,
    headers,
    body: isDownload ? null : body,
    ...(page ? { page } : {}),
    ...(pathname === "/failed" ? { failure: "it failed" } : {}),
  };
});
