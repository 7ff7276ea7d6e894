import { gateReasons } from '../gates/gate-reasons.ts';
import { reasonsOf } from '../gates/gate-section.ts';
import type { ListedRun } from './listed-runs.ts';
import { PHASES } from './run-texts.ts';

/** Why a run in a list passed or failed, in a few words; its page has the rules with their values. */
export function whyText({ run, decision, policy }: Pick<ListedRun, 'run' | 'decision' | 'policy'>): string {
  if (run.status === 'cancelled') return 'It was cancelled, so nothing was decided';
  if (run.completed_at === null) return PHASES[run.phase];
  if (run.gate.status === 'not_applicable') return 'Its version has no gate rules';
  if (decision === undefined) return 'The gate is not decided yet';
  const status = run.status_reason?.detail;
  if (!decision.conclusive) return status ?? (reasonsOf(decision) || 'The gate rules could not be evaluated');
  const other = decision.decision === 'pass' ? 'All required gate rules passed' : 'A required gate rule failed';
  return gateReasons(decision, policy) ?? other;
}

/** `3 of 4 rules`: how many passed, without those that were skipped. Null before a decision. */
export function rulesNote({ decision }: Pick<ListedRun, 'decision'>): string | null {
  if (decision === undefined || decision.rules.length === 0) return null;
  const passed = decision.rules.filter(({ outcome }) => outcome === 'pass').length;
  return `${passed} of ${decision.rules.length} ${decision.rules.length === 1 ? 'rule' : 'rules'}`;
}
