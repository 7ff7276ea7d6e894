import type { Digest } from '../../../platform/values/digest.ts';
import type { EvaluationUses } from '../../composition.ts';
import { offeredRulesOf } from '../../domain/choices/offered-rules-of.ts';
import { type InitialChoices, USUAL_CHOICES } from './initial-choices.ts';

/**
 * The choices that made a workflow version, but for its build. Null if a manifest is unknown, or of another framework.
 */
export async function choicesOfVersion(
  digest: Digest,
  { evaluation }: EvaluationUses<'workflowVersions'>,
): Promise<Omit<InitialChoices, 'build'> | null> {
  const workflow = await evaluation.workflowVersions.find(digest);
  if (workflow === undefined) return null;
  const manifests = await evaluation.workflowVersions.manifests(workflow.workflow_version);
  const { framework_definition: definition, environment, gate_policy } = manifests;
  const app = definition?.config.app_id;
  if (typeof app !== 'string' || environment === null || gate_policy === null) return null;
  const offered = offeredRulesOf(gate_policy);
  const percent = (share: number) => String(Number((share * 100).toPrecision(12)));
  const hours = definition?.config.case_source_hours;
  return {
    app,
    target: environment.target_env ?? '',
    rules: offered?.ruleSet ?? 'own',
    rate: offered ? percent(offered.passRate) : USUAL_CHOICES.rate,
    worse: offered ? percent(offered.maxWorse) : USUAL_CHOICES.worse,
    policy: offered ? '' : JSON.stringify(gate_policy, null, 2),
    hours: typeof hours === 'number' ? String(hours) : USUAL_CHOICES.hours,
    timeout:
      environment.limits.timeout_s === undefined
        ? USUAL_CHOICES.timeout
        : String(Math.ceil(environment.limits.timeout_s / 60)),
    mocks: environment.enable_mock,
  };
}
