import { areEntries } from '../../../platform/outbound/egress/entries.ts';
import { BUILT_IN_RUNNER } from '../replay-regression/built-in-runner.ts';
import { buildLabels } from './build-labels.ts';
import type { VersionChoices } from './version-choices.ts';

/** The manifests that choices describe, but for that of the runner, which is built in (evaluation 3.5, 3.14). */
export function chosenManifests(choices: VersionChoices) {
  const { appId, build, targetEnv, policy, hours, enableMock, timeoutMinutes } = choices;
  const commit = build.known?.commit;
  return {
    framework_definition: {
      schema: 'eval.framework-definition/v1',
      framework: BUILT_IN_RUNNER.manifest.framework,
      config: { app_id: appId, case_source: 'rolling', case_source_hours: hours },
    },
    subject: {
      schema: 'eval.subject/v1',
      kind: 'service',
      name: build.name,
      ...(commit !== undefined && { revision: commit }),
      attributes: buildLabels(choices),
    },
    environment: {
      schema: 'eval.environment/v1',
      target_env: targetEnv,
      enable_mock: enableMock,
      network: networkOf(targetEnv),
      limits: { timeout_s: timeoutMinutes * 60 },
    },
    gate_policy: policy,
  };
}

/** Only the target; a host name that no list of hosts can hold leaves the network open. */
function networkOf(targetEnv: string): { mode: 'allowlist'; hosts: string[] } | { mode: 'open' } {
  const host = new URL(targetEnv).hostname.replace(/^\[|\]$/g, '');
  return areEntries([host]) ? { mode: 'allowlist', hosts: [host] } : { mode: 'open' };
}
