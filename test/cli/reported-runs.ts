import type { Analysis, Findings, ReplayRun } from '../../client/paths.ts';

type Entry = Findings['needsAction'][number];

/** A findings entry with four requests per endpoint, one of which is affected. */
export const entry = (kind: Entry['kind'], subjects: string[], operations: string[]): Entry => ({
  kind,
  subjects,
  interfaces: operations.map((operationName) => ({ operationName, affectedRequests: 1, totalRequests: 4 })),
  affectedRequests: operations.length,
  totalRequests: 4 * operations.length,
});

/** A run that has completed in this state. */
export const completedRun = (
  state: Findings['state'],
  more: Partial<Findings> & { analysis?: Analysis; errorMessage?: string } = {},
): ReplayRun => {
  const { analysis = null, errorMessage = null, ...findings } = more;
  return {
    status: 'COMPLETED',
    progress: 1,
    verdict: state === 'CLEAN' ? 'PASS' : 'FAIL',
    passRate: 0.75,
    totalCases: 40,
    successCases: 30,
    failedCases: 10,
    reportUrl: 'http://127.0.0.1:8090/report/6740a1b2c3d4e5f601234567',
    findings: {
      state,
      scope: {
        interfacesInScope: 12,
        interfacesReplayed: 11,
        interfacesUnchanged: 9,
        requests: 40,
        requestsWithoutResult: 0,
      },
      needsActionInterfaces: 1,
      needsAction: [],
      toReviewInterfaces: 1,
      toReview: [],
      coverage: { uncoveredInterfaces: 1, mainOperationsConfigured: false, uncoveredMainOperations: [] },
      excludedFieldCount: 0,
      ...findings,
    },
    analysis,
    errorCode: null,
    errorMessage,
  };
};

/** An analysis with one code change for each entry. */
export const analysisOf = (changes: { operations: string[]; file: string | null; line?: number }[]): Analysis => ({
  state: 'DONE',
  reason: null,
  analyzedCases: 1,
  failedCases: 1,
  codeChangeCases: 1,
  undeterminedCases: 0,
  invalidCases: 0,
  markedCases: 0,
  codeChangeInterfaces: 1,
  undeterminedInterfaces: 0,
  invalidInterfaces: 0,
  codeChanges: changes.map(({ operations, file, line = 12 }) => ({
    findingId: 'f1',
    title: 'The total is rounded',
    shortTitle: 'rounded',
    operations,
    affectedCases: 1,
    replayedCases: 4,
    markedCases: 0,
    markedAt: null,
    sampleOperation: null,
    location: file === null ? null : { file, line, symbol: 'OrderService.total' },
    inferred: file === null,
    consecutive: 1,
  })),
});

/** Field names that may break their readers. */
export const HOSTILE_NAMES = [
  ']]><x>',
  '"&<\'',
  'a\u0000b\u001b[31m\u0008',
  '| x |',
  '`code` [l](javascript:x)',
  '@everyone #1',
  '\ud800 lone',
  '::error::x',
  '</code><script>',
  'a\nb\r\nc',
];

export const PLAN_ID = '6740a1b2c3d4e5f601234567';
