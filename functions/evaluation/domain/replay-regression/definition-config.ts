import * as v from 'valibot';
import { type Result, refuse } from '../../../platform/result.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { parseTrigger, type Trigger, type TriggerInputCode } from '../../../replay/domain/trigger.ts';
import type { EnvironmentManifest, FrameworkDefinition, SubjectManifest } from '../manifests/manifests.ts';

/** Members of a definition's `config` that have another name in the trigger (evaluation 3.14, spec 2.1). */
const TRIGGER_NAMES = {
  app_id: 'appId',
  operations: 'operations',
  case_source: 'caseSource',
  case_source_hours: 'caseSourceHours',
  case_count_limit: 'caseCountLimit',
  case_tags: 'caseTags',
  pass_threshold: 'passThreshold',
} as const;

/** A replay request, with the case set of its cases. Null: its own selection. */
export interface ReplayRegressionConfig {
  trigger: Trigger;
  case_set: Digest | null;
}

/** Parses a workflow version's replay request, by the trigger's own rules (evaluation 3.14). */
export function parseDefinitionConfig(
  definition: Pick<FrameworkDefinition, 'config'>,
  environment: Pick<EnvironmentManifest, 'target_env' | 'enable_mock'>,
  subject: Pick<SubjectManifest, 'attributes'>,
): Result<ReplayRegressionConfig, TriggerInputCode | 'INVALID_CASE_SET'> {
  const { config } = definition;
  const { attributes } = subject;
  const trigger = parseTrigger({
    body: {
      ...Object.fromEntries(Object.entries(TRIGGER_NAMES).map(([ours, theirs]) => [theirs, config[ours]])),
      targetEnv: environment.target_env,
      enableMock: environment.enable_mock,
      attributes,
    },
    attributesText: attributes === undefined ? null : JSON.stringify(attributes),
    idempotencyKey: null,
    isReplayed: false,
    isAnonymous: false,
  });
  if (!trigger.ok) return trigger;
  const caseSet = v.safeParse(v.nullish(v.object({ digest: Digest })), config.case_set);
  if (!caseSet.success) return refuse('INVALID_CASE_SET', 'case_set must have the digest of an artifact');
  return { ok: true, value: { trigger: trigger.value, case_set: caseSet.output?.digest ?? null } };
}
