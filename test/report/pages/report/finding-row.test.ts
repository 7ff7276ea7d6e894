import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../../functions/compare/domain/kinds.ts';
import type { FindingsEntry } from '../../../../functions/findings/domain/findings.ts';
import type { PageRequest } from '../../../../functions/platform/http/pages/page-route.ts';
import { findingRows } from '../../../../functions/report/domain/finding-rows.ts';
import { rememberedEffects } from '../../../../functions/report/domain/remembered-effects.ts';
import { findingDetails } from '../../../../functions/report/pages/report/finding-details.ts';
import { findingRow } from '../../../../functions/report/pages/report/finding-row.ts';

const PLAN = '0123456789abcdef01234567';
const NO_RULE = 'No rule can name this field';

interface Given {
  kind?: Kind;
  subjects: string[];
  operations?: string[];
  values?: [recorded: string | null, replayed: string | null];
}

function rowOf({ kind = 'FIELD_VALUE', subjects, operations = ['/a'], values }: Given) {
  const entry: FindingsEntry = {
    kind,
    subjects,
    affectedRequests: 3,
    totalRequests: 41,
    interfaces: operations.map((operationName) => ({ operationName, affectedRequests: 3, totalRequests: 41 })),
  };
  const [recorded = null, replayed = null] = values ?? [];
  const pairs = values ? [{ recorded, replayed, requests: 3, item: 7 }] : [];
  const fields = [{ operation: '/a', kind, subject: subjects[0] ?? '', pairs }];
  const [row] = findingRows({ fields, read: 3, failing: 3 })([{ group: 'needsAction', entry }]);
  if (row === undefined) throw new Error('no row');
  return row;
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');
const shown = (given: Given, mayWrite = true) =>
  String(
    findingRow(rowOf(given), {
      planId: PLAN,
      example: 7,
      isNew: false,
      mayWrite,
      noise: null,
      undo: null,
      named: 20,
      isBesideRunningBuild: false,
    }),
  );
const detailed = (given: Given, named = 20) =>
  String(
    findingDetails(rowOf(given), {
      request: { csrf: 'c' } as PageRequest, // nothing else is read
      planId: PLAN,
      state: 'NEEDS_ACTION',
      values: undefined,
      cause: null,
      effects: { endpoints: null, everywhere: null },
      named,
    }),
  );

describe('the line of a finding', () => {
  test('keeps the name of a parameter for a statement of any length', () => {
    const statement = `db select ${'column, '.repeat(20)}last from t where id = ?`;
    const html = shown({ kind: 'CALL_PARAMETERS', subjects: [`${statement} parameters[0]`] });
    expect(html).toContain(`<span class="path mono" title="${statement} parameters[0]">`);
    expect(html).toContain(`<span> parameters[0]</span>`);
  });

  test('has no last name for a statement, and lists others below it', () => {
    const html = shown({ kind: 'FEWER_CALLS', subjects: ['db select a from tables order by t.created', 'cache DEL'] });
    expect(textOf(html)).toContain('db select a from tables order by t.created cache DEL');
    expect(html).not.toContain('class="path');
  });

  test.for<[words: string, given: Given]>([
    [
      'when …:00:00Z" → …:00:05Z"',
      { subjects: ['when'], values: ['"2026-11-23T10:00:00Z"', '"2026-11-23T10:00:05Z"'] },
    ],
    [
      'url …t/de/par… → …t/parcel…',
      { subjects: ['url'], values: ['https://dhl.test/de/parcel?code=1', 'https://dhl.test/parcel?code=1'] },
    ],
    ['a 0123456789abcde… → 0', { subjects: ['a'], values: ['0123456789abcdefghijk0123456789xyz', '0'] }],
    [
      'cache DEL 1 call → no call',
      { kind: 'FEWER_CALLS', subjects: ['cache DEL'], values: ['{"command":"DEL","arguments":["a"]}', null] },
    ],
    [
      'cache GET no call → 1 call',
      { kind: 'MORE_CALLS', subjects: ['cache GET'], values: [null, '{"command":"GET"}'] },
    ],
    ['status 200 → 500', { kind: 'SERVER_ERROR', subjects: ['500'], values: ['200', '500'] }],
    ['a "x" → missing', { kind: 'FIELD_MISSING', subjects: ['a'], values: ['"x"', null] }],
    ['a 1,200 → 3 elements', { kind: 'ARRAY_LENGTH', subjects: ['a'], values: ['1,200', '3 elements'] }],
    ['a id 1 → id 6 first', { kind: 'ARRAY_ORDER', subjects: ['a'], values: ['[{"id":1},{"x":2}]', '[{"id":6},{'] }],
    ['a [1,2] → [2,1]', { kind: 'ARRAY_ORDER', subjects: ['a'], values: ['[1,2]', '[2,1]'] }],
    ['a absent → 120', { kind: 'NEW_FIELD', subjects: ['a'], values: [null, '120'] }],
    ['a b c 1 → 2', { subjects: ['a', 'b', 'c'], values: ['1', '2'] }],
    ['response –', { kind: 'MANY_FIELDS', subjects: ['response'] }],
    ['/a +1 3 of 41', { subjects: ['a'], operations: ['/a', '/b'] }],
  ])('reads: %s', ([words, given]) => {
    expect(textOf(shown(given))).toContain(words);
  });

  test('names up to 20 fields with their values, and the page of the finding all of them', () => {
    const subjects = Array.from({ length: 23 }, (_, at) => `field${at}`);
    const line = textOf(shown({ subjects }));
    expect(subjects.filter((one) => line.includes(one))).toEqual(subjects.slice(0, 20));
    expect(line).toContain('and 3 other fields');
    expect(textOf(detailed({ subjects }))).toContain('field19 and 3 others');
    const page = textOf(detailed({ subjects }, Number.POSITIVE_INFINITY));
    expect(subjects.filter((one) => page.includes(one))).toEqual(subjects);
    const values = [
      ['cpu', '0.4', '0.7'],
      ['total', '10', '12'],
    ].map(([subject = '', recorded = '', replayed = '']) => ({
      operation: '/a',
      kind: 'FIELD_VALUE' as const,
      subject,
      pairs: [{ recorded, replayed, requests: 3, item: 7 }],
    }));
    const entry = rowOf({ subjects: ['cpu', 'total'] }).entry;
    const [row] = findingRows({ fields: values, read: 3, failing: 3 })([{ group: 'needsAction', entry }]);
    if (row === undefined) throw new Error('no row');
    const facts = {
      planId: PLAN,
      example: 7,
      isNew: false,
      mayWrite: true,
      noise: null,
      undo: null,
      named: 20,
      isBesideRunningBuild: false,
    };
    expect(textOf(String(findingRow(row, facts)))).toContain('cpu total 0.4 → 0.7 10 → 12');
  });

  test('has three columns of values in a run with a running build', () => {
    const pairs = [{ recorded: '29.5', replayed: '14.5', asRecorded: '27.9', requests: 3, item: 7 }];
    const fields = [{ operation: '/a', kind: 'FIELD_VALUE' as const, subject: 'total', pairs }];
    const entry = rowOf({ subjects: ['total'] }).entry;
    const [row] = findingRows({ fields, read: 3, failing: 3 })([{ group: 'needsAction', entry }]);
    if (row === undefined) throw new Error('no row');
    const facts = { planId: PLAN, example: 7, isNew: false, mayWrite: true, noise: null, undo: null, named: 20 };
    const html = String(findingRow(row, { ...facts, isBesideRunningBuild: true }));
    expect(html).toContain('<td data-label="Recorded"><span class="value old">27.9</span></td>');
    expect(html).toContain('<td data-label="Running build"><span class="value baseline">29.5</span></td>');
    expect(html).toContain('<td data-label="New build"><span class="value target">14.5</span></td>');
  });

  test('keeps the last name of a long path', () => {
    const html = shown({ subjects: ['data.checkout.shipping.options[*].carrier.trackingUrlTemplate'] });
    expect(html).toContain('<span>data.checkout.shipping.options[*].carrier</span><span>.trackingUrlTemplate</span>');
  });

  test('offers a reader no change', () => {
    expect(shown({ subjects: ['a'] }, true)).toMatch(/Expected….*Ignore…/s);
    expect(shown({ subjects: ['a'] }, false)).not.toMatch(/Expected…|Ignore…/);
  });

  test('offers no rule for a status', () => {
    expect(shown({ kind: 'SERVER_ERROR', subjects: ['500'] })).not.toContain('Ignore…');
  });

  test('has no link with a path longer than 300 characters', () => {
    expect(shown({ subjects: ['x'.repeat(300)] })).toContain('/rule?');
    expect(shown({ subjects: ['x'.repeat(301)] })).not.toContain('/rule?');
  });
});

const steps = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`).join('.');

test.for<[string, string, boolean]>([
  ['32 steps', steps(32), true],
  ['33 steps', steps(33), false],
  ['a path of 1,000 characters, the leading $. among them', `${steps(5)}.${'x'.repeat(981)}`, true],
  ['one of 1,001', `${steps(5)}.${'x'.repeat(984)}`, false],
])('the page of a finding says why no rule can ignore it: %s', ([, subject, can]) => {
  expect(detailed({ subjects: [subject] }).includes(NO_RULE)).toBe(!can);
});

test('rememberedEffects computes effects once for the same findings', () => {
  const { effectsOf } = rememberedEffects();
  const finding = rowOf({ subjects: ['a'] });
  const findings = {
    state: 'CLEAN' as const,
    scope: {
      interfacesInScope: 0,
      interfacesReplayed: 0,
      interfacesUnchanged: 0,
      requests: 0,
      requestsWithoutResult: 0,
    },
    needsActionInterfaces: 0,
    needsAction: [finding.entry],
    toReviewInterfaces: 0,
    toReview: [],
    coverage: { uncoveredInterfaces: 0, mainOperationsConfigured: false, uncoveredMainOperations: [] },
    excludedFieldCount: 0,
  };
  const rules = { ruleFor: () => null, has: () => false, isSuggested: () => false };
  const found = {
    findings,
    counts: { totalCases: 1, successCases: 0, failedCases: 1 },
    input: {
      interrupted: false,
      clusters: [],
      mainOperations: [],
      rulesOf: () => rules,
      marked: new Map(),
      operationsInScope: [],
    },
  };
  const effects = effectsOf(found, finding);
  expect(effects.endpoints).toEqual({ gone: 1, come: 0, failedBefore: 1, failedAfter: 0, state: 'NO_CASES' });
  expect(effectsOf(found, finding)).toBe(effects);
  expect(effectsOf({ ...found, findings: { ...findings } }, finding)).not.toBe(effects);
});
