import * as v from 'valibot';
import type { Findings } from '../../../findings/domain/findings.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import { wellFormed } from '../../../platform/values/well-formed.ts';
import { CaseManifest } from '../../../replay/domain/case-manifest.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import { finishedReplayRun, unfinishedReplayRun } from '../../../report/api/parts/replay-run-view.ts';
import type { RunningServices, RunningUses } from '../../composition.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { STOPPED } from '../../domain/replay-regression/attempt-outcomes.ts';
import { type ResultBundle, summaryOf } from '../../domain/replay-regression/result-bundle.ts';
import type { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import { replayResults } from './replay-results.ts';

/** An artifact of an attempt, as its event names it. */
interface AttemptArtifact {
  role: string;
  digest: Digest;
  size_bytes: number;
  media_type: string;
}

/** Stored result of an attempt's replay. */
export interface NativeResult {
  /** The native result first, then the case results if there are any. */
  artifacts: [AttemptArtifact, ...AttemptArtifact[]];
  /** Null if the replay has not settled. */
  state: Findings['state'] | null;
  /** Whether the evaluation itself interrupted the replay. */
  isStopped: boolean;
  /** Whether every selected case was replayed. */
  isWhole: boolean;
  /** Whether every recorded downstream call was asked for, and every made one was answered from the recording. */
  isMocked: boolean;
  bytes: number;
}

/** Takes the snapshot of an attempt's replay and stores it (evaluation 3.14). The same facts produce the same bytes. */
export async function nativeResult(
  attempt: FrameworkAttempt,
  services: RunningUses<'artifacts', 'plans' | 'findings' | 'results' | 'analyses' | 'config' | 'rules'>,
): Promise<NativeResult> {
  const { plans, findings } = services;
  const { attempt_id, replay } = attempt;
  const plan = replay === null ? undefined : await plans.find(replay.plan_id);
  const round = plan && (await plans.findRound(plan.planId, 1));
  const facts = plan && round?.result ? await findings.of(plan, round) : undefined;
  const results = plan && round && facts ? await replayResults(plan, round, facts.input, services) : null;
  const calls = plan && facts ? (await services.results.findClusters(plan.planId, 1))?.calls : undefined;
  const mockMisses = calls?.misses ?? 0;
  const keep = keeper(attempt, services);
  const lines = results && (await keep(results.lines, 'evidence', 'application/x-ndjson', 'case_results'));
  const case_manifest = attempt.evidence.find(({ role }) => role === 'case_manifest')?.digest ?? null;

  const bundle: ResultBundle = {
    schema: 'replay-regression.result/v1',
    attempt_id,
    plan_id: replay?.plan_id ?? null,
    summary: summaryOf(round?.result ? { ...round.result, findings: facts?.findings ?? null, mockMisses } : null),
    replay_run: plan && round ? await replayRun(plan, round, services) : null,
    operations: results?.operations ?? [],
    latency: facts?.measures.times ?? [],
    case_results: lines && results && { digest: lines.digest, size_bytes: lines.size_bytes, cases: results.cases },
    case_manifest,
    mock_misses: mockMisses,
  };
  const bytes = Buffer.from(canonicalJson(wellFormed(bundle)));
  const native = await keep(bytes, 'native_result', 'application/json', 'native_result');
  return {
    artifacts: lines ? [native, lines] : [native],
    state: facts?.findings.state ?? null,
    isStopped: round?.interruption === STOPPED,
    isWhole: results !== null && results.cases === (await plannedCases(case_manifest, services)),
    isMocked: mockMisses === 0 && !calls?.requests['not asked'],
    bytes: native.size_bytes + (lines?.size_bytes ?? 0),
  };
}

async function replayRun(
  plan: ReplayPlan,
  round: ReplayRound,
  services: Pick<RunningServices, 'findings' | 'analyses' | 'config' | 'results' | 'rules'>,
): Promise<Record<string, unknown>> {
  return round.result ? finishedReplayRun(plan, round, services) : unfinishedReplayRun(plan, round, services);
}

const keeper =
  ({ attempt_id, workflow_run_id }: FrameworkAttempt, { evaluation }: RunningUses<'artifacts'>) =>
  async (
    bytes: Uint8Array,
    kind: 'evidence' | 'native_result',
    media_type: string,
    role: string,
  ): Promise<AttemptArtifact> => {
    const { digest, size_bytes } = await evaluation.artifacts.put({
      bytes,
      kind,
      media_type,
      role,
      attempt_id,
      workflow_run_id,
    });
    return { role, digest, size_bytes, media_type };
  };

async function plannedCases(manifest: Digest | null, { evaluation }: RunningUses<'artifacts'>): Promise<number | null> {
  if (manifest === null) return null;
  return v.parse(CaseManifest, await evaluation.artifacts.jsonOf(manifest)).cases.length;
}
