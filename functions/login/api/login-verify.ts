import * as v from 'valibot';
import { consoleErrors, type Endpoint, JSON_BODY } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { LoginServices } from '../composition.ts';
import { mayLogIn, parseUserName } from '../domain/user-name.ts';
import { loginDocs } from './login.doc.ts';
import { noTokensAnswer, personAnswer } from './login-answer.ts';
import { Code } from './login-input.ts';

/** The same message for every invalid code, regardless of the reason. */
const REFUSED = 'the code is wrong, already used or expired';

/** Exchanges a code for tokens (spec 4.8). */
export const verifyCode: Endpoint<Pick<LoginServices, 'verificationCodes' | 'personLogins' | 'config' | 'now'>> =
  endpoint({
    method: 'POST',
    path: '/api/login/verify',
    scope: null,
    body: JSON_BODY,
    errors: consoleErrors,
    doc: loginDocs.verifyCode,

    async answer({ body, source }, { verificationCodes, personLogins, config, now }) {
      const userName = parseUserName(body.userName);
      const code = v.safeParse(Code, body.verifyCode ?? body.verificationCode);
      if (userName === null || !code.success) return noTokensAnswer(userName, REFUSED, now());
      const isRight = await verificationCodes.redeem(userName, code.output, source);
      if (!isRight || !mayLogIn(userName, config.loginDomains)) return noTokensAnswer(userName, REFUSED, now());
      return personAnswer(userName, await personLogins.logIn(userName, 'code'), now());
    },
  });
