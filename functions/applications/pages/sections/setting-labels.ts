import type { SettingName } from '../../domain/changes/setting-paths.ts';

/** The names of settings on pages, in messages and in the list of changes. */
export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  operationNaming: 'Endpoint names',
  automaticAnalysis: 'Look for causes',
  sampleRate: 'Recorder pace',
  endpoints: 'Path patterns',
  maxQps: 'Max requests per second',
  concurrency: 'Concurrency',
  timeoutMs: 'Timeout',
  order: 'Order',
  keepSessions: 'Sessions in order',
  aliasValues: 'Issued ids and tokens',
  resendUnsafe: 'Resend unsafe methods',
  login: 'Login',
  set: 'Added headers',
  always: 'Also where none was recorded',
  remove: 'Removed headers',
  compareHeaders: 'Compare all response headers',
  builtInRules: 'Built-in rules',
  personalData: 'Personal data',
  credentials: 'Credentials',
  redact: 'Redacted fields',
  correlation: 'A call belongs to',
  onMiss: 'Call without a recorded answer',
  replayLatency: 'Delay',
  targets: 'Settings by service',
};
