import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { filesByHand, wantedFiles } from "../../src/dataset/update/wanted-files.ts";
import { type Environment, PROGRAM, run, safety } from "../support/command.ts";
import { dbfFile } from "../support/dbf.ts";
import { file, publishedAt, startPublishers } from "../support/publishers.ts";
import { scratchFolder } from "../support/scratch.ts";
import {
  alldataFile,
  countyNames,
  dojFile,
  e4File,
  FIXTURE_CITIES,
  officialFolders,
  placeFile,
  workbook,
  workbookRows,
  yearLines,
} from "./official-files.ts";

const { server, origin: ORIGIN, answers, sign } = startPublishers();
afterAll(() => server.stop(true));
const {
  offenses: DOJ,
  cities: CITIES,
  counties: COUNTIES,
  places: PLACES,
  tables: TABLES,
  estimates: ESTIMATES,
} = publishedAt(2025);

const counties = await countyNames();
const DOJ_LINES = [2022, 2023, 2024, 2025].flatMap((year) => yearLines(year, counties));
const COUNTRY_OF_COUNTIES = alldataFile(counties, 500_000);
const CITY_WORKBOOK = await workbook(workbookRows([2022, 2023, 2024, 2025], FIXTURE_CITIES));

const OFFENSES = [
  "Violent\ncrime",
  "Murder and\nnonnegligent\nmanslaughter",
  "Rape1",
  "Robbery",
  "Aggravated\nassault",
  "Property\ncrime",
  "Burglary",
  "Larceny-\ntheft",
  "Motor\nvehicle\ntheft",
];
const COUNTS = [4, 1, 1, 1, 1, 3, 1, 1, 1];

function table8(more: readonly string[] = [], without = "", year = 2025): Promise<Uint8Array> {
  const titles = ["State", "City", "Population", ...OFFENSES, ...more].filter((title) => title !== without);
  const row = ["ALABAMA", "Abbeville", 2349, ...COUNTS, ...more.map(() => 1)];
  return workbook([["Table 8"], [`Offenses Known to Law Enforcement by State by City, ${year}`], titles, row]);
}

function table10(): Promise<Uint8Array> {
  const row = ["ALABAMA - Metropolitan Counties", "Autauga", ...COUNTS];
  const title = "Offenses Known to Law Enforcement by State by Metropolitan and Nonmetropolitan Counties, 2025";
  return workbook([["Table 10"], [title], ["State", "County", ...OFFENSES], row]);
}

async function tablesZip(first?: Uint8Array): Promise<Uint8Array> {
  return zipSync({
    "tables/CIUS_Table_8_Offenses_Known_to_Law_Enforcement_by_State_by_City_2025.xlsx": first ?? (await table8()),
    "tables/CIUS_Table_10_Offenses_Known_to_Law_Enforcement_by_State_by_County_2025.xlsx": await table10(),
    "__MACOSX/tables/._CIUS_Table_8_Offenses.xlsx": strToU8("other"),
  });
}

beforeEach(async () => {
  answers.clear();
  answers.set(DOJ, file(dojFile(DOJ_LINES)));
  answers.set(CITIES, file(CITY_WORKBOOK));
  answers.set(COUNTIES, file(COUNTRY_OF_COUNTIES));
  sign(TABLES, await tablesZip());
  sign(
    ESTIMATES,
    await workbook([
      ["year", "state_name"],
      [2025, "Alabama"],
    ]),
  );
});

interface Folders {
  readonly sourceDir: string;
  readonly dataDir: string;
}

/** A data folder that has been built from official files of 2022 to 2024. */
const prepared = await officialFolders();
await cp(join(import.meta.dir, "../../data/geography.json.br"), join(prepared.dataDir, "geography.json.br"));

async function foldersOf({ withNation = false } = {}): Promise<Folders> {
  const root = scratchFolder("dataset");
  await cp(join(prepared.dataDir, ".."), root, { recursive: true });
  const { sourceDir, dataDir } = { sourceDir: join(root, "official"), dataDir: join(root, "data") };
  if (withNation) await mkdir(join(sourceDir, "us"));
  return { sourceDir, dataDir };
}

