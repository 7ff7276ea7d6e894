import type { StoredValue } from '../../../platform/values/stored-json.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import { recordedRequestJob, type SendableCase } from '../../../recordings/domain/recorded-request-job.ts';
import { REDACTING_OPENER } from '../../../recordings/domain/sealed/redacting-opener.ts';
import type { SendingServices } from '../../composition.ts';
import type { NoticedCalls } from '../../domain/calls/result-calls.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import { runSecrets } from '../../domain/run-secrets.ts';
import type { LoginServices } from './login-exchange.ts';
import { callNotice } from './noticed-calls.ts';
import type { NewlySent } from './send-request.ts';
import { sessionLogin } from './session-login.ts';

export type RoundSending = Awaited<ReturnType<typeof roundSending>>;

/**
 * Reads once what sending and comparing the requests of a round depends on: the active rules, the settings that go to
 * its target, and the data keys. `credentialSettings`: how stored cases are currently sealed.
 */
export async function roundSending(
  plan: ReplayPlan,
  round: number,
  services: Pick<SendingServices, 'rules' | 'targets' | 'sealedSettings' | 'recordingKeys' | 'elapsed'> & LoginServices,
) {
  const [currentRules, saved, sealer] = await Promise.all([
    services.rules.inForce(plan.appId),
    services.sealedSettings.settings(plan.appId),
    services.recordingKeys.sealer(),
  ]);
  const { keys } = sealer;
  const settings = runSecrets(plan, saved, services.targets.destinationOf(plan));
  const credentialSettings = { redact: settings.redact, credentials: settings.credentials };
  const opener = plan.credentials === 'none' ? { ...sealer, ...REDACTING_OPENER } : sealer;
  const noticed = callNotice(services);
  return {
    currentRules,
    settings,
    sealer,
    keys,
    credentialSettings,
    sendRequest: sessionLogin(plan, round, settings, services, opener),

    /** The downstream calls of a request that was sent just now; null if none could be noticed. */
    callsOf: async (
      { replayId, begun }: Pick<NewlySent, 'replayId' | 'begun'>,
      recorded: readonly Pick<RecordedCall, 'kind' | 'target'>[],
    ): Promise<NoticedCalls | null> =>
      begun ? noticed({ replayId, appId: plan.appId, round: `${plan.planId}-${round}` }, recorded) : null,

    /** What is sent of a stored case; null if its bytes have expired, or cannot be read in the memory of one case. */
    async sendable(caseId: string, stored: StoredValue): Promise<SendableCase | null> {
      const read = await services.work.run(
        recordedRequestJob,
        async () => ({ caseId, stored: await stored.bytes(), settings: credentialSettings, keys }),
        { bytes: stored.size },
      );
      return read.ok ? read.value : null;
    },
  };
}
