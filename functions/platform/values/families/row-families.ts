import { keyBuilder } from './key-pattern.ts';

/**
 * Rows by the beginnings of their partition keys, and partitions of the indexes i1 to i3. `*` stands for one part of a
 * key. Keys are built from these texts, and the rights of functions name them (function-uses.ts), so that both agree.
 */
export const ROW_FAMILIES = {
  // login
  loginKeys: 'SYSTEM#LOGIN',
  adminKey: 'SYSTEM#ADMIN-KEY',
  sessions: 'SYSTEM#SESSION#*',
  users: 'SYSTEM#USER#*',
  userLists: 'SYSTEM#USERS#*',
  admins: 'SYSTEM#ADMINS#*',
  apiKeys: 'SYSTEM#KEY#*',
  apiKeyNames: 'SYSTEM#KEY-NAMES#*',
  apiKeyLists: 'SYSTEM#KEYS#*',
  tenants: 'SYSTEM#TENANTS',
  badges: 'SYSTEM#BADGE#*',
  oauthStates: 'SYSTEM#OAUTH#*',
  audit: 'T#*#AUDIT',
  // applications, with the rules, schedules, targets and locks of each
  applications: 'T#*#APP#*',
  dueRetention: 'SYSTEM#RETENTION',
  // recordings
  cases: 'T#*#CASE#*',
  caseLists: 'T#*#CASES#*#*',
  pinnedCaseLists: 'T#*#PINNED#*#*',
  caseTraces: 'T#*#TRACE#*',
  caseSessions: 'T#*#CASESESSION#*#*',
  applicationNames: 'T#*#APPS',
  recordingKeys: 'T#*#RECORDING-KEYS',
  dueSealings: 'SYSTEM#SEALING',
  // logs
  logs: 'T#*#LOG#*',
  // mocks
  madeCalls: 'T#*#MADE#*',
  activeReplays: 'SYSTEM#REPLAY#*',
  replaysOfTraces: 'T#*#REPLAYTRACE#*',
  replaysOfApplications: 'T#*#REPLAYAPP#*',
  spreadReplays: 'T#*#REPLAYSHARD#*#*',
  replayKeys: 'T#*#REPLAY-KEYS',
  // replay, with what findings, noise and analysis store of a run
  plans: 'T#*#PLAN#*',
  planLists: 'T#*#PLANS',
  planListsOfApplications: 'T#*#PLANS#*',
  results: 'T#*#RESULTS#*#*#*',
  triggerKeys: 'T#*#IDEMPOTENCY#*',
  unfinishedPlans: 'SYSTEM#UNFINISHED',
  unannouncedRounds: 'SYSTEM#UNANNOUNCED',
  dueSchedules: 'SYSTEM#SCHEDULES',
  // noise
  noise: 'T#*#NOISE#*#*#*',
  // analysis
  analysisJobs: 'T#*#ANALYSISJOBS',
  analysisExecutors: 'T#*#ANALYSISEXECUTORS',
  // notifications
  channels: 'T#*#CHANNELS',
  deliveries: 'T#*#DELIVERY#*#*',
  lastDeliveries: 'T#*#LASTDELIVERIES',
  dueDeliveries: 'SYSTEM#DELIVERIES#*',
  // arex
  arexRecords: 'T#*#AREX#*',
  dueArexRecords: 'T#*#AREXDUE',
  // evaluation
  artifacts: 'T#*#ART#*',
  workflowVersions: 'T#*#WFV#*',
  workflowVersionLists: 'T#*#WFVS',
  runs: 'T#*#RUN#*',
  runLists: 'T#*#RUNS',
  runListsByStatus: 'T#*#RUNS#*',
  runListsByVersion: 'T#*#WFV#*#RUNS',
  runListsByLineage: 'T#*#LIN#*#RUNS',
  openRuns: 'SYSTEM#EVALUATIONS',
  runKeys: 'T#*#IDEM#runs#*',
  leases: 'T#*#LEASE#*',
  ledgerHeads: 'T#*#LED',
  ledgerEvents: 'T#*#LED#*',
  lineages: 'T#*#LIN#*',
  gateDecisions: 'T#*#GDEC#*',
  scores: 'T#*#SCO#*',
  scoresOfTargets: 'T#*#TGT#*#*',
  scoresOfDays: 'T#*#NAME#*#*',
  scoreDays: 'T#*#NAMEDAYS#*',
  scoresOfRuns: 'T#*#RUN#*#SC',
  scoresOfTraces: 'T#*#TRC#*',
  scoreConfigs: 'T#*#SCFG#*',
  scoreConfigLists: 'T#*#SCFGS',
  hosts: 'T#*#HOST#*',
  hostLists: 'T#*#HOSTS',
  activeHostLists: 'T#*#HOSTS#ACTIVE',
  hostTenants: 'SYSTEM#HOST#*',
  policies: 'T#*#POL#*',
  policyLists: 'T#*#POLS',
  policyNames: 'T#*#POLNAME#*',
  policyWork: 'SYSTEM#POLICY-WORK',
  // all
  quotas: 'T#*#QUOTA#*',
  rateWindows: 'RATE#*',
} as const;

/** The name of a family. */
export type RowFamily = keyof typeof ROW_FAMILIES;

/** The partition key of a row, or a partition of an index. */
export const partitionOf = keyBuilder(ROW_FAMILIES);
