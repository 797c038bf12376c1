import { type CountedYear, followYear, type Known, type MoveOf, type Pull } from "./filter.ts";
import { logPredictive } from "./gamma-poisson.ts";

/** Lowest number of residents of each size class, ascending from 0. */
export type SizeBounds = readonly number[];

/** Yearly move of each size class. */
export type ClassMoves = readonly number[];

/** Yearly moves that are tried: 1 to 40%. */
const MOVES = Array.from({ length: 40 }, (_, index) => (index + 1) / 100);

export function sizeClassOf(bounds: SizeBounds, residents: number): number {
  return bounds.findLastIndex((from) => residents >= from);
}

export function moveOfSize(bounds: SizeBounds, moves: ClassMoves): MoveOf {
  return (residents) => moves[sizeClassOf(bounds, residents)] ?? 0;
}

interface MoveFit {
  add(year: CountedYear): void;
  /** Fitted on the years added so far. */
  moves(): ClassMoves;
  /** The log likelihood of these years with the fitted moves. */
  logLikelihood(): number;
}

/**
 * The yearly change of a place's underlying rate relative to the state's. The filter runs with each move of the grid;
 * the log likelihoods of the counts that it forecast are summed by size class, that of the year from which the forecast
 * is made, and each class takes the move with the largest sum (Harvey & Fernandes 1989 fit their discount this way).
 * Without any forecast yet, the largest move is used, which gives the past the least weight.
 */
export function fitMoves(bounds: SizeBounds, pull: Pull): MoveFit {
  const tried = MOVES.map((move) => ({ move, known: new Map<string, Known>(), sums: bounds.map(() => 0) }));
  const fitted = () =>
    bounds.map((_, size) => {
      const sum = ({ sums }: (typeof tried)[number]) => sums[size] ?? 0;
      const { move, sums } = tried.reduce((best, candidate) => (sum(candidate) >= sum(best) ? candidate : best));
      return { move, sum: sums[size] ?? 0 };
    });
  return {
    add(year) {
      for (const { move, known, sums } of tried) {
        for (const { last, prior, counted } of followYear(known, year, { moveOf: () => move, pull })) {
          if (last === null) continue;
          const size = sizeClassOf(bounds, last.residents);
          sums[size] = (sums[size] ?? 0) + logPredictive(counted, prior);
        }
      }
    },
    moves: () => fitted().map(({ move }) => move),
    logLikelihood: () => fitted().reduce((total, { sum }) => total + sum, 0),
  };
}
