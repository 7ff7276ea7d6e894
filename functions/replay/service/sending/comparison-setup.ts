import type { StoredValue } from '../../../platform/values/stored-json.ts';
import { recordedRequestJob, type SendableCase } from '../../../recordings/domain/recorded-request-job.ts';
import { REDACTING_OPENER } from '../../../recordings/domain/sealed/redacting-opener.ts';
import type { SendingServices } from '../../composition.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import { runSecrets } from '../../domain/run-secrets.ts';

/**
 * Reads what sending and comparing the requests of a plan depends on: the active rules, the settings that go to its
 * target, and the data keys. `credentialSettings`: how stored cases are currently sealed.
 */
export async function comparisonSetup(
  plan: ReplayPlan,
  {
    rules,
    targets,
    sealedSettings,
    recordingKeys,
    work,
  }: Pick<SendingServices, 'rules' | 'targets' | 'sealedSettings' | 'recordingKeys' | 'work'>,
) {
  const [currentRules, saved, sealer] = await Promise.all([
    rules.inForce(plan.appId),
    sealedSettings.settings(plan.appId),
    recordingKeys.sealer(),
  ]);
  const { keys } = sealer;
  const settings = runSecrets(plan, saved, targets.destinationOf(plan));
  const credentialSettings = { redact: settings.redact, credentials: settings.credentials };
  return {
    currentRules,
    settings,
    sealer,
    /** What requests are opened with when they are sent. */
    opener: plan.credentials === 'none' ? { ...sealer, ...REDACTING_OPENER } : sealer,
    keys,
    credentialSettings,

    /** What is sent of a stored case; null if its bytes have expired, or cannot be read in the memory of one case. */
    async sendable(caseId: string, stored: StoredValue): Promise<SendableCase | null> {
      const read = await work.run(
        recordedRequestJob,
        async () => ({ caseId, stored: await stored.bytes(), settings: credentialSettings, keys }),
        { bytes: stored.size },
      );
      return read.ok ? read.value : null;
    },
  };
}
