import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import type { LoginStep } from '../../../applications/domain/login-step.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { recordedRequestJob } from '../../../recordings/domain/recorded-request-job.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import { credentialAt, withCredential } from '../../domain/login/credential-place.ts';
import { tokenOf } from '../../domain/login/login-token.ts';
import { needsLogin } from '../../domain/login/needs-login.ts';
import { headersBesideTyped, typedLogin } from '../../domain/login/typed-login.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import type { PlannedCase } from '../../domain/results/chunk.ts';
import type { SendingServices } from '../../services.ts';
import { type LoginEnd, loginsOf } from './logins.ts';
import { type NewlySent, type ReplayedCase, requestSender } from './send-request.ts';

/** A request as its login step sees it. */
export interface LoginCase {
  planned: Pick<PlannedCase, 'caseId' | 'session' | 'operation'>;
  /** The request as recorded, before value mapping. */
  recorded: RecordedRequest;
  recordedStatus: number | null;
  /** Waits for a turn of the pace, as a login is a request of its own; false if nothing more may be sent. */
  turn(): Promise<boolean>;
  /** The case, if its downstream calls may be answered. */
  replayed?: ReplayedCase;
}

type Services = Pick<
  SendingServices,
  'recordings' | 'work' | 'log' | 'http' | 'newId' | 'now' | 'mocks' | 'replayKeys'
>;

/** How a request was sent. */
export interface SentRequest extends NewlySent {
  /** It carried the token of the login step. */
  loggedIn?: true;
}

/** Why a login gave no token, for the log. */
type Failure = 'no recording' | 'no token' | Exclude<OutboundOutcome['kind'], 'response'> | `status ${number}`;

/** A larger refusal is a result as it is, so that no memory is held for it during a login. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/**
 * Creates the function that sends a request with the token of the application's login step (interface 10), and once
 * more with a new one where the target answers 401 unlike the recording. It answers 'stopped' if sending ended before
 * the login. Without a login step, or without a token, requests go out as they are.
 */
export function sessionLogin(
  plan: ReplayPlan,
  round: number,
  settings: ApplicationSettings,
  services: Services,
  sealer: Pick<Sealer, 'open' | 'seal' | 'keys'>,
) {
  const { log } = services;
  const sendRequest = requestSender(plan, settings, services, sealer);
  const { login } = settings;
  const kept = { redact: settings.redact, credentials: settings.credentials };
  const logins = loginsOf(`${plan.planId}-${round}`);
  let request: ReturnType<typeof loginRequest> | undefined;

  /** Logs in once; the fault of a world that cannot send reaches all requests that wait for the token. */
  async function logIn(step: LoginStep, turn: LoginCase['turn']): Promise<LoginEnd> {
    if (!(await turn())) return 'stopped';
    request ??= loginRequest(step, plan, services, { settings: kept, sealer });
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
  }

  function ended(failure: Failure): 'failed' {
    log.warn('login step got no token', { plan_id: plan.planId, round, outcome: failure });
    return 'failed';
  }

  type Use<Used> = (outcome: OutboundOutcome, sent: SentRequest) => Promise<Used>;

  return async function send<Used>(
    mapped: RecordedRequest,
    traceId: string,
    { planned, recorded, recordedStatus, turn, replayed }: LoginCase,
    use: Use<Used>,
  ): Promise<Used | 'stopped'> {
    if (login === null || !needsLogin(recorded, mapped, login.place))
      return sendRequest(mapped, traceId, use, replayed);
    const step = login;
    const key = keyOf(step, planned, recorded);
    const held = await logins.token(key, () => logIn(step, turn));
    if (held === 'stopped') return held;
    if (held === 'failed') return sendRequest(mapped, traceId, use, replayed);

    const { operation } = planned;
    const first = await sendRequest(
      withCredential(mapped, step.place, held.token, sealer),
      traceId,
      async (outcome, sent) => {
        const isRefused =
          outcome.kind === 'response' &&
          outcome.status === 401 &&
          recordedStatus !== 401 &&
          outcome.body.byteLength <= MAX_REFUSAL_BYTES &&
          logins.mayRenew(operation);
        return isRefused
          ? { kind: 'refused' as const, outcome, sent }
          : { kind: 'used' as const, used: await use(outcome, { ...sent, loggedIn: true }) };
      },
      replayed,
    );
    if (first.kind === 'used') return first.used;

    const renewed = await logins.renewed(key, () => logIn(step, turn), held);
    // The refusal is the outcome of the case if there is no other token to try, or no time.
    if (typeof renewed === 'string' || !(await turn())) return use(first.outcome, { ...first.sent, loggedIn: true });
    return sendRequest(
      withCredential(mapped, step.place, renewed.token, sealer),
      traceId,
      (outcome, sent) => {
        if (outcome.kind === 'response') logins.noteFresh(operation, outcome.status === 401);
        return use(outcome, { ...sent, loggedIn: true });
      },
      replayed,
    );
  };
}

/** The request of the login step; null if its recording is gone or of another application. */
async function loginRequest(
  step: LoginStep,
  { appId }: ReplayPlan,
  { recordings, work, newId }: Services,
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

/** Who shares a token: the run, a session, or the requests with one recorded credential. */
function keyOf({ scope, place }: LoginStep, planned: LoginCase['planned'], recorded: RecordedRequest): string {
  if (scope === 'run') return '';
  if (scope === 'session') return planned.session ?? `case ${planned.caseId}`;
  return sha256Hex(credentialAt(recorded, place) ?? '');
}
