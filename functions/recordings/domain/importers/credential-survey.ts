import * as v from 'valibot';
import { isCredentialName } from '../masks/credential-names.ts';
import { RecordedRequest } from '../recorded-case.ts';
import { isLogin } from '../sessions/is-login.ts';

const Response = v.object({ status: v.number(), headers: v.array(v.tuple([v.string(), v.string()])) });
const Exchange = v.object({ request: RecordedRequest, response: v.nullable(Response) });

/** Watches for a login and for credentials, which Chrome leaves out of a HAR unless the user says otherwise. */
export function credentialSurvey() {
  let hasCredentials = false;
  let hasLogin = false;
  let isUsed = false;

  return {
    /** Adds an exchange that is taken, in the order of the file. */
    add(input: unknown): void {
      const read = hasCredentials ? undefined : v.safeParse(Exchange, input);
      if (!read?.success) return;
      const { request, response } = read.output;
      hasCredentials = [...request.headers, ...(response?.headers ?? [])].some(([name]) => isCredentialName(name));
      isUsed ||= hasLogin;
      hasLogin ||= response !== null && response.status < 400 && isLogin(request, true);
    },

    /** Whether the exchanges show a login with requests after it, and no credential. */
    areLeftOut: (): boolean => isUsed && !hasCredentials,
  };
}
