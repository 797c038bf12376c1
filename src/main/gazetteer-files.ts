import { readFileSync } from "node:fs";
import countiesFile from "../../data/gazetteer/counties.json.br" with { type: "file" };
import namesFile from "../../data/gazetteer/names.json.br" with { type: "file" };
import outlinesFile from "../../data/gazetteer/outlines.bin" with { type: "file" };
import placesFile from "../../data/gazetteer/places.json.br" with { type: "file" };
import pointsFile from "../../data/gazetteer/points.json.br" with { type: "file" };
import formsFile from "../../data/gazetteer/search.json.br" with { type: "file" };
import zipsFile from "../../data/gazetteer/zips.json.br" with { type: "file" };
import { openPieces, unpacked } from "../base/packed-file.ts";
import type { GazetteerFiles } from "../gazetteer/gazetteer.ts";
import { OUTLINED_ROWS, outlinesIn } from "../gazetteer/outline-table.ts";

const outlines = openPieces(() => readFileSync(outlinesFile));

/** The program's own tables of places. Each is read when it is needed. */
export const GAZETTEER_FILES: GazetteerFiles = {
  places: () => unpacked(readFileSync(placesFile)),
  points: () => unpacked(readFileSync(pointsFile)),
  zips: () => unpacked(readFileSync(zipsFile)),
  counties: () => unpacked(readFileSync(countiesFile)),
  names: () => unpacked(readFileSync(namesFile)),
  forms: () => unpacked(readFileSync(formsFile)),
  outlines: (state) => outlinesIn(outlines, state),
  outlinedRows: () => outlines.pieces<readonly number[]>([OUTLINED_ROWS])[0] ?? [],
};
