import type { DecisionText, Tone } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import type { AttemptStatus, RunPhase, RunStatus } from '../../domain/statuses.ts';
import type { GateAnswer, RunAnswer } from '../evaluation-answers.ts';
import { failedText } from '../gates/gate-reasons.ts';
import { reasonsOf } from '../gates/gate-section.ts';

/**
 * Statuses of a run. Whether a release may proceed is stated by the gate, not by the status (evaluation, principle 1).
 */
const RUN_NAMES: Readonly<Record<RunStatus, [name: string, tone: Tone]>> = {
  queued: ['Queued', 'quiet'],
  running: ['Running', 'quiet'],
  cancelling: ['Cancelling', 'quiet'],
  succeeded: ['Completed', 'quiet'],
  failed: ['Failed to run', 'warn'],
  cancelled: ['Cancelled', 'quiet'],
};

/** Badge with the status of a run. */
export const runBadge = (status: RunStatus): Html => badge(...RUN_NAMES[status]);

/** Badge with the result of a gate. `known`: its decision, where the answer does not say whether it is conclusive. */
export function gateBadge(
  { status, decision, conclusive }: GateTextInput,
  known: { conclusive: boolean } | undefined = undefined,
): Html {
  if (status === 'pending') return badge('Undecided', 'quiet');
  if (status === 'not_applicable') return badge('No gate', 'quiet');
  if (decision === 'pass') return badge('Pass', 'good');
  return (conclusive ?? known?.conclusive) === false ? badge('No decision', 'quiet') : badge('Fail', 'bad');
}
type GateTextInput = Pick<GateAnswer, 'status' | 'decision'> & { conclusive?: boolean | null };

/** Phases of a run in progress (evaluation 3.7). */
export const PHASES: Readonly<Record<RunPhase, string>> = {
  queued: 'It waits for its first step, or for other runs to end: at most 20 are active.',
  validating: 'Its manifests are being checked.',
  admitting: 'The service is admitting it.',
  attempting: 'The attempt is running.',
  committing: 'The result is being stored.',
  projecting: 'Scores are being computed from the result.',
  gating: 'The gate is being decided.',
};

/** Result of an attempt, and what the user does next (evaluation 3.8, 3.14). */
export const ATTEMPT_LABELS: Readonly<Record<AttemptStatus, { name: string; tone: Tone; next: string }>> = {
  queued: { name: 'Queued', tone: 'quiet', next: 'It waits for a host.' },
  running: { name: 'Running', tone: 'quiet', next: 'Wait; this page updates automatically.' },
  succeeded: { name: 'Succeeded', tone: 'good', next: 'Its result was accepted.' },
  subject_error: {
    name: 'Subject error',
    tone: 'warn',
    next: 'The environment under test failed. Check that the instance is up, configured and allowed by the egress policy. Then run it again.',
  },
  runner_error: {
    name: 'Runner error',
    tone: 'warn',
    next: 'The runner failed; this says nothing about the build. Run it again; if it fails again, read the reason below.',
  },
  invalid_input: {
    name: 'Invalid input',
    tone: 'warn',
    next: 'A manifest is invalid. Correct it, resolve the new digests and run that version.',
  },
  missing_evidence: {
    name: 'Missing evidence',
    tone: 'warn',
    next: 'The run needs a manifest that was never committed, or recordings that do not exist. Add them, then run it again.',
  },
  unsupported: {
    name: 'Unsupported',
    tone: 'warn',
    next: 'No host can run this. The workflow version says which capability is missing.',
  },
  resource_exhausted: {
    name: 'Resources exhausted',
    tone: 'warn',
    next: 'Other runs of the application took too long. Run it again when they have ended.',
  },
  timed_out: {
    name: 'Timed out',
    tone: 'warn',
    next: 'It took longer than limits.timeout_s of the environment allows. Raise the limit, or select fewer recordings.',
  },
  cancelled: { name: 'Cancelled', tone: 'quiet', next: 'It was cancelled.' },
};

/** State of a run in words, with the next step. `build`: `build 4711`; null where no label names one. */
export function runText(run: RunAnswer, gate: GateAnswer, build: string | null): DecisionText {
  const what = build ?? 'this build';
  if (run.status === 'cancelled')
    return {
      tone: 'quiet',
      title: 'The run was cancelled',
      next: 'Nothing was decided: this is neither a pass nor a fail. Run the version again if you need a decision.',
    };
  if (run.status === 'cancelling')
    return { tone: 'quiet', title: 'The run is being cancelled', next: 'It ends as soon as its attempt has stopped.' };
  if (run.completed_at === null)
    return {
      tone: 'quiet',
      title: 'The run is in progress',
      next: `${PHASES[run.phase]} This page updates automatically.`,
    };
  if (gate.decision === 'pass')
    return { tone: 'good', title: `Pass: ${what} can be released`, next: 'Every required gate rule passed.' };
  if (gate.conclusive === true)
    return {
      tone: 'bad',
      title: `Fail: do not release ${what}`,
      next: `${failedText(gate)}. Fix the build, or mark the change as expected, then run again.`,
    };
  const last = run.attempts.at(-1);
  const ended = last && last.status !== 'succeeded' ? ATTEMPT_LABELS[last.status].next : '';
  return {
    tone: 'warn',
    title: `No decision: do not release ${what}`,
    next: `Nothing is proved. ${ended || reasonsOf(gate)}`,
  };
}
