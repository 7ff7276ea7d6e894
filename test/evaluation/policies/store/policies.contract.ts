import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { endedBackfill } from '../../../../functions/evaluation/domain/policies/backfill.ts';
import { bodyOf, changedPolicy, timed } from '../../../../functions/evaluation/domain/policies/online-policy.ts';
import { PolicyBody } from '../../../../functions/evaluation/domain/policies/online-policy-body.ts';
import { backfillStore } from '../../../../functions/evaluation/policies/store/backfills.ts';
import { dueWork, policyStore } from '../../../../functions/evaluation/policies/store/policies.ts';
import { policyExecutionStore } from '../../../../functions/evaluation/policies/store/policy-executions.ts';
import { accept } from '../../../../functions/platform/result.ts';
import { workInPlace } from '../../../../functions/platform/work-in-place.ts';
import type { Blobs, Table } from '../../../../functions/platform/world.ts';
import { recordingStore } from '../../../../functions/recordings/store/recordings.ts';
import { newId } from '../../../support/test-random.ts';
import { policyBody } from '../../domain/policies/policy-stage.ts';
import { evaluationProcess, NEW_RUN, newTenant } from '../../ledger/store/ledger-stage.ts';

/** The tables use the system clock, so rows of another day would have expired. */
const NOW = Date.now();
const body = (change: object = {}) => v.parse(PolicyBody, policyBody({ ...change }));

/** Contract of stored policies, for either table. */
export function policiesContract(open: () => Promise<Table>): void {
  let table: Table;
  beforeAll(async () => {
    table = await open();
  });

  function stage() {
    const tenant = newTenant();
    const now = () => NOW;
    const process = evaluationProcess(table, tenant, now);
    // Small payloads are stored in their rows.
    const recordings = recordingStore(
      { table, blobs: {} as Blobs, now, elapsed: () => performance.now(), newId: () => 'writer' },
      tenant,
      {
        retentionMs: 3_600_000,
      },
    );
    const executions = policyExecutionStore(
      {
        table,
        work: workInPlace,
        now,
        recordings,
        runs: process.runs,
        ledger: process.ledger,
        artifacts: { put: async () => ({ digest: `sha256:${'c'.repeat(64)}` }) as never }, // all that is read of it
        workflowVersions: { find: async () => NEW_RUN.workflow as never }, // all that a run uses of it
      },
      tenant,
    );
    const policies = policyStore({ table, now, newId }, tenant);
    return {
      tenant,
      recordings,
      executions,
      policies,
      backfills: backfillStore({ table, now, newId }, tenant),
      process,
    };
  }
  const made = async ({ policies }: ReturnType<typeof stage>, change: object = {}) => {
    const created = await policies.create(body(change), 'ann');
    if (!created.ok) throw new Error(created.code);
    return created.value;
  };

  test('reads a policy in each version with the members that it was written with', async () => {
    const own = stage();
    const policy = await made(own, { filter: { app_id: 'shop', 'service.name': ['a', 'b'] } });
    expect(await own.policies.find(policy.policy_id)).toEqual(policy);
    await own.policies.change(policy.policy_id, async (before) =>
      accept(changedPolicy(before, { ...bodyOf(before), schedule: { every_s: 60 } }, false, NOW)),
    );
    const { items } = await own.policies.versions(policy.policy_id, { limit: 1, after: null });
    expect(items.map(({ version, spec }) => [version, spec.schedule.every_s])).toEqual([[2, 60]]);
    expect((await own.policies.version(policy.policy_id, 1)).spec).toEqual(policy.spec);
  });

  test('keeps names unique and limits for concurrent requests', async () => {
    const own = stage();
    const same = await Promise.all([1, 2, 3].map(() => own.policies.create(body(), 'ann')));
    expect(same.map((one) => (one.ok ? 'made' : one.code)).toSorted()).toEqual([
      'made',
      'name_conflict',
      'name_conflict',
    ]);
    const others = await Promise.all(
      Array.from({ length: 21 }, (_, index) => own.policies.create(body({ name: `${index}` }), 'ann')),
    );
    expect(others.filter((one) => one.ok)).toHaveLength(19);
  });

  test('lists active policies and backfills once they are due', async () => {
    const own = stage();
    const { policy_id, due_at } = await made(own);
    const off = await made(own, { name: 'off', enabled: false });
    const window = { from: NOW - 1, to: NOW, max_targets: 1, dry_run: false };
    const backfill = await own.backfills.create(off, window, 'ann');
    if (!backfill.ok) throw new Error(backfill.code);
    const { backfill_id } = backfill.value;
    const due = async (at: number) => {
      const { work } = await dueWork(table, at, null);
      return work.filter(({ tenant }) => tenant === own.tenant).map((one) => one.backfill_id ?? one.policy_id);
    };
    expect(await due(NOW - 1)).toEqual([]);
    expect(await due(NOW)).toEqual([backfill_id]);
    expect(await due(due_at ?? 0)).toEqual([backfill_id, policy_id]);
    expect(await own.backfills.create(off, window, 'ann')).toMatchObject({ code: 'limit_reached' });
    await own.backfills.change(backfill.value, endedBackfill(backfill.value, 'cancelled', NOW), null);
    await own.policies.change(policy_id, async (before) => accept(timed({ ...before, deleted_at: NOW })));
    expect(await due(due_at ?? 0)).toEqual([]);
    expect((await own.backfills.create(off, window, 'ann')).ok).toBe(true);
  });

  test('gives a window that several processes find one execution, one run and one event', async () => {
    const own = stage();
    const policy = await made(own);
    const head = {
      appId: 'shop',
      operation: '/a',
      method: 'GET',
      recordedAt: NOW - 10,
      session: null,
      tags: {},
      durationMs: 1,
    };
    const request = { method: 'GET', path: '/a', headers: [], body: null, bodyEncoding: 'utf8' as const };
    const payload = { request, response: null, calls: [], status: null, pinned: false };
    await own.recordings.add([{ ...head, ...payload, caseId: `${own.tenant}-1`, traceId: newId() }]);
    const run = () =>
      own.executions.run({
        ...({ version: policy, trigger: 'schedule', backfill_id: null, rate: 1, cutoff: null } as const),
        window: { from: NOW - 20, to: NOW },
        limit: { max: 10, beyond: 'max_targets_per_run' },
        async writes() {
          const before = await own.policies.stored(policy.policy_id);
          return before?.watermark_at === NOW
            ? [own.policies.writeOf(before, { ...before, watermark_at: NOW + 1 })]
            : [];
        },
      });
    const answers = await Promise.all([run(), run(), run(), run()]);
    expect(new Set(answers.map((one) => (one.ok ? one.value.workflow_run_id : one.code))).size).toBe(1);
    expect(answers[0]).toMatchObject({ value: { status: 'completed', targets: 1 } });
    expect((await own.executions.page(policy.policy_id, { limit: 10, after: null })).items).toHaveLength(1);
    expect((await own.process.ledger.page({ after: null, limit: 10 })).events).toHaveLength(1);
    expect(own.process.started).toHaveLength(1);
    expect((await own.policies.stored(policy.policy_id))?.revision).toBe(2);
  });
}
