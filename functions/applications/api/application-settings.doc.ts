import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { ApplicationSettings, DEFAULT_SETTINGS, SettingsChange } from '../domain/application-settings.ts';

const Shown = named('ApplicationSettings', ApplicationSettings);
const CHANGE = { replay: { maxQps: 50 }, redact: [{ header: 'authorization' }] };

/** Documentation of the endpoint that reads settings (interface 10). */
export const readSettingsDoc: EndpointDoc = {
  id: 'readSettings',
  tag: 'Applications',
  summary: 'Settings of an application',
  description:
    'Defaults where nothing is set. Values of `replay.headers.set` are `***` for callers without the scope write.',
  responses: { 200: json(Shown, DEFAULT_SETTINGS) },
  refusals: [badParameterDoc('appId')],
};

/** Documentation of the endpoint that changes settings (interface 10). */
export const changeSettingsDoc: EndpointDoc = {
  id: 'changeSettings',
  tag: 'Applications',
  summary: 'Change settings of an application',
  description:
    'Changes the members that are sent and answers all of them. A header that is sent as `***` keeps the value that it has, and is refused where it has none.',
  request: json(named('SettingsChange', SettingsChange), CHANGE),
  responses: {
    200: json(Shown, {
      ...DEFAULT_SETTINGS,
      replay: { ...DEFAULT_SETTINGS.replay, ...CHANGE.replay },
      redact: CHANGE.redact,
    }),
  },
  refusals: [badParameterDoc('appId'), refusal(400, 'INVALID_SETTINGS', 'replay.maxQps has an unusable value')],
};
