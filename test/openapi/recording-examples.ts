import { EXAMPLE } from '../../functions/platform/http/documents/path-parts.ts';
import { MIN_OFFERED } from '../../functions/recordings/domain/endpoints/pattern-offers.ts';
import { recordedGet } from '../support/fakes/recorded-target.ts';
import { call } from '../support/running-service.ts';

/** Of its own: other examples replay all recordings of theirs. */
const APP_ID = 'accounts';
const PERSONS = 'persons';

/** Preconditions of the examples of path patterns and personal data, with the replacements of their values. */
export function recordingExamples(
  urlOf: () => string,
): Readonly<Record<string, () => Promise<Record<string, string>>>> {
  return {
    'GET /api/recorder/apps/{appId}/path-patterns': async () => {
      const cases = Array.from({ length: MIN_OFFERED + 1 }, (_, at) => recordedGet(APP_ID, `/users/user-${at}`, {}));
      await call(urlOf(), 'POST', '/api/recorder/cases', cases);
      return { [EXAMPLE.appId]: APP_ID };
    },
    'GET /api/recorder/apps/{appId}/personal-data': async () => {
      const one = recordedGet(PERSONS, '/users/1', { email: 'ada@example.com' });
      await call(urlOf(), 'POST', '/api/recorder/cases', [one]);
      return { [EXAMPLE.appId]: PERSONS };
    },
    'POST /api/recorder/apps/{appId}/personal-data': async () => {
      await call(urlOf(), 'PUT', `/api/apps/${PERSONS}/settings`, { redact: [{ path: '$.email', seal: true }] });
      return { [EXAMPLE.appId]: PERSONS };
    },
  };
}
