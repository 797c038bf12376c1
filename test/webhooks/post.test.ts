import { expect, test } from "bun:test";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Networks } from "../../src/access/allowed-addresses.ts";
import { postMessage } from "../../src/webhooks/post.ts";
import { outputOf } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";
import { LOOPBACK, startWebhookReceiver } from "../support/webhook-receiver.ts";

const MESSAGE = { headers: { "Content-Type": "application/json", "webhook-id": "msg_1" }, body: '{"type":"a"}' };
const post = (url: string, allowed: Networks | null = LOOPBACK) => postMessage(url, MESSAGE, allowed);

/** A server that speaks TCP only; it gets the connection after the first bytes of the request. */
async function rawServer(
  talk: (socket: Socket) => void,
): Promise<{ readonly url: string; readonly closed: Promise<void> }> {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("close", () => closed.resolve());
    socket.once("data", () => talk(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stopAtEnd(async () => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`, closed: closed.promise };
}

/** Writes as fast as the other side reads. */
function flood(socket: Socket, text: string): void {
  const more = () => {
    while (socket.writable && socket.write(text));
  };
  socket.on("drain", more);
  more();
}

test("a message arrives as a POST with its headers and body, and the host of the URL", async () => {
  const receiver = startWebhookReceiver();
  const url = receiver.url.replace("127.0.0.1", "localhost");
  expect(await post(url)).toEqual({ status: 204, fault: null });
  const [received] = receiver.messages;
  expect(received).toMatchObject({ id: "msg_1", type: "a", body: MESSAGE.body });
  expect(received?.headers["host"]).toBe(new URL(url).host);
});

test("any status but 2xx is a failure, and a redirect is not followed", async () => {
  const elsewhere = startWebhookReceiver();
  const receiver = startWebhookReceiver();
  for (const status of [301, 302, 307, 308]) {
    receiver.answerWith(() => new Response(null, { status, headers: { Location: elsewhere.url } }));
    expect(await post(receiver.url)).toEqual({ status, fault: "A redirect, which is not followed" });
  }
  for (const status of [400, 410, 429, 500, 503]) {
    receiver.answerWith(() => new Response("no", { status }));
    expect(await post(receiver.url)).toEqual({ status, fault: "Not accepted" });
  }
  expect(elsewhere.messages).toEqual([]);
});

test("a private address is refused before a connection, also behind a name", async () => {
  const receiver = startWebhookReceiver();
  const fault = { status: null, fault: "The server's address is not public" };
  for (const host of ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"]) {
    const url = receiver.url.replace("127.0.0.1", host);
    expect([url, await post(url, null)]).toEqual([url, fault]);
    const secure = url.replace("http:", "https:");
    expect([secure, await post(secure, new Networks("10.0.0.0/8"))]).toEqual([secure, fault]);
  }
  expect(receiver.messages).toEqual([]);
});

test("a server that is dead, unknown, or no web server is a failure without the address in its words", async () => {
  const receiver = startWebhookReceiver();
  await receiver.stop();
  expect(await post(receiver.url)).toEqual({ status: null, fault: "The server refuses connections" });
  const unknown = await post("https://no-such-host.invalid/");
  expect(unknown).toEqual({ status: null, fault: "The name of the server cannot be resolved" });
  for (const bytes of ["nonsense\r\n\r\n", ""]) {
    const { url } = await rawServer((socket) => socket.end(bytes));
    expect(await post(url)).toEqual({ status: null, fault: "The connection failed" });
  }
});

test("a server that never answers is left after the time limit", async () => {
  const { url, closed } = await rawServer(() => {});
  expect(await post(url)).toEqual({ status: null, fault: "No answer within 5 s" });
  await closed;
});

test("of an endless answer only the head is read, and endless headers are refused", async () => {
  const body = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    flood(socket, `10000\r\n${"b".repeat(65_536)}\r\n`);
  });
  expect(await post(body.url)).toEqual({ status: 200, fault: null });
  await body.closed;
  const head = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    flood(socket, `X-Long: ${"h".repeat(8_000)}\r\n`);
  });
  expect(await post(head.url)).toEqual({ status: null, fault: "The connection failed" });
  await head.closed;
});

test("the certificate must be valid for the name of the URL, although the connection is to an address", async () => {
  const folder = scratchFolder("webhook-tls");
  const names = ["localhost", "other.example"];
  for (const name of names) {
    const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    const files = ["-keyout", `${name}.key`, "-out", `${name}.pem`];
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...files];
    await outputOf(["openssl", ...made], { cwd: folder });
    const tls = { key: Bun.file(join(folder, `${name}.key`)), cert: Bun.file(join(folder, `${name}.pem`)) };
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", tls, fetch: () => new Response("ok") });
    stopAtEnd(() => server.stop(true));
    const url = `https://localhost:${server.port}/`;
    const untrusted = { status: null, fault: "The server's certificate is not valid for this name" };
    expect(await post(url)).toEqual(untrusted);
    // A process that trusts the certificate.
    const program = `import { postMessage } from "${import.meta.dir}/../../src/webhooks/post.ts";
      import { Networks } from "${import.meta.dir}/../../src/access/allowed-addresses.ts";
      console.log(JSON.stringify(await postMessage("${url}", { headers: {}, body: "{}" }, new Networks("127.0.0.1"))));`;
    const env = { NODE_EXTRA_CA_CERTS: join(folder, `${name}.pem`) };
    const out = JSON.parse(await outputOf([process.execPath, "-e", program], { env }));
    expect([name, out]).toEqual([name, name === "localhost" ? { status: 200, fault: null } : untrusted]);
  }
});
