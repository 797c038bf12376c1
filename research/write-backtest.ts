import { CALIFORNIA } from "../src/editions/california.ts";
// Runs the back-test over data/ and writes data/backtest.json, except its member `power`, which research/power.py writes.
// Usage: bun research/write-backtest.ts

import { canonicalText } from "../src/base/sealed-file.ts";
import { readTables } from "../src/dataset/state/input-tables.ts";
import { readReview } from "../src/dataset/state/review.ts";
import { backtest } from "./backtest/backtest.ts";

const { power } = await Bun.file("data/backtest.json").json();
const result = backtest(await readTables("data", CALIFORNIA), await readReview("data", CALIFORNIA));
await Bun.write("data/backtest.json", canonicalText({ ...result, power }));
