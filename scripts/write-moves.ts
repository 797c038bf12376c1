// Writes the table VERSION.csv in docs/moves: the records that a release of the figures moved, compared with the datasets
// of the release before. Of the nation only records that came, went, or changed their letter: an estimate moves most
// scores a little. Usage: bun scripts/write-moves.ts 1.2.3 v1.2.2
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { familyOf, gradeOf, scoreOf } from "../src/domain/grade.ts";

const ROOT = join(import.meta.dir, "..");
const FOLDER = join(ROOT, "docs/moves");

interface Caution {
  readonly code: string;
  readonly detail?: string;
}
interface StateRow {
  readonly record: Record<"safety_score" | "data_year", number> &
    Record<"county" | "grade", string> & { city?: string };
  readonly cautions: readonly Caution[];
}
interface NationRow extends Record<"state" | "name", string> {
  readonly county: string | null;
}
interface NationPlaceRow extends NationRow {
  readonly rating: { readonly relativeRisk: number };
  readonly cautions: readonly Caution[];
}
interface NationAbsenceRow extends NationRow, Record<"reason" | "detail", string> {}

/** What a record, or its absence, says. */
interface Shown {
  readonly record: readonly [year: number, score: number, grade: string] | null;
  /** The reason of an absence, or the cautions of a record. */
  readonly words: readonly string[];
}
const NOTHING: Shown = { record: null, words: [] };

const [version, before] = process.argv.slice(2);
if (version === undefined || before === undefined) throw new Error("say the version, and the commit of the one before");

const california = moved("dataset.json", stateRecords, (old, now) => {
  return old.record?.[0] !== now.record?.[0] || old.record?.[1] !== now.record?.[1];
});
const nation = moved("united-states.json", nationRecords, (old, now) => {
  return letterOf(old) !== letterOf(now);
});
const columns = ["kind", "name", "year_before", "score_before", "grade_before", "year", "score", "grade", "rule"];
mkdirSync(FOLDER, { recursive: true });
await Bun.write(
  join(FOLDER, `${version}.csv`),
  stringify([...(await california), ...(await nation)], { header: true, columns }),
);

async function moved(
  file: string,
  read: (json: string) => ReadonlyMap<string, Shown>,
  isMoved: (old: Shown, now: Shown) => boolean,
) {
  const shown = Bun.spawnSync(["git", "show", `${before}:data/${file}`], { cwd: ROOT });
  if (!shown.success) throw new Error(shown.stderr.toString());
  const [old, now] = [read(shown.stdout.toString()), read(await Bun.file(join(ROOT, "data", file)).text())];
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((name) => {
    const [was, is] = [old.get(name) ?? NOTHING, now.get(name) ?? NOTHING];
    if (!isMoved(was, is)) return [];
    const cells = ({ record }: Shown) => record ?? ["", "", ""];
    return [[...name.split("/"), ...cells(was), ...cells(is), ruleOf(was, is)]];
  });
}

/** Why: the reason of the absence that is or was, or what the record says now and did not say before. */
function ruleOf(was: Shown, is: Shown): string {
  if (is.record === null) return is.words.join("; ") || "no longer a place of its own";
  const added = is.words.filter((word) => !was.words.includes(word));
  if (was.record !== null) return added.join("; ") || "estimates";
  return [`was absent: ${was.words.join("; ") || "not listed"}`, ...added].join("; ");
}

function letterOf({ record }: Shown): string | null {
  return record === null ? null : familyOf(gradeOf(record[1]).letter);
}

function stateRecords(json: string): ReadonlyMap<string, Shown> {
  const dataset: { readonly cities: readonly StateRow[]; readonly counties: readonly StateRow[] } = JSON.parse(json);
  return new Map(
    [...dataset.cities, ...dataset.counties].map(({ record, cautions }) => [
      record.city === undefined ? `county/${record.county}` : `city/${record.city}`,
      { record: [record.data_year, record.safety_score, record.grade], words: cautions.map(textOf) },
    ]),
  );
}

function nationRecords(json: string): ReadonlyMap<string, Shown> {
  const dataset: {
    readonly dataYear: number;
    readonly places: readonly NationPlaceRow[];
    readonly absent: readonly NationAbsenceRow[];
  } = JSON.parse(json);
  const all = [...dataset.places, ...dataset.absent];
  const counts = Map.groupBy(all, ({ state, name }) => `${state} ${name}`);
  const nameOf = ({ state, name, county }: NationRow) => {
    const isShared = (counts.get(`${state} ${name}`)?.length ?? 0) > 1 && county !== null;
    return `place/${[name, ...(isShared ? [county] : []), state].join(", ").replaceAll("/", " and ")}`;
  };
  return new Map([
    ...dataset.places.map((place): [string, Shown] => {
      const score = scoreOf(place.rating.relativeRisk);
      const record = [dataset.dataYear, score, gradeOf(score).letter] as const;
      return [nameOf(place), { record, words: place.cautions.map(textOf) }];
    }),
    ...dataset.absent.map((place): [string, Shown] => {
      return [nameOf(place), { record: null, words: [`${place.reason}: ${place.detail}`] }];
    }),
  ]);
}

function textOf({ code, detail }: Caution): string {
  return detail === undefined ? code : `${code}: ${detail}`;
}
