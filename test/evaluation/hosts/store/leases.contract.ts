import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Host } from '../../../../functions/evaluation/domain/hosts/host.ts';
import { leaseIdOf } from '../../../../functions/evaluation/domain/hosts/lease.ts';
import { attempted, newAttempt } from '../../../../functions/evaluation/domain/runs/new-attempt.ts';
import { hostStore } from '../../../../functions/evaluation/hosts/store/hosts.ts';
import { leaseStore } from '../../../../functions/evaluation/hosts/store/leases.ts';
import type { Table } from '../../../../functions/platform/world.ts';
import { PROCESS_RUNNER, PROCESS_RUNNER_VERSION } from '../../../support/evaluation/federated-run.ts';
import { ENVIRONMENT } from '../../domain/workflows/sample-manifests.ts';
import { evaluationProcess, newTenant, runIn } from '../../ledger/store/ledger-stage.ts';
import { newHost } from './hosts.contract.ts';

/** All that is read of a workflow version here. */
const WORKFLOWS = {
  find: async () => ({ workflow_version: { runner: { version: PROCESS_RUNNER_VERSION } } }) as never,
  manifests: async () =>
    ({ runner: PROCESS_RUNNER, environment: { ...ENVIRONMENT, required_capabilities: [] } }) as never,
};

/** A host with its key, as the caller. */
const by = ({ host_id, keys }: Host) => ({ host_id, jkt: keys[0]?.keyid ?? '' });

