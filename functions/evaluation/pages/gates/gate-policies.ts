import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { EvaluationUses } from '../../composition.ts';
import type { GatePolicy } from '../../domain/gates/gate-policy.ts';
import type { ComponentName } from '../../domain/workflows/pins.ts';
import { componentReader } from '../../workflows/store/component-reader.ts';
import { listOf, WorkflowAnswer } from '../evaluation-answers.ts';
import { answered } from '../evaluation-page.ts';

/** A digest to choose from, with the name in its manifest. */
export interface KnownDigest {
  value: string;
  text: string;
}

/** The manifests of the newest workflow versions, without duplicates (evaluation 3.6). */
export async function knownManifests(request: Pick<PageRequest, 'ask'>): Promise<Record<ComponentName, KnownDigest[]>> {
  const { data } = await answered(request, listOf(WorkflowAnswer), '/api/v1/eval/workflows');
  const of = (name: ComponentName): KnownDigest[] => {
    const found = data.map(({ components }) => components[name]).filter(({ known }) => known);
    return [...new Map(found.map(({ digest, id }) => [digest, { value: digest, text: id ?? 'unnamed' }])).values()];
  };
  return {
    framework_definition: of('framework_definition'),
    runner: of('runner'),
    subject: of('subject'),
    environment: of('environment'),
    gate_policy: of('gate_policy'),
  };
}

/** The gate policies among them. */
export const knownPolicies = async (request: Pick<PageRequest, 'ask'>): Promise<KnownDigest[]> =>
  (await knownManifests(request)).gate_policy;

/** Content of a policy. Null if it is unknown or invalid. No endpoint returns the value of an artifact. */
export async function policyOf(
  version: string | null,
  { evaluation }: EvaluationUses<'artifacts'>,
): Promise<GatePolicy | null> {
  return version === null ? null : (await componentReader(evaluation.artifacts)('gate_policy', version)).manifest;
}
