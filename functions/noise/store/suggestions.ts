import * as v from 'valibot';
import type { SuggestedFields } from '../../findings/domain/suggested-fields.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { Table } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { Suggestion } from '../domain/suggestions.ts';
import type { noiseKeys } from './noise-keys.ts';

/** Suggestions written concurrently. */
const BATCH_SIZE = 50;
/** Rounds whose parsed suggestions are cached between two polls. */
const CACHE_SIZE = 50;

/** Stores what noise reduction suggests to ignore (see `noiseStore`). */
export function suggestionRows(table: Table, { planKey, suggestionKey }: ReturnType<typeof noiseKeys>) {
  const cache = parseCache<SuggestedFields>(CACHE_SIZE);

  /** Suggestions of a round, by endpoint and path. */
  async function list(planId: string, round: number): Promise<Suggestion[]> {
    const rows = await Array.fromAsync(
      queryAll(table, { pk: planKey(planId), prefix: suggestionKey(planId, round, '').sk }),
    );
    return rows
      .map((row) => v.parse(Suggestion, row))
      .sort((a, b) => compareText(a.operation, b.operation) || compareText(a.path, b.path));
  }

  return {
    list,

    /** Suggestions that are neither applied nor reverted. Returns the same map as before if they have not changed. */
    async suggested(planId: string, round: number): Promise<SuggestedFields> {
      const open = (await list(planId, round)).filter(({ status }) => status === 'SUGGESTED');
      return cache(`${planId}#${round}`, JSON.stringify(open.map(({ id }) => id)), () => {
        const byOperation = Map.groupBy(open, ({ operation }) => operation);
        const pathsOf = (all: readonly Suggestion[], kind: Suggestion['ruleKind']) =>
          new Set(all.flatMap(({ path, ruleKind }) => (ruleKind === kind ? path : [])));
        return new Map(
          [...byOperation].map(([operation, all]) => [
            operation,
            { fields: pathsOf(all, 'ignore'), orders: pathsOf(all, 'ignore-order') },
          ]),
        );
      });
    },

    /** Stores suggestions. An existing one keeps its state. */
    async suggest({ planId, expiresAt }: ReplayPlan, round: number, suggestions: readonly Suggestion[]): Promise<void> {
      for (let at = 0; at < suggestions.length; at += BATCH_SIZE) {
        await Promise.all(
          suggestions
            .slice(at, at + BATCH_SIZE)
            .map((one) =>
              table.put({ ...suggestionKey(planId, round, one.id), ...one, expiresAt }, { when: 'absent' }),
            ),
        );
      }
    },

    async find(planId: string, round: number, id: string): Promise<Suggestion | undefined> {
      const row = await table.get(suggestionKey(planId, round, id));
      return row && v.parse(Suggestion, row);
    },

    setStatus: (planId: string, round: number, id: string, status: Suggestion['status']) =>
      table.update(suggestionKey(planId, round, id), { status }, { when: 'present' }),
  };
}
