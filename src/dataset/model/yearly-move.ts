import { type CountedYear, followYear, type KnownRates, type MoveOf, type Pull } from "./filter.ts";
import { logPredictive } from "./gamma-poisson.ts";

/** Lowest number of residents of each size class, ascending from 0. */
export type SizeBounds = readonly number[];

/** Yearly move of each size class. */
export type ClassMoves = readonly number[];

/** Moves that are tried: 1 to 40%. */
export const MOVES = Array.from({ length: 40 }, (_, index) => (index + 1) / 100);

/** The move with the largest log likelihood; of equals the largest move. @param likelihoods one for each of `MOVES` */
export function likeliestMove(likelihoods: readonly number[]): number {
  return MOVES[likelihoods.lastIndexOf(Math.max(...likelihoods))] ?? 0;
}

export function sizeClassOf(bounds: SizeBounds, residents: number): number {
  return bounds.findLastIndex((from) => residents >= from);
}

export function moveOfSize(bounds: SizeBounds, moves: ClassMoves): MoveOf {
  return (residents) => moves[sizeClassOf(bounds, residents)] ?? 0;
}

export interface MoveFit {
  /** The fit with one more year. */
  add(year: CountedYear): MoveFit;
  /** Fitted on the years added so far. */
  moves(): ClassMoves;
  /** The log likelihood of these years with the fitted moves. */
  logLikelihood(): number;
}

/**
 * The yearly change of a place's underlying rate relative to the yardstick's. The filter runs with each move of the grid;
 * the log likelihoods of the counts that it forecast are summed by size class, that of the year from which the forecast
 * is made, and each class takes the move with the largest sum (Harvey & Fernandes 1989 fit their discount this way).
 * Without any forecast yet, the largest move is used, which gives the past the least weight.
 */
export function fitMoves(bounds: SizeBounds, pull: Pull): MoveFit {
  return moveFit(
    bounds,
    pull,
    MOVES.map((move) => ({ move, known: new Map(), sums: bounds.map(() => 0) })),
  );
}

/** A move with the filter's state and the log likelihoods by size class. */
interface TriedMove {
  readonly move: number;
  readonly known: KnownRates;
  readonly sums: readonly number[];
}

function moveFit(bounds: SizeBounds, pull: Pull, tried: readonly TriedMove[]): MoveFit {
  const likelihoodsOf = (size: number) => tried.map(({ sums }) => sums[size] ?? 0);
  return {
    add(year) {
      const after = tried.map(({ move, known: before, sums: sumsBefore }): TriedMove => {
        const known = new Map(before);
        const sums = [...sumsBefore];
        for (const { last, prior, counted } of followYear(known, year, { moveOf: () => move, pull })) {
          if (last === null) continue;
          const size = sizeClassOf(bounds, last.residents);
          sums[size] = (sums[size] ?? 0) + logPredictive(counted, prior);
        }
        return { move, known, sums };
      });
      return moveFit(bounds, pull, after);
    },
    moves: () => bounds.map((_, size) => likeliestMove(likelihoodsOf(size))),
    logLikelihood: () => bounds.reduce((total, _, size) => total + Math.max(...likelihoodsOf(size)), 0),
  };
}
