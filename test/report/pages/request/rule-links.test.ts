import { describe, expect, test } from 'vitest';
import { lineMenu } from '../../../../functions/report/pages/request/rule-actions.ts';

const PLAN = '0123456789abcdef01234567';
const NO_RULE = 'No rule can name this field';

const ofCase = (subject: string) =>
  String(
    lineMenu(
      { planId: PLAN, item: 0, operation: '/a' },
      {
        difference: { kind: 'FIELD_VALUE', subject, path: subject, recorded: '1', replayed: '2', rule: null },
        rule: null,
      },
    ),
  );

const steps = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`).join('.');

describe('the page of a request (interface 11)', () => {
  test.for<[string, string, boolean]>([
    ['32 steps', steps(32), true],
    ['33 steps', steps(33), false],
    ['a path of 1,000 characters, the leading $. among them', `${steps(5)}.${'x'.repeat(981)}`, true],
    ['one of 1,001', `${steps(5)}.${'x'.repeat(984)}`, false],
  ])('offers a rule only for a field that one can name: %s', ([, subject, can]) => {
    const html = ofCase(subject);
    expect([html.includes('/rule?'), html.includes(NO_RULE)]).toEqual([can, !can]);
  });
});
