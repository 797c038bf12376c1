// Runs the back-test over data/ and writes data/backtest.json. Usage: bun research/write-backtest.ts

import { readTables } from "../src/dataset/input-tables.ts";
import { readReview } from "../src/dataset/review.ts";
import { canonicalText } from "../src/places/file.ts";
import { backtest } from "./backtest/backtest.ts";

await Bun.write("data/backtest.json", canonicalText(backtest(await readTables("data"), await readReview("data"))));
