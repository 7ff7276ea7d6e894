import { beforeAll, describe, expect, test } from 'vitest';
import type { WorkflowRun } from '../../../../functions/evaluation/domain/runs/run.ts';
import { MAX_QUEUED_RUNS } from '../../../../functions/evaluation/domain/runs/run-change.ts';
import type { RunFilters } from '../../../../functions/evaluation/runs/store/run-lists.ts';
import type { Table } from '../../../../functions/platform/world.ts';
import {
  type EvaluationProcess,
  evaluationProcess,
  NEW_RUN,
  newTenant,
  runIn,
} from '../../ledger/store/ledger-stage.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Contract of creating and listing runs (evaluation 3.7), for one driver of the table and its clock. */
export function runsContract(open: () => Promise<{ table: Table; clock: { now: number } }>) {
  let table: Table;
  let clock: { now: number };
  beforeAll(async () => {
    ({ table, clock } = await open());
  });
  const begin = (tenant = newTenant()) => evaluationProcess(table, tenant, () => clock.now);
  const idempotency = { key: 'build-1', fingerprint: 'one' };

  describe('a new run (evaluation 3.7)', () => {
    test('is queued, started under its id, and has the position of the ledger', async () => {
      const process = begin();
      const first = await runIn(process, { labels: { branch: 'main' } });
      await process.ledger.append({ run: first, change: {}, events: [{ type: 'workflow.validated', payload: {} }] });
      const run = await runIn(process);
      expect(run).toMatchObject({ status: 'queued', version: 1, created_after_sequence: 1 });
      expect(await process.runs.find(run.workflow_run_id)).toEqual(run);
      expect(process.started).toEqual([first.workflow_run_id, run.workflow_run_id]);
    });

    test.for<[string, object, string]>([
      [
        'no host can run it',
        { workflow: { ...NEW_RUN.workflow, capability_negotiation: { status: 'unsupported' } } },
        'capability_unsupported',
      ],
      ['its baseline is not a run', { baseline_run_id: 'wrun_01JD0000000000000000000000' }, 'validation_failed'],
    ])('is refused if %s', async ([, given, code]) => {
      expect(await begin().runs.create({ ...NEW_RUN, ...given })).toMatchObject({ ok: false, code });
    });

    test('is refused with a baseline of another tenant', async () => {
      const { workflow_run_id } = await runIn(begin());
      expect(await begin().runs.create({ ...NEW_RUN, baseline_run_id: workflow_run_id })).toMatchObject({ ok: false });
    });
  });

  describe('an Idempotency-Key (evaluation 3.7)', () => {
    test('makes one run of ten concurrent requests through two processes', async () => {
      const tenant = newTenant();
      const processes = [begin(tenant), begin(tenant)];
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, at) => processes[at % 2]?.runs.create({ ...NEW_RUN, idempotency })),
      );
      const values = made.flatMap((one) => (one?.ok ? [one.value] : []));
      expect(values).toHaveLength(10);
      expect(new Set(values.map(({ run }) => run.workflow_run_id)).size).toBe(1);
      expect(values.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(processes.flatMap(({ started }) => started)).toHaveLength(1);
      expect((await processes[0]?.runs.page({ order: 'desc' }, { limit: 10, after: null }))?.items).toHaveLength(1);
    });

    test('is refused with another body, and free in another tenant', async () => {
      const process = begin();
      await runIn(process, { idempotency });
      const other = { ...NEW_RUN, idempotency: { ...idempotency, fingerprint: 'two' } };
      expect(await process.runs.create(other)).toMatchObject({ ok: false, code: 'idempotency_key_reused' });
      expect(await begin().runs.create(other)).toMatchObject({ ok: true, value: { replayed: false } });
    });

    test.for<[number, boolean]>([
      [24 * HOUR - 1, true],
      [24 * HOUR, false],
    ])('is remembered %i ms later: %s', async ([later, replayed]) => {
      const process = begin();
      await runIn(process, { idempotency });
      clock.now += later;
      expect(await process.runs.create({ ...NEW_RUN, idempotency })).toMatchObject({ ok: true, value: { replayed } });
    });

    test('returns its run although no further one may be queued', async () => {
      const process = begin();
      const run = await runIn(process, { idempotency });
      await process.head.write(
        (before) => ({
          answer: null,
          head: { ...before, queued: MAX_QUEUED_RUNS },
          writes: [{ check: { pk: 'none', sk: 'none' }, when: 'absent' }],
        }),
        null,
      );
      expect(await process.runs.create(NEW_RUN)).toMatchObject({ ok: false, code: 'rate_limited' });
      expect(await process.runs.create({ ...NEW_RUN, idempotency })).toEqual({
        ok: true,
        value: { run, replayed: true },
      });
    });
  });

  test('the 1,001st queued run of a tenant is refused until one has ended (evaluation 4)', async () => {
    const process = begin();
    await process.head.write(
      (before) => ({
        answer: null,
        head: { ...before, queued: MAX_QUEUED_RUNS - 1 },
        writes: [{ check: { pk: 'none', sk: 'none' }, when: 'absent' }],
      }),
      null,
    );
    const run = await runIn(process);
    expect(await process.runs.create(NEW_RUN)).toMatchObject({ ok: false, code: 'rate_limited' });
    const completed = { type: 'workflow.completed', payload: {} } as const;
    await process.ledger.append({ run, change: { status: 'cancelled' }, events: [completed] });
    expect(await process.runs.create(NEW_RUN)).toMatchObject({ ok: true });
  });

  describe('the list of runs (evaluation 3.7)', () => {
    const listed = async (
      process: EvaluationProcess,
      filters: RunFilters,
      limit: number,
      between?: () => Promise<unknown>,
    ) => {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const page = await process.runs.page(filters, { limit, after });
        found.push(...page.items.map(({ workflow_run_id }) => workflow_run_id));
        after = page.next;
        await between?.();
      } while (after !== null);
      return found;
    };

    test('has each of 120 runs once while further ones are created', async () => {
      const process = begin();
      const made = new Set<string>();
      for (let n = 0; n < 120; n++) {
        made.add((await runIn(process)).workflow_run_id);
        clock.now += n % 3; // some share a millisecond
      }
      const newer = () => runIn(process).then(() => (clock.now += 1));
      const found = await listed(process, { order: 'desc' }, 7, newer);
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => made.has(id))).toEqual([...made].sort().reverse());
      const oldest = await listed(process, { order: 'asc' }, 50);
      expect(oldest.slice(0, 120)).toEqual([...made].sort());
    }, 30_000);

    test('is filtered by status, version, lineage and time', async () => {
      const process = begin();
      const version = (digit: string) => ({
        ...NEW_RUN.workflow,
        workflow_version_digest: `sha256:${digit.repeat(64)}`,
      });
      const lineage = (digit: string) => ({ ...NEW_RUN.workflow, lineage_digest: `sha256:${digit.repeat(64)}` });
      const start = clock.now;
      const made: WorkflowRun[] = [];
      for (const workflow of [version('1'), version('1'), lineage('2'), NEW_RUN.workflow]) {
        made.push(await runIn(process, { workflow }));
        clock.now += 1000;
      }
      const [a, b, c, d] = made;
      if (!a || !b || !c || !d) throw new Error('four were made');
      const change = { status: 'running', phase: 'attempting' } as const;
      for (const run of [a, c]) await process.ledger.append({ run, change, events: [] });
      const by = async (filters: Partial<RunFilters>) =>
        (await listed(process, { order: 'asc', ...filters }, 1))
          .map((id) => 'abcd'[made.findIndex((run) => run.workflow_run_id === id)])
          .join('');
      expect(await by({})).toBe('abcd');
      expect(await by({ order: 'desc' })).toBe('dcba');
      expect(await by({ status: 'running' })).toBe('ac');
      expect(await by({ status: 'queued' })).toBe('bd');
      expect(await by({ workflow_version_digest: a.workflow_version_digest })).toBe('ab');
      expect(await by({ lineage_digest: c.lineage_digest })).toBe('c');
      expect(await by({ lineage_digest: a.lineage_digest })).toBe('abd');
      expect(await by({ lineage_digest: a.lineage_digest, status: 'queued' })).toBe('bd');
      expect(await by({ workflow_version_digest: a.workflow_version_digest, status: 'queued', order: 'desc' })).toBe(
        'b',
      );
      expect(await by({ created_after: start })).toBe('bcd');
      expect(await by({ created_after: start - 1 })).toBe('abcd');
      expect(await by({ created_before: start + 2000 })).toBe('ab');
      expect(await by({ created_after: start, created_before: start + 2001, order: 'desc' })).toBe('cb');
      expect(await by({ created_after: start + DAY })).toBe('');
      expect(await by({ created_after: start + 2, created_before: start })).toBe('');
    });
  });
}
