import { ok } from '../../../platform/http/api.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { capabilitySet, capabilitySetDigest } from '../../domain/hosts/host-capabilities.ts';
import { KERNEL_PROTOCOL } from '../../domain/hosts/managed-host.ts';
import { BUILT_IN_RUNNER } from '../../domain/replay-regression/built-in-runner.ts';
import { capabilityDocs } from './capabilities.doc.ts';

const { id, framework } = BUILT_IN_RUNNER.manifest;

/** Lists the capabilities of the hosts of the caller's tenant, and the built-in runners (evaluation 3.6). */
export const capabilities = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/capabilities',
  scope: 'eval:read',
  doc: capabilityDocs.readEvaluationCapabilities,

  async answer(_, { evaluation }: EvaluationUses<'hosts'>) {
    const known = await evaluation.hosts();
    const hosts = capabilitySet(known);
    return ok({
      protocol: KERNEL_PROTOCOL,
      hosts,
      capabilities: [...new Set(hosts.flatMap((host) => host.capabilities))].sort(),
      capability_set_digest: capabilitySetDigest(known),
      built_in_runners: [{ id, framework, runner_version: BUILT_IN_RUNNER.digest }],
    });
  },
});
