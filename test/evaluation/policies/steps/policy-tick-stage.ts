import * as v from 'valibot';
import { afterAll } from 'vitest';
import { openStandaloneWorld } from '../../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { canonicalJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { PolicyBody } from '../../../../functions/evaluation/domain/policies/online-policy-body.ts';
import type { RunStatus } from '../../../../functions/evaluation/domain/statuses.ts';
import { tickPolicies } from '../../../../functions/evaluation/policies/steps/policy-tick.ts';
import { standaloneConfig } from '../../../../functions/platform/settings/config.ts';
import { parseCase } from '../../../../functions/recordings/domain/parse-case.ts';
import { manifestsOf, pinsOf } from '../../../support/evaluation/evaluation-manifests.ts';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';
import { servicesFor } from '../../../support/services-for.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { newTenant } from '../../ledger/store/ledger-stage.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Tenants whose policies are ticked manually, under a clock that the test sets. Their runs are never started. */
export function policyTickStage() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT' });
  const clock = { now: Date.UTC(2026, 10, 22, 12) };
  const { world, close } = openStandaloneWorld(config, () => clock.now);
  const workflows = { ...world.workflows, start: async () => 'running' as const };
  afterAll(async () => {
    await close();
    remove();
  });

  /** A tenant with a workflow of the application `shop`. */
  return async function tenantWith() {
    // No policy of an earlier test is due any more.
    clock.now += DAY;
    const tenant = newTenant();
    const services = servicesFor({ ...world, workflows }, config)(tenant);
    const { evaluation } = services;
    const manifests = manifestsOf({ appId: 'shop', targetEnv: 'http://127.0.0.1:9' });
    for (const [kind, manifest] of Object.entries(manifests))
      await evaluation.artifacts.put({
        bytes: Buffer.from(canonicalJson(manifest)),
        kind: kind as keyof typeof manifests, // the members have the names of the kinds
        media_type: 'application/json',
      });
    const workflow = await evaluation.workflowVersions.resolve(pinsOf(manifests));
    let recorded = 0;

    const tick = (using = services) =>
      tickPolicies(services, (of) => {
        if (of !== tenant) throw new Error('a policy of another test is due');
        return using;
      });

    return {
      services,
      evaluation,
      clock,
      tick,

      /** Services of a process that crashes before this write, from 1. `died` returns whether it did. */
      dyingBefore(write: number) {
        let writes = 0;
        const or = <Given extends unknown[], Answer>(done: (...given: Given) => Promise<Answer>) => {
          return async (...given: Given): Promise<Answer> => {
            if (++writes >= write) throw new Error('the process is dead');
            return done(...given);
          };
        };
        const { table, blobs } = world;
        const dying = {
          ...table,
          put: or(table.put),
          update: or(table.update),
          remove: or(table.remove),
          transact: or(table.transact),
        };
        const around = { ...world, workflows, table: dying, blobs: { ...blobs, put: or(blobs.put) } };
        return { services: servicesFor(around, config)(tenant), died: () => writes >= write };
      },

      /** An active hourly policy that samples everything. */
      async policy(change: Record<string, unknown> = {}) {
        const body = v.parse(PolicyBody, {
          name: 'orders',
          workflow_version_digest: workflow.workflow_version_digest,
          allow_live: true,
          filter: { app_id: 'shop' },
          sampling: { rate: 1 },
          schedule: { every_s: 3600 },
          ...change,
        });
        const made = await evaluation.policies.create(body, 'ann');
        if (!made.ok) throw new Error(made.code);
        return made.value;
      },

      /** Records this many cases with the same time. */
      async record(cases: number, at: number, change: Record<string, unknown> = {}): Promise<void> {
        const read = Array.from({ length: cases }, () => {
          const caseId = `case-${++recorded}`;
          const one = { ...recordedGet('shop', `/a/${recorded}`, { price: 1 }), caseId, ...change };
          return parseCase(
            { ...one, recordedAt: new Date(at).toISOString() },
            { now: at, newId: services.newId, settings: DEFAULT_SETTINGS, sealer: testSealer },
          );
        });
        await services.recordings.add(read.flatMap((one) => (one.ok ? [one.value] : [])));
      },

      stored: async (policyId: string) => {
        const policy = await evaluation.policies.stored(policyId);
        if (policy === undefined) throw new Error('there is no such policy');
        return policy;
      },
      executions: async (policyId: string) =>
        (await evaluation.policyExecutions.page(policyId, { limit: 100, after: null })).items,
      runs: async () => (await evaluation.runs.page({ order: 'asc' }, { limit: 100, after: null })).items,
      events: async () =>
        (await evaluation.ledger.page({ after: null, limit: 100 })).events.filter(
          ({ type }) => type === 'online_policy.evaluated',
        ),

      /** Ends every run in progress. */
      async end(status: Extract<RunStatus, 'succeeded' | 'failed'>): Promise<void> {
        for (const run of (await evaluation.runs.page({ order: 'asc' }, { limit: 100, after: null })).items) {
          if (run.status !== 'queued') continue;
          const validating = await evaluation.ledger.append({ run, change: { phase: 'validating' }, events: [] });
          if (typeof validating === 'string') throw new Error(validating);
          const events = [{ type: 'workflow.completed' as const, payload: {} }];
          if (status === 'failed') {
            await evaluation.ledger.append({ run: validating.run, change: { status }, events });
            continue;
          }
          let current = validating.run;
          for (const phase of ['admitting', 'attempting', 'committing', 'projecting', 'gating'] as const) {
            const moved = await evaluation.ledger.append({
              run: current,
              change: { status: 'running', phase },
              events: [],
            });
            if (typeof moved === 'string') throw new Error(moved);
            current = moved.run;
          }
          await evaluation.ledger.append({ run: current, change: { status }, events });
        }
      },
    };
  };
}
