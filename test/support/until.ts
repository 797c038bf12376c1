/** Only a hang takes as long. Less than the time limit of tests, so that the error is about the wait and not the test. */
const WAIT_MS = 300_000;

/**
 * Asks until the answer is true. `what` is the state that the test waits for, for the error if it never comes within
 * `waitMs`.
 */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, waitMs = WAIT_MS): Promise<void> {
  const startMs = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startMs > waitMs) throw new Error(`still waiting after ${waitMs / 1_000} s: ${what}`);
    await Bun.sleep(20);
  }
}
