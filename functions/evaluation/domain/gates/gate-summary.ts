import type { GateDecision } from './gate-decision.ts';

/** Conclusion of a CI check (evaluation 3.9). */
export type CheckConclusion = 'success' | 'failure' | 'action_required' | 'cancelled';

/** Maps a decision to a CI check. Only a pass is a success; an inconclusive fail requires action. */
export function checkOf({ decision, conclusive, rules, reason_codes }: GateDecision): {
  conclusion: CheckConclusion;
  summary: string;
} {
  if (decision === 'pass') return { conclusion: 'success', summary: 'The gate passed.' };
  const broken = rules
    .filter(({ enforcement, outcome }) => enforcement === 'required' && outcome !== 'pass' && outcome !== 'skipped')
    .map(({ id, outcome }) => `${id} (${outcome})`);
  const why = (broken.length > 0 ? broken : reason_codes).join(', ');
  return conclusive
    ? { conclusion: 'failure', summary: `The gate failed: ${why}.` }
    : { conclusion: 'action_required', summary: `The gate could not be evaluated: ${why}.` };
}
