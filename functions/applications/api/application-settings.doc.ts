import { answers, badParameterDoc, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { ApplicationSettings, DEFAULT_SETTINGS, SettingsChange } from '../domain/application-settings.ts';

const Shown = named('ApplicationSettings', ApplicationSettings);
const CHANGE = {
  reason: 'staging is small',
  replay: { maxQps: 50 },
  redact: [{ header: 'x-card' }],
  login: {
    caseId: 'case-1',
    token: { path: '$.token' },
    place: { header: 'authorization', prefix: 'Bearer ', always: false },
    scope: 'run' as const,
  },
};

/** What the OpenAPI document says of the settings of an application (interface 10). */
export const settingsDocs = docs('Applications', {
  readSettings: {
    summary: 'Read the settings of an application',
    description:
      'Settings that are not set have their defaults. Values of `replay.headers.set`, and headers, query and body of `login.request`, are `***` for callers without the scope write.',
    responses: answers(Shown, DEFAULT_SETTINGS),
    refusals: [badParameterDoc('appId')],
  },
  changeSettings: {
    summary: 'Change settings of an application',
    description:
      'Changes the members that are sent and returns all settings. A value sent as `***` is unchanged; it is refused if no value is stored. `login: null` removes the login step. Readers of the settings see `reason` beside what it changes; credentials that it names, such as `password=…`, are stored as `***`.',
    request: json(named('SettingsChange', SettingsChange), CHANGE),
    responses: answers(Shown, {
      ...DEFAULT_SETTINGS,
      replay: { ...DEFAULT_SETTINGS.replay, ...CHANGE.replay },
      redact: CHANGE.redact,
      login: CHANGE.login,
    }),
    refusals: [
      badParameterDoc('appId'),
      refusal(400, 'INVALID_SETTINGS', 'replay.maxQps must be a whole number from 1 to 20,000'),
    ],
  },
});
