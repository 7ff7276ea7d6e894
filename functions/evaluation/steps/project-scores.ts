import { buffer, text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { Step } from '../../platform/steps/step.ts';
import type { RunningServices, RunningUses } from '../composition.ts';
import { PUBLICATION_ROLE } from '../domain/hosts/publication.ts';
import { measurementsOfEnvelope } from '../domain/hosts/published-measurements.ts';
import { measurementsOf } from '../domain/replay-regression/measurements.ts';
import { CaseResult, ResultBundle } from '../domain/replay-regression/result-bundle.ts';
import type { FrameworkAttempt } from '../domain/runs/attempt.ts';
import type { Measurement } from '../domain/scores/score.ts';
import { decided, RunInput, type RunState } from './evaluation-step.ts';

/**
 * Creates scores from the measurements of a succeeded attempt: staged, accepted in the ledger, then published to
 * queries (evaluation 3.14, 5.7).
 */
export const projectScores: Step<RunInput, RunningUses<'runs' | 'scores' | 'ledger' | 'artifacts'>> = {
  input: RunInput,
  run: (input, services) => decided(input, services, (state) => project(state, services)),
};

async function project(
  { run, attempt }: RunState,
  services: RunningUses<'scores' | 'ledger' | 'artifacts'>,
): Promise<Record<string, never> | 'conflict'> {
  if (attempt?.status !== 'succeeded') return {};
  const { scores, ledger } = services.evaluation;
  if (attempt.scores_digest === null) {
    if (run.status !== 'running') return {};
    const { measurements, lossy } = await measured(attempt, services);
    const trigger = run.trigger.type === 'api' ? null : run.trigger.type;
    const { scores_digest, count } = await scores.stage(attempt, measurements, trigger);
    const projection: FrameworkAttempt['projection'] = {
      status: lossy ? 'lossy' : 'complete',
      projected_count: count,
      unsupported_fields: lossy ? ['replay.case_pass'] : [],
    };
    const appended = await ledger.append({
      run,
      change: { phase: 'gating' },
      attempt: { ...attempt, projection, scores_digest },
      events: [
        {
          type: 'framework.result.accepted',
          payload: {
            attempt_id: attempt.attempt_id,
            status: attempt.status,
            native_result_digest: attempt.native_result_artifact,
            projection_status: projection.status,
            projected_count: count,
            scores_digest,
          },
        },
      ],
    });
    if (typeof appended === 'string') return 'conflict';
  }
  await scores.publish(attempt.attempt_id);
  return {};
}

async function measured(attempt: FrameworkAttempt, { evaluation }: RunningUses<'artifacts'>) {
  const { artifacts } = evaluation;
  const { attempt_id, workflow_run_id, native_result_artifact } = attempt;
  if (attempt.host.kind === 'federated') return { measurements: await publishedBy(attempt, artifacts), lossy: false };
  if (native_result_artifact === null) throw new Error('a succeeded attempt has no result');
  const bundle = v.parse(ResultBundle, await artifacts.jsonOf(native_result_artifact));
  const bytes = bundle.case_results && (await artifacts.bytesOf(bundle.case_results.digest));
  if (!bytes) throw new Error('the case results of a succeeded attempt no longer exist');
  const lines = (await text(bytes)).split('\n').filter((line) => line !== '');
  const cases = lines.map((line) => v.parse(CaseResult, JSON.parse(line)));
  const { summary, operations, latency } = bundle;
  return measurementsOf({ workflow_run_id, attempt_id, summary, operations, latency, cases });
}

/** Measurements that the host signed (evaluation 3.11). */
async function publishedBy(
  { evidence }: FrameworkAttempt,
  artifacts: RunningServices['evaluation']['artifacts'],
): Promise<Measurement[]> {
  const digest = evidence.find(({ role }) => role === PUBLICATION_ROLE)?.digest;
  const bytes = digest && (await artifacts.bytesOf(digest));
  if (!bytes) throw new Error('the publication of a succeeded attempt no longer exists');
  return measurementsOfEnvelope(await buffer(bytes));
}
