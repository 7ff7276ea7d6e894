import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import type { Coverage, FindingsState } from '../domain/findings.ts';

/** Colour of a state on pages: as the cards of chat groups have it (spec 6.3). */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** What a state is called, and what its reader does next. */
export interface StateWords {
  tone: Tone;
  /** As a word of a list. */
  name: string;
  /** As a sentence. */
  title: string;
  next: string;
}

/** Each state of spec 3.2 in its order, and what a run is before it has one (spec 3.1). */
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

/** The words of a state as it was stored; one of another version stands for itself. */
export const stateWords = (state: string): Pick<StateWords, 'name' | 'tone'> =>
  Object.hasOwn(STATE_WORDS, state)
    ? STATE_WORDS[state as keyof typeof STATE_WORDS] // one of its own keys
    : { name: state, tone: 'quiet' };

/** The state of a run in words, and never by colour alone. */
export function stateBadge(state: string): Html {
  const { name, tone } = stateWords(state);
  return html`<span class="state ${tone}">${name}</span>`;
}

/** What is left to do for coverage (spec 3.2, row 6). */
export function coverageWords({ mainOperationsConfigured, uncoveredMainOperations }: Coverage): string {
  if (!mainOperationsConfigured) {
    return 'No main endpoints are registered: 10 endpoints and 30 requests have to be replayed for a CLEAN result.';
  }
  return uncoveredMainOperations.length === 0
    ? 'Every registered main endpoint was replayed.'
    : `${uncoveredMainOperations.length} of the registered main endpoints were not replayed:`;
}

/** A replay that has not settled: where it stands, and what its reader waits for. */
export function runningWords(status: 'PENDING' | 'RUNNING', finished: boolean): StateWords {
  if (status === 'PENDING') return STATE_WORDS.PENDING;
  return finished
    ? {
        ...STATE_WORDS.RUNNING,
        title: 'All requests were sent',
        next: 'Findings are settling: noise is being told from change. They appear here by themselves.',
      }
    : STATE_WORDS.RUNNING;
}
