import type { StoredValue } from '../../platform/values/stored-json.ts';
import { recordedRequestJob, type SendableCase } from '../../recordings/domain/recorded-request-job.ts';
import type { SendingServices } from '../services.ts';

/**
 * Reads what sending and comparing the requests of an application depends on: the rules in force, its settings, and the data
 * keys. `kept`: how stored cases are sealed today.
 */
export async function comparisonSetup(
  appId: string,
  {
    rules,
    sealedSettings,
    recordingKeys,
    work,
  }: Pick<SendingServices, 'rules' | 'sealedSettings' | 'recordingKeys' | 'work'>,
) {
  const [today, settings, sealer] = await Promise.all([
    rules.inForce(appId),
    sealedSettings.settings(appId),
    recordingKeys.sealer(),
  ]);
  const { keys } = sealer;
  const kept = { redact: settings.redact, credentials: settings.credentials };
  return {
    today,
    settings,
    sealer,
    keys,
    kept,

    /** What is sent of a stored case; null if its bytes have expired, or cannot be read in the memory of one case. */
    async sendable(stored: StoredValue): Promise<SendableCase | null> {
      const read = await work.run(
        recordedRequestJob,
        async () => ({ stored: await stored.bytes(), settings: kept, keys }),
        { bytes: stored.size },
      );
      return read.ok ? read.value : null;
    },
  };
}
