import { BUILT_IN_RUNNER } from '../domain/evaluation/built-in-runner.ts';
import { capabilitySet, capabilitySetDigest } from '../domain/evaluation/host-capabilities.ts';
import { KERNEL_PROTOCOL } from '../domain/evaluation/managed-host.ts';
import { ok } from '../http/api.ts';
import { capabilitiesDoc } from './capabilities.doc.ts';
import { evaluationEndpoint } from './evaluation-endpoint.ts';

const { id, framework } = BUILT_IN_RUNNER.manifest;

/** What the hosts of the caller's tenant can do, and the runners that come with the service (evaluation 3.6). */
export const capabilities = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/capabilities',
  scope: 'eval:read',
  doc: capabilitiesDoc,

  async answer(_, { evaluation }) {
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
