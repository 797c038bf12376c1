import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readTable10 } from "../../src/dataset/sources/fbi-table-10.ts";
import { joinAreas } from "../../src/dataset/united-states/areas/join.ts";
import { openAreaLedger } from "../../src/dataset/united-states/areas/ledger.ts";
import { type AreaTables, type DepartmentRow, readAreaReview } from "../../src/dataset/united-states/areas/tables.ts";
import { areReportsWhole, unheldByState } from "../../src/dataset/united-states/areas/whole-reports.ts";
import { mapOffenses } from "../../src/domain/offense.ts";
import { readNation } from "../../src/figures/nation-file.ts";

const DATA = join(import.meta.dir, "../../data");
const nation = readNation(join(DATA, "united-states.json"));
const all = [...nation.areas, ...nation.absentAreas];
const byOri = (ori: string) => all.find((area) => area.ori === ori);

const row = (state: DepartmentRow["state"], department: string, count = 100): DepartmentRow => {
  return { state, department, ...mapOffenses(() => count) };
};
const county = (state: DepartmentRow["state"], geoid: string, name: string) => {
  return {
    state,
    geoid,
    county: name,
    estimates: new Map([
      [2020, 100_000],
      [2024, 110_000],
      [2025, 120_000],
    ]),
  };
};
const department = (state: DepartmentRow["state"], ori: string, name: string, of: string, residents: number | null) => {
  return { state, ori, name, county: of, residents };
};
const tables = (rows: readonly DepartmentRow[]): AreaTables => ({
  rows: new Map([[2024, rows]]),
  counties: [
    county("MD", "24005", "Baltimore County"),
    county("MD", "24510", "Baltimore city"),
    county("LA", "22071", "Orleans Parish"),
    county("NY", "36059", "Nassau County"),
    county("IA", "19003", "Adams County"),
    county("GA", "13135", "Gwinnett County"),
  ],
  departments: [
    department("MD", "MD0030000", "Baltimore County Sheriff's Office", "BALTIMORE", null),
    department("MD", "MD0030100", "Baltimore County Police Department", "BALTIMORE", 60_000),
    department("LA", "LA0360000", "Orleans Parish  Sheriff's Office", "ORLEANS", 20_000),
    department("NY", "NY0290000", "Nassau County Police Department", "NASSAU", 50_000),
    department("IA", "IA0020000", "Adams County Sheriff's Office", "ADAMS", 3_000),
    department("GA", "GA0670200", "Gwinnett County Police Department", "GWINNETT", 80_000),
  ],
});

describe("a row of Table 10 is joined to a department of its county", () => {
  const joined = (...rows: readonly DepartmentRow[]) =>
    (joinAreas(tables(rows), []).get(2024) ?? []).map(({ rule, area }) => [rule, area?.ori, area?.county.geoid]);

  test("a bare name is the sheriff, a police department says so, and an independent city is not the county", () => {
    expect(joined(row("MD", "Baltimore"), row("MD", "Baltimore County Police Department"))).toEqual([
      ["name", "MD0030000", "24005"],
      ["name", "MD0030100", "24005"],
    ]);
    expect(joined(row("LA", "Orleans"))).toEqual([["name", "LA0360000", "22071"]]);
  });

  test("a bare name is the county's only department, unless that has a row of its own", () => {
    expect(joined(row("NY", "Nassau"))).toEqual([["only_department", "NY0290000", "36059"]]);
    expect(joined(row("GA", "Gwinnett"), row("GA", "Gwinnett County Police Department"))).toEqual([
      ["not_listed", undefined, undefined],
      ["name", "GA0670200", "13135"],
    ]);
  });

  test("of two rows of one name neither is taken, and a name of no county is none", () => {
    expect(joined(row("IA", "Adams", 1), row("IA", "Adams", 2))).toEqual([
      ["two_rows", undefined, undefined],
      ["two_rows", undefined, undefined],
    ]);
    expect(joined(row("IA", "Atlantis"))).toEqual([["no_county", undefined, undefined]]);
  });
});

