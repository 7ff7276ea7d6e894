import { describe, expect, test } from 'vitest';
import type { Score } from '../../../../functions/evaluation/domain/scores/score.ts';
import { GATE_POLICY } from '../workflows/sample-manifests.ts';
import { ATTEMPT_ID, attemptOf, decided, runOf, scoresOf } from './gate-stage.ts';

describe('a forged score (evaluation, principle 4)', () => {
  const scores = scoresOf('replay.pass_rate', ['0.5']).concat(scoresOf('replay.needs_action_interfaces', ['0']));
  const honest = decided(GATE_POLICY.rules, { scores });

  test.for<[string, Partial<Score>]>([
    ['a client row of the same name', { origin: 'client', value: '1' }],
    ['the same id as a trusted row', { origin: 'client', value: '1', score_id: scores[0]?.score_id ?? '' }],
    ['a client that says evaluator', { origin: 'client', source: 'evaluator', value: '1' }],
    ['a trusted row of an earlier attempt', { attempt_id: 'fatt_01KAMJAB000000000000000000_002', value: '1' }],
    ['a trusted row of no attempt', { attempt_id: null, value: '1' }],
  ])('does not change a decision: %s', ([, change]) => {
    const forged = scores.map((one, at) => ({ ...one, score_id: `scr_forged${at}`, ...change }));
    const attempt = { ...attemptOf(), scores_digest: honest.inputs.scores_digest };
    const decision = decided(GATE_POLICY.rules, { attempt, scores: [...forged, ...scores] });
    expect(decision).toEqual(honest);
    expect(decision.decision).toBe('fail');
  });
});

describe('the decision_digest (evaluation 5.9)', () => {
  const scores = scoresOf('replay.pass_rate', ['1', '0.97']).concat(scoresOf('replay.needs_action_interfaces', ['0']));
  const decision = decided(GATE_POLICY.rules, { scores });

  test('is the same for the same inputs in any order, for the sample policy', () => {
    expect(decision).toMatchObject({ decision: 'pass', conclusive: true, inputs: { attempt_id: ATTEMPT_ID } });
    expect(JSON.stringify(decided(GATE_POLICY.rules, { scores: scores.toReversed() }))).toBe(JSON.stringify(decision));
  });

  test('changes with inputs, policy and outcomes, but not with state or time of the run', () => {
    const digestOf = (change: Parameters<typeof decided>[1]) =>
      decided(GATE_POLICY.rules, { scores, ...change }).decision_digest;
    const done = runOf({ status: 'succeeded', version: 99, completed_at: 1 });
    expect(digestOf({ run: done })).toBe(decision.decision_digest);
    expect(digestOf({ policy_version: `sha256:${'8'.repeat(64)}` })).not.toBe(decision.decision_digest);
    expect(digestOf({ scores: scores.slice(1) })).not.toBe(decision.decision_digest);
  });
});
