// What the months after the data year say of the tests, the ranges, and a state's own edition.
// Usage: bun research/write-months.ts. Writes data/us/backtest-months.json; docs/backtest.md has its numbers.

import { canonicalText } from "../src/base/sealed-file.ts";
import { STATE_BUILDS } from "../src/dataset/builds.ts";
import { laterInterval } from "../src/dataset/model/rating.ts";
import { buildState } from "../src/dataset/state/build-state.ts";
import { openAreas } from "../src/dataset/united-states/areas/build.ts";
import { nextRanges } from "../src/dataset/united-states/areas/entry.ts";
import { AREA_BOUNDS } from "../src/dataset/united-states/areas/models.ts";
import { openNation } from "../src/dataset/united-states/build.ts";
import { SIZE_BOUNDS } from "../src/dataset/united-states/models.ts";
import { CONTRACT_NAME } from "../src/editions/table.ts";
import { UNITED_STATES } from "../src/editions/united-states.ts";
import { backtestMonths, besideOwnEdition } from "./backtest/nation-months.ts";

const own = await buildState(STATE_BUILDS[CONTRACT_NAME], { dataDir: "data" });
const opened = await openNation("data", own);
if (opened === null) throw new Error("the state's edition is of an earlier year than the nation's tables");
const { tables, inputs } = opened;
const { ledger, models } = inputs;
const ofAreas = await openAreas("data", tables, ledger, UNITED_STATES.includes.abbreviation);
const result = {
  ...backtestMonths({
    ledger,
    models,
    bounds: SIZE_BOUNDS,
    rangesOf: (estimate) => ({ score: laterInterval(estimate, 1) }),
  }),
  ownEdition: besideOwnEdition(inputs, own.input.models),
  areas: backtestMonths({
    ledger: ofAreas.monthsLedger,
    models: ofAreas.models,
    bounds: AREA_BOUNDS,
    rangesOf: nextRanges,
  }),
};
await Bun.write("data/us/backtest-months.json", canonicalText(result));