/** Contract of leases (evaluation 3.11), for one driver of the table and its clock. */
export function leasesContract(open: () => Promise<{ table: Table; clock: { now: number } }>): void {
  let table: Table;
  let clock: { now: number };
  beforeAll(async () => {
    ({ table, clock } = await open());
  });

  function stage() {
    const tenant = newTenant();
    const now = () => clock.now;
    const hosts = hostStore({ table, now }, tenant);
    const begin = () => {
      const process = evaluationProcess(table, tenant, now);
      return {
        ...process,
        leases: leaseStore({ table, now, elapsed: now, ...process, workflowVersions: WORKFLOWS }, tenant),
      };
    };
    const [one, other] = [begin(), begin()];

    async function host(): Promise<Host> {
      const made = await newHost({ runner_versions: [PROCESS_RUNNER_VERSION] });
      await hosts.add(made);
      return made;
    }
    /** A run whose attempt waits for a host. */
    async function queued() {
      const run = await runIn(one);
      const admitted = await one.ledger.append({ run, change: { status: 'running', phase: 'attempting' }, events: [] });
      if (typeof admitted === 'string') throw new Error(admitted);
      const federated = { kind: 'federated', host_id: '' } as const;
      const attempt = newAttempt(admitted.run, {
        status: 'queued',
        runner_version: PROCESS_RUNNER_VERSION,
        host: federated,
        now: clock.now,
      });
      await one.ledger.append({ run: admitted.run, change: {}, attempt, events: [attempted(attempt)] });
      return attempt;
    }
    const take = (of: Host, through = one) => through.leases.take(by(of), [PROCESS_RUNNER_VERSION], 0);
    return { tenant, hosts, one, other, host, queued, take };
  }
  type Stage = ReturnType<typeof stage>;
  const taken = async (own: Stage, host: Host) => {
    const found = await own.take(host);
    if (found?.attempt.lease == null) throw new Error('nothing was taken');
    return { ...found, lease: found.attempt.lease };
  };
  /** Rows expire by the clock, and the next test starts at its current time. */
  const pass = (ms: number) => {
    clock.now += ms;
  };

  describe('a lease (evaluation 3.11)', () => {
    test('is given to one of several hosts that ask two processes at the same time', async () => {
      const own = stage();
      const attempt = await own.queued();
      const hosts = await Promise.all(Array.from({ length: 6 }, own.host));
      const answers = await Promise.all(hosts.map((host, at) => own.take(host, at % 2 ? own.one : own.other)));
      const winners = answers.filter((answer) => answer !== null);
      expect(winners).toHaveLength(1);
      expect(await own.one.runs.attempt(attempt.attempt_id)).toEqual(winners[0]?.attempt);
      expect(winners[0]?.attempt).toMatchObject({ status: 'running', lease: { epoch: 1 } });
      expect((await own.one.ledger.verify()).fault).toBeNull();
    });

    test('covers the oldest attempt, and each attempt once', async () => {
      const own = stage();
      const host = await own.host();
      const older = await own.queued();
      pass(1);
      const newer = await own.queued();
      expect((await own.take(host))?.attempt.attempt_id).toBe(older.attempt_id);
      expect((await own.take(host))?.attempt.attempt_id).toBe(newer.attempt_id);
      expect(await own.take(host)).toBeNull();
    });

    test('goes to another host after a minute without a heartbeat, in the next epoch, and is lost to the earlier one', async () => {
      const own = stage();
      const [first, second] = [await own.host(), await own.host()];
      await own.queued();
      const { attempt, lease } = await taken(own, first);
      pass(59_999);
      expect(await own.take(second)).toBeNull();
      expect((await own.one.leases.held(attempt.attempt_id, first.host_id)).ok).toBe(true);
      pass(1);
      const next = await taken(own, second);
      expect(next.attempt).toMatchObject({ attempt_id: attempt.attempt_id, lease: { epoch: 2 } });
      const { leases } = own.other;
      expect(await leases.held(attempt.attempt_id, first.host_id)).toMatchObject({ ok: false, code: 'lease_lost' });
      expect(await leases.renew(lease.lease_id, first.host_id, null)).toMatchObject({ ok: false, code: 'lease_lost' });
    });

    test('has another id in another epoch, also for the same host', async () => {
      const own = stage();
      const host = await own.host();
      await own.queued();
      const { attempt, lease } = await taken(own, host);
      pass(60_000);
      await taken(own, host);
      expect(await own.one.leases.renew(lease.lease_id, host.host_id, null)).toMatchObject({ code: 'lease_lost' });
      const current = leaseIdOf(attempt.attempt_id, 2);
      expect((await own.one.leases.renew(current, host.host_id, null)).ok).toBe(true);
    });

    test('is renewed by concurrent heartbeats through two processes while the run continues', async () => {
      const own = stage();
      const host = await own.host();
      await own.queued();
      const { attempt, lease, run } = await taken(own, host);
      pass(30_000);
      const renewed = await Promise.all([
        own.one.leases.renew(lease.lease_id, host.host_id, 0.5),
        own.other.leases.renew(lease.lease_id, host.host_id, 0.5),
        own.other.ledger.append({ run, change: { cancel_requested_at: clock.now, status: 'cancelling' }, events: [] }),
      ]);
      expect(renewed.slice(0, 2)).toMatchObject([{ ok: true }, { ok: true }]);
      pass(59_999);
      expect((await own.one.leases.held(attempt.attempt_id, host.host_id)).ok).toBe(true);
      // One progress event per half minute.
      const { events } = await own.one.ledger.ofRun(run.workflow_run_id, { after: null, limit: 20 });
      expect(events.filter(({ payload }) => 'progress' in payload)).toHaveLength(1);
    });

    test('is `forbidden` for a host that never held it, and not `lease_lost`', async () => {
      const own = stage();
      const [holder, otherHost] = [await own.host(), await own.host()];
      await own.queued();
      const { attempt } = await taken(own, holder);
      expect(await own.one.leases.held(attempt.attempt_id, otherHost.host_id)).toMatchObject({ code: 'forbidden' });
    });

    test('is refused to a host that is revoked or whose key is revoked', async () => {
      const own = stage();
      const host = await own.host();
      const attempt = await own.queued();
      await own.hosts.revoke(host.host_id);
      expect(await own.take(host)).toBeNull();
      const other = await own.host();
      const unknown = { ...by(other), jkt: 'another' };
      expect(await own.one.leases.take(unknown, [PROCESS_RUNNER_VERSION], 0)).toBeNull();
      expect((await own.take(other))?.attempt.attempt_id).toBe(attempt.attempt_id);
    });

    test('is given to a waiting host through a process that did not create the attempt', async () => {
      const own = stage();
      const host = await own.host();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
      const waiting = own.other.leases.take(by(host), [PROCESS_RUNNER_VERSION], 20_000);
      const attempt = await own.queued();
      // The other process looks every second.
      await vi.advanceTimersByTimeAsync(1000);
      expect((await waiting)?.attempt.attempt_id).toBe(attempt.attempt_id);
    });
  });
}
