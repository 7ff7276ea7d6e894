import { describe, expect, test } from 'vitest';
import { MAX_CASES, MAX_CHANGES, parseDiagnosis } from '../../../functions/analysis/domain/diagnosis.ts';
import { EMPTY_DIAGNOSIS, mergedDiagnosis } from '../../../functions/analysis/domain/merged-diagnosis.ts';

const planId = '6731e0c0a1b2c3d4e5f60718';
const plan = { planId, requests: 200_000 };
const read = (body: unknown) => parseDiagnosis(body, plan);
const refusal = (body: unknown) => {
  const result = read(body);
  return result.ok ? null : result.message;
};
const change = { key: 'k', title: 't', operations: ['/o'] };
const named = { planItemId: `${planId}:0`, tier: 'INVALID' };
const many = (count: number) =>
  Array.from({ length: count }, (_, item) => ({ ...named, planItemId: `${planId}:${item}` }));

describe('the body of a diagnosis (interface 2.5)', () => {
  test.for<[string, unknown]>([
    ['state must be RUNNING, DONE, PARTIAL or SKIPPED', {}],
    ['state must be RUNNING, DONE, PARTIAL or SKIPPED', { state: 'READY' }],
    [
      'reason must be a code of at most 64 characters A-Z, 0-9 and _ that begins with a letter',
      { state: 'PARTIAL', reason: 'because of secret' },
    ],
    ['summary must be a string of at most 64 KiB', { state: 'DONE', summary: 'x'.repeat(65_537) }],
    ['summary must be a string of at most 64 KiB', { state: 'DONE', summary: '因'.repeat(21_846) }],
    ['cases must be a list of at most 125,000 entries', { state: 'DONE', cases: 'secret' }],
    ['cases must be a list of at most 125,000 entries', { state: 'DONE', cases: many(MAX_CASES + 1) }],
    ['cases[1] must be an object', { state: 'DONE', cases: [named, 'secret'] }],
    ['cases[0].tier must be CODE_CHANGE, UNDETERMINED or INVALID', { state: 'DONE', cases: [{ ...named, tier: 'X' }] }],
    ['cases[0].planItemId must be the id of a case of this plan', { state: 'DONE', cases: [{ tier: 'INVALID' }] }],
    [
      'cases[0].planItemId must be the id of a case of this plan',
      { state: 'DONE', cases: [{ ...named, planItemId: `${planId}:200000` }] },
    ],
    [
      'cases[0].planItemId must be the id of a case of this plan',
      { state: 'DONE', cases: [{ ...named, planItemId: `${planId}:01` }] },
    ],
    [
      'cases[0].planItemId must be the id of a case of this plan',
      { state: 'DONE', cases: [{ ...named, planItemId: `${'0'.repeat(24)}:1` }] },
    ],
    [
      'codeChanges must be a list of at most 1,000 entries',
      { state: 'DONE', codeChanges: Array.from({ length: MAX_CHANGES + 1 }, () => change) },
    ],
    ['codeChanges[0].title must be a string of 1 to 1,000 characters', { state: 'DONE', codeChanges: [{ key: 'k' }] }],
    [
      'codeChanges[0].title must be a string of 1 to 1,000 characters',
      { state: 'DONE', codeChanges: [{ ...change, title: ' \n' }] },
    ],
    [
      'codeChanges[0].title must be a string of 1 to 1,000 characters',
      { state: 'DONE', codeChanges: [{ ...change, title: 'x'.repeat(1001) }] },
    ],
    [
      'codeChanges[0].key must be a string of 1 to 200 characters',
      { state: 'DONE', codeChanges: [{ ...change, key: '' }] },
    ],
    [
      'codeChanges[0].operations must be a list of at most 1,000 endpoints of at most 1,024 characters',
      { state: 'DONE', codeChanges: [{ key: 'k', title: 't' }] },
    ],
    [
      'codeChanges[0].location.line must be an integer from 1',
      { state: 'DONE', codeChanges: [{ ...change, location: { line: 0 } }] },
    ],
    ...['/etc/passwd', '../a.ts', 'a/../../b', 'https://x/y', 'C:\\a', ''].map((file): [string, unknown] => [
      'codeChanges[0].location.file must be a path relative to the repository root, of at most 1,024 characters',
      { state: 'DONE', codeChanges: [{ ...change, location: { file } }] },
    ]),
  ])('is refused: %s', ([message, body]) => {
    expect(refusal(body)).toBe(message);
  });

  test.for<[string, unknown]>([
    ['a state alone', { state: 'RUNNING' }],
    ['null for every optional member', { state: 'DONE', reason: null, summary: null, cases: null, codeChanges: null }],
    ['a summary of 64 KiB', { state: 'DONE', summary: 'x'.repeat(65_536) }],
    ['125,000 cases', { state: 'DONE', cases: many(MAX_CASES) }],
    ['the last case of the plan', { state: 'DONE', cases: [{ ...named, planItemId: `${planId}:199999` }] }],
    ['1,000 changes', { state: 'DONE', codeChanges: Array.from({ length: MAX_CHANGES }, () => change) }],
    ['a title of 1,000 characters', { state: 'DONE', codeChanges: [{ ...change, title: 'x'.repeat(1000) }] }],
    ['line 1', { state: 'DONE', codeChanges: [{ ...change, location: { file: 'src/a..b.ts', line: 1 } }] }],
    ['unknown members', { state: 'DONE', more: 1 }],
  ])('is accepted with %s', ([, body]) => {
    expect(refusal(body)).toBeNull();
  });

  test('has no summary where the summary is empty', () => {
    const result = read({ state: 'DONE', summary: '' });
    expect(result.ok && result.value.summary).toBeNull();
  });

  test('keeps a reason for PARTIAL and SKIPPED only', () => {
    const reasonOf = (state: string) => {
      const result = read({ state, reason: 'MODEL_QUOTA' });
      return result.ok && result.value.reason;
    };
    expect(['RUNNING', 'DONE', 'PARTIAL', 'SKIPPED'].map(reasonOf)).toEqual([null, null, 'MODEL_QUOTA', 'MODEL_QUOTA']);
  });
});

