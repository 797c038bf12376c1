/** @jsxImportSource hono/jsx */
import type { Nation } from "../../domain/nation.ts";
import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import { benchmarkRateOf } from "../../domain/trend.ts";
import { yardstickText } from "../../editions/edition.ts";
import type { NationAreaEntry } from "../../figures/area-entries.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { barPanel } from "../charts/bars.tsx";
import { linesIn, Words } from "../charts/chart-file.tsx";
import type { Picture } from "../http/services.ts";
import { comparisonOf } from "../measure/comparison.ts";
import { CardBox, CardLines, CardName, card, LEFT, WORDS } from "../share/card.tsx";
import { cardUrl } from "../share/share-section.tsx";
import { type Graded, gradedPlace, letterText } from "../ui/grade.tsx";
import type { Share } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { areaUrl } from "../view/addresses.ts";

/** "Fairfax County police area" */
export function areaTitle({ county, kind }: Pick<NationAreaEntry, "county" | "kind">): string {
  return `${county} ${kind === "sheriff" ? "sheriff’s" : "police"} area`;
}

/** Its grade; null with rates alone. */
export function gradedArea({ record, cautions }: NationAreaEntry): Graded | null {
  const { grade, safety_score } = record;
  return grade === null || safety_score === null
    ? null
    : gradedPlace({ cautions, record: { ...record, grade, safety_score } });
}

/** Both rates beside the nation's of the data year. */
export function areaRates({ record }: NationAreaEntry, { yardstick, dataYear }: Nation) {
  return OFFENSE_GROUPS.map((group) => ({
    group,
    rate: record[`${group}_rate_per_1k` as const],
    benchmarkRate: benchmarkRateOf(yardstick.trend, dataYear, group),
    letter: null,
  }));
}

/** Both rates compared with the nation's, as parts of a sentence. */
export function areaComparison({ record }: NationAreaEntry, { edition, yardstick, dataYear }: Nation) {
  const rates = { violent: record.violent_rate_per_1k, property: record.property_rate_per_1k };
  return comparisonOf({ rates, year: dataYear, yardstick: edition, state: yardstick.trend });
}

/** The preview of the page of an area for messengers and social networks. */
export function areaShare(area: NationAreaEntry, nation: Nation, baseUrl: string): Share {
  const path = areaUrl(area.state, area.county);
  return { url: baseUrl + path, image: baseUrl + cardUrl(path), imageText: areaCardText(area, nation) };
}

function areaCardText(area: NationAreaEntry, { edition, dataYear }: Nation): string {
  const graded = gradedArea(area);
  const grade =
    graded === null
      ? `no grade, ${dataYear}`
      : `${letterText(graded.letter)}, score ${graded.score} (${yardstickText(edition)}), ${dataYear}`;
  return `${areaTitle(area)}, ${stateName(area.state)}: ${grade}, reported offenses, not those of the whole county`;
}

/** The width of the bars of a rate, and where those of the second begin. */
const BARS = { width: 520, second: 624, top: 420, height: 130 } as const;

/** The card of an area: grade if it has one, name, one sentence, what it is not, and both rates beside the nation's. */
export function areaCard(area: NationAreaEntry, nation: Nation): Picture {
  const graded = gradedArea(area);
  const { edition, dataYear } = nation;
  const [violent, property] = areaComparison(area, nation);
  const sentence = linesIn(`In ${dataYear}: ${violent.join("")} and ${property.join("")}`, 30, WORDS.bound);
  return card(
    areaCardText(area, nation),
    <>
      {graded === null ? (
        <RatesBox year={dataYear} />
      ) : (
        <CardBox graded={graded} next={area.record.next_year} scale="Area" />
      )}
      <CardName
        title={`${areaTitle(area)}, ${stateName(area.state)}`}
        where={`${area.department}, ${number(area.population)} residents of its area`}
      />
      <CardLines sentence={sentence} notes={["This is not the county as a whole."]} />
      {areaRates(area, nation).map(({ group, rate, benchmarkRate }, index) => {
        const x = index === 0 ? LEFT : BARS.second;
        const panel = barPanel({
          title: `${group === "violent" ? "Violent" : "Property"} offenses per 1,000 residents, ${dataYear}`,
          bars: [
            { name: "This area", value: rate, shown: rate.toFixed(1) },
            { name: edition.title, value: benchmarkRate, shown: benchmarkRate.toFixed(1), isPale: true },
          ],
        });
        return (
          <>
            <Words x={x} y={BARS.top - 20} size={22} class="end-place end-name" text={panel.title ?? ""} />
            <svg
              aria-hidden="true"
              x={x}
              y={BARS.top}
              width={BARS.width}
              height={BARS.height}
              viewBox={`0 0 ${panel.size.join(" ")}`}
              preserveAspectRatio="xMinYMin"
            >
              {panel.draw(panel.size[0])}
            </svg>
          </>
        );
      })}
    </>,
  );
}

/** Instead of a grade. */
function RatesBox({ year }: { readonly year: number }) {
  return (
    <>
      <rect class="hatched" x={LEFT} y="48" width="232" height="232" rx="12" />
      <Words x={LEFT + 116} y={150} size={30} class="end-place end-name" anchor="middle" text="no grade" />
      <Words x={LEFT + 116} y={190} size={22} class="end-place" anchor="middle" text={`rates of ${year}`} />
    </>
  );
}
