import { beforeAll, describe, expect, test } from 'vitest';
import type { EventDraft, LedgerEvent } from '../../../../functions/evaluation/domain/ledger/event.ts';
import type { FrameworkAttempt } from '../../../../functions/evaluation/domain/runs/attempt.ts';
import type { WorkflowRun } from '../../../../functions/evaluation/domain/runs/run.ts';
import { IllegalTransition } from '../../../../functions/evaluation/domain/runs/transitions.ts';
import type { Append } from '../../../../functions/evaluation/ledger/store/ledger.ts';
import { ledgerRow } from '../../../../functions/evaluation/ledger/store/ledger-rows.ts';
import type { Table } from '../../../../functions/platform/world.ts';
import { attemptIdOf } from '../../../../functions/replay/domain/attempt-id.ts';
import { type EvaluationProcess, evaluationProcess, newTenant, runIn } from './ledger-stage.ts';

const validated: EventDraft = { type: 'workflow.validated', payload: { share: 0.1, none: null, list: [1, 'a'] } };
const attempted: EventDraft = { type: 'framework.attempted', payload: { status: 'running' } };
const completed: EventDraft = { type: 'workflow.completed', payload: { status: 'succeeded' } };

/** Contract of a tenant's ledger (evaluation 3.10, 4), for one driver of the table. */
export function ledgerContract(open: () => Promise<Table>, { writers, appends }: { writers: number; appends: number }) {
  let table: Table;
  let tenant: string;
  let process: EvaluationProcess;
  beforeAll(async () => {
    table = await open();
  });
  const begin = () => {
    tenant = newTenant();
    process = evaluationProcess(table, tenant);
  };
  const append = async (given: Append, through: EvaluationProcess = process) => {
    const appended = await through.ledger.append(given);
    if (typeof appended === 'string') throw new Error(appended);
    return appended;
  };

  describe('an append to the ledger (evaluation 4)', () => {
    test('changes run and attempt, and links events to both chains, in one transaction', async () => {
      begin();
      const run = await runIn(process);
      const attempt = attemptOf(run);
      const first = await append({ run, change: { phase: 'validating' }, events: [validated] });
      const second = await append({
        run: first.run,
        change: { status: 'running', phase: 'attempting' },
        attempt,
        events: [attempted, { ...attempted, payload: { status: 'running', progress: 0.5 } }],
      });
      expect(second.events.map(({ sequence, run_sequence }) => [sequence, run_sequence])).toEqual([
        [2, 2],
        [3, 3],
      ]);
      const stored = await process.runs.find(run.workflow_run_id);
      expect(stored).toEqual(second.run);
      expect(stored).toMatchObject({
        status: 'running',
        phase: 'attempting',
        version: 3,
        run_sequence: 3,
        attempts: [{ attempt_id: attempt.attempt_id, status: 'running' }],
        started_at: expect.any(Number),
      });
      expect(await process.runs.attempts(run.workflow_run_id)).toEqual([attempt]);
      expect(await process.runs.attempt(attempt.attempt_id)).toEqual(attempt);
      // An id that only resembles it matches nothing.
      expect(await process.runs.attempt(attempt.attempt_id.replace('fatt_', 'gatt_'))).toBeUndefined();
      const page = await process.ledger.page({ after: null, limit: 10 });
      expect(page).toEqual({ events: [...first.events, ...second.events], next: 3, isMore: false });
      expect(await process.ledger.ofRun(run.workflow_run_id, { after: null, limit: 10 })).toEqual(page);
      expect(await process.ledger.verify()).toEqual({ events: 3, fault: null });
    });

    test('happens once when it is repeated or concurrent', async () => {
      begin();
      const run = await runIn(process);
      const same: Append = { run, change: { phase: 'validating' }, events: [validated] };
      const other = evaluationProcess(table, tenant);
      const answers = await Promise.all([process, process, other].map(({ ledger }) => ledger.append(same)));
      expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(2);
      expect(await process.ledger.append(same)).toBe('conflict');
      expect((await process.ledger.page({ after: null, limit: 10 })).events).toHaveLength(1);
    });

    test('is a conflict for one of two changes to the same version of a run, also without an event', async () => {
      begin();
      const run = await runIn(process);
      const other = evaluationProcess(table, tenant);
      const change = { phase: 'validating' } as const;
      const answers = await Promise.all(
        [process, other].map(({ ledger }) => ledger.append({ run, change, events: [] })),
      );
      expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(1);
      expect(await process.ledger.append({ run, change: { timeout_ms: 1 }, events: [] })).toBe('conflict');
    });

    test('keeps the counts of queued and active runs exact over two processes', async () => {
      begin();
      const processes = [process, evaluationProcess(table, tenant)];
      const runs = await Promise.all(Array.from({ length: 12 }, (_, at) => runIn(processes[at % 2] ?? process)));
      const change = { status: 'running', phase: 'attempting' } as const;
      await Promise.all(
        runs.slice(0, 5).map((run, at) => append({ run, change, events: [] }, processes[at % 2] ?? process)),
      );
      expect(await process.head.read()).toMatchObject({ queued: 7, active: 5 });
    });

    test('changes nothing if a condition of its further writes is unmet', async () => {
      begin();
      const run = await runIn(process);
      const taken = { pk: `T#${tenant}#X`, sk: 'X' };
      await table.put(taken);
      const writes = [{ put: { ...taken, mine: true }, when: 'absent' as const }];
      expect(await process.ledger.append({ run, change: { phase: 'validating' }, events: [validated], writes })).toBe(
        'conflict',
      );
      expect(await process.runs.find(run.workflow_run_id)).toEqual(run);
      expect((await process.ledger.page({ after: null, limit: 10 })).events).toEqual([]);
    });

    test.for<[string, Partial<Append>]>([
      ['an end without workflow.completed', { change: { status: 'failed' }, events: [] }],
      ['workflow.completed that is not last', { change: { status: 'failed' }, events: [completed, attempted] }],
      ['workflow.completed twice', { change: { status: 'failed' }, events: [completed, completed] }],
      ['workflow.completed without an end', { change: {}, events: [completed] }],
      ['success before the gate', { change: { status: 'succeeded' }, events: [completed] }],
    ])('is refused for %s', async ([, given]) => {
      begin();
      const run = await runIn(process);
      await expect(process.ledger.append({ run, change: {}, events: [], ...given })).rejects.toThrow(IllegalTransition);
      expect(await process.runs.find(run.workflow_run_id)).toEqual(run);
    });

    test('is refused for a run that has ended', async () => {
      begin();
      const run = await runIn(process);
      const ended = await append({ run, change: { status: 'cancelled' }, events: [completed] });
      expect(ended.run.completed_at).toEqual(expect.any(Number));
      await expect(process.ledger.append({ run: ended.run, change: {}, events: [] })).rejects.toThrow(
        IllegalTransition,
      );
    });

    test('keeps the 21st run of a tenant queued until an active one has ended', async () => {
      begin();
      const runs = await Promise.all(Array.from({ length: 22 }, () => runIn(process)));
      const admit = (run: WorkflowRun) =>
        process.ledger.append({ run, change: { status: 'running', phase: 'attempting' }, events: [] });
      const answers = await Promise.all(runs.map(admit));
      expect(answers.filter((answer) => answer === 'full')).toHaveLength(2);
      const active = answers.find((answer) => typeof answer !== 'string');
      const queued = await process.runs.find(runs[answers.indexOf('full')]?.workflow_run_id ?? '');
      if (!active || !queued) throw new Error('one is active, and one is queued');
      expect(queued.status).toBe('queued');
      expect(await admit(queued)).toBe('full');
      await append({ run: active.run, change: { status: 'failed' }, events: [completed] });
      expect(await admit(queued)).toMatchObject({ run: { status: 'running' } });
    });
  });

  describe(`the ledger while ${writers} processes write one run each (evaluation 3.10)`, () => {
    test('has no gaps, repeats or reordering for readers that follow, and both chains hold', async () => {
      begin();
      const total = writers * (appends + 1);
      const processes = Array.from({ length: writers }, () => evaluationProcess(table, tenant));
      const runs = await Promise.all(processes.map((writer) => runIn(writer)));
      const write = async (writer: EvaluationProcess, run: WorkflowRun) => {
        let { run: current } = await append(
          { run, change: { status: 'running', phase: 'attempting' }, events: [validated] },
          writer,
        );
        for (let n = 0; n < appends; n++)
          ({ run: current } = await append(
            { run: current, change: {}, events: [{ ...attempted, payload: { n } }] },
            writer,
          ));
      };
      const follow = async (limit: number, after: number | null) => {
        const seen: LedgerEvent[] = [];
        const reader = evaluationProcess(table, tenant);
        for (let next: number | null = after; seen.length < total; ) {
          const page = await reader.ledger.waitFor((from) => reader.ledger.page({ after: from, limit }), next, 20);
          seen.push(...page.events);
          next = page.next;
        }
        return seen;
      };
      const [one, two] = await Promise.all([
        follow(3, null),
        follow(100, 0),
        ...processes.map((writer, at) => write(writer, runs[at] as WorkflowRun)), // one run each
      ]);
      expect(one?.map(({ sequence }) => sequence)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
      expect(two).toEqual(one);
      expect(await process.ledger.verify()).toEqual({ events: total, fault: null });
      for (const { workflow_run_id } of runs) {
        const own = (await process.ledger.ofRun(workflow_run_id, { after: null, limit: 1000 })).events;
        expect(own).toEqual(one?.filter((event) => event.workflow_run_id === workflow_run_id));
        expect(own.slice(1).map(({ payload }) => payload.n)).toEqual(Array.from({ length: appends }, (_, n) => n));
      }
    }, 60_000);
  });

  describe('a page of the ledger (evaluation 3.10)', () => {
    test('leaves out what the filter does, says where to continue, and starts at the end for latest', async () => {
      begin();
      const [a, b] = [await runIn(process), await runIn(process)];
      await append({ run: a, change: {}, events: [validated, attempted, attempted] });
      await append({ run: b, change: {}, events: [validated] });
      const { ledger } = process;
      const of = async (filter: object) => {
        const { events, ...rest } = await ledger.page({ after: null, limit: 2, ...filter });
        return { sequences: events.map(({ sequence }) => sequence), ...rest };
      };
      expect(await of({})).toEqual({ sequences: [1, 2], next: 2, isMore: true });
      expect(await of({ type: 'workflow.validated' })).toEqual({ sequences: [1, 4], next: 4, isMore: false });
      expect(await of({ workflow_run_id: a.workflow_run_id })).toEqual({ sequences: [1, 2], next: 2, isMore: true });
      expect(await of({ workflow_run_id: b.workflow_run_id })).toEqual({ sequences: [4], next: 4, isMore: false });
      expect(await of({ type: 'gate.decided' })).toEqual({ sequences: [], next: 4, isMore: false });
      expect(await of({ after: 'latest' })).toEqual({ sequences: [], next: 4, isMore: false });
      expect(await of({ after: 99 })).toEqual({ sequences: [], next: 99, isMore: false });
    });

    test('continues over the border of partitions of 10,000 events', async () => {
      begin();
      const run = await runIn(process);
      const { head } = process;
      await head.write(
        (before) => ({
          answer: null,
          head: { ...before, last: { ...before.last, sequence: 9998 } },
          writes: [{ put: { pk: `T#${tenant}#X`, sk: 'X' } }],
        }),
        null,
      );
      await append({ run, change: {}, events: [validated, attempted, attempted] });
      const page = await process.ledger.page({ after: 9998, limit: 2 });
      expect(page.events.map(({ sequence }) => sequence)).toEqual([9999, 10_000]);
      expect((await process.ledger.page({ after: 0, limit: 100 })).events).toHaveLength(3);
    });
  });

  test('each policy has a separate chain', async () => {
    begin();
    const evaluated: EventDraft = { type: 'online_policy.evaluated', payload: { policy_id: 'pol_1', matched: 0 } };
    const events = await Promise.all([1, 2].map(() => process.ledger.appendPolicyEvent('pol_1', evaluated)));
    expect(events.map((event) => (event ? event.run_sequence : 0)).sort()).toEqual([1, 2]);
    const row = { pk: `T#${tenant}#X`, sk: 'X' };
    await table.put(row);
    expect(await process.ledger.appendPolicyEvent('pol_1', evaluated, [{ put: row, when: 'absent' }])).toBe(false);
    expect(await process.ledger.verify()).toEqual({ events: 2, fault: null });
  });

  test('the verification names the first event that was changed or removed', async () => {
    begin();
    const run = await runIn(process);
    await append({ run, change: {}, events: [validated, attempted, attempted] });
    const key = ledgerRow(tenant, 2);
    const row = await table.get(key);
    if (!row) throw new Error('there are three events');
    await table.update(key, { payload: { status: 'succeeded' } });
    expect(await process.ledger.verify()).toEqual({ events: 1, fault: { sequence: 2, fault: 'digest' } });
    await table.remove(key);
    expect(await process.ledger.verify()).toEqual({ events: 1, fault: { sequence: 3, fault: 'sequence' } });
    await table.put(row);
    expect(await process.ledger.verify()).toEqual({ events: 3, fault: null });
    await table.remove(ledgerRow(tenant, 3));
    expect(await process.ledger.verify()).toEqual({ events: 2, fault: { sequence: 3, fault: 'sequence' } });
  });
}

const attemptOf = ({ workflow_run_id, expiresAt }: WorkflowRun): FrameworkAttempt => ({
  attempt_id: attemptIdOf(workflow_run_id, 1),
  workflow_run_id,
  ordinal: 1,
  retry_of: null,
  status: 'running',
  status_reason: null,
  host: { kind: 'managed', host_id: 'managed' },
  runner_version: `sha256:${'c'.repeat(64)}`,
  lease: null,
  trace_id: '0'.repeat(32),
  root_span_id: '0'.repeat(16),
  progress: 0,
  progress_event_at: null,
  started_at: 1,
  ended_at: null,
  native_result_artifact: null,
  evidence: [],
  projection: { status: 'none', projected_count: 0, unsupported_fields: [] },
  scores_digest: null,
  diagnostics: [],
  replay: null,
  next_host_sequence: 1,
  expiresAt,
});
