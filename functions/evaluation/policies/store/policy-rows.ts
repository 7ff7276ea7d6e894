import * as v from 'valibot';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { padded, paddedTime } from '../../../platform/values/padded.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { Item, Key } from '../../../platform/world.ts';
import { Backfill } from '../../domain/policies/backfill.ts';
import { OnlinePolicy, PolicyVersion } from '../../domain/policies/online-policy.ts';
import { PolicyExecution } from '../../domain/policies/policy-execution.ts';
import { RETENTION_MS } from '../../ledger/store/run-rows.ts';

/**
 * Partition where ticks find the due policies and backfills of all tenants, sorted by due time. One partition suffices:
 * a policy is written a few times a minute at most, far below the partition's limit.
 */
export const POLICY_WORK = partitionOf('policyWork');

/**
 * Rows of a policy (evaluation 4), pk `T#<tenant>#POL#<id>`:
 *
 * | sk                      | content         | indexes |
 * | ----------------------- | --------------- | ------- |
 * | `META`                  | OnlinePolicy    | i1 `POLS` by creation until deleted, i2 `SYSTEM#POLICY-WORK` by due_at |
 * | `V#<6>`                 | PolicyVersion   | |
 * | `EXE#<from>#<id>`       | PolicyExecution | |
 * | `BF#<ULID>`             | Backfill        | i2 `SYSTEM#POLICY-WORK` until it and its last window have ended |
 * | `BACKFILL`              | id of the backfill in progress | |
 *
 * In addition, `POLS` `COUNTS` {total, active} enforces the limits, and `POLNAME#<sha256 of the name>` `META` keeps
 * names unique.
 */
export function policyRows(tenant: string) {
  const pkOf = (policyId: string) => partitionOf('policies', tenant, policyId);
  const list = partitionOf('policyLists', tenant);

  return {
    pkOf,
    list,
    countsKey: { pk: list, sk: 'COUNTS' } satisfies Key,
    nameKey: (name: string): Key => ({
      pk: partitionOf('policyNames', tenant, sha256Hex(name)),
      sk: 'META',
    }),
    policyKey: (policyId: string): Key => ({ pk: pkOf(policyId), sk: 'META' }),
    versionKey: (policyId: string, version: number): Key => ({
      pk: pkOf(policyId),
      sk: `V#${padded(version, 6)}`,
    }),
    executionKey: ({ policy_id, window, execution_id }: ExecutionName): Key => ({
      pk: pkOf(policy_id),
      sk: `EXE#${paddedTime(window.from)}#${execution_id}`,
    }),
    backfillKey: (policyId: string, backfillId: string): Key => ({
      pk: pkOf(policyId),
      sk: `BF#${backfillId.slice('bf_'.length)}`,
    }),
    currentBackfillKey: (policyId: string): Key => ({ pk: pkOf(policyId), sk: 'BACKFILL' }),

    policyRow: (policy: OnlinePolicy): Item => ({
      // A policy consists of JSON values only.
      ...(policy as unknown as Item),
      pk: pkOf(policy.policy_id),
      sk: 'META',
      tenant,
      ...(policy.deleted_at === null && { i1pk: list, i1sk: `${paddedTime(policy.created_at)}#${policy.policy_id}` }),
      ...(policy.due_at !== null && { i2pk: POLICY_WORK, i2sk: `${paddedTime(policy.due_at)}#${policy.policy_id}` }),
    }),

    executionRow(execution: PolicyExecution): Item {
      const { pk, sk } = this.executionKey(execution);
      return { pk, sk, ...execution, expiresAt: execution.created_at + RETENTION_MS };
    },

    /** `dueAt`: when a tick processes it next, epoch ms. Null: never. */
    backfillRow(backfill: Backfill, dueAt: number | null): Item {
      const { pk, sk } = this.backfillKey(backfill.policy_id, backfill.backfill_id);
      return {
        pk,
        sk,
        tenant,
        ...backfill,
        expiresAt: backfill.created_at + RETENTION_MS,
        ...(dueAt !== null && { i2pk: POLICY_WORK, i2sk: `${paddedTime(dueAt)}#${backfill.backfill_id}` }),
      };
    },
  };
}

type ExecutionName = Pick<PolicyExecution, 'policy_id' | 'window' | 'execution_id'>;

export const policyOf = (item: Item): OnlinePolicy => v.parse(OnlinePolicy, item);
export const policyVersionOfRow = (item: Item): PolicyVersion => v.parse(PolicyVersion, item);
export const executionOf = (item: Item): PolicyExecution => v.parse(PolicyExecution, item);
export const backfillOf = (item: Item): Backfill => v.parse(Backfill, item);
