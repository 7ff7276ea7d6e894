import type { Findings, SettledState } from '../findings.ts';
import { environmentFault, type ShortText } from './environment-fault.ts';

/** What each state means, and what to do about it. */
const TEXTS: Readonly<Record<SettledState, ShortText>> = {
  NO_CASES: {
    means: 'no recording fits the selection',
    next: 'Record traffic, use a longer window, or use other tags.',
  },
  INTERRUPTED: {
    means: 'the run was interrupted, or some requests have no result',
    next: 'Read the reason, then run again.',
  },
  ENVIRONMENT_FAILURE: {
    means: 'one kind of failure on more than half of the endpoints',
    next: 'Fix the environment, then run again.',
  },
  NEEDS_ACTION: { means: 'values, fields or statuses changed', next: 'Fix the build, or mark the change as expected.' },
  REVIEW_ONLY: { means: 'only findings to review', next: 'Mark what is expected, ignore what is noise.' },
  LOW_COVERAGE: {
    means: 'no problem found, but too little was replayed',
    next: 'Record more traffic, or register main endpoints.',
  },
  CLEAN: { means: 'no findings', next: 'Ready to release.' },
};

/** What findings mean and what to do about them, in a few words: for the CLI and its reports. */
export const shortStateText = (findings: Pick<Findings, 'state' | 'scope' | 'toReview'>): ShortText =>
  environmentFault(findings) ?? TEXTS[findings.state];
