import * as v from 'valibot';
import { consoleErrors, type Endpoint, JSON_BODY } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { LoginServices } from '../composition.ts';
import { mayLogIn, parseUserName } from '../domain/user-name.ts';
import { noTokensAnswer, notOffered, personAnswer, unusable } from './login-answer.ts';
import { oauthDocs } from './oauth.doc.ts';
import { BROWSER_SECRET } from './oauth-cookie.ts';
import { OauthLoginInput } from './oauth-input.ts';

/** The same message for every invalid state, regardless of the reason. */
const NOT_STARTED = 'this login was not started here, was already used, or took too long';

/**
 * Completes a login at a provider (spec 4.8): exchanges its code for the person's verified mail address, and that for
 * tokens.
 */
export const oauthLogin: Endpoint<
  Pick<LoginServices, 'identityProviders' | 'oauthStates' | 'personLogins' | 'config' | 'now'>
> = endpoint({
  method: 'POST',
  path: '/api/login/oauthLogin',
  scope: null,
  body: JSON_BODY,
  errors: consoleErrors,
  doc: oauthDocs.oauthLogin,

  async answer({ body, headers }, { identityProviders, oauthStates, personLogins, config, now }) {
    const input = v.safeParse(OauthLoginInput, body);
    if (!input.success) return unusable(String(input.issues[0].path?.[0]?.key ?? 'the body'), now());
    const { oauthType, code, redirectUri, state, iss } = input.output;
    const provider = identityProviders[oauthType];
    if (provider === null) return notOffered('this provider is not configured', now());

    const browserSecret = headers.get(BROWSER_SECRET) || null;
    const attempt = await oauthStates.use(state, { oauthType, redirectUri, browserSecret });
    if (attempt === null) return noTokensAnswer(null, NOT_STARTED, now());
    const mail = await provider.verifiedMail({ ...attempt, code, redirectUri, iss: iss ?? null });
    if (!mail.ok) return noTokensAnswer(null, mail.message, now());
    const userName = parseUserName(mail.value);
    if (userName === null || !mayLogIn(userName, config.loginDomains))
      return noTokensAnswer(userName, 'this account is not allowed to log in here', now());
    return personAnswer(userName, await personLogins.logIn(userName, 'oauth'), now());
  },
});
