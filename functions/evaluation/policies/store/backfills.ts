import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import type { World, Write } from '../../../platform/world.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import { type Backfill, type BackfillBody, isBackfillOver } from '../../domain/policies/backfill.ts';
import type { OnlinePolicy } from '../../domain/policies/online-policy.ts';
import { backfillOf, policyRows } from './policy-rows.ts';

const Current = v.object({ backfill_id: v.string() });

/** Backfills of policies, at most one at a time per policy (evaluation 3.13). For keys see policy-rows.ts. */
export function backfillStore({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>, tenant: string) {
  const rows = policyRows(tenant);

  async function find(policyId: string, backfillId: string): Promise<Backfill | undefined> {
    const item = await table.get(rows.backfillKey(policyId, backfillId));
    const backfill = item && backfillOf(item);
    // The key contains only the last part of the id.
    return backfill?.backfill_id === backfillId ? backfill : undefined;
  }

  /**
   * The writes that replace a backfill on condition that it has not changed since it was read. `dueAt`: when a tick
   * processes it next (epoch ms), or null for never.
   */
  const writesOf = (before: Backfill, after: Backfill, dueAt: number | null): Write[] => [
    {
      put: rows.backfillRow({ ...after, revision: before.revision + 1 }, dueAt),
      when: { revision: { equals: before.revision } },
    },
    ...(isBackfillOver(after) && !isBackfillOver(before)
      ? [{ remove: rows.currentBackfillKey(before.policy_id) }]
      : []),
  ];

  return {
    find,
    writesOf,

    /** Refused while another backfill of the policy is in progress. */
    async create(
      policy: OnlinePolicy,
      body: BackfillBody,
      created_by: string,
    ): Promise<Result<Backfill, 'limit_reached'>> {
      const at = now();
      const { policy_id } = policy;
      const backfill = newBackfill(policy, body, {
        backfill_id: `bf_${ulidOf(at, newId())}`,
        created_by,
        created_at: at,
      });
      const { backfill_id } = backfill;
      const written = await table.transact([
        { put: rows.backfillRow(backfill, at), when: 'absent' },
        { put: { ...rows.currentBackfillKey(policy_id), backfill_id }, when: 'absent' },
      ]);
      return written ? accept(backfill) : refuse('limit_reached', 'Another backfill of the policy is under way.');
    },

    /** False if a concurrent write was faster. */
    change: (before: Backfill, after: Backfill, dueAt: number | null): Promise<boolean> =>
      table.transact(writesOf(before, after, dueAt)),

    /** Id of the backfill in progress. */
    async current(policyId: string): Promise<string | undefined> {
      const item = await table.get(rows.currentBackfillKey(policyId));
      return item && v.parse(Current, item).backfill_id;
    },

    /** Backfills of a policy, newest first. */
    async page(policyId: string, { limit, after }: { limit: number; after: string | null }) {
      const wanted = { descending: true, limit, ...(after !== null && { after }) };
      const { items, next } = await table.query({ pk: rows.pkOf(policyId), prefix: 'BF#', ...wanted });
      return { items: items.map(backfillOf), next };
    },
  };
}

const newBackfill = (
  { policy_id, version, policy_version, spec }: OnlinePolicy,
  { from, to, rate, max_targets }: BackfillBody,
  { backfill_id, created_by, created_at }: Pick<Backfill, 'backfill_id' | 'created_by' | 'created_at'>,
): Backfill => ({
  backfill_id,
  policy_id,
  version,
  policy_version,
  from,
  to,
  rate: rate ?? spec.sampling.rate,
  max_targets,
  status: 'queued',
  total: null,
  processed: 0,
  error: null,
  next_from: from,
  cutoff: null,
  current: null,
  failed_in_a_row: 0,
  created_by,
  created_at,
  completed_at: null,
  revision: 1,
});
