import type { CallClues, Correlation } from '../downstream.ts';

/** Finds the request of each call of one connection. */
export interface CallCorrelation {
  of(clues: CallClues): Correlation;
  /** All calls of a transaction belong to the request that began it. */
  begin(clues: CallClues): void;
  end(): void;
}

const hasClue = ({ replayId, traceparent, baggage, tracestate }: CallClues): boolean =>
  [replayId, traceparent, baggage, tracestate].some((clue) => clue !== undefined);

/** Correlates by what a call names, then by the transaction of its connection, then by the only request under way. */
export function callCorrelation(correlate: (clues: CallClues) => Correlation): CallCorrelation {
  let isInTransaction = false;
  let ofTransaction: Correlation = null;
  const of = (clues: CallClues): Correlation => {
    const found = hasClue(clues) || ofTransaction === null ? correlate(clues) : ofTransaction;
    if (isInTransaction) ofTransaction ??= found;
    return found;
  };
  return {
    of,
    begin: (clues) => {
      if (isInTransaction) return;
      isInTransaction = true;
      of(clues);
    },
    end: () => {
      isInTransaction = false;
      ofTransaction = null;
    },
  };
}