test("residents follow the county, and before its first year the state; a town's new department makes a year unclear", () => {
  const rows = [row("MD", "Baltimore County Police Department")];
  const both = {
    ...tables(rows),
    rows: new Map([
      [2018, rows],
      [2024, rows],
    ]),
  };
  const estimate = (year: number, residents: number) => ({
    state: "MD" as const,
    year,
    residents,
    ...mapOffenses(() => 1),
  });
  const figures = (residents: number) => ({ residents, offenses: mapOffenses(() => 1), agency: "Towson" });
  const town = { name: "Towson", state: "MD", county: "Baltimore County", years: new Map([[2022, figures(30_000)]]) };
  const ledger = openAreaLedger(both, [], "CA", { places: [town] } as never, {
    estimates: [estimate(2018, 900), estimate(2020, 1_000)],
    agencies: new Map(),
    secondCounts: [],
    months: [],
  });
  const [area] = ledger.areas;
  expect([...(area?.years.values() ?? [])].map(({ residents }) => residents)).toEqual([45_000, 55_000]);
  expect([...(area?.unclear ?? [])]).toEqual([[2018, "Towson has had a department of its own only since 2022"]]);
});

test("months are joined by the FBI's code, in order, and only to a department that polices an area", () => {
  const month = (ori: string, year: number, one: number) => {
    const agency = { state: "MD" as const, agency: "A name that is not read", ori, residents: 60_000 };
    return { ...agency, year, month: one, ...mapOffenses(() => one) };
  };
  const rows = [row("MD", "Baltimore County Police Department"), row("MD", "Baltimore")];
  const ledger = openAreaLedger(
    tables(rows),
    [],
    "CA",
    { places: [], secondRelease: null },
    {
      estimates: [],
      agencies: new Map(),
      secondCounts: [],
      months: [
        month("MD0030100", 2026, 1),
        month("MD0030100", 2025, 2),
        month("MD0030100", 2025, 1),
        month("MD0030000", 2025, 1),
      ],
    },
  );
  expect([...ledger.months].map(([key, own]) => [key, own.map((one) => [one.year, one.month])])).toEqual([
    [
      "MD0030100",
      [
        [2025, 1],
        [2025, 2],
        [2026, 1],
      ],
    ],
  ]);
});

test("headings with the marks of footnotes are read, in both forms of the table", async () => {
  const header =
    "State,County,Violent crime,Murder,Rape1,Robbery,Aggravated assault,Property crime,Burglary,Larceny-theft,Motor vehicle theft,Arson2";
  const lines = ['FLORIDA2 - Metropolitan Counties7,Bay8,10,1,2,3,4,"1,018",5,"1,006",7,', ",Clay,0,0,0,0,0,0,0,,0,"];
  const read = await readTable10(new TextEncoder().encode([header, ...lines].join("\n")), "fbi_table-10_2019_a.csv");
  expect(read.year).toBe(2019);
  expect(read.rows).toMatchObject([
    { state: "FL", department: "Bay", homicide: 1, larceny: 1_006, motorVehicleTheft: 7 },
    { state: "FL", department: "Clay", larceny: null },
  ]);
});

