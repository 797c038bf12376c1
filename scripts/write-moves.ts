// Writes the table VERSION.csv in docs/moves: the records that a release of the figures moved, compared with the dataset
// of the release before. Usage: bun scripts/write-moves.ts 1.2.3 v1.2.2
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";

const ROOT = join(import.meta.dir, "..");
const FOLDER = join(ROOT, "docs/moves");

type Year = readonly [year: number, score: number, grade: string] | readonly ["", "", ""];
interface Row {
  readonly record: Record<"safety_score" | "data_year", number> &
    Record<"county" | "grade", string> & { city?: string };
}

const [version, before] = process.argv.slice(2);
if (version === undefined || before === undefined) throw new Error("say the version, and the commit of the one before");
const shown = Bun.spawnSync(["git", "show", `${before}:data/dataset.json`], { cwd: ROOT });
if (!shown.success) throw new Error(shown.stderr.toString());
const [old, now] = [yearsOf(shown.stdout.toString()), yearsOf(await Bun.file(join(ROOT, "data/dataset.json")).text())];
const ABSENT: Year = ["", "", ""];
const moves = [...new Set([...old.keys(), ...now.keys()])]
  .toSorted()
  .map((name) => [...name.split("/"), ...(old.get(name) ?? ABSENT), ...(now.get(name) ?? ABSENT)])
  .filter(([, , year, score, , newYear, newScore]) => year !== newYear || score !== newScore);
const columns = ["kind", "name", "year_before", "score_before", "grade_before", "year", "score", "grade"];
mkdirSync(FOLDER, { recursive: true });
await Bun.write(join(FOLDER, `${version}.csv`), stringify(moves, { header: true, columns }));

function yearsOf(json: string): ReadonlyMap<string, Year> {
  const dataset: { readonly cities: readonly Row[]; readonly counties: readonly Row[] } = JSON.parse(json);
  return new Map(
    [...dataset.cities, ...dataset.counties].map(({ record }) => [
      record.city === undefined ? `county/${record.county}` : `city/${record.city}`,
      [record.data_year, record.safety_score, record.grade],
    ]),
  );
}
