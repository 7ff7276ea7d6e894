/** Settings by the names that pages and notes of changes use, with their location in an application's settings. */
export const SETTING_PATHS = {
  operationNaming: ['operationNaming'],
  automaticAnalysis: ['automaticAnalysis'],
  sampleRate: ['recorder', 'sampleRate'],
  endpoints: ['endpoints'],
  maxQps: ['replay', 'maxQps'],
  concurrency: ['replay', 'concurrency'],
  timeoutMs: ['replay', 'timeoutMs'],
  order: ['replay', 'order'],
  pace: ['replay', 'pace'],
  keepSessions: ['replay', 'keepSessions'],
  aliasValues: ['replay', 'aliasValues'],
  baselineEnv: ['replay', 'baselineEnv'],
  changingRequests: ['replay', 'changingRequests'],
  latencyLimit: ['replay', 'latencyLimit'],
  resendUnsafe: ['resendUnsafe'],
  login: ['login'],
  credentialsFrom: ['credentialsFrom'],
  set: ['replay', 'headers', 'set'],
  always: ['replay', 'headers', 'always'],
  remove: ['replay', 'headers', 'remove'],
  furtherHeaders: ['furtherHeaders'],
  compareHeaders: ['compareHeaders'],
  builtInRules: ['builtInRules'],
  personalData: ['personalData'],
  credentials: ['credentials'],
  redact: ['redact'],
  correlation: ['mocks', 'correlation'],
  onMiss: ['mocks', 'onMiss'],
  replayLatency: ['mocks', 'replayLatency'],
  targets: ['mocks', 'targets'],
  caseHours: ['retention', 'caseHours'],
  planDays: ['retention', 'planDays'],
} as const satisfies Record<string, readonly string[]>;
export type SettingName = keyof typeof SETTING_PATHS;

/** All names, in the order of the pages. */
export const SETTING_NAMES = Object.keys(SETTING_PATHS) as readonly SettingName[]; // Object.keys types names as strings
