import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { ApplicationSettings, DEFAULT_SETTINGS, SettingsChange } from '../domain/application-settings.ts';

const Shown = named('ApplicationSettings', ApplicationSettings);
const CHANGE = {
  replay: { maxQps: 50 },
  redact: [{ header: 'x-card' }],
  login: {
    caseId: 'case-1',
    token: { path: '$.token' },
    place: { header: 'authorization', prefix: 'Bearer ', always: false },
    scope: 'run' as const,
  },
};

/** Documentation of the endpoint that reads settings (interface 10). */
export const readSettingsDoc: EndpointDoc = {
  id: 'readSettings',
  tag: 'Applications',
  summary: 'Read the settings of an application',
  description:
    'Settings that are not set have their defaults. Values of `replay.headers.set`, and headers, query and body of `login.request`, are `***` for callers without the scope write.',
  responses: { 200: json(Shown, DEFAULT_SETTINGS) },
  refusals: [badParameterDoc('appId')],
};

/** Documentation of the endpoint that changes settings (interface 10). */
export const changeSettingsDoc: EndpointDoc = {
  id: 'changeSettings',
  tag: 'Applications',
  summary: 'Change settings of an application',
  description:
    'Changes the members that are sent and returns all settings. A value sent as `***` is unchanged; it is refused if no value is stored. `login: null` removes the login step.',
  request: json(named('SettingsChange', SettingsChange), CHANGE),
  responses: {
    200: json(Shown, {
      ...DEFAULT_SETTINGS,
      replay: { ...DEFAULT_SETTINGS.replay, ...CHANGE.replay },
      redact: CHANGE.redact,
      login: CHANGE.login,
    }),
  },
  refusals: [
    badParameterDoc('appId'),
    refusal(400, 'INVALID_SETTINGS', 'replay.maxQps must be a whole number from 1 to 10,000'),
  ],
};
