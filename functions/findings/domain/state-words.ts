import type { Coverage, Findings, FindingsState, SettledState } from './findings.ts';

/** Tone of a state on pages, matching the cards of chat groups (spec 6.3). */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** The name of a state, and what its reader does next. */
export interface StateWords {
  tone: Tone;
  /** A word for lists. */
  name: string;
  /** A sentence. */
  title: string;
  next: string;
}

/** Each state of spec 3.2 in its order, and what a run is before it has one (spec 3.1), as pages word it. */
export const STATE_WORDS: Readonly<Record<FindingsState | 'PENDING', StateWords>> = {
  PENDING: {
    tone: 'quiet',
    name: 'Waiting',
    title: 'The replay is about to start',
    next: 'Requests are being selected. Wait a moment.',
  },
  RUNNING: {
    tone: 'quiet',
    name: 'Running',
    title: 'The replay is running',
    next: 'Wait: findings appear by themselves once it has settled.',
  },
  NO_CASES: {
    tone: 'quiet',
    name: 'No cases',
    title: 'Nothing was replayed',
    next: 'No recorded request fits. Check that the application is being recorded, then widen the recording window or loosen the tags and start again.',
  },
  INTERRUPTED: {
    tone: 'quiet',
    name: 'Interrupted',
    title: 'The replay did not finish',
    next: 'It was stopped, broke off, or has requests without a result, so nothing is proved. Take the reason below out of the way and run it again.',
  },
  ENVIRONMENT_FAILURE: {
    tone: 'quiet',
    name: 'Environment failure',
    title: 'The test environment failed',
    next: 'One kind of failure hit most endpoints: look at the instance under test (is it up, configured, allowed in?) before looking at differences, then run it again.',
  },
  NEEDS_ACTION: {
    tone: 'bad',
    name: 'Needs action',
    title: 'Differences need action',
    next: 'Go through the first list: fix the build, or say that the change is meant by marking its requests or ignoring the field. Do not release before that.',
  },
  REVIEW_ONLY: {
    tone: 'warn',
    name: 'To review',
    title: 'Differences need a review',
    next: 'Nothing looks broken. Look through the list once: mark what is meant, ignore what is noise.',
  },
  LOW_COVERAGE: {
    tone: 'quiet',
    name: 'Low coverage',
    title: 'No problem found, but too little was replayed',
    next: 'This is no proof. Record more traffic, or register the main endpoints of the application, and run it again.',
  },
  CLEAN: {
    tone: 'good',
    name: 'Clean',
    title: 'No problem found',
    next: 'The build behaves as it was recorded. It may be released.',
  },
};

/** What each state means and what to do about it, in a few words: for the CLI and its reports. */
export const SHORT_STATE_WORDS: Readonly<Record<SettledState, { means: string; next: string }>> = {
  NO_CASES: { means: 'no request to replay', next: 'Record traffic, or widen the window or the tags.' },
  INTERRUPTED: {
    means: 'stopped, broken off, or some requests without a result',
    next: 'Read the reason, then run again.',
  },
  ENVIRONMENT_FAILURE: {
    means: 'one kind of failure on more than half of the endpoints',
    next: 'Mend the environment, not the build.',
  },
  NEEDS_ACTION: { means: 'values, fields or statuses changed', next: 'Look at what needs action.' },
  REVIEW_ONLY: { means: 'only differences to review', next: 'Look at what is to review.' },
  LOW_COVERAGE: {
    means: 'nothing found, but too little was replayed',
    next: 'Record more, or register main endpoints.',
  },
  CLEAN: { means: 'verified, no problems', next: 'Release.' },
};

/** The state in the titles of vendors' cards (spec 6.3). */
export const CHINESE_STATE_WORDS: Readonly<Record<SettledState, (findings: Findings) => string>> = {
  NO_CASES: () => '没有可回放的请求',
  INTERRUPTED: ({ scope }) =>
    scope.requestsWithoutResult > 0 ? `未完成，${scope.requestsWithoutResult} 个请求没有结果` : '未完成，已中断',
  ENVIRONMENT_FAILURE: () => '目标环境异常，结果不能作为依据',
  NEEDS_ACTION: ({ needsActionInterfaces, toReviewInterfaces }) =>
    `${needsActionInterfaces} 个接口需要处理${toReviewInterfaces > 0 ? `，${toReviewInterfaces} 个接口待确认` : ''}`,
  REVIEW_ONLY: ({ toReviewInterfaces }) => `${toReviewInterfaces} 个接口待确认`,
  LOW_COVERAGE: ({ coverage, scope }) =>
    coverage.mainOperationsConfigured
      ? `未发现问题，但有 ${coverage.uncoveredMainOperations.length} 个主接口未回放`
      : `未发现问题，但覆盖不足（${scope.interfacesReplayed} 个接口、${scope.requests} 个请求）`,
  CLEAN: () => '验证通过，未发现问题',
};

/** The words of a state as it was stored; one of another version stands for itself. */
export const stateWords = (state: string): Pick<StateWords, 'name' | 'tone'> =>
  Object.hasOwn(STATE_WORDS, state)
    ? STATE_WORDS[state as keyof typeof STATE_WORDS] // one of its own keys
    : { name: state, tone: 'quiet' };

/** What is left to do for coverage (spec 3.2, row 6). */
export function coverageWords({ mainOperationsConfigured, uncoveredMainOperations }: Coverage): string {
  if (!mainOperationsConfigured) {
    return 'No main endpoints are registered: 10 endpoints and 30 requests have to be replayed for a CLEAN result.';
  }
  return uncoveredMainOperations.length === 0
    ? 'Every registered main endpoint was replayed.'
    : `${uncoveredMainOperations.length} of the registered main endpoints were not replayed:`;
}

/**
 * The words of a replay that has not settled: its stage, and what the reader is waiting for. `settling`: the reason, if
 * findings do not settle at once.
 */
export function runningWords(status: 'PENDING' | 'RUNNING', finished: boolean, settling: string | null): StateWords {
  if (status === 'PENDING') return STATE_WORDS.PENDING;
  return finished
    ? {
        ...STATE_WORDS.RUNNING,
        title: 'All requests were sent',
        next: `${settling ?? 'Findings are settling.'} They appear here by themselves.`,
      }
    : STATE_WORDS.RUNNING;
}
