import { afterAll } from "bun:test";

/**
 * Stops something that a test needs when the test ends, or the group or the file that started it outside of a test. Not
 * for hooks: it would stop with the hook. Outside of the test runner, the caller stops it.
 */
export function stopAtEnd(stop: () => Promise<unknown>): void {
  if (process.env["NODE_ENV"] === "test") afterAll(() => stop().then(() => undefined));
}
