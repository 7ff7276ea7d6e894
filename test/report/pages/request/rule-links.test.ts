import { describe, expect, test } from 'vitest';
import type { FindingsEntry } from '../../../../functions/findings/domain/findings.ts';
import { entriesSection } from '../../../../functions/report/pages/entries-section.ts';
import { differencesSection } from '../../../../functions/report/pages/request/differences-section.ts';

const PLAN = '0123456789abcdef01234567';
const NO_RULE = 'No rule can name this field';

const entryOf = (subject: string): FindingsEntry => ({
  kind: 'FIELD_VALUE',
  subjects: [subject],
  affectedRequests: 1,
  totalRequests: 1,
  interfaces: [{ operationName: '/a', affectedRequests: 1, totalRequests: 1 }],
});

const listed = (subject: string) =>
  String(
    entriesSection({
      planId: PLAN,
      group: 'needsAction',
      entries: [entryOf(subject)],
      interfaces: 1,
      from: 0,
      mayWrite: true,
      moreSevere: 0,
      exampleOf: () => null,
    }),
  );

const ofCase = (subject: string) =>
  String(
    differencesSection(
      { planId: PLAN, item: 0, operation: '/a', mayWrite: true },
      [
        {
          difference: { kind: 'FIELD_VALUE', subject, path: subject, recorded: '1', replayed: '2', rule: null },
          rule: null,
          highlighted: null,
        },
      ],
      { ruleFor: () => null, has: () => false, isSuggested: () => false },
    ),
  );

const steps = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`).join('.');

describe('a rule is offered for a field only where one can name it (interface 11)', () => {
  test.for<[string, string, boolean]>([
    ['32 steps', steps(32), true],
    ['33 steps', steps(33), false],
    ['a path of 1,000 characters, the leading $. among them', `${steps(5)}.${'x'.repeat(981)}`, true],
    ['one of 1,001', `${steps(5)}.${'x'.repeat(984)}`, false],
  ])('%s', ([, subject, can]) => {
    const html = ofCase(subject);
    expect([html.includes('/rule?'), html.includes(NO_RULE)]).toEqual([can, !can]);
    expect(listed(subject).includes(NO_RULE)).toBe(!can);
  });

  test('a long path stands in no link of the report, which says where a rule is made', () => {
    expect(listed('x'.repeat(300))).toContain('/rule?');
    const long = listed('x'.repeat(301));
    expect(long).not.toContain('/rule?');
    expect(long).toContain('ignore it from the page of a request');
  });
});
