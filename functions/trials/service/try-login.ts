import { belongsTo } from '../../applications/domain/targets/saved-for.ts';
import type { Caller } from '../../platform/http/api.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { RateWindows } from '../../platform/table/rate-windows.ts';
import { originOf } from '../../platform/values/origin-pattern.ts';
import type { World } from '../../platform/world.ts';
import type { NewPlanServices, SendingServices } from '../../replay/composition.ts';
import { runSecrets } from '../../replay/domain/run-secrets.ts';
import { isTargetEnv } from '../../replay/domain/target-env.ts';
import { KNOWN_CALLER, planAdmission } from '../../replay/service/plan-admission.ts';
import { type LoginServices, loginExchange } from '../../replay/service/sending/login-exchange.ts';
import { requestSender } from '../../replay/service/sending/send-request.ts';
import { type TriedLogin, triedLogin } from '../domain/tried-login.ts';

/** Maximum logins in a minute: a target may lock a user out. */
const LIMITS = { application: 5, tenant: 20 } as const;
const MINUTE_MS = 60_000;

/** A login that takes longer has no response: a page waits for it, at most 29 s on AWS. */
const MAX_TIMEOUT_MS = 15_000;

/** Maximum bytes that are read of the response: no token is looked for in a larger one. */
const MAX_BODY_BYTES = 1024 * 1024;

/** What a login is tried with. */
export type TryLoginServices = LoginServices &
  Pick<SendingServices, 'targets' | 'sealedSettings' | 'recordingKeys'> &
  Pick<NewPlanServices, 'audit'> &
  Pick<World, 'egress'> & { rateWindows: Pick<RateWindows, 'take'>; tenant: string };

type Refused = 'NO_LOGIN' | 'INVALID_TARGET' | 'EGRESS_DENIED' | 'NOT_ALLOWED' | 'OTHER_TARGETS' | 'TOO_MANY';

/**
 * Sends the login request of the stored login step once, as a run would, to an allowed target. It follows no redirect,
 * and stores nothing of the response. A refusal has sent nothing.
 */
export async function tryLogin(
  { appId, targetEnv }: { appId: string; targetEnv: string },
  caller: Caller,
  services: TryLoginServices,
): Promise<Result<TriedLogin, Refused>> {
  const { targets, audit, egress, recordingKeys, http, newId } = services;
  if (!isTargetEnv(targetEnv)) return refuse('INVALID_TARGET', 'targetEnv is not an address of a target');
  const address = originOf(targetEnv) ?? '';
  const denial = await egress.denial(targetEnv);
  if (denial !== null) return refuse('EGRESS_DENIED', `targetEnv is not allowed by the egress policy (${denial})`);
  const admitted = await planAdmission({ appId, targetEnv }, KNOWN_CALLER, targets);
  if (!admitted.ok) {
    await audit.noteRefused(caller, 'login.tried', { appId, address });
    return refuse('NOT_ALLOWED', 'targetEnv is not among the targets of the application');
  }
  const saved = await services.sealedSettings.settings(appId);
  if (saved.login === null) return refuse('NO_LOGIN', 'login is not set');
  const admission = admitted.value ?? undefined;
  const destination = targets.destinationOf({ targetEnv, admission });
  if (!belongsTo(saved.login.targets, destination))
    return refuse('OTHER_TARGETS', 'login is saved for other targets; save it again for this one');
  const settings = runSecrets({}, saved, destination);
  if (!(await mayTry(appId, services))) return refuse('TOO_MANY', 'too many logins were tried; try again in a minute');
  await audit.note(caller, 'login.tried', { appId, address });

  const { maxQps, concurrency, timeoutMs } = settings.replay;
  const load = { maxQps, concurrency, timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS) };
  const run = { planId: newId().slice(0, 24), appId, targetEnv, enableMock: true, load };
  const sealer = await recordingKeys.sealer();
  const use: LoginServices['http']['use'] = (request, used) =>
    http.use({ ...request, maxBodyBytes: MAX_BODY_BYTES }, used);
  const limited = { ...services, http: { ...http, use } };
  const sendRequest = requestSender(run, settings, limited, sealer);
  const { login: step } = saved;
  const exchange = loginExchange(run, settings, { sendRequest, sealer }, limited);
  const tried = await exchange(step, async (outcome) => triedLogin(outcome, step));
  return accept(tried ?? { kind: 'no-recording' });
}

async function mayTry(appId: string, { rateWindows, tenant }: Pick<TryLoginServices, 'rateWindows' | 'tenant'>) {
  const take = (name: string, max: number) => rateWindows.take(name, [{ max, windowMs: MINUTE_MS }]);
  const ofApplication = await take(`TRY-LOGIN#${tenant}#${appId}`, LIMITS.application);
  // An application that exceeds its own limit does not use up the limit of its tenant.
  return 'takenAt' in ofApplication && 'takenAt' in (await take(`TRY-LOGIN#${tenant}`, LIMITS.tenant));
}
