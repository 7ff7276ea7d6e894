import type { FieldValues, ValuePair } from './round-values.ts';
import type { ShownValue } from './shown-values-job.ts';

/** Maximum differences of endpoints whose values are kept. @internal */
export const MAX_FIELDS = 1000;
/** Maximum distinct pairs that are counted for each of them, and the most frequent ones that are kept. @internal */
export const MAX_COUNTED = 20;
/** @internal */
export const MAX_KEPT = 5;

/**
 * Counts the values of differences by endpoint, within a bounded amount of memory; later ones that exceed it are left
 * out.
 */
export function valueTally() {
  const fields = new Map<string, Omit<FieldValues, 'pairs'> & { pairs: Map<string, ValuePair> }>();

  return {
    add(operation: string, item: number, shown: readonly ShownValue[]): void {
      for (const { kind, subject, ...values } of shown) {
        const key = JSON.stringify([operation, kind, subject]);
        const field = fields.get(key) ?? { operation, kind, subject, pairs: new Map<string, ValuePair>() };
        if (!fields.has(key)) {
          if (fields.size === MAX_FIELDS) continue;
          fields.set(key, field);
        }
        const pair = JSON.stringify([values.recorded, values.replayed]);
        const present = field.pairs.get(pair);
        if (present) present.requests++;
        else if (field.pairs.size < MAX_COUNTED) field.pairs.set(pair, { ...values, requests: 1, item });
      }
    },

    fields: (): FieldValues[] =>
      [...fields.values()].map(({ pairs, ...field }) => ({
        ...field,
        pairs: [...pairs.values()].sort((a, b) => b.requests - a.requests || a.item - b.item).slice(0, MAX_KEPT),
      })),
  };
}
