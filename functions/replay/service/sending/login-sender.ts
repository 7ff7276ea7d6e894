import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import type { LoginStep } from '../../../applications/domain/login-step.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { tokenOf } from '../../domain/login/login-token.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import { type LoginSender, type LoginServices, loginExchange } from './login-exchange.ts';
import type { LoginEnd } from './logins.ts';

/** Why a login gave no token, for the log. */
type Failure = 'no recording' | 'no token' | Exclude<OutboundOutcome['kind'], 'response'> | `status ${number}`;

/** Creates the function that logs in once by the login step of the application. */
export function loginSender(
  plan: ReplayPlan,
  round: number,
  settings: ApplicationSettings,
  sender: LoginSender,
  services: LoginServices,
) {
  const { log } = services;
  const exchange = loginExchange(plan, settings, sender, services);

  function ended(failure: Failure): 'failed' {
    log.warn('login step got no token', { plan_id: plan.planId, round, outcome: failure });
    return 'failed';
  }

  /** The fault of a world that cannot send reaches all requests that wait for the token. */
  return async function logIn(step: LoginStep, turn: () => Promise<boolean>): Promise<LoginEnd> {
    if (!(await turn())) return 'stopped';
    const end = await exchange<LoginEnd>(step, async (outcome) => {
      if (outcome.kind !== 'response') return ended(outcome.kind);
      const token = tokenOf(outcome, step);
      if (token === null) return ended(outcome.status < 400 ? 'no token' : `status ${outcome.status}`);
      log.debug('logged in to the target', { plan_id: plan.planId, round });
      return { token };
    });
    return end ?? ended('no recording');
  };
}
