// What the months after the data year say of the tests, the ranges, and a state's own edition.
// Usage: bun research/write-months.ts. Writes data/us/backtest-months.json; docs/backtest.md has its numbers.

import { canonicalText } from "../src/base/sealed-file.ts";
import { STATE_BUILDS } from "../src/dataset/builds.ts";
import { buildState } from "../src/dataset/state/build-state.ts";
import { openNation } from "../src/dataset/united-states/build.ts";
import { CONTRACT_NAME } from "../src/editions/table.ts";
import { backtestMonths } from "./backtest/nation-months.ts";

const own = await buildState(STATE_BUILDS[CONTRACT_NAME], { dataDir: "data" });
const opened = await openNation("data", own);
if (opened === null) throw new Error("the state's edition is of an earlier year than the nation's tables");
await Bun.write("data/us/backtest-months.json", canonicalText(backtestMonths(opened.inputs, own.records)));
