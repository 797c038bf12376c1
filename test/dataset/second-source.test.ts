import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CALIFORNIA_BUILD } from "../../src/dataset/california/california-build.ts";
import { higherOthers, isContradicted } from "../../src/dataset/model/completeness.ts";
import type { OtherCount, PlaceYear } from "../../src/dataset/model/panel.ts";
import { readTables } from "../../src/dataset/state/input-tables.ts";
import { openLedger } from "../../src/dataset/state/ledger.ts";
import { readReview } from "../../src/dataset/state/review.ts";
import { mapOffenses, propertyOf, violentOf } from "../../src/domain/offense.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";

const YARDSTICK = { violent: 4, property: 20 };

/** A place of 10,000 residents, and what another collection counted. */
function place(other: Pick<OtherCount, "violent" | "property">): PlaceYear {
  const counts = { violent: 40, property: 190, offenses: mapOffenses(() => 0), review: null };
  return { residents: 10_000, ...counts, others: [{ source: "rtci_department", ...other }] };
}

describe("another collection", () => {
  test("with over 10% more, by which the letter changes, it makes a year incomplete", () => {
    const contradicts = (violent: number | null, property: number | null) =>
      isContradicted(place({ violent, property }), YARDSTICK, null);
    // The score is 51 as reported, and 35 with 70 violent offenses.
    expect(contradicts(70, 190)).toBe(true);
    expect(contradicts(45, 215)).toBe(false);
    expect(contradicts(10, 20)).toBe(false);
    expect(contradicts(null, null)).toBe(false);
  });

  test("with over 5% more in a group, it is named", () => {
    const isNamed = (violent: number | null, property: number | null) =>
      higherOthers(place({ violent, property })).length > 0;
    expect([isNamed(43, 190), isNamed(40, 200), isNamed(42, 199), isNamed(20, 20), isNamed(null, 199)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("a notice holds unless a collection other than a copy has nearly the same counts", async () => {
    const dataDir = join(import.meta.dir, "../../data");
    const [tables, review] = [await readTables(dataDir, CALIFORNIA), await readReview(dataDir, CALIFORNIA)];
    const reviewIn = (secondSource: typeof tables.secondSource) =>
      openLedger(CALIFORNIA_BUILD, { ...tables, secondSource }, review).review(2025, "San Diego County", "Oceanside");
    // The index has copied the regional system's counts, which are in doubt.
    expect(reviewIn(tables.secondSource)).toBe("partial_year");
    const { offenses } = tables.offenses.get(2025)?.find((row) => row.agency === "Oceanside") ?? { offenses: null };
    if (offenses === null) throw new Error("Oceanside has no row of 2025");
    const counts = { violent: violentOf(offenses), property: propertyOf(offenses) };
    const own = {
      county: "San Diego County",
      city: "Oceanside",
      year: 2025,
      source: "rtci_department",
      ...counts,
    } as const;
    expect(reviewIn([own])).toBeNull();
    expect(reviewIn([{ ...own, source: "fbi" }])).toBe("partial_year");
    expect(reviewIn([{ ...own, violent: own.violent + 80 }])).toBe("partial_year");
  });
});
