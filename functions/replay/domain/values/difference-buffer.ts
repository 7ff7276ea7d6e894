import type { Difference } from '../../../compare/domain/difference.ts';
import { type DifferenceSink, differenceSink } from '../../../compare/domain/difference-sink.ts';
import { cut } from '../../../compare/domain/json-context.ts';

/** Maximum places whose values are considered; a response with more of them has none mapped. */
const MAX_LOCATIONS = 5000;

/** Keeps every place that differs, until it is known which of them are mapped. */
export interface DifferenceBuffer extends DifferenceSink {
  readonly differences: readonly Difference[];
  /** More places differ than are kept: what was kept does not tell what the others have. */
  readonly isFull: boolean;
}

/** Creates an empty buffer. */
export function differenceBuffer(recordedAlias: DifferenceSink['recordedAlias']): DifferenceBuffer {
  const differences: Difference[] = [];
  let isFull = false;
  return {
    differences,
    get isFull() {
      return isFull;
    },
    everyLocation: true,
    recordedAlias,
    passesOver: () => isFull,
    add(difference) {
      if (differences.length < MAX_LOCATIONS) differences.push(difference);
      else isFull = true;
    },
    comparison: () => ({ differences, truncated: isFull }),
  };
}

/** What a comparison reports of these places: the first of each subject, with values cut. */
export function reportedOf(differences: Iterable<Difference>) {
  const sink = differenceSink();
  const known = new Set<string>();
  for (const difference of differences) {
    const { kind, subject, rule, recorded, replayed } = difference;
    const key = JSON.stringify([kind, subject, rule]);
    if (known.has(key)) continue;
    known.add(key);
    if (sink.passesOver(kind, rule)) continue;
    sink.add({ ...difference, recorded: recorded && cut(recorded), replayed: replayed && cut(replayed) });
  }
  return sink.comparison();
}
