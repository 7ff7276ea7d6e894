import { consoleErrors, type Endpoint } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { postForm } from '../../platform/http/post-form.ts';
import type { LoginServices } from '../composition.ts';
import { parseUserName } from '../domain/user-name.ts';
import { loginDocs } from './login.doc.ts';
import { loginAnswer } from './login-answer.ts';

/**
 * Requests a code by mail (spec 4.8): the response is the same for every address, and no user is looked up before it is
 * sent.
 */
export const getVerificationCode: Endpoint<Pick<LoginServices, 'codeRequests' | 'now'>> = endpoint({
  method: 'GET',
  path: '/api/login/getVerificationCode/{userName}',
  scope: null,
  errors: consoleErrors,
  doc: loginDocs.getVerificationCode,

  async answer({ params, source }, { codeRequests, now }) {
    const userName = parseUserName(params.userName);
    if (userName !== null) await codeRequests.ask(userName, source);
    return loginAnswer({ success: true }, now());
  },
});

/** The same by POST, because it sends a mail. */
export const requestVerificationCode = postForm(getVerificationCode, 'requestVerificationCode');
