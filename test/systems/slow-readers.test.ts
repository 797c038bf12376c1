// Downloads against the limits that the deployment files set. It holds hundreds of connections to a whole process.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";
import { STATE_EDITIONS } from "../../src/editions/table.ts";
import { filesOf } from "../../src/site/downloads/download-files.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";

const MIB = 1024 * 1024;
/** The most that downloads may take. */
const MOST = 600 * MIB;
/** From where the alert warns, and where the process is ended: other work comes on top. */
const ALERT = 800 * MIB;
const LIMIT = 1024 * MIB;
const UNREAD = 500;

const read = (file: string) => readFileSync(join(import.meta.dir, "../../deploy", file), "utf8");

test(`all downloads in each coding, and ${UNREAD} connections that read nothing, take less than the shipped limits`, async () => {
  const program = await serveProgram({ LOG_LEVEL: "silent", TMPDIR: scratchFolder("temporary") });
  const path = (file: string) => `/downloads/latest/${file}`;
  for (const coding of ["identity", "br", "gzip", "zstd"]) {
    for (const { file } of filesOf(STATE_EDITIONS).files) {
      const answer = await fetch(program.url + path(file), {
        headers: { "Accept-Encoding": coding },
        decompress: false,
      });
      await answer.arrayBuffer();
      expect([file, coding, answer.status]).toEqual([file, coding, 200]);
    }
  }
  const { pathname } = new URL((await fetch(program.url + path("us-history.json"), { method: "HEAD" })).url);
  const { hostname, port } = new URL(program.url);
  const sockets: Socket[] = [];
  stopAtEnd(async () => {
    for (const socket of sockets) socket.destroy();
  });
  for (let number = 0; number < UNREAD; number++) {
    const socket = connect(Number(port), hostname).pause();
    socket.write(`GET ${pathname}?x=${number} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    sockets.push(socket);
  }
  // The kernel has the head of the last answer, so the process has begun to send all of them.
  await new Promise((resolve) => sockets.at(-1)?.once("readable", resolve).on("error", resolve));
  expect((await fetch(`${program.url}/v1/safety/Irvine`)).status).toBe(401);
  const [, peakKib = "0"] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${program.pid}/status`, "utf8")) ?? [];
  expect(Number(peakKib) * 1024).toBeLessThan(MOST);
});

test("every deployment has the same limit, and the alert warns before it", () => {
  const compose = parse(read("compose.yaml"), { merge: true });
  expect(compose.services["node-1"].mem_limit).toBe(`${LIMIT / MIB}m`);
  expect(read("kubernetes/safety.yaml")).toContain(`limits: { memory: ${LIMIT / MIB}Mi }`);
  expect(read("safety.service")).toContain(`MemoryMax=${LIMIT / MIB}M`);
  expect(read("alerts.yaml")).toContain(`process_resident_memory_bytes{job="safety"} > ${ALERT / MIB} * 1024 * 1024`);
});
