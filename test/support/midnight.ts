import { utcDay } from "../../src/base/window.ts";
import { until } from "./until.ts";

/** Longer than a test takes that follows the system's clock and counts by days or months. */
const MARGIN_MS = 120_000;

/** Waits until midnight UTC is over if it is near, so that no day or month ends in the middle of a test. */
export async function awayFromMidnight(): Promise<void> {
  const { endMs } = utcDay(Date.now());
  if (endMs - Date.now() < MARGIN_MS) await until("midnight UTC is over", () => Date.now() >= endMs);
}
