import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { downloadFolders } from "../../src/main/download-folders.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";

/** As the thread writes a download. */
function writeInto(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "records.csv"), "a row");
  return folder;
}

test("the folder of a dataset stays until the one after the next, and none stays after the end", () => {
  const parent = scratchFolder("temporary");
  const folders = downloadFolders(parent);
  const [first, second, third] = Array.from({ length: 3 }, () => writeInto(folders.next()));
  expect([first, second, third].map((folder) => existsSync(folder ?? ""))).toEqual([false, true, true]);
  folders.close();
  expect(readdirSync(parent)).toEqual([]);
});

test("a start deletes what a killed process left behind, and nothing of one that runs", async () => {
  const parent = scratchFolder("temporary");
  const serve = () => serveProgram({ TMPDIR: parent, LOG_LEVEL: "silent" });
  const download = async ({ url }: { readonly url: string }) =>
    (await fetch(`${url}/downloads/latest/data-dictionary.csv`)).status;
  const [killed, running] = await Promise.all([serve(), serve()]);
  expect([await download(killed), await download(running)]).toEqual([200, 200]);
  await killed.kill();
  const next = await serve();
  expect(await download(next)).toBe(200);
  const owners = readdirSync(parent).map((name) => Number(name.split("-")[2]));
  expect(owners.sort()).toEqual([running.pid, next.pid].sort());
  await Promise.all([running.stop(), next.stop()]);
  expect(readdirSync(parent)).toEqual([]);
});

test("a folder that cannot be used fails the download, and no page", async () => {
  const program = await serveProgram({ TMPDIR: "/dev/null/missing", LOG_LEVEL: "silent" });
  const statusOf = async (path: string) => (await fetch(program.url + path)).status;
  expect([await statusOf("/downloads"), await statusOf("/downloads/latest/data-dictionary.csv")]).toEqual([200, 500]);
  expect(await statusOf("/pricing")).toBe(200);
});