describe("letters only where reports are whole", () => {
  test("the share that neither table has decides, in both groups, with a wider bound for county police", () => {
    const counted = (count: number) => ({ state: "MD" as const, ...mapOffenses(() => count) });
    const city = { ...counted(100), agency: "A", marks: "", residents: 1 };
    const shares = (estimate: number) =>
      unheldByState(
        { estimates: [{ ...counted(estimate), year: 2024, residents: 1 }], agencies: new Map([[2024, [city]]]) },
        tables([row("MD", "Baltimore")]),
        2024,
      );
    expect(shares(235).get("MD")).toEqual({ violent: 0.35, property: 0.35 });
    const isWhole = (kind: "police" | "sheriff", estimate: number) =>
      areReportsWhole({ kind, state: "MD" } as never, shares(estimate));
    expect([isWhole("sheriff", 235), isWhole("sheriff", 236), isWhole("police", 400), isWhole("police", 401)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test("no sheriff of Kentucky, Maine, Nebraska, or Vermont has a letter, and none has a range of scores without one", () => {
    for (const { state, kind, withoutLetter, nextYear } of nation.areas) {
      if (["KY", "ME", "NE", "VT"].includes(state) && kind === "sheriff") expect(withoutLetter).toBe("others_report");
      expect(nextYear === null).toBe(withoutLetter !== null);
    }
  });
});

describe("the dataset", () => {
  test("has each area once, no county of the edition of a state, and no residents of the departments without an area", () => {
    expect(new Set(all.map(({ ori }) => ori)).size).toBe(all.length);
    expect(all.filter(({ state }) => state === "CA")).toEqual([]);
    for (const ori of ["TX0570000", "WI0410000", "GA0601300"])
      expect(byOri(ori)).toMatchObject({ reason: "no_area", population: null });
  });

  test("has the county police of Fairfax, Howard, and Arlington, and neither Hillsborough's fall nor Gwinnett's", () => {
    for (const ori of ["VA0290100", "MD0140100", "VA0070100"])
      expect(byOri(ori)).toMatchObject({ kind: "police", withoutLetter: null });
    expect(byOri("FL0290000")).toMatchObject({ reason: "incomplete_figures" });
    expect(byOri("GA0670200")).toMatchObject({ reason: "short_past" });
  });

  test("has Jacksonville's department in the years of both tables, by its review", async () => {
    const review = await readAreaReview(DATA);
    expect(review.find(({ ori }) => ori === "FL0160000")?.city).toBe("Jacksonville");
    const population = byOri("FL0160000")?.trend?.population ?? [];
    expect(population.map((residents) => residents !== null)).toEqual([true, true, false, false, true, false, true]);
  });

  test("names Table 10 and both numbers in the reasons of incomplete figures", () => {
    const reasons = nation.absentAreas.flatMap(({ reason, detail }) =>
      reason === "incomplete_figures" ? [detail] : [],
    );
    expect(reasons.length).toBeGreaterThan(150);
    for (const detail of reasons)
      expect(detail).toMatch(
        /^(?:Every count of 2024 is 0|The count of a class is blank in 2024|The FBI's Table 10 (?:has [\d,]+ property offenses? of 2024; at the US rate there would be about [\d,]+|has [\d,]+ violent and [\d,]+ property offenses? of 2024(?:; earlier years suggest about [\d,]+ and [\d,]+(?:; so low since 20\d\d)?(?:\. The level lasts\. 2025 by months: [\d,]+ violent .+)?|, the (?:program of the state|department itself) .+)|of 2024 lacks offenses of a class\. [\w-]+(?: [\w-]+)*: [\d,]+, about [\d,]+ expected(?:; .+)?))$/,
      );
    expect(byOri("NY0210000")).toMatchObject({
      detail: "The FBI's Table 10 has 11 property offenses of 2024; at the US rate there would be about 491",
    });
    expect(byOri("FL0290000")).toMatchObject({ detail: expect.stringMatching(/^The FBI.s Table 10 has /) });
  });

  test("has the caution of places where a department has no offense of a class, with both numbers", () => {
    const found = (ori: string) => {
      const area = nation.areas.find((one) => one.ori === ori);
      return area?.cautions.find(({ code }) => code === "class_rare")?.detail;
    };
    expect(found("AL0110000")).toBe(
      "Robbery: 0 in 2024, 33 at the US rate; Motor-vehicle theft: 0 in 2024, 140 at the US rate.",
    );
    for (const { department, trend, cautions } of nation.areas) {
      const [residents = 0, thefts] = [trend.population.at(-1) ?? 0, trend.offenses.motorVehicleTheft.at(-1)];
      const expected = (nation.yardstick.offenses.motorVehicleTheft * residents) / nation.yardstick.population;
      if (thefts !== 0 || expected < 25) continue;
      const codes = cautions.map(({ code }) => code);
      expect([department, codes.includes("class_rare") || codes.includes("class_filled")]).toEqual([department, true]);
    }
  });

  test("adds up for each state, apart from its places", () => {
    for (const { code, countyAreas, served, residents } of nation.states) {
      const own = nation.areas.filter(({ state }) => state === code);
      expect([countyAreas.areas, countyAreas.graded]).toEqual([
        own.length,
        own.filter(({ withoutLetter }) => withoutLetter === null).length,
      ]);
      expect(countyAreas.residents + served).toBeLessThan(1.02 * residents);
    }
  });
});