const update = ({ sourceDir, dataDir }: Folders, ...more: readonly string[]) =>
  safety({}, "dataset", "update", sourceDir, "--year", "2025", "--data", dataDir, "--from", ORIGIN, ...more);

async function contents(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (path) => [path, Bun.hash(await readFile(path)).toString()] as const)),
  );
}

const everything = (folders: Folders) => contents(join(folders.dataDir, ".."));

describe("an update", () => {
  test("shows what changes, and writes it with --yes alone", async () => {
    const folders = await foldersOf();
    const before = await everything(folders);
    const shown = await update(folders);
    expect([shown.exitCode, shown.note]).toEqual([0, expect.stringContaining("Nothing was changed")]);
    expect(shown.out).toContain("census_co-est2025-alldata.csv: new,");
    expect(shown.out).toContain("data year 2025");
    expect(await everything(folders)).toEqual(before);

    const written = await update(folders, "--yes");
    expect([written.exitCode, written.note]).toEqual([0, expect.stringContaining("Updated")]);
    expect(JSON.parse(await readFile(join(folders.dataDir, "dataset.json"), "utf8")).dataYear).toBe(2025);
    expect(await readFile(join(folders.sourceDir, "census_co-est2025-alldata.csv"), "utf8")).toBe(COUNTRY_OF_COUNTIES);
    expect(await readdir(join(folders.dataDir, ".."))).toEqual(expect.arrayContaining(["data", "official"]));
    expect((await readdir(join(folders.dataDir, ".."))).length).toBe(2);

    const again = await update(folders);
    expect(again.out).toContain("census_co-est2025-alldata.csv: unchanged,");
    expect(again.out).toContain(`From 2025`);
  });

  test("takes a changed file only with --accept-changes", async () => {
    const folders = await foldersOf();
    expect((await update(folders, "--yes")).exitCode).toBe(0);
    answers.set(COUNTIES, file(alldataFile(counties, 500_001)));
    const refused = await update(folders, "--yes");
    expect([refused.exitCode, refused.note]).toEqual([
      1,
      expect.stringMatching(/census_co-est2025-alldata\.csv: its SHA-256 is \w{64}, .*https:\/\/www2\.census\.gov/),
    ]);
    const accepted = await update(folders, "--accept-changes");
    expect([accepted.exitCode, accepted.out]).toEqual([0, expect.stringContaining("alldata.csv: changed,")]);
  });

  test("takes the folder's own copy of a file that is skipped, and names the files that can be", async () => {
    const folders = await foldersOf();
    answers.delete(COUNTIES);
    await writeFile(join(folders.sourceDir, "census_co-est2025-alldata.csv"), COUNTRY_OF_COUNTIES);
    expect((await update(folders, "--skip", "census_co-est2025-alldata.csv")).exitCode).toBe(0);
    const unknown = await update(folders, "--skip", "other.csv");
    expect(unknown.note).toContain("other.csv: not downloaded anyway; the files are Crimes_and_Clearances");
  });

  test("reads the Census Bureau's .dbf where the folder has no places, and leaves those that it has", async () => {
    const folders = await foldersOf();
    const own = join(folders.sourceDir, "tl_2016_06_place.csv");
    expect((await update(folders)).out).not.toContain("tl_2016");
    await rm(own);
    const rows = placeFile(FIXTURE_CITIES).trimEnd().split("\n");
    const table = dbfFile(rows.map((row) => row.split(",")));
    answers.set(PLACES, file(zipSync({ "tl_2016_06_place.shp": strToU8("shapes"), "tl_2016_06_place.dbf": table })));
    const { exitCode, out } = await update(folders, "--yes");
    expect([exitCode, out]).toEqual([0, expect.stringContaining("tl_2016_06_place.csv: new,")]);
    expect(out).toContain("https://www2.census.gov/geo/tiger/TIGER2016/PLACE/tl_2016_06_place.zip");
    // The same bytes as the copy that somebody saved as CSV: an accented name and an area among them.
    expect(await readFile(own, "utf8")).toBe(placeFile(FIXTURE_CITIES));
    answers.set(PLACES, file(zipSync({ "tl_2016_06_place.dbf": strToU8("no table") })));
    await rm(own);
    const broken = await update(folders, "--yes");
    expect([broken.exitCode, broken.note]).toEqual([1, expect.stringMatching(/tl_2016_06_place\..*https:/)]);
  });

  test("stops without a trace", async () => {
    const folders = await foldersOf();
    const before = await everything(folders);
    const asked = Promise.withResolvers<void>();
    answers.set(COUNTIES, () => {
      asked.resolve();
      return new Promise(() => {});
    });
    const command = ["dataset", "update", folders.sourceDir, "--year", "2025", "--data", folders.dataDir];
    const child = Bun.spawn([process.execPath, PROGRAM, ...command, "--from", ORIGIN, "--yes"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    await asked.promise;
    child.kill("SIGINT");
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([
      130,
      expect.stringContaining("stopped; nothing was changed"),
    ]);
    expect(await everything(folders)).toEqual(before);
    expect((await readdir(join(folders.dataDir, ".."))).length).toBe(2);
  });
});

test("an update that is killed at any step is finished or undone by the next command", async () => {
  const built = await foldersOf();
  for (const args of [["import", built.sourceDir], ["build"]])
    expect((await safety({}, "dataset", ...args, "--data", built.dataDir)).exitCode).toBe(0);
  const [root, copies] = [scratchFolder("update"), scratchFolder("update-steps")];
  const [data, official] = [join(root, "link"), join(root, "official")];
  const beginWith = async (folder: string) => {
    await rm(root, { recursive: true });
    await cp(folder, root, { recursive: true, verbatimSymlinks: true });
  };
  const begin = async () => {
    await beginWith(join(built.dataDir, ".."));
    await symlink("data", data);
  };
  const preload = ["--preload", join(import.meta.dir, "../support/kill-at-step.ts")];
  const command = ["dataset", "update", official, "--year", "2025", "--data", data, "--from", ORIGIN, "--yes"];
  const updated = (env: Environment) =>
    run([process.execPath, ...preload, PROGRAM, ...command], { env: { KILL_IN: root, ...env } });

  await begin();
  const before = await contents(root);
  expect((await updated({ COPIES: copies })).exitCode).toBe(0);
  const whole = await contents(root);
  expect((await safety({}, "dataset", "check", "--data", data)).exitCode).toBe(0);
  const steps = (await readdir(copies)).length;
  const outcomeOf = async () => {
    // Any command closes the update first. This one then ends at once.
    const { note } = await safety({}, "dataset", "import", join(root, "missing"), "--data", data);
    expect(note).toContain("the folder of official files cannot be read");
    const after = await contents(root);
    const isNew = Bun.deepEquals(after, whole);
    expect(isNew || Bun.deepEquals(after, before)).toBe(true);
    expect((await readdir(root)).toSorted()).toEqual(["data", "link", "official"]);
    return `${/It is now (\w+)/.exec(note)?.[1] ?? "complete"}: ${isNew ? "new" : "old"}`;
  };
  const outcomes: string[] = [];
  for (let step = 0; step < steps; step++) {
    await beginWith(join(copies, String(step)));
    outcomes.push(await outcomeOf());
  }
  const changes = outcomes.filter((outcome, step) => outcome !== outcomes[step - 1]);
  expect(changes).toEqual(["complete: old", "undone: old", "finished: new", "complete: new"]);

  // The copies are what a program leaves that is killed.
  await begin();
  const step = outcomes.indexOf("finished: new");
  expect((await updated({ KILL_AT: String(step) })).exitCode).toBe(137);
  expect(await outcomeOf()).toBe("finished: new");
});

describe("files that a person got", () => {
  const E4 = "E-4_2011-2013.csv";
  const ALLDATA = "census_co-est2025-alldata.csv";
  async function given(files: Readonly<Record<string, string | Uint8Array>>): Promise<readonly string[]> {
    const folder = scratchFolder("given");
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    return ["--files", folder];
  }
  const e4 = () => e4File([2011, 2012, 2013], counties, FIXTURE_CITIES);

  test("are named with their page, and taken where they belong with --yes alone", async () => {
    const folders = await foldersOf();
    const shown = await update(folders, ...(await given({ [E4]: e4() })));
    expect([shown.exitCode, shown.out]).toEqual([0, expect.stringContaining(`${E4}: new,`)]);
    expect(shown.out).toMatch(/ {2}E-4_2011-2013\.csv: E-4 Population.*https:\/\/dof\.ca\.gov/);
    expect(await readdir(folders.sourceDir)).not.toContain(E4);
    expect((await update(folders, ...(await given({ [E4]: e4() })), "--yes")).exitCode).toBe(0);
    expect(await readFile(join(folders.sourceDir, E4), "utf8")).toBe(e4());
    const again = await update(folders, ...(await given({ [E4]: e4().replace("E-4", "E-5") })));
    expect([again.exitCode, again.note]).toEqual([1, expect.stringContaining(`${E4}: its SHA-256 is`)]);
  });

  test("come in place of a download, with the same checks", async () => {
    const folders = await foldersOf();
    answers.delete(COUNTIES);
    const files = (content: string | Uint8Array) => given({ [ALLDATA]: content });
    expect((await update(folders, ...(await files(COUNTRY_OF_COUNTIES)))).exitCode).toBe(0);
    const page = await update(folders, ...(await files("<html>")));
    expect([page.exitCode, page.note]).toEqual([1, expect.stringContaining("an HTML page in place of the file (/")]);
    const column = await update(folders, ...(await files(COUNTRY_OF_COUNTIES.replace("CTYNAME", "NAME"))));
    expect([column.exitCode, column.note]).toEqual([1, expect.stringContaining("column CTYNAME")]);
  });

  test("are refused with a reason where they are no official file, or cut", async () => {
    const folders = await foldersOf();
    const before = await everything(folders);
    const FILES: readonly (readonly [string, string | Uint8Array, string])[] = [
      ["other.csv", "a,b\n", "no official file is named so; names are like Crimes_and_Clearances"],
      ["Crimes_and_Clearances_2025.csv.gz", gzipSync(dojFile(DOJ_LINES)).subarray(0, -40), "2025.csv.gz"],
      ["SUB-IP-EST2025-POP.xlsx", CITY_WORKBOOK.subarray(0, -900), "the ZIP has no end"],
      [E4, e4().replace("COUNTY/CITY", "PLACE"), E4],
    ];
    for (const [name, content, reason] of FILES) {
      const { exitCode, note } = await update(folders, ...(await given({ [name]: content })), "--yes");
      expect([exitCode, note]).toEqual([1, expect.stringContaining(reason)]);
    }
    const missing = await update(folders, "--files", join(folders.dataDir, "missing"));
    expect([missing.exitCode, missing.note]).toEqual([
      1,
      expect.stringContaining("missing: the folder cannot be read"),
    ]);
    expect(await everything(folders)).toEqual(before);
  });

  test("go into the folder of their edition", async () => {
    const { sourceDir } = await foldersOf({ withNation: true });
    await mkdir(join(sourceDir, "us/geo"));
    const names = [
      "fbi_agency-months_2025-01_2026-10.csv",
      "fbi_agency-populations.csv",
      "rtci_scorecard_2026-10-24.csv",
      "rtci_sources_2026-10-24.csv",
      "fdle_fibrs_2021-2027.xlsx",
      "us_gazetteer.csv.gz",
      "us_zips.csv.gz",
      E4,
    ];
    const [, folder = ""] = await given(Object.fromEntries(names.map((name) => [name, ""])));
    const options = { sourceDir, year: 2025, skip: [], given: folder };
    const own = (await wantedFiles(options)).filter(({ isLocal }) => isLocal);
    expect(new Map(own.map(({ file, folder }) => [file, folder]))).toEqual(
      new Map(names.map((name, index) => [name, index === 7 ? "" : index >= 5 ? "us/geo" : "us"])),
    );
    const byHand = (await filesByHand(options, [])).map(({ file }) => file);
    expect(byHand).toContain("us/fbi_agency-months_2025-01_2026-04.csv");
    expect(byHand.filter((file) => file.endsWith("us_gazetteer.csv.gz"))).toEqual(["us/geo/us_gazetteer.csv.gz"]);
    expect(byHand.filter((file) => /table-|estimates|co-est|sub-ip/i.test(file))).toEqual([]);
  });
});

/** Whether this user may mount a file system of its own. */
async function hasFileSystems(): Promise<boolean> {
  return (await run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).catch(() => null))?.exitCode === 0;
}

if (await hasFileSystems()) {
  const DISKS = [
    ["a full disk of the data folder", "data", "head -c 20M /dev/zero > data/fill", "the disk is full (ENOSPC)"],
    [
      "a full disk of the official files",
      "official",
      "head -c 20M /dev/zero > official/fill",
      "the disk is full (ENOSPC)",
    ],
    ["official files that may only be read", "official", "mount -o remount,ro official", "read-only (EROFS)"],
    ["a data folder that may only be read", "data", "mount -o remount,ro data", "read-only (EROFS)"],
  ] as const;
  test.each(DISKS)("an update on %s changes nothing", async (_, part, damage, reason) => {
    const { dataDir, sourceDir } = await foldersOf();
    const root = join(dataDir, "..");
    // The part is inside a file system of its own, and the workspace beside the data folder is on it, too.
    const script = `cd "$1" && mv ${part} part && mkdir ${part} && mount -t tmpfs -o size=10m none ${part} && mv part ${part}/own
      ${damage}
      sums() { find . -type f ! -name fill | sort | xargs sha256sum; }
      before=$(sums)
      "$2" "$3" dataset update "$4" --year 2025 --data "$5" --from "$6" --yes; echo "exit $?"
      [ "$(sums)" = "$before" ] && echo same; find . -name "*update*"`;
    const at = (name: string, path: string) => (name === part ? join(path, "own") : path);
    const args = [root, process.execPath, PROGRAM, at("official", sourceDir), at("data", dataDir), ORIGIN];
    const { out, note } = await run(["unshare", "-rm", "sh", "-c", script, "sh", ...args]);
    expect(note).toContain(`${reason}; nothing was changed`);
    expect(out).toEndWith("exit 1\nsame\n");
  });
}

describe("a download is refused with its name, its address, and the reason, and changes nothing, where", () => {
  const HTML = "\n<!DOCTYPE html><title>Error</title>";
  const elsewhere = (to: string) => () => new Response(null, { status: 302, headers: { location: to } });
  const FAULTS: readonly (readonly [string, () => void | Promise<void>, string, string])[] = [
    ["it is not there", () => void answers.delete(DOJ), DOJ, "status 404: it is not published yet, or it moved"],
    [
      "it moved",
      () => void answers.set(DOJ, elsewhere("https://other.example/new?x=1")),
      DOJ,
      "moved the file to https://other.example/new (",
    ],
    ["an HTML page comes", () => void answers.set(COUNTIES, file(HTML)), COUNTIES, "an HTML page in place of the file"],
    [
      "the workbook is cut",
      () => void answers.set(CITIES, file(CITY_WORKBOOK.subarray(0, -900))),
      CITIES,
      "the download is truncated: the ZIP has no end",
    ],
    [
      "a column is missing",
      () => void answers.set(COUNTIES, file(COUNTRY_OF_COUNTIES.replace("CTYNAME", "NAME"))),
      COUNTIES,
      "column CTYNAME: the column is missing",
    ],
    [
      "a workbook of other columns has a CSV's name",
      () => void answers.set(COUNTIES, file(CITY_WORKBOOK)),
      COUNTIES,
      "column",
    ],
    [
      "the FBI does not know the key",
      () => void answers.set(TABLES, () => Response.json({})),
      TABLES,
      "the publisher does not have the file, or moved it",
    ],
    [
      "the FBI's answer is no JSON",
      () => void answers.set(TABLES, file("later")),
      TABLES,
      "the answer has no signed address",
    ],
    [
      "the signed address is elsewhere",
      () => void answers.set(TABLES, () => Response.json({ [TABLES]: "http://10.0.0.1/x?secret" })),
      TABLES,
      "leads to another host, 10.0.0.1",
    ],
    ["the signature has expired", () => void answers.delete(`/storage/${TABLES}`), TABLES, "status 404"],
    ["the ZIP is cut", async () => sign(TABLES, (await tablesZip()).subarray(0, -1000)), TABLES, "the ZIP has no end"],
    [
      "the ZIP lacks the table",
      () => sign(TABLES, zipSync({ "a.txt": strToU8("a") })),
      TABLES,
      "the ZIP has 0 files named like",
    ],
    [
      "Table 8 lacks a column",
      async () => sign(TABLES, await tablesZip(await table8([], "Robbery"))),
      TABLES,
      "column robbery: the column is missing",
    ],
    [
      "Table 8 has a new column",
      async () => sign(TABLES, await tablesZip(await table8(["Carjacking"]))),
      TABLES,
      'a new column, "carjacking"',
    ],
    [
      "Table 8 is of another year",
      async () => sign(TABLES, await tablesZip(await table8([], "", 2024))),
      TABLES,
      "the title is not of 2025",
    ],
    [
      "the offenses end at the end of a line",
      () => void answers.set(DOJ, file(dojFile(DOJ_LINES.slice(0, -30)))),
      DOJ,
      "more for 2025: the file is truncated, or incomplete",
    ],
    [
      "the counties end at the end of a line",
      () => void answers.set(COUNTIES, file(COUNTRY_OF_COUNTIES.split("\n").slice(0, -10).join("\n"))),
      COUNTIES,
      "there is no row of ",
    ],
    [
      "the workbook is of a year before",
      async () => void answers.set(CITIES, file(await workbook(workbookRows([2022, 2023, 2024], FIXTURE_CITIES)))),
      CITIES,
      "there is no estimate for 2025",
    ],
    ["the estimates, a workbook, lack a column", () => {}, ESTIMATES, "the column is missing"],
  ];
  test.each(FAULTS)("%s", async (_, damage, at, reason) => {
    const folders = await foldersOf({ withNation: true });
    const before = await everything(folders);
    await damage();
    const { exitCode, note } = await update(folders, "--yes");
    const error = note.slice(note.indexOf("safety: "));
    expect([exitCode, error]).toEqual([1, expect.stringContaining(reason)]);
    expect(error).toContain(at.startsWith("/") ? `(https:/${at})` : `signedurl?key=${at})`);
    expect(error).not.toContain("secret");
    expect(await everything(folders)).toEqual(before);
    expect((await readdir(join(folders.dataDir, ".."))).length).toBe(2);
  });

  test("the connection ends before the announced length", async () => {
    const folders = await foldersOf();
    const before = await everything(folders);
    using cut = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: { data: (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nYear,County\n") },
    });
    const { exitCode, note } = await update(folders, "--yes", "--from", `http://127.0.0.1:${cut.port}`);
    expect([exitCode, note]).toEqual([
      1,
      expect.stringMatching(/1985-2025\.csv: the download (broke off|is truncated).*\(https:\/\/data-openjustice/),
    ]);
    expect(await everything(folders)).toEqual(before);
  });
});
