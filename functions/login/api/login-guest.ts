import { consoleErrors, type Endpoint, OPTIONAL_JSON_BODY } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { LoginServices } from '../composition.ts';
import { guestName } from '../domain/guest-name.ts';
import { offersGuests } from '../domain/guest-offer.ts';
import { loginDocs } from './login.doc.ts';
import { notOffered, tokensAnswer } from './login-answer.ts';

/** Grants anyone read access for 15 minutes, if SVC_GUEST_LOGIN is on (spec 4.8). */
export const loginAsGuest: Endpoint<Pick<LoginServices, 'sessions' | 'config' | 'now' | 'newId'>> = endpoint({
  method: 'POST',
  path: '/api/login/loginAsGuest',
  scope: null,
  body: OPTIONAL_JSON_BODY,
  errors: consoleErrors,
  doc: loginDocs.loginAsGuest,

  async answer({ body, caller, isLocal }, { sessions, config, now, newId }) {
    if (!offersGuests(config, { isLocal })) return notOffered('guest login is not enabled', now());
    const userName = guestName(body.userName, newId());
    return tokensAnswer(userName, await sessions.openGuest({ userName, tenant: caller.tenant }), now());
  },
});
