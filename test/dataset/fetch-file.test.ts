import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DatasetError } from "../../src/dataset/fault.ts";
import { type FetchOptions, fetchFile } from "../../src/dataset/update/fetch-file.ts";
import type { Publication } from "../../src/dataset/update/publication.ts";
import { outputOf } from "../support/command.ts";
import { file, startPublishers } from "../support/publishers.ts";
import { scratchFolder } from "../support/scratch.ts";

const { server, origin, answers } = startPublishers();
afterAll(() => server.stop(true));
const TABLE = "Year,County\n2025,Yuba County\n";
const ADDRESS = "https://publisher.example/table.csv";
const PUBLICATION: Publication = { file: "table.csv", folder: "", address: ADDRESS, check: async () => [] };

async function fetched(options: Partial<FetchOptions> = {}): Promise<string> {
  try {
    return Buffer.from(await fetchFile(PUBLICATION, { from: origin, ...options })).toString();
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return error.message;
  }
}
const answered = (answer: (request: Request) => Response | Promise<Response>) =>
  void answers.set("/publisher.example/table.csv", answer);
const refusal = (reason: string) => `table.csv: ${reason} (${ADDRESS})`;

describe("what a server answers", () => {
  const moved = (location: string) => () => new Response(null, { status: 302, headers: { location } });
  const coded = (body: Uint8Array) => () =>
    new Response(new Uint8Array(body), { headers: { "content-encoding": "gzip" } });
  const ANSWERS: readonly (readonly [string, (request: Request) => Response, string])[] = [
    ["a file", file(TABLE), TABLE],
    ["compressed although nobody asked", coded(gzipSync(TABLE)), TABLE],
    [
      "compressed and cut",
      coded(gzipSync(TABLE).subarray(0, -10)),
      refusal("the download broke off: its compression is damaged"),
    ],
    ["nothing", file(""), refusal("the file is empty")],
    ["status 204", () => new Response(null, { status: 204 }), refusal("the publisher answers with status 204")],
    ["a part", () => new Response(TABLE, { status: 206 }), refusal("the publisher answers with status 206")],
    ["not modified", () => new Response(null, { status: 304 }), refusal("the publisher answers with status 304")],
    [
      "not found",
      () => new Response("", { status: 404 }),
      refusal("the publisher answers with status 404: it is not published yet, or it moved"),
    ],
    [
      "trouble",
      () => new Response("", { status: 503 }),
      refusal("the publisher answers with status 503; try again later"),
    ],
    ["a redirect to itself", moved("/publisher.example/table.csv"), refusal("there are more than 3 redirects")],
    [
      "a redirect to nothing valid",
      moved("http://[bad"),
      refusal("the publisher moved the file to an address that is not valid"),
    ],
    ["a page", file("<html>"), refusal("there is an HTML page in place of the file")],
    [
      "a page after a mark and a comment",
      file("\uFEFF\n<!-- Error -->"),
      refusal("there is an HTML page in place of the file"),
    ],
  ];
  test.each(ANSWERS)("%s", async (_, answer, expected) => {
    answered(answer);
    expect(await fetched()).toBe(expected);
  });
  test("a redirect on the same host is followed", async () => {
    answered(moved("/new"));
    answers.set("/new", file(TABLE));
    expect(await fetched()).toBe(TABLE);
  });
});

describe("how a connection ends", () => {
  /** A server that sends this text to each request, and ends, or waits. */
  function raw(text: string, isEnd = true) {
    return Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: {
        data(socket) {
          socket.write(text);
          if (isEnd) socket.end();
        },
      },
    });
  }
  const from = ({ port }: { readonly port: number }) => ({ from: `http://127.0.0.1:${port}` });
  const HEAD = "HTTP/1.1 200 OK\r\n";

  test.each([
    ["before the announced length", `${HEAD}Content-Length: 5000\r\n\r\n${TABLE}`],
    ["inside a chunk", `${HEAD}Transfer-Encoding: chunked\r\n\r\n40\r\n${TABLE}`],
    ["without an answer", "HTTP/1.1 200"],
  ])("%s", async (_, text) => {
    using server = raw(text);
    expect(await fetched(from(server))).toMatch(
      /^table\.csv: the download broke off: the connection was closed( after \d+ bytes)? \(https:\/\/publisher\.example\/table\.csv\)$/,
    );
  });

  test("at a length that is announced too short: only the file's own end can tell", async () => {
    using server = raw(`${HEAD}Content-Length: 11\r\n\r\n${TABLE}`);
    expect(await fetched(from(server))).toBe("Year,County");
  });

  test("never, and nothing comes: at the first byte, or after some", async () => {
    using silent = raw("", false);
    expect(await fetched({ ...from(silent), idleMs: 30 })).toBe(
      refusal("the publisher sent nothing for 0.03 s; try again later"),
    );
    using stalled = raw(`${HEAD}Content-Length: 5000\r\n\r\n${TABLE}`, false);
    expect(await fetched({ ...from(stalled), idleMs: 200 })).toBe(
      refusal(`the publisher sent nothing for 0.2 s after ${TABLE.length} bytes; try again later`),
    );
  });

  test("never, and a byte comes now and then", async () => {
    answered(
      () =>
        new Response(
          (async function* () {
            for (;;) {
              yield "x";
              await Bun.sleep(5);
            }
          })(),
        ),
    );
    expect(await fetched({ wholeMs: 200 })).toMatch(
      /took more than 0\.2 s, and ended after \d+ bytes; try again later/,
    );
  });
});

describe("why there is no connection", () => {
  test("no such name", async () => {
    expect(await fetched({ from: "http://publisher.invalid" })).toBe(
      refusal("the name of the publisher's server cannot be resolved; check the connection to the Internet"),
    );
  });
  test("nobody listens", async () => {
    const closed = Bun.listen({ port: 0, hostname: "127.0.0.1", socket: { data() {} } });
    closed.stop(true);
    expect(await fetched({ from: `http://127.0.0.1:${closed.port}` })).toBe(
      refusal("the publisher's server refuses connections"),
    );
  });
  test("a certificate that nobody signed, or no TLS", async () => {
    const folder = scratchFolder("certificate");
    const options = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost";
    const request = `req -x509 ${options} -keyout key.pem -out cert.pem`;
    await outputOf(["openssl", ...request.split(" ")], { cwd: folder });
    const tls = { key: Bun.file(join(folder, "key.pem")), cert: Bun.file(join(folder, "cert.pem")) };
    using own = Bun.serve({ port: 0, hostname: "127.0.0.1", tls, fetch: file(TABLE) });
    const reason = refusal("the certificate of the publisher's server is not valid");
    expect(await fetched({ from: `https://localhost:${own.port}` })).toBe(reason);
    expect(await fetched({ from: origin.replace("http:", "https:") })).toBe(
      refusal("the publisher's server does not speak TLS"),
    );
  });
});
