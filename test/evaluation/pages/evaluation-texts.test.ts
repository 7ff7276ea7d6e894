import { describe, expect, test } from 'vitest';
import type { GateDecision } from '../../../functions/evaluation/domain/gates/gate-decision.ts';
import type { AttemptStatus, RunStatus } from '../../../functions/evaluation/domain/statuses.ts';
import type { GateAnswer, RunAnswer } from '../../../functions/evaluation/pages/evaluation-answers.ts';
import { policyBody, policyPatch } from '../../../functions/evaluation/pages/policies/policy-form.ts';
import { everyText, skippedText } from '../../../functions/evaluation/pages/policies/policy-texts.ts';
import { refusedFields } from '../../../functions/evaluation/pages/refused-fields.ts';
import { runText } from '../../../functions/evaluation/pages/runs/run-texts.ts';

const run = (status: RunStatus, last: AttemptStatus = 'succeeded') =>
  ({
    status,
    phase: 'attempting',
    attempts: [{ attempt_id: 'fatt', status: last }],
    completed_at: ['succeeded', 'failed', 'cancelled'].includes(status) ? 1 : null,
  }) as RunAnswer; // the members that the texts use
const gate = (decision: 'pass' | 'fail' | null, conclusive: boolean | null, ...reason_codes: string[]) =>
  ({
    decision,
    conclusive,
    rules: [],
    reason_codes: reason_codes as GateDecision['reason_codes'],
  }) as unknown as GateAnswer; // the same
const undecided = gate(null, null);

describe('the heading of a run (interface 13, evaluation 3.7, 3.9)', () => {
  test.for<[RunAnswer, GateAnswer, title: string, next: string]>([
    [run('queued'), undecided, 'The run is in progress', 'This page updates automatically.'],
    [run('running'), undecided, 'The run is in progress', 'The attempt is running.'],
    [run('cancelling'), undecided, 'The run is being cancelled', 'as soon as its attempt has stopped'],
    [run('cancelled', 'cancelled'), undecided, 'The run was cancelled', 'neither a pass nor a fail'],
    [run('succeeded'), gate('pass', true), 'Pass: build 7 can be released', 'Every required gate rule passed.'],
    [run('succeeded'), gate('fail', true, 'fail'), 'Fail: do not release build 7', 'then run again'],
    [
      run('succeeded'),
      gate('fail', false, 'baseline_missing'),
      'No decision: do not release build 7',
      'a baseline that does not exist',
    ],
    [
      run('failed', 'subject_error'),
      gate('fail', false, 'missing'),
      'No decision: do not release build 7',
      'instance is up',
    ],
    [
      run('failed', 'timed_out'),
      gate('fail', false, 'missing'),
      'No decision: do not release build 7',
      'limits.timeout_s',
    ],
  ])('is right for row %#: %s', ([of, decided, title, next]) => {
    const words = runText(of, decided, 'build 7');
    expect(words.title).toBe(title);
    expect(words.next).toContain(next);
  });
});

describe('the refusal of an endpoint in a form (evaluation 3.3)', () => {
  const labels = { runner: 'Runner', rate: 'Share' };
  test.for<[unknown, Record<string, string>]>([
    [
      { detail: 'd', errors: [{ pointer: '#/runner/version', detail: 'is missing' }] },
      { runner: 'Runner is missing.' },
    ],
    [{ detail: 'd', errors: [{ pointer: '#/sampling/rate', detail: 'is wrong' }] }, { rate: 'Share is wrong.' }],
    [{ detail: 'no such run.', errors: [{ pointer: '#/elsewhere', detail: 'is wrong' }] }, { form: 'No such run.' }],
    [{ detail: 'no such run' }, { form: 'No such run.' }],
    [null, { form: 'The service refused the request.' }],
  ])('names the field by its label: %j gives %j', ([body, errors]) => {
    expect(refusedFields({ body }, labels)).toEqual(errors);
  });
});

describe('the form of a policy (evaluation 3.13)', () => {
  function form(fields: Record<string, string>): FormData {
    const sent = new FormData();
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    return sent;
  }

  test('matches a repeated tag by any value, and lists redacted headers and fields', () => {
    const body = policyBody(
      form({ app_id: 'shop', case_tags: 'tier=gold\r\ntier = silver\r\nflag', redaction: 'Header: cookie\n$.card' }),
    );
    expect(body).toMatchObject({
      filter: { app_id: 'shop', case_tags: { tier: ['gold', 'silver'], flag: [''] } },
      redaction: { headers: ['cookie'], json_paths: ['$.card'] },
    });
  });

  test('removes what was emptied in a change, and keeps what the form does not show', () => {
    const patch = policyPatch(form({ app_id: 'shop', case_tags: 'tier=gold', every_s: '60' }), {
      enabled: true,
      filter: { app_id: 'shop', case_tags: { tier: 'gold', region: 'eu' }, 'service.name': 'api' },
    });
    expect(patch).toMatchObject({
      filter: { app_id: 'shop', operations: null, case_tags: { tier: ['gold'], region: null } },
      sampling: { rate: null, salt: null },
      schedule: { every_s: 60 },
    });
    expect((patch as { filter: object }).filter).not.toHaveProperty('service.name'); // a patch omits unchanged members
    const emptied = policyPatch(form({ app_id: 'shop' }), {
      enabled: false,
      filter: { app_id: 'shop', case_tags: { tier: 'gold' } },
    });
    expect(emptied).toMatchObject({ filter: { case_tags: null } });
  });

  test.for<[string, boolean, Record<string, string>, object]>([
    ['left on, which would end a pause', true, { enabled: 'on' }, {}],
    ['left off', false, {}, {}],
    ['moved on', false, { enabled: 'on' }, { enabled: true }],
    ['moved off', true, {}, { enabled: false }],
  ])('includes a switch that is %s in a change only if it was moved', ([, enabled, sent, patched]) => {
    // a patch
    const patch = policyPatch(form({ app_id: 'shop', ...sent }), { enabled, filter: { app_id: 'shop' } }) as object;
    expect('enabled' in patch ? { enabled: patch.enabled } : {}).toEqual(patched);
  });

  test('shows times and counts in words', () => {
    expect([60, 90, 3600, 5400, 7200].map(everyText)).toEqual([
      ...['every 1 min', 'every 90 s', 'every 1 h', 'every 90 min', 'every 2 h'],
    ]);
    expect(skippedText({ not_sampled: 4915, excluded: 1 })).toBe('not sampled 4,915, excluded 1');
  });
});