describe('the stored diagnosis of a round (interface 2.5)', () => {
  const said = (before: typeof EMPTY_DIAGNOSIS, body: object) => {
    const result = read({ state: 'RUNNING', ...body });
    if (!result.ok) throw new Error(result.message);
    const merged = mergedDiagnosis(before, result.value);
    return merged.ok ? merged.value : merged.message;
  };
  const added = (before: typeof EMPTY_DIAGNOSIS, body: object) => {
    const merged = said(before, body);
    if (typeof merged === 'string') throw new Error(merged);
    return merged;
  };
  const cause = { ...named, tier: 'CODE_CHANGE', change: 'k' };

  test('takes the latest words for what is named again, and keeps the rest', () => {
    const first = added(EMPTY_DIAGNOSIS, { cases: [cause], codeChanges: [change], summary: 'one' });
    const second = added(first, { cases: [{ ...named, planItemId: `${planId}:7` }] });
    expect([...second.cases]).toEqual([
      [0, { tier: 'CODE_CHANGE', change: 'k' }],
      [7, { tier: 'INVALID', change: null }],
    ]);
    expect(second.summary).toBe('one');
    const third = added(second, { cases: [named], codeChanges: [{ ...change, title: 'new' }], summary: 'two' });
    expect(third.cases.get(0)).toEqual({ tier: 'INVALID', change: null });
    expect([third.changes.get('k')?.title, third.changes.size, third.summary]).toEqual(['new', 1, 'two']);
  });

  test('lets a case name a change of an earlier write, but not one without a description', () => {
    expect(said(EMPTY_DIAGNOSIS, { cases: [cause] })).toBe('cases.change must be the key of an entry of codeChanges');
    const described = added(EMPTY_DIAGNOSIS, { codeChanges: [change] });
    expect(added(described, { cases: [cause] }).cases.size).toBe(1);
  });

  test('keeps a change of a case for CODE_CHANGE only', () => {
    expect(added(EMPTY_DIAGNOSIS, { cases: [{ ...named, change: 'unknown' }] }).cases.get(0)).toEqual({
      tier: 'INVALID',
      change: null,
    });
  });

  test('keeps at most 1,000 changes and 1 MiB of them', () => {
    const keyed = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({ ...change, key: `${from + index}` }));
    const full = added(EMPTY_DIAGNOSIS, { codeChanges: keyed(1000) });
    expect(added(full, { codeChanges: keyed(5) }).changes.size).toBe(1000);
    expect(said(full, { codeChanges: keyed(1, 1000) })).toMatch(/^codeChanges must/);
    const large = keyed(110).map((one) => ({ ...one, operations: Array.from({ length: 10 }, () => 'x'.repeat(1000)) }));
    expect(said(EMPTY_DIAGNOSIS, { codeChanges: large })).toMatch(/^codeChanges must/);
    expect(added(EMPTY_DIAGNOSIS, { codeChanges: large.slice(0, 100) }).changes.size).toBe(100);
  });
});
