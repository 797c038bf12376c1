import { gradeOf } from "../domain/grade.ts";
import type { OffenseGroup } from "../domain/offense.ts";
import type { OwnPast, Priors, YearlyMoves } from "../domain/snapshot.ts";
import { fitMove, ownPriors } from "./own-past.ts";
import type { Panel } from "./panel.ts";
import { roundPrior, roundRating } from "./published.ts";
import { type Exposed, rate, type StateRates, scoreOf } from "./rating.ts";

/** The data year of a build, and the prior of all places, which stands in for the past of a place that has none. */
interface DataYear {
  readonly year: number;
  readonly state: StateRates;
  readonly priors: Priors;
}

/** The places of one kind, rated by their own past. */
export interface Past {
  readonly moves: YearlyMoves;
  /** @param key of the place in the panel @param place its figures of the data year */
  rate(key: string, place: Exposed): OwnPast;
}

/** Cities or counties with their years before the data year; later years of the panel are not looked at. */
export function openPast(panel: Panel, { year, state, priors }: DataYear): Past {
  const years = panel.filter((past) => past.year < year);
  const moves = { violent: fitMove(years, "violent"), property: fitMove(years, "property") };
  const to = { year, state: { violent: state.violentRate, property: state.propertyRate } };
  const own = {
    violent: ownPriors(years, to, "violent", moves.violent),
    property: ownPriors(years, to, "property", moves.property),
  };
  const priorOf = (key: string, group: OffenseGroup) => own[group].get(key)?.prior ?? priors[group];

  return {
    moves: { ...moves, fittedOn: years.map((past) => past.year) },
    rate(key, place) {
      const ownPrior = { violent: priorOf(key, "violent"), property: priorOf(key, "property") };
      const exact = rate(place, ownPrior, state);
      const rating = roundRating(exact);
      const members = (group: OffenseGroup) => {
        const last = own[group].get(key)?.last;
        const { weight, smoothedRate, ratio } = rating[group];
        return {
          last: last ? roundPrior(last) : null,
          prior: roundPrior(ownPrior[group]),
          weight,
          smoothedRate,
          ratio,
        };
      };
      return {
        ...spanOf(
          years.filter(({ places }) => places.has(key)).map((past) => past.year),
          year,
        ),
        violent: members("violent"),
        property: members("property"),
        relativeRisk: rating.relativeRisk,
        score: scoreOf(exact),
        grade: gradeOf(scoreOf(exact)).letter,
      };
    },
  };
}

/** From the first of the years up to the data year, and the gaps between. */
function spanOf(years: readonly number[], dataYear: number): Pick<OwnPast, "since" | "without"> {
  const since = years[0] ?? dataYear;
  const span = Array.from({ length: dataYear - since }, (_, index) => since + index);
  return { since, without: span.filter((year) => !years.includes(year)) };
}
