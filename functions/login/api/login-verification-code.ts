import { consoleErrors, type Endpoint } from '../../platform/http/api.ts';
import { readUserName } from '../domain/user-name.ts';
import { getVerificationCodeDoc } from './login.doc.ts';
import { loginAnswer } from './login-answer.ts';

/** Asks for a code by mail (spec 4.8): the same answer for everybody, and nothing of the user is looked up before it is given. */
export const getVerificationCode: Endpoint = {
  method: 'GET',
  path: '/api/login/getVerificationCode/{userName}',
  scope: null,
  errors: consoleErrors,
  doc: getVerificationCodeDoc,

  async answer({ params, source }, { codeRequests, now }) {
    const userName = readUserName(params.userName);
    if (userName !== null) await codeRequests.ask(userName, source);
    return loginAnswer({ success: true }, now());
  },
};
