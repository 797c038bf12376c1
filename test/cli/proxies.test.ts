import { expect, test } from "bun:test";
import { PROGRAM, run } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";

const NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** A proxy that refuses everything and keeps what it was sent. The environment has the names in both cases. */
function startProxy(names: readonly string[] = NAMES) {
  let received = "";
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, bytes) {
        received += bytes.toString();
        socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      },
    },
  });
  const url = `http://127.0.0.1:${listener.port}`;
  return {
    environment: Object.fromEntries(names.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, url])),
    received: () => received,
    [Symbol.dispose]: () => listener.stop(true),
  };
}

const MESSAGE = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** The answer of `safety mcp` to one message. */
async function bridged(environment: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<string> {
  const words = ["bash", "-c", 'echo "$0" | "$@"', MESSAGE, process.execPath, PROGRAM, "mcp", ...options];
  return (await run(words, { env: environment })).out;
}

const program = await serveProgram({ PORT: String(await freePort()) });
const SAFETY_API_KEY = await issueKey(program.databaseUrl);

test("the health check of a container reaches the service itself, whatever proxies the environment names", async () => {
  using proxy = startProxy();
  const env = { ...proxy.environment, PORT: new URL(program.url).port };
  expect(await run([process.execPath, PROGRAM, "health"], { env })).toMatchObject({ exitCode: 0 });
  expect(proxy.received()).toBe("");
});

test("the bridge for assistants reaches this machine and BASE_URL without a proxy", async () => {
  using proxy = startProxy();
  const { port } = new URL(program.url);
  for (const address of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
    const answer = await bridged({ ...proxy.environment, SAFETY_API_KEY }, "--url", address);
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { tools: expect.anything() } });
  }
  // A name without an address: only the proxy would have answered.
  const own = { BASE_URL: "https://safety.invalid", DATABASE_URL: program.databaseUrl };
  expect(await bridged({ ...proxy.environment, ...own, SAFETY_API_KEY })).toContain("did not answer as expected");
  expect(proxy.received()).toBe("");
});

test.each([[NAMES], [["ALL_PROXY"]]])(
  "with %p, a key goes to other hosts through a proxy only in a tunnel with TLS",
  async (names) => {
    using proxy = startProxy(names);
    await bridged({ ...proxy.environment, SAFETY_API_KEY }, "--url", "http://safety.invalid");
    expect(proxy.received()).toBe("");
    await bridged({ ...proxy.environment, SAFETY_API_KEY }, "--url", "https://safety.invalid");
    expect(proxy.received()).toStartWith("CONNECT safety.invalid:443 HTTP/1.1\r\n");
    expect(proxy.received()).not.toContain(SAFETY_API_KEY);
  },
);

test("a host in NO_PROXY is reached directly", async () => {
  using proxy = startProxy();
  await bridged(
    { ...proxy.environment, NO_PROXY: "safety.invalid", SAFETY_API_KEY },
    "--url",
    "https://safety.invalid",
  );
  expect(proxy.received()).toBe("");
});
