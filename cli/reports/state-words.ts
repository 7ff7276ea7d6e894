import type { Findings } from '../../client/paths.ts';

/** What each state means and what to do about it (spec 3.2). */
export const STATE_WORDS: Readonly<Record<Findings['state'], { means: string; next: string }>> = {
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
