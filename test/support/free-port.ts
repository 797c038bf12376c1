import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Ports below those that systems choose for outgoing connections and for port 0, so nothing takes one by chance. They
 * are in blocks, and each process of the tests has one for itself: it listens on the first port of its block until it
 * ends.
 */
const FIRST_PORT = 10_000;
const BLOCK_PORTS = 100;
const BLOCKS = 60;

let block: Promise<Server> | undefined;
let given = 0;

/**
 * A loopback port on which nothing listens. No other process of the tests gets it, and this one only after it has got all
 * the others of its block.
 */
export async function freePort(): Promise<number> {
  block ??= reservedBlock();
  const first = portOf(await block);
  for (;;) {
    given = (given % (BLOCK_PORTS - 1)) + 1;
    const port = first + given;
    if (await isFree(port)) return port;
  }
}

/** Listens on the first port of a block that no other process has. */
async function reservedBlock(): Promise<Server> {
  for (let number = 0; number < BLOCKS; number++) {
    const server = await listening(FIRST_PORT + number * BLOCK_PORTS);
    if (server !== null) return server.unref();
  }
  throw new Error(`no block of ports from ${FIRST_PORT} on is free for the tests`);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port");
  return address.port;
}

/** Whether nothing listens on a loopback port. */
export async function isFree(port: number): Promise<boolean> {
  const probe = await listening(port);
  if (probe === null) return false;
  probe.close();
  await once(probe, "close");
  return true;
}

/** null if something else listens there. */
async function listening(port: number): Promise<Server | null> {
  const server = createServer();
  const listens = once(server, "listening");
  server.listen(port, "127.0.0.1");
  return listens.then(
    () => server,
    () => null,
  );
}
