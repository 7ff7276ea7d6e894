import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import type { LoginStep } from '../../../applications/domain/login-step.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import { credentialAt, withCredential } from '../../domain/login/credential-location.ts';
import { needsLogin } from '../../domain/login/needs-login.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import type { PlannedCase } from '../../domain/results/chunk.ts';
import type { LoginServices } from './login-exchange.ts';
import { loginSender } from './login-sender.ts';
import { loginsOf } from './logins.ts';
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

/** How a request was sent. */
export interface SentRequest extends NewlySent {
  /** It carried the token of the login step. */
  loggedIn?: true;
}

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
  services: LoginServices,
  sealer: Pick<Sealer, 'open' | 'seal' | 'keys'>,
) {
  const sendRequest = requestSender(plan, settings, services, sealer);
  const { login } = settings;
  const logIn = loginSender(plan, round, settings, { sendRequest, sealer }, services);
  const logins = loginsOf(`${plan.planId}-${round} ${plan.targetEnv}`);

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

/** Who shares a token: the run, a session, or the requests with one recorded credential. */
function keyOf({ scope, place }: LoginStep, planned: LoginCase['planned'], recorded: RecordedRequest): string {
  if (scope === 'run') return '';
  if (scope === 'session') return planned.session ?? `case ${planned.caseId}`;
  return sha256Hex(credentialAt(recorded, place) ?? '');
}
