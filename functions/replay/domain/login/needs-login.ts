import type { LoginLocation } from '../../../applications/domain/login-step.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { credentialAt } from './credential-location.ts';

/**
 * Whether a request carries the token of the login step: it was recorded with a credential at that place, or the step
 * covers the other requests too. A credential that value mapping has replaced stays: the login of the recording wins.
 *
 * @param recorded The request as recorded.
 * @param mapped The request after value mapping.
 */
export function needsLogin(recorded: RecordedRequest, mapped: RecordedRequest, location: LoginLocation): boolean {
  const credential = credentialAt(recorded, location);
  return credential === null ? location.always : credentialAt(mapped, location) === credential;
}
