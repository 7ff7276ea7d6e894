import { ofKnownApplication } from '../../applications/pages/parts/known-application.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import type { TrialServices } from '../composition.ts';
import { tryLogin } from '../service/try-login.ts';
import { triedLoginPanel } from './tried-login-panel.ts';
import { tryLoginView } from './try-login-view.ts';

const PATH = '/console/apps/{appId}/login-try';

const TOO_MANY = 429;
const REFUSED = 422;

/** What the form says of a login that was not sent. */
const TEXTS = {
  NO_LOGIN: 'This application has no saved login step.',
  INVALID_TARGET: 'Enter an http:// or https:// address without credentials, query and fragment.',
  EGRESS_DENIED: 'This service may not send there: its egress policy forbids it.',
  NOT_ALLOWED: 'This address is not an allowed target of the application. An administrator allows it under Replay.',
  OTHER_TARGETS: 'The login step was saved for other targets. Save it again, now that this one is allowed.',
  TOO_MANY: 'Too many logins were tried. Try again in a minute.',
} as const;

/** Asks for the target of one login. */
const askForTarget: Page<TrialServices> = {
  method: 'GET',
  path: PATH,
  scope: 'write',
  answer: async (request, services) => ({
    html: await tryLoginView(request, services, { targetEnv: '', refused: null, tried: null }),
  }),
};

/** Sends one login of the stored login step and shows what may be shown of its response. */
const sendLogin: Page<TrialServices> = {
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'login.tried',

  async answer(request, services) {
    const { appId = '' } = request.params;
    const targetEnv = textOf(request.form, 'targetEnv');
    const tried = await tryLogin({ appId, targetEnv }, request.caller, services);
    if (tried.ok) {
      const shown = { targetEnv, refused: null, tried: triedLoginPanel(tried.value) };
      return { html: await tryLoginView(request, services, shown) };
    }
    const shown = { targetEnv, refused: TEXTS[tried.code], tried: null };
    return {
      html: await tryLoginView(request, services, shown),
      status: tried.code === 'TOO_MANY' ? TOO_MANY : REFUSED,
    };
  },
};

/** The pages that try the login step of an application. */
export const tryLoginPages: readonly Page<TrialServices>[] = [askForTarget, sendLogin].map(
  (page: Page<TrialServices>) => ofKnownApplication(page),
);
