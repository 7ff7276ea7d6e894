import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  clientScore,
  fromLegacy,
  isReserved,
  LegacyScoreBody,
  ScoreBody,
} from '../../../../functions/evaluation/domain/scores/score-input.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const RUN = 'wrun_01JD2Z0000000000000000000A';
const ATTEMPT = 'fatt_01JD2Z0000000000000000000A_001';
const SENT = { target_type: 'trace', target_id: 't1', name: 'quality', value: 0.5 };

function scoreOf(more: Record<string, unknown> = {}) {
  const body = v.parse(ScoreBody, { ...SENT, ...more });
  return clientScore(body, (member) => JSON.stringify(body[member]), { now: NOW, newId: 'scr_new' });
}
function accepted(more: Record<string, unknown> = {}) {
  const result = scoreOf(more);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

describe('the score of a client (evaluation 3.12)', () => {
  test('has defaults for all that the client leaves out, and the origin that the service sets', () => {
    const { score, sent } = accepted();
    expect(score).toEqual({
      target_type: 'trace',
      target_id: 't1',
      name: 'quality',
      data_type: 'numeric',
      value: '0.5',
      source: 'api',
      origin: 'client',
      score_id: 'scr_new',
      timestamp: NOW,
      created_at: NOW,
      comment: null,
      config_id: null,
      author_id: null,
      metadata: {},
      supersedes: null,
      trace_id: 't1',
      span_id: null,
      session_id: null,
      workflow_run_id: null,
      attempt_id: null,
      sample_key: '',
      trigger: null,
    });
    expect(sent.timestamp).toBeNull();
  });

  test.for<[target_type: string, target_id: string, ids: object]>([
    ['span', 's1', { span_id: 's1', workflow_run_id: null, attempt_id: null }],
    ['session', 'se1', { session_id: 'se1', workflow_run_id: null, attempt_id: null }],
    ['workflow_run', RUN, { trace_id: null, workflow_run_id: RUN, attempt_id: null }],
    ['framework_attempt', ATTEMPT, { workflow_run_id: RUN, attempt_id: ATTEMPT }],
    ['framework_attempt', 'unknown', { workflow_run_id: null, attempt_id: 'unknown' }],
  ])('names what it is of: %s %s', ([target_type, target_id, ids]) => {
    expect(accepted({ target_type, target_id }).score).toMatchObject(ids);
  });

  test('keeps a context beside its target, and refuses one that contradicts it', () => {
    const context = { trace_id: 't1', span_id: 's1', session_id: 'se1' };
    expect(accepted(context).score).toMatchObject(context);
    expect(scoreOf({ trace_id: 't2' })).toMatchObject({ ok: false, code: 'inconsistent_target' });
  });

  test.for<[ahead: number, isAccepted: boolean]>([
    [10 * 60_000, true],
    [10 * 60_000 + 1, false],
  ])('may be %i ms ahead of the service: %s', ([ahead, isAccepted]) => {
    const timestamp = new Date(NOW + ahead).toISOString();
    expect(scoreOf({ timestamp })).toMatchObject(
      isAccepted
        ? { value: { score: { timestamp: NOW + ahead }, sent: { timestamp: NOW + ahead } } }
        : { ok: false, code: 'validation_failed' },
    );
  });

  test('is refused with the code of its value', () => {
    expect(scoreOf({ value: {} })).toMatchObject({ ok: false, code: 'value_type_mismatch' });
  });

  test.for<[what: string, more: Record<string, unknown>, isSame: boolean]>([
    ['another id and time', { score_id: 'mine', timestamp: '2026-11-20T11:00:00Z' }, true],
    ['the value as a typed member', { value: null, numeric_value: 0.5 }, true],
    ['the context of its target', { trace_id: 't1' }, true],
    ['another value', { value: 0.6 }, false],
    ['a comment', { comment: 'fine' }, false],
    ['metadata', { metadata: { tier: 'gold' } }, false],
    ['another target', { target_id: 't2' }, false],
  ])('is recognised as a repeat by what it says, with %s', ([, more, isSame]) => {
    expect(accepted(more).sent.content === accepted().sent.content).toBe(isSame);
  });
});

describe('the body of a score', () => {
  test.for<[what: string, more: Record<string, unknown>]>([
    ['a target of another kind', { target_type: 'plan' }],
    ['a target of 201 characters', { target_id: 'x'.repeat(201) }],
    ['an empty id', { score_id: '' }],
    ['a time without zone', { timestamp: '2026-11-20T11:00:00' }],
    ['a comment of 4,001 characters', { comment: 'x'.repeat(4001) }],
    ['an author with half of a character', { author_id: '\ud800' }],
    ['a source of the service', { source: 'trusted_host' }],
    ['metadata that is a list', { metadata: [] }],
  ])('may not have %s', ([, more]) => {
    expect(v.is(ScoreBody, { ...SENT, ...more })).toBe(false);
  });
});

describe('isReserved', () => {
  const ofRun = { target_type: 'workflow_run' };

  test.for<[what: string, body: Record<string, unknown>, isIt: boolean]>([
    ['a score of a run', ofRun, false],
    ['that of a person', { ...ofRun, source: 'user' }, false],
    ['that of an evaluator', { ...ofRun, source: 'evaluator' }, true],
    ['one of an attempt', { target_type: 'framework_attempt', source: 'evaluator' }, true],
    ['one with an origin', { ...ofRun, origin: 'client' }, true],
    ['one with evidence, even null', { ...ofRun, evidence: null }, true],
    ['one with a name of the service', { ...ofRun, name: 'replay.pass_rate' }, true],
    ['one with a name that begins alike', { ...ofRun, name: 'replays' }, false],
    ['all of these on a trace', { target_type: 'trace', source: 'evaluator', origin: 'x', name: 'replay.x' }, false],
  ])('is so for %s', ([, body, isIt]) => {
    expect(isReserved(body)).toBe(isIt);
  });
});

describe('a score of version 1', () => {
  const legacy = (more: Record<string, unknown>) =>
    fromLegacy(v.parse(LegacyScoreBody, { name: 'quality', numeric_value: 1, ...more }));

  test.for<[what: string, ids: Record<string, unknown>, target: [type: string, id: string]]>([
    ['span', { span_id: 's1', trace_id: 't1', session_id: 'se1' }, ['span', 's1']],
    ['trace', { trace_id: 't1', session_id: 'se1' }, ['trace', 't1']],
    ['session', { session_id: 'se1' }, ['session', 'se1']],
    ['trace that target_type names', { span_id: 's1', trace_id: 't1', target_type: 'trace' }, ['trace', 't1']],
  ])('is of the %s', ([, ids, [target_type, target_id]]) => {
    expect(legacy(ids)).toMatchObject({
      ok: true,
      value: { target_type, target_id, numeric_value: 1, supersedes: null },
    });
  });

  test.for<[what: string, ids: Record<string, unknown>]>([
    ['names nothing', {}],
    ['does not name what target_type says', { trace_id: 't1', target_type: 'span' }],
  ])('is refused if it %s', ([, ids]) => {
    expect(legacy(ids)).toMatchObject({ ok: false, code: 'validation_failed' });
  });
});
