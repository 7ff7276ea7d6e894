import * as v from 'valibot';
import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import { FIRST_VERSION } from '../../../recordings/domain/versions/case-version.ts';
import type { ManifestCase } from '../../../replay/domain/case-manifest.ts';
import type { PlanRequest } from '../../../replay/domain/plan.ts';
import { byRecording, selectedCases } from '../../../replay/service/selecting/selected-cases.ts';
import type { RunningServices, RunningUses } from '../../composition.ts';
import type { EnvironmentManifest, FrameworkDefinition, SubjectManifest } from '../../domain/manifests/manifests.ts';
import { redactRules } from '../../domain/policies/online-policy-body.ts';
import { ATTEMPT_STATUS_OF } from '../../domain/replay-regression/attempt-outcomes.ts';
import { caseManifestBytes } from '../../domain/replay-regression/case-manifest-bytes.ts';
import { CaseSet } from '../../domain/replay-regression/case-set.ts';
import { parseDefinitionConfig } from '../../domain/replay-regression/definition-config.ts';
import { evaluationPlan } from '../../domain/replay-regression/plan-request.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';
import { recordingDigests, storedDigest } from '../store/recording-digests.ts';

/** Maximum payloads in memory while their digests are calculated. */
const PAYLOAD_CONCURRENCY = 50;

type TerminalStatus = (typeof ATTEMPT_STATUS_OF)[keyof typeof ATTEMPT_STATUS_OF];

/** Manifests that define a replay. */
export interface ReplayManifests {
  framework_definition: FrameworkDefinition;
  subject: SubjectManifest;
  environment: EnvironmentManifest;
}

/** The replay request of a workflow version: the plan, its attributes, and the case set that replaces its selection. */
export async function replayRequest(
  { framework_definition, environment, subject }: ReplayManifests,
  { input_overrides }: Pick<WorkflowRun, 'input_overrides'>,
  { applications, config, now }: Pick<RunningServices, 'applications' | 'config' | 'now'>,
): Promise<
  Result<{ request: PlanRequest; attributes: string | null; caseSet: Digest | null }, keyof typeof ATTEMPT_STATUS_OF>
> {
  const parsed = parseDefinitionConfig(framework_definition, environment, subject);
  if (!parsed.ok) return parsed;
  const { trigger, case_set } = parsed.value;
  const { maxQps, concurrency, timeoutMs } = (await applications.settings(trigger.appId)).replay;
  const request = evaluationPlan(trigger, trigger.operations, {
    now: now(),
    caseCountLimit: config.caseCountLimit,
    load: { maxQps, concurrency, timeoutMs },
  });
  return accept({ request, attributes: trigger.attributes, caseSet: input_overrides?.case_set ?? case_set });
}

/**
 * Fixes the cases of an attempt and stores them as evidence (evaluation 3.14). The code of a refusal is the attempt's
 * status.
 */
export async function prepareReplay(
  manifests: ReplayManifests,
  run: WorkflowRun,
  attempt_id: string,
  services: RunningUses<'artifacts', 'newPlans' | 'recordings' | 'applications' | 'config' | 'now' | 'work'>,
): Promise<Result<{ digest: Digest; size_bytes: number; media_type: string }, TerminalStatus>> {
  const { newPlans, recordings, evaluation } = services;
  const prepared = await replayRequest(manifests, run, services);
  if (!prepared.ok) return refuse(ATTEMPT_STATUS_OF[prepared.code], prepared.message);
  const { request, caseSet } = prepared.value;
  const scope = await newPlans.selectionOf(request.appId, request.operations);
  if (!scope.ok) return refuse(ATTEMPT_STATUS_OF[scope.code], scope.message);

  const { operations, inScope } = scope.value;
  const cases =
    caseSet === null
      ? accept(await described(await inOrder(selectedCases({ ...request, operations }, inScope, recordings)), services))
      : await casesOfSet(caseSet, request.appId, new Set(inScope), services);
  if (!cases.ok) return cases;
  if (cases.value.length === 0) return refuse(ATTEMPT_STATUS_OF.REASON_200, 'The definition selects no recorded case.');

  const manifest = caseManifestBytes({
    schema: 'replay-regression.case-manifest/v1',
    app_id: request.appId,
    case_set: caseSet,
    cases: cases.value,
  });
  if (!manifest.ok) return manifest;
  return accept(
    await evaluation.artifacts.put({
      bytes: manifest.value,
      kind: 'evidence',
      media_type: 'application/json',
      workflow_run_id: run.workflow_run_id,
      attempt_id,
      role: 'case_manifest',
    }),
  );
}

