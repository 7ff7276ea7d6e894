import type { GateDecision } from './gate-decision.ts';

/** The conclusion of a check in CI (evaluation 3.9). */
export type CheckConclusion = 'success' | 'failure' | 'action_required' | 'cancelled';

/** What a decision means to a pipeline: only pass is a success; a fail that could not be judged needs a person. */
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
    : { conclusion: 'action_required', summary: `The gate could not be judged: ${why}.` };
}
