import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import type { LoginStep } from '../../../applications/domain/login-step.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import { recordedRequestJob } from '../../../recordings/domain/recorded-request-job.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import type { SendingServices } from '../../composition.ts';
import { tokenOf } from '../../domain/login/login-token.ts';
import { headersBesideTyped, typedLogin } from '../../domain/login/typed-login.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import type { LoginEnd } from './logins.ts';
import { requestSender } from './send-request.ts';

/** What a login is sent with. */
export type LoginServices = Pick<
  SendingServices,
  'recordings' | 'work' | 'log' | 'http' | 'newId' | 'now' | 'mocks' | 'replayKeys'
>;

/** Why a login gave no token, for the log. */
type Failure = 'no recording' | 'no token' | Exclude<OutboundOutcome['kind'], 'response'> | `status ${number}`;

/** Creates the function that logs in once by the login step of the application. */
export function loginSender(
  plan: ReplayPlan,
  round: number,
  settings: ApplicationSettings,
  {
    sendRequest,
    sealer,
  }: { sendRequest: ReturnType<typeof requestSender>; sealer: Pick<Sealer, 'open' | 'seal' | 'keys'> },
  services: LoginServices,
) {
  const { log } = services;
  const credentialSettings = { redact: settings.redact, credentials: settings.credentials };
  let request: ReturnType<typeof loginRequest> | undefined;

  function ended(failure: Failure): 'failed' {
    log.warn('login step got no token', { plan_id: plan.planId, round, outcome: failure });
    return 'failed';
  }

  /** The fault of a world that cannot send reaches all requests that wait for the token. */
  return async function logIn(step: LoginStep, turn: () => Promise<boolean>): Promise<LoginEnd> {
    if (!(await turn())) return 'stopped';
    request ??= loginRequest(step, plan, services, { settings: credentialSettings, sealer });
    const known = await request;
    if (known === null) return ended('no recording');
    const { headers } = settings.replay;
    const send =
      'request' in step
        ? requestSender(plan, { replay: { headers: headersBesideTyped(step.request, headers) } }, services, sealer)
        : sendRequest;
    return send(known.request, known.traceId, async (outcome) => {
      if (outcome.kind !== 'response') return ended(outcome.kind);
      const token = tokenOf(outcome, step);
      if (token === null) return ended(outcome.status < 400 ? 'no token' : `status ${outcome.status}`);
      log.debug('logged in to the target', { plan_id: plan.planId, round });
      return { token };
    });
  };
}

/** The request of the login step; null if its recording is gone or of another application. */
async function loginRequest(
  step: LoginStep,
  { appId }: ReplayPlan,
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
