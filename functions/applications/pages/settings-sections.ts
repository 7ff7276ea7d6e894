import type { SettingName } from '../domain/changes/setting-paths.ts';

/**
 * The sections of an application's settings, in the order of their links; each is a page of its own. Tables use the
 * short names.
 */
export const SETTINGS_SECTIONS = [
  { section: 'general', path: '', text: 'General', settings: ['operationNaming', 'automaticAnalysis', 'sampleRate'] },
  {
    section: 'endpoints',
    path: '/endpoints',
    text: 'Endpoints and path patterns',
    short: 'Endpoints',
    settings: ['endpoints'],
  },
  {
    section: 'replay',
    path: '/replay',
    text: 'Replay',
    settings: [
      'maxQps',
      'concurrency',
      'timeoutMs',
      'order',
      'pace',
      'keepSessions',
      'aliasValues',
      'baselineEnv',
      'changingRequests',
      'latencyLimit',
      'resendUnsafe',
    ],
  },
  { section: 'login', path: '/login', text: 'Login', settings: ['login', 'credentialsFrom'] },
  {
    section: 'headers',
    path: '/headers',
    text: 'Headers',
    settings: ['set', 'always', 'remove', 'furtherHeaders', 'compareHeaders', 'builtInRules'],
  },
  {
    section: 'data',
    path: '/data',
    text: 'Personal data and sealing',
    short: 'Personal data',
    settings: ['personalData', 'credentials', 'redact'],
  },
  { section: 'mocks', path: '/mocks', text: 'Mocks', settings: ['correlation', 'onMiss', 'replayLatency', 'targets'] },
  { section: 'retention', path: '/retention', text: 'Retention', settings: ['caseHours', 'planDays'] },
] as const satisfies readonly {
  section: string;
  path: string;
  text: string;
  short?: string;
  settings: readonly SettingName[];
}[];

export type SettingsSectionName = (typeof SETTINGS_SECTIONS)[number]['section'];