const inOrder = async (heads: AsyncGenerator<CaseHead>) => (await Array.fromAsync(heads)).sort(byRecording);

/**
 * The cases of a set that are in scope. Each must exist unchanged since the set was created: as it is now, or as a
 * version that is still stored.
 */
async function casesOfSet(
  digest: Digest,
  appId: string,
  inScope: ReadonlySet<string>,
  services: RunningUses<'artifacts', 'recordings' | 'work'>,
): Promise<Result<ManifestCase[], TerminalStatus>> {
  const { evaluation, recordings } = services;
  const set = v.safeParse(CaseSet, await evaluation.artifacts.jsonOf(digest));
  if (!set.success) return refuse(ATTEMPT_STATUS_OF.REASON_200, 'There is no case set with this digest.');
  const wanted = new Map(set.output.cases.map((one) => [one.case_id, one.digest]));
  const heads = await Promise.all([...wanted.keys()].map((caseId) => recordings.find(caseId)));
  const found = await described(
    heads.filter((head) => head?.appId === appId).filter((head) => head !== undefined),
    services,
    redactRules(set.output.redaction),
  );
  const isWanted = (one: ManifestCase) => wanted.get(one.case_id) === one.digest;
  const versions = await Promise.all(
    found.map((one) =>
      isWanted(one) ? one : earlierVersion(one, isWanted, redactRules(set.output.redaction), services),
    ),
  );
  const unchanged = versions.filter((one) => one !== null);
  if (unchanged.length < wanted.size)
    return refuse(
      ATTEMPT_STATUS_OF.REASON_200,
      `Of ${wanted.size} cases of the case set ${wanted.size - unchanged.length} are deleted or changed.`,
    );
  return accept(unchanged.filter(({ operation }) => inScope.has(operation)));
}

/** A case in the version before that is wanted; null if that is stored no longer. */
async function earlierVersion(
  one: ManifestCase,
  isWanted: (version: ManifestCase) => boolean,
  rules: readonly RedactRule[],
  { recordings, work }: Pick<RunningServices, 'recordings' | 'work'>,
): Promise<ManifestCase | null> {
  const { recording_version: _, ...rest } = one;
  for (const { version, stored } of await recordings.versions.earlierPayloads(one.case_id)) {
    const digest = await storedDigest(stored, rules, work);
    if (digest === null) continue;
    const found = { ...rest, digest, ...(version !== FIRST_VERSION && { recording_version: version }) };
    if (isWanted(found)) return found;
  }
  return null;
}

/**
 * Cases with the digests of their recordings, redacted by the rules of their set. Cases without a recording are
 * omitted.
 */
async function described(
  heads: readonly CaseHead[],
  services: Pick<RunningServices, 'recordings' | 'work'>,
  redaction: readonly RedactRule[] = [],
): Promise<ManifestCase[]> {
  const cases: ManifestCase[] = [];
  for (let at = 0; at < heads.length; at += PAYLOAD_CONCURRENCY) {
    const some = heads.slice(at, at + PAYLOAD_CONCURRENCY);
    const caseIds = some.map(({ caseId }) => caseId);
    const digests = await recordingDigests(caseIds, redaction, services);
    for (const [index, { caseId, traceId, operation, recordedAt, accepted }] of some.entries()) {
      const digest = digests[index] ?? null;
      if (digest === null) continue;
      cases.push({
        case_id: caseId,
        trace_id: traceId,
        operation,
        recorded_at: isoText(recordedAt),
        digest,
        ...(accepted && { recording_version: accepted.version }),
      });
    }
  }
  return cases;
}
