import type { ApplicationSettings } from './application-settings.ts';
import { maskedLogin } from './login-step.ts';
import { maskedHeaders } from './masked-headers.ts';

/**
 * The settings for callers without the right to change them: a header that is set, and a login request, may hold a
 * credential of the target.
 */
export function maskedSettings(settings: ApplicationSettings): ApplicationSettings {
  const { replay, login } = settings;
  const { headers } = replay;
  return {
    ...settings,
    replay: { ...replay, headers: { ...headers, set: maskedHeaders(headers.set) } },
    login: maskedLogin(login),
  };
}
