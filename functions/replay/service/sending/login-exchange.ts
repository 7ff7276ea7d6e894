import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import type { LoginStep } from '../../../applications/domain/login-step.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import { recordedRequestJob } from '../../../recordings/domain/recorded-request-job.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import type { SendingServices } from '../../composition.ts';
import { headersBesideTyped, typedLogin } from '../../domain/login/typed-login.ts';
import { type RunToSend, requestSender } from './send-request.ts';

/** What a login is sent with. */
export type LoginServices = Pick<
  SendingServices,
  'recordings' | 'work' | 'log' | 'http' | 'newId' | 'now' | 'mocks' | 'replayKeys'
>;

/** The function that sends requests of a run as they are, and what opens their sealed values. */
export interface LoginSender {
  sendRequest: ReturnType<typeof requestSender>;
  sealer: Pick<Sealer, 'open' | 'seal' | 'keys'>;
}

/**
 * Creates the function that sends the request of a login step, and hands its outcome to `use`; null if its recording is
 * gone or of another application.
 */
export function loginExchange(
  run: RunToSend,
  settings: Pick<ApplicationSettings, 'redact' | 'credentials' | 'replay'>,
  { sendRequest, sealer }: LoginSender,
  services: LoginServices,
) {
  const credentialSettings = { redact: settings.redact, credentials: settings.credentials };
  const { headers } = settings.replay;
  let request: ReturnType<typeof loginRequest> | undefined;

  return async <Used>(step: LoginStep, use: (outcome: OutboundOutcome) => Promise<Used>): Promise<Used | null> => {
    request ??= loginRequest(step, run, services, { settings: credentialSettings, sealer });
    const known = await request;
    if (known === null) return null;
    const send =
      'request' in step
        ? requestSender(run, { replay: { headers: headersBesideTyped(step.request, headers) } }, services, sealer)
        : sendRequest;
    return send(known.request, known.traceId, use);
  };
}

/** The request of the login step; null if its recording is gone or of another application. */
async function loginRequest(
  step: LoginStep,
  { appId }: Pick<RunToSend, 'appId'>,
  { recordings, work, newId }: LoginServices,
  { settings, sealer }: { settings: CredentialSettings; sealer: Pick<Sealer, 'seal' | 'keys'> },
) {
  if ('request' in step) return { request: typedLogin(step.request, sealer), traceId: newId() };
  const [head, stored] = await Promise.all([
    undefinedIfDamaged(recordings.find(step.caseId)),
    recordings.storedPayload(step.caseId),
  ]);
  if (!head || !stored || head.appId !== appId) return null;
  const read = await work.run(
    recordedRequestJob,
    async () => ({ caseId: step.caseId, stored: await stored.bytes(), settings, keys: sealer.keys }),
    {
      bytes: stored.size,
    },
  );
  return read.ok && read.value ? { request: read.value.request, traceId: head.traceId } : null;
}
