import * as v from 'valibot';
import { Count } from '../../../platform/values/shown-values.ts';
import { pathTemplate } from '../operation-name.ts';
import { LEFT_OUT_REASONS, type LeftOutRule } from './exchange-filter.ts';
import type { FilteredExchange } from './filtered-exchange.ts';

/** Maximum sample requests of a group. */
export const MAX_SAMPLES = 5;
const MAX_SAMPLE_LENGTH = 200;

const LEFT_OUT_RULES = Object.keys(LEFT_OUT_REASONS) as LeftOutRule[]; // the keys of the record

/** Exchanges that are left out for one reason, and some of them as `METHOD /path` with ids as `{id}`. */
export const LeftOut = v.object({
  rule: v.picklist(LEFT_OUT_RULES),
  reason: v.string(),
  count: Count,
  samples: v.pipe(v.array(v.string()), v.description(`At most ${MAX_SAMPLES}, with ids as \`{id}\`.`)),
});
export type LeftOut = v.InferOutput<typeof LeftOut>;

/** Counts exchanges by the reason why they are left out, and the ones that are taken. */
export function leftOutCounts() {
  const groups = new Map<LeftOutRule | null, { count: number; samples: Set<string> }>();
  const groupOf = (rule: LeftOutRule | null) => {
    const group = groups.get(rule) ?? { count: 0, samples: new Set<string>() };
    groups.set(rule, group);
    return group;
  };
  return {
    /** `rule`: null if the exchange is taken. */
    add(rule: LeftOutRule | null, { method, path }: Pick<FilteredExchange, 'method' | 'path'>): void {
      const group = groupOf(rule);
      group.count++;
      if (group.samples.size < MAX_SAMPLES)
        group.samples.add(`${method} ${pathTemplate(path)}`.slice(0, MAX_SAMPLE_LENGTH));
    },

    taken: () => ({ count: groupOf(null).count, samples: [...groupOf(null).samples] }),

    /** The reasons with exchanges, in the order in which they are decided. */
    leftOut: (): LeftOut[] =>
      Object.entries(LEFT_OUT_REASONS).flatMap(([rule, reason]) => {
        const group = groups.get(rule as LeftOutRule); // the keys of the record
        return group ? [{ rule: rule as LeftOutRule, reason, count: group.count, samples: [...group.samples] }] : [];
      }),
  };
}
