import type { Comparison, Difference, DifferenceKind } from './difference.ts';

/** Maximum number of distinct (kind, subject) pairs kept per comparison; ignored ones are counted separately. */
const MAX_DIFFERENCES = 200;

/**
 * What decides whether an expected change covers a difference. Values are uncut, as JSON; null where a side has
 * nothing.
 */
export type DescribedChange = Omit<Difference, 'path' | 'note'>;

/** Collects the first example of each (kind, subject, rule). */
export interface DifferenceSink {
  /**
   * Requests a difference for every place of a subject, with uncut field values; by default the first of each subject
   * is enough.
   */
  readonly everyLocation?: boolean;
  /** The replayed value that a recorded identity is known to stand for; elements of lists are paired by it. */
  readonly recordedAlias?: ((value: string) => string | undefined) | undefined;
  add(difference: Difference): void;
  /**
   * Whether an expected change covers this one, and another of its subject was added: the caller need not describe it.
   */
  isCoveredAgain?(change: DescribedChange): boolean;
  /** Whether another difference of this kind would be dropped; it is then noted, so the caller need not describe it. */
  passesOver(kind: DifferenceKind, rule: string | null): boolean;
  comparison(): Comparison;
}

/** Creates an empty sink. */
export function differenceSink(): DifferenceSink {
  const kept: Difference[] = [];
  const ignored: Difference[] = [];
  const known = new Set<string>();
  let truncated = false;

  return {
    passesOver(kind, rule) {
      if ((rule === null ? kept : ignored).length < MAX_DIFFERENCES) return false;
      if (rule === null && kept.every((other) => other.kind !== kind)) return false;
      if (rule === null) truncated = true;
      return true;
    },
    add(difference) {
      const key = JSON.stringify([difference.kind, difference.subject, difference.rule]);
      if (known.has(key)) return;
      const side = difference.rule === null ? kept : ignored;
      if (side.length < MAX_DIFFERENCES) {
        known.add(key);
        side.push(difference);
        return;
      }
      if (difference.rule !== null) return;
      truncated = true;
      if (kept.every(({ kind }) => kind !== difference.kind)) {
        known.add(key);
        kept.splice(lastOfMostFrequent(kept), 1, difference);
      }
    },
    comparison: () => ({ differences: [...kept, ...ignored], truncated }),
  };
}

/** The entry to replace for a kind that has none yet: no kind is crowded out by another. */
function lastOfMostFrequent(kept: readonly Difference[]): number {
  const counts = new Map<DifferenceKind, number>();
  for (const { kind } of kept) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const max = Math.max(...counts.values());
  return kept.findLastIndex(({ kind }) => counts.get(kind) === max);
}
